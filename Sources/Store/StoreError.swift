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
  /// It is not this process's any more.
  case lost(String)
  /// The reader of its lines was told to stop.
  case stopped

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

/// Why something cannot be written down.
package enum WriteFailure: Error, Equatable, CustomStringConvertible {
  case system(SystemError)
  /// The folder is not this process's any more: what happened, and what to do.
  case lost(String)
  /// A line is longer than its reader takes.
  case tooLong(limit: Int)
  /// Who writes was told to stop.
  case stopped

  /// One line for a person.
  package var description: String {
    switch self {
    case .system(let error): "\(error)"
    case .lost(let reason): reason
    case .tooLong(let limit): "a line of more than \(limit) bytes could not be read again"
    case .stopped: "the daemon stops"
    }
  }
}

extension StoreError {
  package init(_ failure: WriteFailure) {
    switch failure {
    case .system(let error): self = .system(error)
    case .lost(let reason): self = .lost(reason)
    case .tooLong: self = .lost(failure.description)
    case .stopped: self = .stopped
    }
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

/// Runs calls to the operating system that write something down.
func writing<R>(_ body: () throws(SystemError) -> R) throws(WriteFailure) -> R {
  do throws(SystemError) {
    return try body()
  } catch {
    throw .system(error)
  }
}
