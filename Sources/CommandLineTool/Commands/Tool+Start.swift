import Platform
import Schema
import WireProtocol

extension Tool {
  /// Starts the daemon: as this process, or detached.
  func start() throws(ToolError) -> ExitStatus {
    var options = invocation.words.map(\.text)
    let isDetached = options.contains("--detach")
    options.removeAll { $0 == "--detach" }
    // The daemon does not know this one, so it could not name it.
    if let typo = options.first(where: { Nearest.plausible(to: $0, in: ["--detach"]) != nil }) {
      throw .usage("unknown option '\(typo)'; did you mean '--detach'?")
    }
    if let running = try runningDaemon() { return try alreadyRunning(running) }

    let launcher = DaemonLauncher(
      socket: invocation.options.socket, options: options, log: "\(location.path).log", isDetached: true)
    guard isDetached else {
      throw DaemonLauncher.cannotRun(
        CurrentProcess.replace(by: DaemonLauncher.program, arguments: launcher.arguments))
    }
    if location.isDefault { try makeDefaultFolder() }
    switch try launcher.launch() {
    case .listening:
      CurrentProcess.ignoreBrokenPipes()
      try Output.line(absolutePath)
      return .done
    case .failed(let termination, let said):
      if let running = try winner(after: termination) { return try alreadyRunning(running) }
      Output.complaint(Self.lastWords(said, termination))
      // A start that failed never looks like one that did not.
      return termination == .exited(status: 0) ? .refused : ExitStatus(rawValue: termination.shellStatus)
    }
  }

  /// The daemon of a start that was faster by a moment. It has the lock before it listens, so it may take
  /// another moment to answer.
  private func winner(after termination: ChildProcess.Termination) throws(ToolError) -> DaemonIdentity? {
    let isAnotherStarting = termination == .exited(status: 75)
    let deadline = HostClock.monotonic + (isAnotherStarting ? 5_000_000_000 : 0)
    while true {
      if let running = try runningDaemon() { return running }
      if HostClock.monotonic >= deadline { return nil }
      HostClock.sleep(seconds: 0.01)
    }
  }

  /// A script gets the path it asked for, a person is told why nothing was started.
  private func alreadyRunning(_ daemon: DaemonIdentity) throws(ToolError) -> ExitStatus {
    CurrentProcess.ignoreBrokenPipes()
    Output.complaint("already running: pid \(daemon.processID), version \(daemon.version)")
    try Output.line(absolutePath)
    return .done
  }

  /// The log lies beside the socket, so the folder has to be there before the daemon is; whether it can
  /// be trusted is the daemon's to say.
  private func makeDefaultFolder() throws(ToolError) {
    do {
      try FileSystem.withModeMask(0o077) { () throws(SystemError) in
        try FileSystem.makeDirectory(Path.directory(of: location.path))
      }
    } catch let error where error.exists {
      return
    } catch {
      throw ToolError(.refused, error.description)
    }
  }

  static func lastWords(_ said: String, _ termination: ChildProcess.Termination) -> String {
    let lines = said.split(separator: "\n")
    guard let last = lines.last else { return "devicesimd ended without a word: \(termination.description)" }
    return PlainText.oneLine(String(last))
  }
}

extension ChildProcess.Termination {
  /// How the program ended, for a person.
  var description: String {
    switch self {
    case .exited(let status): "status \(status)"
    case .signalled(let signal): "signal \(signal)"
    }
  }
}
