package import Platform

/// Why kept state cannot be read or written.
package enum StoreError: Error, Equatable {
  case system(SystemError)
  /// Another process has the folder; its pid, if it can be told.
  case inUse(folder: String, processID: Int32?)
  /// The folder, or a file in it, is not this user's alone.
  case notPrivate(path: String)
  case damaged(Damage)
  /// A newer version wrote it, in a form that this one cannot read.
  case newerFormat(path: String, found: Int, known: Int)

  /// A place in a file that is not as it was written.
  package struct Damage: Error, Equatable, Sendable {
    package let path: String
    /// The number of the record, for the journal; of the line, for the snapshot.
    package let record: Int
    /// Where the record begins.
    package let offset: Int
    /// What is wrong, to follow "is damaged at record 5, byte 4711: ".
    package let reason: String
  }
}

/// Runs calls to the operating system whose errors are the store's.
func system<R>(_ body: () throws(SystemError) -> R) throws(StoreError) -> R {
  do throws(SystemError) {
    return try body()
  } catch {
    throw .system(error)
  }
}
