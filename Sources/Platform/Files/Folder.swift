import CSystemShims

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A folder that is held open: its files are reached through it, wherever its path leads to by now.
package struct Folder: Sendable {
  /// The path that it was opened at.
  package let path: String
  private let descriptor: FileDescriptor

  /// Opens a folder. A link is not followed.
  package init(_ path: String) throws(SystemError) {
    self.path = path
    descriptor = try FileSystem.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  }

  /// Closes it.
  package func close() { descriptor.close() }

  /// The path of a file in it, for a person.
  package func path(of name: String) -> String { "\(path)/\(name)" }

  /// The status of a file in it; `nil` if there is none.
  package func status(of name: String) throws(SystemError) -> FileStatus? {
    var status = stat()
    do throws(SystemError) {
      try retrying("read the status of \(path(of: name))") {
        fstatat(descriptor.rawValue, name, &status, AT_SYMLINK_NOFOLLOW)
      }
    } catch let error where error.isNotFound {
      return nil
    }
    return FileStatus(status)
  }

  /// Renames a file, and replaces a file that has the new name.
  package func rename(_ name: String, to new: String) throws(SystemError) {
    try retrying("rename \(path(of: name))") {
      renameat(descriptor.rawValue, name, descriptor.rawValue, new)
    }
  }

  /// Removes a file.
  package func remove(_ name: String) throws(SystemError) {
    try retrying("remove \(path(of: name))") { unlinkat(descriptor.rawValue, name, 0) }
  }

  /// Waits until the names in it survive a loss of power.
  package func synchronize() throws(SystemError) {
    try retrying("write the folder \(path) to the disk") { fsync(descriptor.rawValue) }
  }
}

/// Opening files. Links are not followed, nothing waits for the other end of a pipe, and programs that this process
/// starts do not get the open files.
extension Folder {
  /// Opens a file for reading and writing.
  package func openForUpdating(_ name: String) throws(SystemError) -> FileDescriptor {
    try open(name, O_RDWR)
  }

  /// Opens a file for reading and writing, and creates it if there is none.
  package func openOrCreate(_ name: String) throws(SystemError) -> FileDescriptor {
    try open(name, O_RDWR | O_CREAT)
  }

  /// Creates a file for reading and writing. What had the name before is gone, and is not written to.
  package func create(_ name: String) throws(SystemError) -> FileDescriptor {
    do throws(SystemError) {
      return try open(name, O_RDWR | O_CREAT | O_EXCL)
    } catch let error where error.exists {
      try remove(name)
      return try open(name, O_RDWR | O_CREAT | O_EXCL)
    }
  }

  private func open(_ name: String, _ flags: Int32) throws(SystemError) -> FileDescriptor {
    FileDescriptor(
      try retrying("open \(path(of: name))") {
        shim_open_in(descriptor.rawValue, name, flags | O_NOFOLLOW | O_NONBLOCK, 0o600)
      })
  }
}
