import Platform
import Presentation

/// A daemon for one command: in a folder of its own, and gone with this process however that ends.
struct PrivateDaemon {
  let socket: String
  /// Where the code under test may connect.
  let appSocket: String
  private let folder: String
  private let process: ChildProcess

  /// Starts it and waits until it listens.
  init() throws(ToolError) {
    do {
      folder = try Self.makeFolder()
    } catch {
      throw ToolError(.refused, error.description)
    }
    socket = "\(folder)/devicesim.sock"
    appSocket = "\(folder)/app.sock"
    let launcher = DaemonLauncher(
      socket: socket, options: ["--app-socket", appSocket, "--exit-with-parent"],
      log: "\(socket).log", isDetached: true)
    switch try launcher.launch() {
    case .listening(let process):
      self.process = process
    case .failed(let termination, let said):
      Self.removeFolder(folder)
      throw ToolError(ExitStatus(rawValue: termination.shellStatus), Tool.lastWords(said, termination))
    }
  }

  /// Ends it and takes its folder away.
  func stop() {
    do {
      try process.kill(Signal.terminate)
      _ = try process.wait()
    } catch {
      Output.complaint(error.description)
    }
    Self.removeFolder(folder)
  }

  /// A short path: a socket's has little room.
  private static func makeFolder() throws(SystemError) -> String {
    if let folder = Environment.nonEmpty("TMPDIR"), folder.utf8.count < 60 {
      return try FileSystem.makeTemporaryDirectory(prefix: "\(folder)/devicesim-")
    }
    return try FileSystem.makeTemporaryDirectory(prefix: "/tmp/devicesim-")
  }

  private static func removeFolder(_ folder: String) {
    for name in ["devicesim.sock", "app.sock", "devicesim.sock.lock", "app.sock.lock", "devicesim.sock.log"] {
      try? FileSystem.remove("\(folder)/\(name)")
    }
    try? FileSystem.removeDirectory(folder)
  }
}
