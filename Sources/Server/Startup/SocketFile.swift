import Platform

/// A socket of this daemon in the file system: locked, bound and listening. Who sees the file can connect: it gets
/// its name only when the socket listens.
///
/// The lock file beside it is held for life and never removed: a process that waits for a lock on a file that is
/// removed gets a lock that protects nothing.
struct SocketFile {
  let path: String
  let listener: FileDescriptor
  private let lock: FileDescriptor
  /// The file that was made, to tell it from one that took its name later.
  private let identity: FileStatus.Identity

  /// Makes the socket. Nothing is touched before it is certain that no other daemon has it.
  init(_ location: SocketLocation) throws(StartupError) {
    path = location.path
    let address: SocketAddress
    do throws(SocketPathError) {
      address = try SocketAddress(path: location.path)
    } catch {
      throw StartupError(.usage, error.description)
    }
    let folder = Path.directory(of: path)
    if location.isDefault { try Self.makePrivate(folder) }
    lock = try Self.takeLock("\(path).lock", for: path, in: folder)
    do throws(StartupError) {
      try Self.clear(address)
      (listener, identity) = try Self.listen(at: address, under: lock)
    } catch {
      lock.close()
      throw error
    }
  }

  /// The folder that it is in.
  var folder: String { Path.directory(of: path) }

  /// Removes what else lies beside the socket on its account: the lock, which nobody may wait for, and the log.
  func removeTraces() {
    for file in ["\(path).lock", "\(path).log"] { try? FileSystem.remove(file) }
  }

  /// Removes the file, unless it is another one by now.
  func remove() {
    guard let status = try? FileSystem.status(of: path), status.identity == identity else { return }
    try? FileSystem.remove(path)
  }

  /// Makes the default folder, and trusts an existing one only if nobody else can get at what lies in it.
  private static func makePrivate(_ folder: String) throws(StartupError) {
    do throws(SystemError) {
      try FileSystem.makeDirectory(folder, mode: 0o700)
    } catch {
      if !error.exists { throw StartupError(.cannotCreate, error.description) }
    }
    let status = try system { () throws(SystemError) in try FileSystem.status(of: folder) }
    let user = CurrentProcess.userID
    guard let status, status.isPrivateFolder(of: user) else {
      throw StartupError(
        .cannotCreate,
        "the folder \(folder) must be a directory of user \(user) with mode 0700, which it is not; "
          + "correct that, or choose another place with --socket")
    }
  }

  private static func takeLock(
    _ name: String, for path: String, in folder: String
  ) throws(StartupError) -> FileDescriptor {
    let lock: FileDescriptor
    do throws(SystemError) {
      lock = try FileSystem.openLock(name)
    } catch {
      if error.isNotFound {
        throw StartupError(.cannotCreate, "the folder \(folder) of the socket does not exist; make it first")
      }
      throw StartupError(.cannotCreate, error.description)
    }
    do throws(StartupError) {
      let status = try system { () throws(SystemError) in try FileSystem.status(of: lock) }
      guard status.kind == .regular else {
        throw StartupError(.cannotCreate, "\(name) is no regular file and cannot be a lock; remove it")
      }
      let user = CurrentProcess.userID
      guard status.owner == user || user == 0 else {
        throw StartupError(
          .cannotCreate,
          "the lock file \(name) belongs to user \(status.owner), not to user \(user); choose another place with "
            + "--socket")
      }
      guard try system({ () throws(SystemError) in try lock.tryLock() }) else {
        throw alreadyRunning(path, processID: owner(of: lock))
      }
      try system { () throws(SystemError) in
        try lock.overwrite(with: Array("\(CurrentProcess.id)\n".utf8))
      }
      return lock
    } catch {
      lock.close()
      throw error
    }
  }

