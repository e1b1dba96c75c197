/// Why nothing is sent over a socket.
package enum SocketDistrust: Error, Equatable {
  /// It is not ours: what is wrong and what to do, in one line.
  case foreign(String)
  /// Nobody can tell whose it is.
  case unknown(SystemError)
}

/// Who owns a socket, and who listens on it: a client looks before it sends anything.
///
/// At the default path, where a client looks without being told to, the folder and the socket must be ours. Who names
/// a path has chosen its folder, and the socket there may also be root's. Root may use anyone's.
extension SocketLocation {
  /// Looks at the files, before anything is opened. Files that are not there are no objection.
  package func checkFiles() throws(SocketDistrust) {
    if isDefault {
      let folder = Path.directory(of: path)
      guard let status = try known({ () throws(SystemError) in try FileSystem.status(of: folder) }) else {
        return
      }
      let user = CurrentProcess.userID
      if !status.isPrivateFolder(of: user) {
        throw .foreign(
          "the folder \(folder) must be a directory of user \(user) with mode 0700, which it is not; correct that, "
            + "or name another socket")
      }
    }
    let status = try known { () throws(SystemError) in
      try FileSystem.status(of: path, followingLinks: true)
    }
    if let owner = status?.owner { try check(owner, of: "the socket \(path)", rootIsTrusted: !isDefault) }
  }

  /// Looks at the process that listens, once there is a connection.
  package func checkPeer(of connection: FileDescriptor) throws(SocketDistrust) {
    let peer = try known { () throws(SystemError) in try PeerCredentials(of: connection) }
    try check(peer.userID, of: "the process that listens on \(path)", rootIsTrusted: true)
  }

  private func check(
    _ owner: UInt32, of what: @autoclosure () -> String, rootIsTrusted: Bool
  ) throws(SocketDistrust) {
    let user = CurrentProcess.userID
    if owner == user || rootIsTrusted && owner == 0 || !isDefault && user == 0 { return }
    throw .foreign("\(what()) belongs to user \(owner), not to user \(user); name another socket")
  }

  private func known<R>(_ body: () throws(SystemError) -> R) throws(SocketDistrust) -> R {
    do throws(SystemError) { return try body() } catch { throw .unknown(error) }
  }
}

extension FileStatus {
  /// Whether it is a folder that only this user can enter.
  package func isPrivateFolder(of user: UInt32) -> Bool {
    kind == .directory && owner == user && mode & 0o077 == 0
  }
}
