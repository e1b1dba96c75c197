import Client
import JSON
import Platform

extension Tool {
  /// Shows a device live: as a screen in a terminal, else as lines.
  func watch() throws(ToolError) -> ExitStatus {
    // Whether and why there is no daemon is told as everywhere.
    let client = try client()
    let device = invocation.options.device ?? Environment.nonEmpty("DEVICESIM_DEVICE")
    let parameters = JSONWriter.object { if let device { $0.member("device", device) } }
    let isScreen = FileDescriptor.standardOutput.isTerminal && Environment.get("TERM") != "dumb"
    guard isScreen else { return try watchLines(client, parameters) }
    let former = try recentEvents(client, device)
    let subscription = try ask(client, "subscribe", parameters, until: .after(seconds: 5))
    let end: LiveView.End
    do {
      end = try show(client, device: device, subscription: subscription, former: former)
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

  private func show(
    _ client: Client, device: String?, subscription: [UInt8], former: [UInt8]
  ) throws -> LiveView.End {
    let inColor = Environment.nonEmpty("NO_COLOR") == nil
    let view = try LiveView(client, device: device, name: device ?? "default device", inColor: inColor)
    return try withJSON(subscription) { subscription in
      try withJSON(former) { former in
        try view.run(
          state: subscription["state"] ?? subscription,
          events: former["events"].map { Array($0.elements) } ?? [])
      }
    }
  }

  /// What happened before, so that the view does not begin empty.
  private func recentEvents(_ client: Client, _ device: String?) throws(ToolError) -> [UInt8] {
    let limit = WaitLimit.after(seconds: 5)
    let answer = try ask(client, "ping", until: limit)
    let sequence = (try? withJSON(answer) { $0["seq"]?.integer }) ?? nil
    let parameters = JSONWriter.object { writer in
      if let device { writer.member("device", device) }
      writer.member("since", max(0, (sequence ?? 0) - 100))
    }
    return try ask(client, "getEvents", parameters, until: limit)
  }

  /// A line for the state and one for each event, until somebody ends the tool, the daemon or the reader.
  private func watchLines(_ client: Client, _ parameters: [UInt8]) throws(ToolError) -> ExitStatus {
    let subscription = try ask(client, "subscribe", parameters, until: .after(seconds: 5))
    let summary = try? withJSON(subscription) { Self.summary($0["state"] ?? $0) }
    if let summary, try !Output.line(summary) { return .done }
    while let event = try nextEvent(client) {
      let line = try? withJSON(event) { EventRendering.line($0) }
      if let line, try !Output.line(line) { break }
    }
    return .done
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