  /// Whose pid a lock file holds.
  private static func owner(of lock: FileDescriptor) -> Int32? {
    guard let bytes = try? FileSystem.readToEnd(lock) else { return nil }
    return Int32(String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self))
  }

  private static func alreadyRunning(_ path: String, processID: Int32?) -> StartupError {
    let owner = processID.map { " (pid \($0))" } ?? ""
    return StartupError(
      .alreadyRunning, "another daemon\(owner) has \(path); stop it, or choose another place with --socket")
  }

  /// Removes a socket that a killed daemon left behind, and nothing else. Only a refused connection shows
  /// that nobody listens: one that has to wait, waits for somebody.
  private static func clear(_ address: SocketAddress) throws(StartupError) {
    let found = try system { () throws(SystemError) in try FileSystem.status(of: address.path) }
    guard let found else { return }
    guard found.kind == .socket else {
      throw StartupError(
        .cannotCreate,
        "\(address.path) is there and no socket (it is a \(found.kind.name)); it was left alone, "
          + "choose another path")
    }
    var owner: PeerCredentials?
    do throws(SystemError) {
      let connection = try Socket.connect(to: address, until: .after(seconds: 0))
      owner = try? PeerCredentials(of: connection)
      connection.close()
      throw SystemError.inUse(address.path)
    } catch {
      guard error.isConnectionRefused else {
        throw alreadyRunning(address.path, processID: owner?.processID)
      }
    }
    try system { () throws(SystemError) in try FileSystem.remove(address.path) }
  }

  /// Binds under another name, listens, and gives the file its name if it is still free.
  ///
  /// That other name is short, and bound from inside of the folder, so that the path itself may be as long as an
  /// address allows. The process has one thread so far: nobody else needs its current folder.
  private static func listen(
    at address: SocketAddress, under lock: FileDescriptor
  ) throws(StartupError) -> (FileDescriptor, FileStatus.Identity) {
    let temporary = try temporaryAddress(under: lock)
    return try system { () throws(SystemError) in
      let listener = try Socket.make()
      do throws(SystemError) {
        try listener.setNonBlocking(true)
        let identity = try FileSystem.withCurrentDirectory(Path.directory(of: address.path)) {
          () throws(SystemError) in
          try bind(listener, to: temporary)
          do throws(SystemError) {
            try Socket.listen(listener)
            guard let status = try FileSystem.status(of: temporary.path) else {
              throw SystemError.vanished(temporary.path)
            }
            try FileSystem.renameExclusively(temporary.path, to: Path.name(of: address.path))
            return status.identity
          } catch {
            try? FileSystem.remove(temporary.path)
            throw error
          }
        }
        return (listener, identity)
      } catch {
        listener.close()
        throw error.exists ? SystemError.inUse(address.path) : error
      }
    }
  }

  /// One daemon at a time has the lock, so one at a time has a name that tells of the lock; the next one finds what
  /// a killed one left.
  private static func temporaryAddress(under lock: FileDescriptor) throws(StartupError) -> SocketAddress {
    let status = try system { () throws(SystemError) in try FileSystem.status(of: lock) }
    do throws(SocketPathError) {
      return try SocketAddress(path: ".devicesim-\(status.identity.inode)")
    } catch {
      throw StartupError(.systemError, error.description)
    }
  }

  /// The mask makes the file private from its first moment; changing its mode later would leave a gap.
  private static func bind(_ listener: FileDescriptor, to address: SocketAddress) throws(SystemError) {
    if try FileSystem.status(of: address.path)?.kind == .socket { try FileSystem.remove(address.path) }
    try FileSystem.withModeMask(0o177) { () throws(SystemError) in
      try Socket.bind(listener, to: address)
    }
  }

  private static func system<R>(_ body: () throws(SystemError) -> R) throws(StartupError) -> R {
    do throws(SystemError) {
      return try body()
    } catch {
      throw StartupError(error)
    }
  }
}

extension FileStatus.Kind {
  fileprivate var name: String {
    switch self {
    case .regular: "regular file"
    case .directory: "directory"
    case .symbolicLink: "symbolic link"
    case .socket: "socket"
    case .other: "special file"
    }
  }
}
