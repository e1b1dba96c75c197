import CSystemShims

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Paths as text.
package enum Path {
  /// The part before the last slash: `/run/x` of `/run/x/y`, `.` of `y`, `/` of `/y`.
  package static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    let head = path[..<slash]
    return head.isEmpty ? "/" : String(head)
  }

  /// The path of a name that begins in a folder, unless it begins at the root.
  package static func path(of name: String, in folder: String) -> String {
    name.hasPrefix("/") || folder == "." ? name : "\(folder == "/" ? "" : folder)/\(name)"
  }

  /// The part after the last slash.
  package static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }
}

/// Files and folders.
package enum FileSystem {
  /// The status of the file at a path; `nil` if there is none.
  ///
  /// - Parameter followingLinks: of what a link leads to, not of the link itself.
  package static func status(
    of path: String, followingLinks: Bool = false
  ) throws(SystemError) -> FileStatus? {
    var status = stat()
    do throws(SystemError) {
      try retrying("read the status of \(path)") {
        followingLinks ? stat(path, &status) : lstat(path, &status)
      }
    } catch let error where error.code == ENOENT || error.code == ENOTDIR {
      return nil
    }
    return FileStatus(status)
  }

  /// The status of an open file.
  package static func status(of descriptor: FileDescriptor) throws(SystemError) -> FileStatus {
    var status = stat()
    try retrying("read the status of a descriptor") { fstat(descriptor.rawValue, &status) }
    return FileStatus(status)
  }

  /// Whether this process may run the file.
  package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// The path without links, `.` and `..`.
  static func realPath(_ path: String) throws(SystemError) -> String {
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
}

/// Opening, reading and writing. Programs that this process starts do not get the open files.
extension FileSystem {
  /// Opens a file; a new one gets `mode`.
  package static func open(
    _ path: String, _ flags: Int32, mode: UInt32 = 0o600
  ) throws(SystemError) -> FileDescriptor {
    FileDescriptor(try retrying("open \(path)") { shim_open(path, flags, mode) })
  }

  /// Opens an existing file for reading.
  package static func openForReading(_ path: String) throws(SystemError) -> FileDescriptor {
    try open(path, O_RDONLY)
  }

  /// Opens a file for writing at its end, and creates it if it does not exist.
  package static func openForAppending(
    _ path: String, mode: UInt32 = 0o600
  ) throws(SystemError) -> FileDescriptor {
    try open(path, O_WRONLY | O_CREAT | O_APPEND, mode: mode)
  }

  /// Opens an empty file for writing; the old content of the file is lost.
  package static func openForWriting(
    _ path: String, mode: UInt32 = 0o644
  ) throws(SystemError) -> FileDescriptor {
    try open(path, O_WRONLY | O_CREAT | O_TRUNC, mode: mode)
  }

  /// Opens a file for locking, and creates it if it does not exist. A link is not followed, and there is no
  /// wait for the other end of a pipe.
  package static func openLock(_ path: String) throws(SystemError) -> FileDescriptor {
    try open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK)
  }

  /// Opens a log: for writing at its end, and for reading. It is created if it does not exist. A link is not
  /// followed, and there is no wait for the other end of a pipe: whose file it is shows once it is open.
  package static func openLog(_ path: String) throws(SystemError) -> FileDescriptor {
    try open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
  }

  /// Reads a whole file.
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

  /// Reads a file from an offset to its end, wherever others read or write.
  package static func read(
    _ descriptor: FileDescriptor, from offset: Int
  ) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(0, try status(of: descriptor).size - offset))
    var count = 0
    while count < bytes.count {
      let result = bytes.withUnsafeMutableBytes { buffer in
        Result { () throws(SystemError) in
          try descriptor.read(
            into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]), at: offset + count)
        }
      }
      let more = try result.get()
      if more == 0 { break }
      count += more
    }
    return Array(bytes.prefix(count))
  }

  /// Replaces the content of a file, and creates it if it does not exist.
  package static func write(
    _ bytes: [UInt8], to path: String, mode: UInt32 = 0o600
  ) throws(SystemError) {
    let descriptor = try openForWriting(path, mode: mode)
    defer { descriptor.close() }
    try descriptor.writeAll(bytes)
  }
}

/// Names, folders and permissions.
extension FileSystem {
  /// Creates a folder.
  package static func makeDirectory(_ path: String, mode: UInt32 = 0o700) throws(SystemError) {
    try retrying("create the folder \(path)") { mkdir(path, mode_t(mode)) }
  }

  /// Creates a folder that only this user can enter, with a new name, and returns its path.
  ///
  /// - Parameter prefix: The beginning of the path.
  package static func makeTemporaryDirectory(prefix: String) throws(SystemError) -> String {
    var template = Array("\(prefix)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .last("create a folder \(prefix)…") }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Removes a file, a link or a socket.
  package static func remove(_ path: String) throws(SystemError) {
    try retrying("remove \(path)") { unlink(path) }
  }

  /// Removes an empty folder.
  package static func removeDirectory(_ path: String) throws(SystemError) {
    try retrying("remove the folder \(path)") { rmdir(path) }
  }

  /// Renames a file, and replaces a file that has the new name.
  package static func rename(_ path: String, to new: String) throws(SystemError) {
    try retrying("rename \(path)") { shim_rename(path, new) }
  }

  /// Renames a file, but replaces none: if there is one of the new name, the error `exists` tells it. Where the
  /// file system cannot do it in one step, for a moment the file has both names.
  package static func renameExclusively(_ path: String, to new: String) throws(SystemError) {
    do throws(SystemError) {
      try retrying("rename \(path) to \(new)") { shim_rename_exclusively(path, new) }
    } catch let error where error.isNotSupported {
      try retrying("link \(path) to \(new)") { link(path, new) }
      try remove(path)
    }
  }

  /// Sets the permission bits.
  package static func setMode(_ mode: UInt32, of path: String) throws(SystemError) {
    try retrying("set the mode of \(path)") { chmod(path, mode_t(mode)) }
  }

  /// Runs `body` while new files lose the permission bits of `mask`. The mask holds for the whole process.
  package static func withModeMask<R>(
    _ mask: UInt32, _ body: () throws(SystemError) -> R
  ) throws(SystemError) -> R {
    let old = umask(mode_t(mask))
    defer { umask(old) }
    return try body()
  }

  /// Runs `body` in another folder: relative paths start there, in the whole process.
  package static func withCurrentDirectory<R>(
    _ path: String, _ body: () throws(SystemError) -> R
  ) throws(SystemError) -> R {
    // One that this user must not enter. Nobody can go back there, and no path that starts there leads anywhere.
    let former = try? open(".", Int32(shim_open_folder))
    defer { former?.close() }
    try retrying("enter the folder \(path)") { chdir(path) }
    let result = Result { () throws(SystemError) in try body() }
    try retrying("return to the former folder") { former.map { fchdir($0.rawValue) } ?? chdir("/") }
    return try result.get()
  }

  /// From now on, new files of this process have no permission bits for the group and for others, whatever
  /// mask the process was started with.
  package static func keepNewFilesPrivate() { _ = umask(0o077) }
}
