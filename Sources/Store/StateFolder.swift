import Platform

/// The folder that state is kept in. It belongs to this user alone, and to one process at a time.
///
/// The lock file in it is held for life and never removed, as that of a socket.
struct StateFolder {
  let path: String
  private let lock: FileDescriptor

  var snapshot: String { "\(path)/snapshot" }
  var journal: String { "\(path)/journal.ndjson" }

  /// Creates the folder if it is missing, and takes its lock.
  init(_ path: String) throws(StoreError) {
    self.path = path
    do throws(SystemError) {
      try FileSystem.makeDirectory(path, mode: 0o700)
    } catch {
      if !error.exists { throw .system(error) }
    }
    try Self.checkPrivate(path, .directory, sharedBits: 0o077)
    let name = "\(path)/lock"
    let lock = try system { () throws(SystemError) in try FileSystem.openLock(name) }
    do throws(StoreError) {
      try Self.checkPrivate(name, .regular, sharedBits: 0o022)
      guard try system({ () throws(SystemError) in try lock.tryLock() }) else {
        let bytes = (try? FileSystem.readToEnd(lock)) ?? []
        throw .inUse(
          folder: path, processID: Int32(String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)))
      }
      try system { () throws(SystemError) in
        try lock.overwrite(with: Array("\(CurrentProcess.id)\n".utf8))
      }
    } catch {
      lock.close()
      throw error
    }
    self.lock = lock
  }

  /// Releases the lock.
  func unlock() { lock.close() }

  /// The bytes of a file that only this user may have written; `nil` if there is none.
  func read(_ name: String) throws(StoreError) -> [UInt8]? {
    guard try system({ () throws(SystemError) in try FileSystem.status(of: name) }) != nil else { return nil }
    try Self.checkPrivate(name, .regular, sharedBits: 0o077)
    return try system { () throws(SystemError) in try FileSystem.read(name) }
  }

  /// Replaces a file by a new one, so that whatever happens one of the two is there, whole.
  ///
  /// - Returns: The new file, open for more.
  func replace(
    _ name: String, _ write: (FileDescriptor) throws(SystemError) -> Void
  ) throws(SystemError) -> FileDescriptor {
    let new = "\(name).new"
    let file = try FileSystem.create(new)
    do throws(SystemError) {
      try write(file)
      try file.synchronize()
      try FileSystem.rename(new, to: name)
    } catch {
      file.close()
      try? FileSystem.remove(new)
      throw error
    }
    // The new file is the file from here on, whether or not its name survives a loss of power.
    try? FileSystem.synchronizeDirectory(path)
    return file
  }

  /// Writes bytes of a file to another one beside it, under a free name.
  func keepAside(_ bytes: ArraySlice<UInt8>, of name: String, as what: String) throws(SystemError) -> String {
    let kept = try freeName(name, what)
    try FileSystem.write(Array(bytes), to: kept)
    return kept
  }

  /// Moves a file to a free name.
  func moveAside(_ name: String, as what: String) throws(SystemError) -> String {
    let kept = try freeName(name, what)
    try FileSystem.rename(name, to: kept)
    return kept
  }

  private func freeName(_ name: String, _ what: String) throws(SystemError) -> String {
    var number = 1
    while try FileSystem.status(of: "\(name).\(what)-\(number)") != nil { number += 1 }
    return "\(name).\(what)-\(number)"
  }

  private static func checkPrivate(
    _ path: String, _ kind: FileStatus.Kind, sharedBits: UInt32
  ) throws(StoreError) {
    let status = try system { () throws(SystemError) in try FileSystem.status(of: path) }
    guard let status, status.kind == kind, status.owner == CurrentProcess.userID,
      status.mode & sharedBits == 0
    else { throw .notPrivate(path: path) }
  }
}
