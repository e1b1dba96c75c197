#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What lies at a path, links not followed.
package struct FileStatus: Equatable, Sendable {
  /// The kinds of file that matter here.
  package enum Kind: String, Sendable {
    case regular, directory, symbolicLink, socket, other
  }

  package let kind: Kind
  /// The permission bits.
  package let mode: UInt32
  package let owner: UInt32
  package let size: Int
  /// Tells one file from another that took its name later.
  package let identity: Identity

  /// The device and the inode.
  package struct Identity: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64
  }

  init(_ status: stat) {
    let format = UInt32(status.st_mode) & UInt32(S_IFMT)
    switch format {
    case UInt32(S_IFREG): kind = .regular
    case UInt32(S_IFDIR): kind = .directory
    case UInt32(S_IFLNK): kind = .symbolicLink
    case UInt32(S_IFSOCK): kind = .socket
    default: kind = .other
    }
    mode = UInt32(status.st_mode) & 0o7777
    owner = status.st_uid
    size = Int(status.st_size)
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino))
  }
}

/// Files and folders.
package enum FileSystem {
  /// What lies at the path itself; `nil` if nothing does.
  package static func status(of path: String) throws(SystemError) -> FileStatus? {
    var status = stat()
    do {
      try retrying("look at \(path)") { lstat(path, &status) }
    } catch let error where error.code == ENOENT || error.code == ENOTDIR {
      return nil
    }
    return FileStatus(status)
  }

  /// What a descriptor stands for.
  package static func status(of descriptor: FileDescriptor) throws(SystemError) -> FileStatus {
    var status = stat()
    try retrying("look at a descriptor") { fstat(descriptor.rawValue, &status) }
    return FileStatus(status)
  }

  /// Opens a file; a new one gets `mode`. Not handed to programs that this process starts.
  package static func open(
    _ path: String, _ flags: Int32, mode: UInt32 = 0o600
  ) throws(SystemError) -> FileDescriptor {
    FileDescriptor(
      try retrying("open \(path)") {
        #if canImport(Darwin)
          Darwin.open(path, flags | O_CLOEXEC, mode_t(mode))
        #else
          Glibc.open(path, flags | O_CLOEXEC, mode_t(mode))
        #endif
      })
  }

  /// Opens an existing file for reading.
  package static func openForReading(_ path: String) throws(SystemError) -> FileDescriptor {
    try open(path, O_RDONLY)
  }

  /// Opens a file for writing at its end, or makes it.
  package static func openForAppending(
    _ path: String, mode: UInt32 = 0o600
  ) throws(SystemError) -> FileDescriptor {
    try open(path, O_WRONLY | O_CREAT | O_APPEND, mode: mode)
  }

  /// Opens a file for writing it anew, or makes it.
  package static func openForWriting(
    _ path: String, mode: UInt32 = 0o644
  ) throws(SystemError) -> FileDescriptor {
    try open(path, O_WRONLY | O_CREAT | O_TRUNC, mode: mode)
  }

  /// Reads all of a file.
  package static func read(_ path: String) throws(SystemError) -> [UInt8] {
    let descriptor = try openForReading(path)
    defer { descriptor.close() }
    return try readToEnd(descriptor)
  }

  /// Reads until the end.
  package static func readToEnd(_ descriptor: FileDescriptor) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 16384, alignment: 1)
    defer { chunk.deallocate() }
    while true {
      let count = try descriptor.read(into: chunk)
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }

  /// Writes a file anew.
  package static func write(
    _ bytes: [UInt8], to path: String, mode: UInt32 = 0o600
  ) throws(SystemError) {
    let descriptor = try open(path, O_WRONLY | O_CREAT | O_TRUNC, mode: mode)
    defer { descriptor.close() }
    try descriptor.writeAll(bytes)
  }

  /// Makes one folder.
  package static func makeDirectory(_ path: String, mode: UInt32 = 0o700) throws(SystemError) {
    try retrying("make the folder \(path)") { mkdir(path, mode_t(mode)) }
  }

  /// Removes a name, not a folder.
  package static func remove(_ path: String) throws(SystemError) {
    try retrying("remove \(path)") { unlink(path) }
  }

  /// Removes an empty folder.
  package static func removeDirectory(_ path: String) throws(SystemError) {
    try retrying("remove the folder \(path)") { rmdir(path) }
  }

  /// Gives a file another name, in place of what had it.
  package static func rename(_ path: String, to new: String) throws(SystemError) {
    try retrying("rename \(path)") {
      #if canImport(Darwin)
        Darwin.rename(path, new)
      #else
        Glibc.rename(path, new)
      #endif
    }
  }

  /// Sets the permission bits.
  package static func setMode(_ mode: UInt32, of path: String) throws(SystemError) {
    try retrying("set the mode of \(path)") { chmod(path, mode_t(mode)) }
  }

  /// The path without links, `.` and `..`.
  package static func realPath(_ path: String) throws(SystemError) -> String {
    guard let resolved = realpath(path, nil) else { throw .last("resolve \(path)") }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The folder that relative paths start from.
  package static func currentDirectory() throws(SystemError) -> String {
    guard let path = getcwd(nil, 0) else { throw .last("find the current folder") }
    defer { free(path) }
    return String(cString: path)
  }

  /// Whether this process may run the file.
  package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// Runs `body` while new files lose the permission bits of `mask`. The mask is the whole process's.
  package static func withModeMask<R>(
    _ mask: UInt32, _ body: () throws(SystemError) -> R
  ) throws(SystemError) -> R {
    let old = umask(mode_t(mask))
    defer { umask(old) }
    return try body()
  }

  /// From now on every new file of this process has the permission bits that it asks for, and those for others
  /// and the group never, whatever mask the process was started with.
  package static func keepNewFilesPrivate() { _ = umask(0o077) }
}

extension FileSystem {
  /// Opens a file to be locked, or makes it. A link is not followed, and a pipe not waited for.
  package static func openLock(_ path: String) throws(SystemError) -> FileDescriptor {
    try open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK)
  }
}

extension SystemError {
  /// Somebody else has the address.
  package static func inUse(_ path: String) -> SystemError { SystemError(EADDRINUSE, "listen on \(path)") }

  /// What was just made is not there.
  package static func vanished(_ path: String) -> SystemError { SystemError(ENOENT, "find \(path)") }
}
