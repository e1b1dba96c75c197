#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file to be written that only this user may read. What was in it stays until `empty()`.
package struct PrivateFile {
  package let descriptor: FileDescriptor
  private let path: String
  private let isNew: Bool
  /// A pipe or a terminal has neither a mode of its own nor an end to be cut.
  private let isRegular: Bool

  /// Opens it, and creates it if it does not exist.
  package init(_ path: String) throws(SystemError) {
    self.path = path
    do throws(SystemError) {
      descriptor = try FileSystem.open(path, O_WRONLY | O_CREAT | O_EXCL)
      isNew = true
    } catch let error where error.exists {
      descriptor = try FileSystem.open(path, O_WRONLY | O_CREAT)
      isNew = false
    }
    do throws(SystemError) {
      isRegular = try FileSystem.status(of: descriptor).kind == .regular
      guard isRegular else { return }
      let number = descriptor.rawValue
      try retrying("set the mode of \(path)") { fchmod(number, 0o600) }
    } catch {
      descriptor.close()
      throw error
    }
  }

  /// Lets go of what was in it.
  package func empty() throws(SystemError) {
    if isRegular { try descriptor.truncate(to: 0) }
  }

  /// Closes it, and leaves no trace: nothing was written.
  package func abandon() {
    descriptor.close()
    if isNew { try? FileSystem.remove(path) }
  }
}
