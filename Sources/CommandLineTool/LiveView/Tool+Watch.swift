import Client
import JSON
import Platform

extension Tool {
  /// Shows a device live: as a screen in a terminal, else as lines.
  func watch() throws(ToolError) -> ExitStatus {
    // Whether and why there is no daemon is told as everywhere.
    let client = try client()
    let device = invocation.options.device ?? Environment.nonEmpty("DEVICESIM_DEVICE")
    var parameters = JSONWriter()
    parameters.beginObject()
    if let device { parameters.member("device", device) }
    parameters.endObject()
    let isScreen = FileDescriptor.standardOutput.isTerminal && Environment.get("TERM") != "dumb"
    guard isScreen else { return try watchLines(client, parameters.bytes) }
    let former = try recentEvents(client, parameters.bytes, device)
    let link: DaemonLink
    let end: LiveView.End
    do {
      link = try DaemonLink(path: location.path)
      try link.send("subscribe", id: 1) { writer in
        if let device { writer.member("device", device) }
      }
      guard let reply = try link.line(until: .after(seconds: 5)) else { throw noDaemon }
      end = try show(link, device: device, reply: reply, former: former)
    } catch let error as ToolError {
      throw error
    } catch {
      throw ToolError(.refused, "\(error)")
    }
    switch end {
    case .quit: return .done
    case .signalled(let signal): return ExitStatus(rawValue: 128 + signal)
    case .daemonGone: throw toolError(.connectionLost)
    case .deviceGone(let message): throw ToolError(.refused, message)
    }
  }

  private func show(
    _ link: DaemonLink, device: String?, reply: [UInt8], former: [UInt8]
  ) throws -> LiveView.End {
    try withJSON(reply) { reply in
      guard let state = reply["result"]?["state"] else {
        throw ErrorRendering.toolError(reply["error"].map { Array($0.raw) } ?? [])
      }
      let inColor = Environment.nonEmpty("NO_COLOR") == nil
      let view = try LiveView(link, device: device, name: device ?? "default device", inColor: inColor)
      return try withJSON(former) { former in
        try view.run(state: state, events: former["events"].map { Array($0.elements) } ?? [])
      }
    }
  }

  /// What happened before, so that the view does not begin empty.
  private func recentEvents(
    _ client: Client, _ parameters: [UInt8], _ device: String?
  ) throws(ToolError) -> [UInt8] {
    let limit = WaitLimit.after(seconds: 5)
    let answer = try ask(client, "ping", until: limit)
    let sequence = (try? withJSON(answer) { $0["seq"]?.integer }) ?? nil
    var writer = JSONWriter()
    writer.beginObject()
    if let device { writer.member("device", device) }
    writer.member("since", max(0, (sequence ?? 0) - 100))
    writer.endObject()
    return try ask(client, "getEvents", writer.bytes, until: limit)
  }

  /// A line for the state and one for each event, until somebody ends the tool, the daemon or the reader.
  private func watchLines(_ client: Client, _ parameters: [UInt8]) throws(ToolError) -> ExitStatus {
    let subscription = try ask(client, "subscribe", parameters, until: .after(seconds: 5))
    let summary = try? withJSON(subscription) { Self.summary($0["state"] ?? $0) }
    if let summary, try !Output.line(summary) { return .done }
    while true {
      let event: [UInt8]
      do {
        guard let notification = try client.notification(for: .standardOutput) else { return .done }
        event = notification.parameters
      } catch {
        throw toolError(error)
      }
      let line = try? withJSON(event) { EventRendering.line($0) }
      if let line, try !Output.line(line) { return .done }
    }
  }

  /// `faceID, enrolled: face-1, passcode set, unlocked, 0 failed attempts`
  private static func summary(_ state: JSONNode) -> String {
    let names = state["identities"].map(PlainText.value) ?? ""
    var parts = [state["biometryType"].map(PlainText.value) ?? "?"]
    parts.append(names.isEmpty ? "nobody enrolled" : "enrolled: \(names)")
    parts.append(state["passcodeSet"]?.bool == true ? "passcode set" : "no passcode")
    parts.append(state["deviceLocked"]?.bool == true ? "locked" : "unlocked")
    let failed = state["failedAttempts"]?.integer ?? 0
    parts.append("\(failed) failed attempt\(failed == 1 ? "" : "s")")
    if state["lockedOut"]?.bool == true { parts.append("locked out") }
    if let prompt = state["prompt"]?["id"] { parts.append("prompt \(PlainText.value(prompt))") }
    return parts.joined(separator: ", ")
  }
}
