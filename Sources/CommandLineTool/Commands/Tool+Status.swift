import Client
import JSON
import Platform

/// Who a daemon is.
struct DaemonIdentity {
  var processID: Int
  var version: String
}

extension Tool {
  /// `running: pid 4711, devicesim 0.1.0, /run/…/devicesim.sock, devices: default`
  func status() throws(ToolError) -> ExitStatus {
    let client = try client()
    let limit = WaitLimit.after(seconds: 5)
    let information = try ask(client, "getServerInfo", until: limit)
    if invocation.options.isJSON {
      try Output.line(String(decoding: information, as: UTF8.self))
      return .done
    }
    let identity = Self.identity(information)
    let devices = Self.deviceNames(try ask(client, "listDevices", until: limit))
    let list = devices.isEmpty ? "no devices" : "devices: \(devices.joined(separator: ", "))"
    try Output.line(
      "running: pid \(identity.processID), version \(identity.version), \(location.path), \(list)")
    return .done
  }

  /// Asks the daemon who it is; `nil` when none runs.
  func runningDaemon() throws(ToolError) -> DaemonIdentity? {
    guard let client = try clientIfRunning() else { return nil }
    return Self.identity(try ask(client, "getServerInfo", until: .after(seconds: 5)))
  }

  private static func identity(_ information: [UInt8]) -> DaemonIdentity {
    let unknown = DaemonIdentity(processID: 0, version: "unknown")
    let identity = try? withJSON(information) { node in
      DaemonIdentity(
        processID: node["pid"]?.integer ?? 0, version: node["version"].map(PlainText.value) ?? "unknown")
    }
    return identity ?? unknown
  }

  private static func deviceNames(_ list: [UInt8]) -> [String] {
    let names = try? withJSON(list) { node in
      node["devices"]?.elements.map { PlainText.value($0["device"] ?? $0) } ?? []
    }
    return names ?? []
  }

  /// Ends the daemon and waits until its process is gone.
  func stop() throws(ToolError) -> ExitStatus {
    guard let client = try clientIfRunning() else {
      try Output.line("no daemon runs on \(location.path)")
      return .done
    }
    let identity = Self.identity(try ask(client, "getServerInfo", until: .after(seconds: 5)))
    let limit = WaitLimit.after(seconds: 10)
    let watch = Self.watch(identity, over: client)
    _ = try ask(client, "shutdown", until: limit)
    do {
      try client.waitForEnd(until: limit)
      if let watch, try !watch.waitForEnd(until: limit) { throw ClientError.timedOut }
    } catch is SystemError {
      throw ToolError(.refused, "cannot wait for process \(identity.processID)")
    } catch {
      throw ToolError(
        .timeout, "the daemon took the order to stop, but process \(identity.processID) still runs")
    }
    try Output.line("stopped: pid \(identity.processID)")
    return .done
  }

  /// Watches the daemon's process, if its number means the same here: the daemon could live in another
  /// container, or have its socket from systemd.
  private static func watch(_ identity: DaemonIdentity, over client: Client) -> ProcessWatch? {
    guard let peer = try? PeerCredentials(of: client.connection.descriptor), let id = peer.processID,
      id == identity.processID
    else { return nil }
    return ProcessWatch(id)
  }
}
