/// The path of the daemon's socket: the daemon and its clients look for it in the same order.
package struct SocketLocation: Equatable, Sendable {
  package let path: String
  /// Whether the path is the default. The daemon then creates the folder, and uses it only if it is private.
  package let isDefault: Bool

  /// The option, else `DEVICESIM_SOCKET`, else a folder in `XDG_RUNTIME_DIR`, else a folder in `/tmp`.
  ///
  /// Tests pass an environment of their own.
  package init(
    option: String?, environment: (String) -> String? = Environment.nonEmpty,
    userID: UInt32 = CurrentProcess.userID
  ) {
    if let named = option ?? environment("DEVICESIM_SOCKET") {
      path = named
      isDefault = false
    } else if let runtime = environment("XDG_RUNTIME_DIR"), runtime.hasPrefix("/") {
      path = "\(runtime)/devicesim/devicesim.sock"
      isDefault = true
    } else {
      path = "/tmp/devicesim-\(userID)/devicesim.sock"
      isDefault = true
    }
  }

  /// The variables that it depends on.
  package static let variables = ["DEVICESIM_SOCKET", "XDG_RUNTIME_DIR"]

  /// Where the app under test connects: `DEVICESIM_APP_SOCKET`, else where the harness does.
  package static var forApps: Self { Self(option: Environment.nonEmpty("DEVICESIM_APP_SOCKET")) }

  /// The variables by which a program that this one starts finds its device. Without a socket for apps the app
  /// under test has no variable either, and connects where the harness does.
  package static func environment(
    socket: String, appSocket: String?, device: String
  ) -> [(name: String, value: String?)] {
    [("DEVICESIM_SOCKET", socket), ("DEVICESIM_APP_SOCKET", appSocket), ("DEVICESIM_DEVICE", device)]
  }
}

/// A temporary folder for the sockets of one daemon: the harness's and the app's, and those of a process that stands
/// between the daemon and its clients.
package struct SocketFolder: Sendable {
  package let path: String
  /// Where the harness connects.
  package var socket: String { "\(path)/devicesim.sock" }
  /// Where the app under test connects.
  package var appSocket: String { "\(path)/app.sock" }

  /// Where a process in between takes the harness's connections.
  package var frontSocket: String { "\(path)/front.sock" }
  /// Where a process in between takes the app's connections.
  package var frontAppSocket: String { "\(path)/front-app.sock" }

  /// A folder that there is.
  package init(at path: String) { self.path = path }

  /// Creates it, with a short path: there is little room for that of a socket.
  package init() throws(SystemError) {
    let parent = Environment.nonEmpty("TMPDIR").flatMap { $0.utf8.count < 60 ? $0 : nil } ?? "/tmp"
    path = try FileSystem.makeTemporaryDirectory(prefix: "\(parent)/devicesim-")
  }

  /// Removes it and the files that may be left there.
  package func remove() {
    for socket in [socket, appSocket, frontSocket, frontAppSocket] {
      for suffix in ["", ".lock", ".log"] { try? FileSystem.remove(socket + suffix) }
    }
    try? FileSystem.removeDirectory(path)
  }
}
