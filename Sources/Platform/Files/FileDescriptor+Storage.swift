#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension FileDescriptor {
  /// Writes everything at a place in a file, wherever others write.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
    var start = 0
    while start < bytes.count {
      let count = try retrying("write a file") {
        pwrite(rawValue, bytes.baseAddress.map { $0 + start }, bytes.count - start, off_t(offset + start))
      }
      // A file system without room for one more byte may also say so by writing none.
      if count == 0 { throw SystemError(ENOSPC, "write a file") }
      start += count
    }
  }

  /// Cuts a file off, or fills it up with zeros, at a length.
  package func truncate(to length: Int) throws(SystemError) {
    try retrying("cut a file") { ftruncate(rawValue, off_t(length)) }
  }

  /// Waits until what was written to a file survives a loss of power.
  package func synchronize() throws(SystemError) {
    try retrying("write a file to the disk") {
      #if canImport(Darwin)
        fcntl(rawValue, F_FULLFSYNC)
      #else
        fdatasync(rawValue)
      #endif
    }
  }
}

extension FileSystem {
  /// Opens a file to be read and written, or makes it. A link is not followed.
  package static func openForUpdating(_ path: String) throws(SystemError) -> FileDescriptor {
    try open(path, O_RDWR | O_CREAT | O_NOFOLLOW)
  }

  /// Makes a new file in place of one that may be there. A link is not followed.
  package static func create(_ path: String) throws(SystemError) -> FileDescriptor {
    try open(path, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW)
  }

  /// Waits until the names in a folder survive a loss of power.
  package static func synchronizeDirectory(_ path: String) throws(SystemError) {
    let folder = try open(path, O_RDONLY | O_DIRECTORY)
    defer { folder.close() }
    try retrying("write the folder \(path) to the disk") { fsync(folder.rawValue) }
  }
}
