import Client
import JSON
import Platform
import Presentation
import Schema
import WireProtocol

extension Tool {
  /// Starts the daemon: as this process, or detached.
  func start() throws(ToolError) -> ExitStatus {
    var options = invocation.words.map(\.text)
    let isDetached = options.contains("--detach")
    options.removeAll { $0 == "--detach" }
    // The daemon does not have this option, so it could not suggest it.
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
    // The log lies in it.
    try clientErrorsInWords { () throws(ClientError) in try Connection.checkFiles(of: location) }
    switch try launcher.launch() {
    case .listening:
      CurrentProcess.ignoreBrokenPipes()
      try Output.line(absolutePath)
      return .done
    case .failed(let termination, let said):
      if let running = try winner(after: termination) { return try alreadyRunning(running) }
      Output.complaint(Self.lastWords(said, termination))
      // A start that failed never ends with 0.
      return termination == .exited(status: 0) ? .refused : ExitStatus(rawValue: termination.shellStatus)
    }
  }

  /// The daemon that another start has started first. It takes the lock before it listens, so it may need a
  /// moment to reply.
  private func winner(after termination: ChildProcess.Termination) throws(ToolError) -> DaemonIdentity? {
    let isAnotherStarting = termination == .exited(status: 75)
    let deadline = HostClock.monotonic + (isAnotherStarting ? 5_000_000_000 : 0)
    while true {
      if let running = try runningDaemon() { return running }
      if HostClock.monotonic >= deadline { return nil }
      HostClock.sleep(seconds: 0.01)
    }
  }

  /// Prints the path for a script, and why nothing was started for a person.
  private func alreadyRunning(_ daemon: DaemonIdentity) throws(ToolError) -> ExitStatus {
    CurrentProcess.ignoreBrokenPipes()
    Output.complaint("already running: pid \(daemon.processID), version \(daemon.version)")
    try Output.line(absolutePath)
    return .done
  }

  /// Creates the folder for the log, which is beside the socket; the daemon checks that the folder is safe.
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

  /// Why a daemon ended: the last line that it printed.
  static func lastWords(_ said: String, _ termination: ChildProcess.Termination) -> String {
    let lines = said.split(separator: "\n")
    guard let last = lines.last else {
      return "devicesimd printed nothing and ended: \(termination.description)"
    }
    return PlainText.oneLine(String(last))
  }
}

/// Which daemon runs.
struct DaemonIdentity {
  var processID: Int
  var version: String
  var protocolVersion: Int
}

extension Tool {
  /// `running: pid 4711, version 0.1.0, /run/…/devicesim.sock, devices: default`
  func status() throws(ToolError) -> ExitStatus {
    let client = try client()
    let information = try serverInfo(client)
    if invocation.options.isJSON {
      try Output.line(JSONText.printed(information))
      return .done
    }
    let identity = try identity(information)
    let devices = Self.deviceNames(try ask(client, "listDevices", until: answerLimit))
    let list = devices.isEmpty ? "no devices" : "devices: \(devices.joined(separator: ", "))"
    try Output.line(
      "running: pid \(identity.processID), version \(identity.version), \(location.path), \(list)")
    return .done
  }

  /// Asks which daemon runs; `nil` when there is none.
  func runningDaemon() throws(ToolError) -> DaemonIdentity? {
    guard let client = try clientIfRunning() else { return nil }
    return try identity(serverInfo(client))
  }

  /// Asks a daemon what it is, and checks that it speaks this protocol.
  func serverInfo(_ client: Client) throws(ToolError) -> [UInt8] {
    let information = try ask(client, "getServerInfo", until: answerLimit)
    let identity = try identity(information)
    if identity.protocolVersion == Product.protocolVersion { return information }
    throw ToolError(
      .refused,
      "the daemon on \(location.path) speaks version \(identity.protocolVersion) of the protocol, and this program "
        + "version \(Product.protocolVersion); stop it with 'devicesim stop' and start one that fits")
  }

  /// Reads what a daemon says of itself.
  private func identity(_ information: [UInt8]) throws(ToolError) -> DaemonIdentity {
    let identity = fromJSON(information) { node -> DaemonIdentity? in
      guard let processID = node["pid"]?.integer, let version = node["version"],
        let protocolVersion = node["protocolVersion"]?.integer
      else { return nil }
      return DaemonIdentity(
        processID: processID, version: PlainText.value(version), protocolVersion: protocolVersion)
    }
    guard let identity = identity ?? nil else { throw toolError(.notUnderstood(information)) }
    return identity
  }

  private static func deviceNames(_ list: [UInt8]) -> [String] {
    fromJSON(list) { $0["devices"]?.elements.map { PlainText.value($0["device"] ?? $0) } } ?? []
  }

  /// Stops the daemon and waits until its process has ended.
  func stop() throws(ToolError) -> ExitStatus {
    let words = try CommandWords(invocation, of: .stop)
    try words.refuseValues(after: 0)
    guard let client = try clientIfRunning() else {
      try Output.line("no daemon runs on \(location.path)")
      return .done
    }
    // Of whatever version it is.
    let information = try ask(client, "getServerInfo", until: answerLimit)
    let identity = try identity(information)
    if words["--force"] == nil { try refuseToDisturb(information) }
    let limit = answerLimit
    let watch = Self.watch(identity, over: client)
    _ = try ask(client, "shutdown", until: limit)
    do {
      try client.waitForEnd(until: limit)
      if let watch, try !watch.waitForEnd(until: limit) { throw ClientError.timedOut }
    } catch is SystemError {
      throw ToolError(.refused, "cannot wait for process \(identity.processID)")
    } catch {
      throw ToolError(
        .timeout, "the daemon accepted the request to stop, but process \(identity.processID) still runs")
    }
    try Output.line("stopped: pid \(identity.processID)")
    return .done
  }

  /// Other harnesses would lose their devices.
  private func refuseToDisturb(_ information: [UInt8]) throws(ToolError) {
    // One of them is this tool's own; an older daemon does not count them.
    let others = (fromJSON(information) { $0["harnessConnections"]?.integer } ?? 1) - 1
    guard others > 0 else { return }
    throw ToolError(
      .refused,
      "\(PlainText.count(others, "other connection")) to \(location.path) \(others == 1 ? "is" : "are") open; "
        + "to stop the daemon all the same: devicesim stop --force")
  }

  /// Watches the daemon's process, if its number means the same here: the daemon may run in another
  /// container, or have its socket from systemd.
  private static func watch(_ identity: DaemonIdentity, over client: Client) -> ProcessWatch? {
    guard let peer = try? PeerCredentials(of: client.connection.descriptor), let id = peer.processID,
      id == identity.processID
    else { return nil }
    return ProcessWatch(id)
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
