import Platform
import Presentation

/// A daemon for one command: in a folder of its own, and ended with this process however that ends.
struct PrivateDaemon {
  /// Where it listens.
  let sockets: SocketFolder
  private let process: ChildProcess

  /// Starts it and waits until it listens.
  init() throws(ToolError) {
    sockets = try ToolError.wrapping { () throws(SystemError) in try SocketFolder() }
    let launcher = DaemonLauncher(
      socket: sockets.socket,
      options: ["--app-socket", sockets.appSocket, "--exit-with-parent", "--remove-folder"],
      log: "\(sockets.socket).log", isDetached: true)
    switch try launcher.launch() {
    case .listening(let process):
      self.process = process
    case .failed(let termination, let said):
      sockets.remove()
      throw ToolError(ExitStatus(rawValue: termination.shellStatus), Tool.lastWords(said, termination))
    }
  }

  /// Ends it and removes its folder.
  func stop() {
    do {
      try process.kill(Signal.terminate)
      _ = try process.wait()
    } catch {
      Output.complaint(error.description)
    }
    sockets.remove()
  }
}
