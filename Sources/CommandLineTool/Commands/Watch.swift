import Client
import JSON
import LiveView
import Platform
import Presentation

extension Tool {
  /// Shows a device live: as a screen in a terminal, else as lines.
  func watch() throws(ToolError) -> ExitStatus {
    // Before the screen: if there is no daemon, the message is the usual one.
    let client = try client()
    _ = try serverInfo(client)
    let device = invocation.options.device ?? Environment.nonEmpty("DEVICESIM_DEVICE")
    let isScreen = FileDescriptor.standardOutput.isTerminal && Environment.get("TERM") != "dumb"
    guard isScreen else { return try watchLines(client, device) }
    let former = try recentEvents(client, device)
    let subscription = try subscribe(client, device)
    let end: DeviceWatch.End
    do {
      let watch = try DeviceWatch(client, device: device, inColor: Environment.nonEmpty("NO_COLOR") == nil)
      end = try withJSON(subscription) { subscription in
        try withJSON(former) { former in
          try watch.run(
            state: subscription["state"] ?? subscription,
            events: former["events"].map { Array($0.elements) } ?? [])
        }
      }
    } catch let error as ClientError {
      throw toolError(error)
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

  private func subscribe(_ client: Client, _ device: String?) throws(ToolError) -> [UInt8] {
    let parameters = JSONWriter.object { if let device { $0.member("device", device) } }
    return try ask(client, "subscribe", parameters, until: answerLimit)
  }

  /// The last events, so that the view does not begin empty.
  private func recentEvents(_ client: Client, _ device: String?) throws(ToolError) -> [UInt8] {
    let sequence = fromJSON(try ask(client, "ping", until: answerLimit)) { $0["seq"]?.integer } ?? 0
    let parameters = JSONWriter.object { writer in
      if let device { writer.member("device", device) }
      writer.member("since", max(0, sequence - 100))
    }
    return try ask(client, "getEvents", parameters, until: answerLimit)
  }

  /// Prints a line for the state and one for each event.
  private func watchLines(_ client: Client, _ device: String?) throws(ToolError) -> ExitStatus {
    let summary = fromJSON(try subscribe(client, device)) { Self.summary($0["state"] ?? $0) }
    if let summary, try !Output.line(summary) { return .done }
    try printEvents(from: client)
    return .done
  }

  /// `faceID, enrolled: face-1, passcode set, unlocked, 0 failed attempts`
  private static func summary(_ state: JSONNode) -> String {
    let names = state["identities"].map(PlainText.value) ?? ""
    var parts = [state["biometryType"].map(PlainText.value) ?? "?"]
    parts.append(names.isEmpty ? "nobody enrolled" : "enrolled: \(names)")
    parts.append(state["passcodeSet"]?.bool == true ? "passcode set" : "no passcode")
    parts.append(state["deviceLocked"]?.bool == true ? "locked" : "unlocked")
    parts.append(PlainText.count(state["failedAttempts"]?.integer ?? 0, "failed attempt"))
    if state["lockedOut"]?.bool == true { parts.append("locked out") }
    if let prompt = state["prompt"]?["id"] { parts.append("prompt \(PlainText.value(prompt))") }
    return parts.joined(separator: ", ")
  }
}
