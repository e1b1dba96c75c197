import Platform

/// Sockets that a service manager opened for this process: *sd_listen_fds(3)*.
enum SocketActivation {
  /// A listening socket that was handed over.
  struct Inherited {
    let descriptor: FileDescriptor
    let path: String
    let audience: Audience
  }

  private static let firstDescriptor: Int32 = 3

  /// Returns the sockets; none when the variables are missing, or are for another process.
  static func take() throws(StartupError) -> [Inherited] {
    let process = Environment.get("LISTEN_PID")
    let count = Environment.get("LISTEN_FDS").flatMap { Int32($0) } ?? 0
    let names = Environment.get("LISTEN_FDNAMES")?.split(separator: ":", omittingEmptySubsequences: false)
    for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { Environment.remove(name) }
    guard count > 0, process == "\(CurrentProcess.id)" else { return [] }
    var sockets: [Inherited] = []
    for offset in 0..<count {
      let descriptor = FileDescriptor(firstDescriptor + offset)
      guard let path = Socket.listeningPath(of: descriptor) else {
        throw StartupError(
          .usage, "descriptor \(descriptor.rawValue) of LISTEN_FDS is no listening Unix stream socket")
      }
      do throws(SystemError) {
        try descriptor.setCloseOnExec(true)
        try descriptor.setNonBlocking(true)
      } catch {
        throw StartupError(error)
      }
      // A socket named "app" in the unit is for the app under test.
      let isForApp = names.map { $0.indices.contains(Int(offset)) && $0[Int(offset)] == "app" } ?? false
      sockets.append(Inherited(descriptor: descriptor, path: path, audience: isForApp ? .app : .harness))
    }
    return sockets
  }
}
