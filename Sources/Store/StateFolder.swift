import Platform

/// The folder that state is kept in. It belongs to this user alone, and to one process at a time.
///
/// It is held open, and its files are reached through it. The lock file in it is held for life and never removed, as
/// that of a socket.
final class StateFolder: Sendable {
  let path: String
  private let folder: Folder
  private let lock: FileDescriptor
  private let identity: FileStatus.Identity
  private let lockIdentity: FileStatus.Identity

  /// The names of the files in it.
  static let snapshot = "snapshot"
  static let journal = "journal.ndjson"
  private static let lock = "lock"

  /// Creates the folder if it is missing, and takes its lock.
  init(_ path: String) throws(StoreError) {
    self.path = path
    do throws(SystemError) {
      try FileSystem.makeDirectory(path, mode: 0o700)
    } catch {
      if !error.exists { throw .system(error) }
    }
    // Of a link, a FIFO or a folder of others nothing is opened.
    let found = try system { () throws(SystemError) in try FileSystem.status(of: path) }
    guard let found, found.isPrivate(.directory, sharedBits: 0o077) else { throw .notPrivate(path: path) }
    let folder = try system { () throws(SystemError) in try Folder(path) }
    do throws(StoreError) {
      (lock, lockIdentity) = try Self.takeLock(of: folder)
    } catch {
      folder.close()
      throw error
    }
    self.folder = folder
    identity = found.identity
    // Between the look and the lock another process may have been here.
    do throws(WriteFailure) { try check() } catch { throw StoreError(error) }
  }

  private static func takeLock(
    of folder: Folder
  ) throws(StoreError) -> (FileDescriptor, FileStatus.Identity) {
    let lock = try system { () throws(SystemError) in try folder.openOrCreate(Self.lock) }
    do throws(StoreError) {
      let status = try system { () throws(SystemError) in try FileSystem.status(of: lock) }
      guard status.isPrivate(.regular, sharedBits: 0o022) else {
        throw .notPrivate(path: folder.path(of: Self.lock))
      }
      guard try system({ () throws(SystemError) in try lock.tryLock() }) else {
        let bytes = (try? FileSystem.readToEnd(lock)) ?? []
        throw .inUse(
          folder: folder.path, processID: Int32(String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)))
      }
      try system { () throws(SystemError) in
        try lock.overwrite(with: Array("\(CurrentProcess.id)\n".utf8))
      }
      return (lock, status.identity)
    } catch {
      lock.close()
      throw error
    }
  }

  deinit {
    lock.close()
    folder.close()
  }

  /// The path of a file, for a person.
  func path(of name: String) -> String { folder.path(of: name) }

  // MARK: Whether it is still the one

  /// Refuses to go on if another process may have the folder, or nobody will find it again: it is not at its path any
  /// more, or its lock, or the file that is written, is not in it.
  func check(writing file: (name: String, identity: FileStatus.Identity)? = nil) throws(WriteFailure) {
    let isAtItsPath = try writing { () throws(SystemError) in
      try FileSystem.status(of: path)?.identity == identity
    }
    if !isAtItsPath {
      throw .lost("the state folder \(path) was moved, removed or replaced; put it back, or stop this daemon")
    }
    if try !has(Self.lock, lockIdentity) {
      throw .lost(
        "\(path(of: Self.lock)) was removed or replaced, so that another daemon may use the folder; "
          + "put it back, or stop this one")
    }
    if let file, try !has(file.name, file.identity) {
      throw .lost("\(path(of: file.name)) was moved, removed or replaced; put it back, or stop this daemon")
    }
  }

  private func has(_ name: String, _ identity: FileStatus.Identity) throws(WriteFailure) -> Bool {
    try writing { () throws(SystemError) in try folder.status(of: name)?.identity == identity }
  }

  // MARK: Files

  /// Opens a file that only this user may have written; `nil` if there is none.
  func open(_ name: String) throws(StoreError) -> OpenFile? {
    guard let found = try system({ () throws(SystemError) in try folder.status(of: name) }) else {
      return nil
    }
    guard found.isPrivate(.regular, sharedBits: 0o077) else { throw .notPrivate(path: path(of: name)) }
    return try system { () throws(SystemError) in try OpenFile(try folder.openForUpdating(name)) }
  }

  /// Whether there is a file.
  func has(_ name: String) throws(SystemError) -> Bool { try folder.status(of: name) != nil }

  /// Creates the file that is to take the place of another one.
  func createNew(_ name: String) throws(WriteFailure) -> OpenFile {
    try writing { () throws(SystemError) in try OpenFile(try folder.create(Self.new(name))) }
  }

  /// Gives it up.
  func removeNew(_ name: String) { try? folder.remove(Self.new(name)) }

  /// Puts it in the place of the other one, so that whatever happens one of the two is there, whole.
  func replace(_ name: String) throws(WriteFailure) {
    try check()
    try writing { () throws(SystemError) in try folder.rename(Self.new(name), to: name) }
  }

  /// Waits until the names of the files survive a loss of power.
  func synchronize() {
    // A new file is the file from here on, whether or not its name does.
    try? folder.synchronize()
  }

  private static func new(_ name: String) -> String { "\(name).new" }

  /// Copies the rest of a file to another one beside it, under a free name. Returns its path.
  func keepAside(
    _ file: OpenFile, from offset: Int, of name: String, as what: String
  ) throws(SystemError) -> String {
    let kept = try freeName(name, what)
    let copy = try folder.create(kept)
    defer { copy.close() }
    try file.descriptor.copy(from: offset, to: copy)
    try copy.synchronize()
    return path(of: kept)
  }

  /// Moves a file to a free name, and returns its path.
  func moveAside(_ name: String, as what: String) throws(SystemError) -> String {
    let kept = try freeName(name, what)
    try folder.rename(name, to: kept)
    return path(of: kept)
  }

  private func freeName(_ name: String, _ what: String) throws(SystemError) -> String {
    var number = 1
    while try has("\(name).\(what)-\(number)") { number += 1 }
    return "\(name).\(what)-\(number)"
  }
}

extension FileStatus {
  /// Whether it is of a kind, this user's, and others may not do what these permission bits would let them.
  fileprivate func isPrivate(_ kind: Kind, sharedBits: UInt32) -> Bool {
    self.kind == kind && owner == CurrentProcess.userID && mode & sharedBits == 0
  }
}
