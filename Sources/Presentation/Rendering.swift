package import JSON
package import Schema
package import WireProtocol

/// The few lines that a person reads for a result. They depend on its members and not on the method, so that
/// a new method needs nothing here.
package struct ResultRendering {
  private let method: Method
  private let device: String?
  private let showsDevice: Bool

  /// - Parameters:
  ///   - device: the device that the request named.
  ///   - showsDevice: whether events may be of several devices.
  package init(of method: Method, device: String? = nil, showsDevice: Bool = false) {
    self.method = method
    self.device = device
    self.showsDevice = showsDevice
  }

  /// The lines without the end of the last one; empty when there is nothing to show.
  package func text(_ result: JSONNode) -> String {
    if method.name == Method.discoverName { return JSONText.printed(result.raw) }
    // A script goes on with the name.
    if method.name == "createDevice", let device { return PlainText.oneLine(device) }
    // First of all: events have members with the same names as those of results.
    if result["kind"] != nil, result["time"] != nil {
      return EventRendering.line(result, showsDevice: showsDevice)
    }
    if let prompt = result["prompt"], let outcome = result["outcome"] {
      return response(result, prompt: prompt, outcome: outcome)
    }
    if result["success"]?.bool == true { return success(result) }
    if let answer = result["canEvaluate"] { return availability(result, answer: answer.bool == true) }
    if let events = result["events"], events.kind == .array {
      return lines(events) { EventRendering.line($0, showsDevice: showsDevice) }
    }
    return members(result)
  }

  /// `p1: no match, prompt pending, 1 failed attempt`
  private func response(_ result: JSONNode, prompt: JSONNode, outcome: JSONNode) -> String {
    var parts: [String] = []
    if let matched = result["matched"]?.bool {
      if method.group == .scans {
        parts.append(matched ? "match" : "no match")
      } else if method.parameter("passcode") != nil {
        parts.append(matched ? "right passcode" : "wrong passcode")
      }
    }
    parts.append("prompt \(PlainText.value(outcome))")
    // It counts scans; after a tap it would confuse.
    if method.group == .scans, let attempts = result["failedAttempts"]?.integer, attempts > 0 {
      parts.append(PlainText.count(attempts, "failed attempt"))
    }
    return "\(PlainText.value(prompt)): \(parts.separated(by: ", "))"
  }

  /// `success: biometry`
  private func success(_ result: JSONNode) -> String {
    guard let method = result["method"] else { return "success" }
    return "success: \(PlainText.value(method))"
  }

  /// `yes: faceID`, or `no: biometryLockout (-8): …`
  private func availability(_ result: JSONNode, answer: Bool) -> String {
    if !answer, let error = result["error"], !error.isNull { return "no: \(ErrorRendering.line(error))" }
    return (answer ? "yes" : "no") + (result["biometryType"].map { ": \(PlainText.value($0))" } ?? "")
  }

  /// Any other result: a single value bare, several as `name: value`.
  private func members(_ result: JSONNode) -> String {
    guard result.kind == .object else { return PlainText.value(result) }
    var verb: String?
    var first: JSONNode?
    var count = 0
    for (key, value) in result.members {
      if isVerb(key, value) {
        verb = value.bool == true ? "done" : "unchanged"
      } else if !key.equals("seq") {
        first = first ?? value
        count += 1
      }
    }
    guard let first else { return verb ?? (method.name == "ping" ? "pong" : "done") }
    if verb == nil, count == 1 {
      switch first.kind {
      case .array: return lines(first, Self.item)
      // What goes into another command stays as it is: exportState | importState -
      case .object: return isDevice ? JSONText.printed(first.raw) : leaves(first)
      case .null: return "none"
      case .number, .boolean: return leaves(result)
      default: return PlainText.value(first)
      }
    }
    guard let verb else { return leaves(result) }
    var line = "\(verb):"
    for (key, value) in result.members where !key.equals("seq") && !isVerb(key, value) {
      line += " \(PlainText.value(key))=\(PlainText.word(value))"
    }
    return line
  }

  /// Whether the result is a device as a whole, whose parts have no names of their own.
  private var isDevice: Bool {
    guard let field = method.result.first, case .anyObject = field.type.core else { return false }
    return true
  }

  /// Whether the member says if something changed.
  private func isVerb(_ key: JSONNode, _ value: JSONNode) -> Bool {
    key.equals("changed") && value.kind == .boolean
  }

  /// An object of a list: its first member bare, the others by name.
  package static func item(_ node: JSONNode) -> String {
    guard node.kind == .object else { return PlainText.value(node) }
    var line = ""
    line.reserveCapacity(96)
    for (key, value) in node.members {
      if !line.isEmpty {
        line += " "
        line += PlainText.value(key)
        line += "="
      }
      line += PlainText.word(value)
    }
    return line
  }

  private func leaves(_ object: JSONNode) -> String {
    var text = ""
    DottedPath.forEachLeaf(of: object) { name, value in
      guard name != "seq" else { return }
      if !text.isEmpty { text += "\n" }
      text += "\(PlainText.oneLine(name)): \(PlainText.value(value))"
    }
    return text
  }

  private func lines(_ array: JSONNode, _ line: (JSONNode) -> String) -> String {
    var text = ""
    for (number, element) in array.elements.enumerated() {
      if number > 0 { text += "\n" }
      text += line(element)
    }
    return text
  }
}

/// One line for an event: its time, its kind, and its other members as `name=value`.
package enum EventRendering {
  /// - Parameter showsDevice: whether the events are of several devices.
  package static func line(_ event: JSONNode, showsDevice: Bool = false) -> String {
    // Piece by piece, for there may be thousands of lines, and each interpolation makes a text of its own.
    var line = ""
    line.reserveCapacity(96)
    line += time(event["time"])
    line += " "
    line += event["kind"].map(PlainText.value) ?? "event"
    for (key, value) in event.members where !value.isNull {
      if key.equals("seq") || key.equals("time") || key.equals("kind") { continue }
      if key.equals("device"), !showsDevice { continue }
      line += " "
      line += PlainText.oneLine(key.string ?? "")
      line += "="
      line += PlainText.word(value)
    }
    return line
  }

  private static func time(_ node: JSONNode?) -> String {
    guard let seconds = node?.number, (0..<9e12).contains(seconds) else { return "-" }
    return TimeText.fixed(seconds)
  }
}

/// How an error object of the wire looks to a person and to the shell.
package enum ErrorRendering {
  /// `NAME (CODE): message`, in one line.
  package static func line(_ error: JSONNode) -> String {
    let name = error["data"]?["name"].map(PlainText.value) ?? "error"
    let code = error["code"].map(PlainText.value) ?? "?"
    return "\(name) (\(code)): \(error["message"].map(PlainText.value) ?? "no message")"
  }

  /// The error as one of the tool; its exit status tells a script what kind of error it is.
  package static func toolError(_ json: [UInt8]) -> ToolError {
    // Returned from the closure, which is generic, the error would need type metadata.
    var error: ToolError?
    try? withJSON(json) { node in
      error = ToolError(status(node), line(node), name: node["data"]?["name"]?.string ?? "")
    }
    return error ?? ToolError(.refused, PlainText.oneLine(String(decoding: json, as: UTF8.self)))
  }

  /// The errors of a response that reached nobody.
  private static let reachedNobody = ["notDelivered", "wrongModality", "noSuchControl"]

  private static func status(_ error: JSONNode) -> ExitStatus {
    guard let data = error["data"], data["domain"]?.equals("devicesim") == true, let name = data["name"]
    else { return .refused }
    if reachedNobody.contains(where: { name.equals($0) }) { return .notDelivered }
    return name.equals("timeout") ? .timeout : .refused
  }
}

extension Method {
  /// The parameter of that name.
  package func parameter(_ name: String) -> Field? { parameters.first { $0.name == name } }
}

/// `getState FIELD…`: the bare values of single fields, one on a line.
package enum BareFields {
  /// - Throws: `ToolError` for a field that the state does not have, with the nearest one.
  package static func text(
    _ names: [String], of state: JSONNode, asJSON: Bool = false
  ) throws(ToolError) -> String {
    var lines: [String] = []
    for name in names {
      if let value = DottedPath.value(at: name[...], in: state) {
        lines.append(asJSON ? JSONText.printed(value.raw) : PlainText.value(value))
      } else if isWithinNull(name[...], of: state) {
        lines.append("null")
      } else {
        throw unknown(name, in: state)
      }
    }
    return lines.separated(by: "\n")
  }

  /// Whether the name is right but leads into something that is null now: `prompt.pane` without a prompt.
  private static func isWithinNull(_ name: Substring, of state: JSONNode) -> Bool {
    state[String(name.prefix { $0 != "." })]?.isNull == true
      && DottedPath.type(at: name, in: StateFields.state) != nil
  }

  private static func unknown(_ name: String, in state: JSONNode) -> ToolError {
    let outer = state.members.compactMap(\.key.string)
    let hint = Nearest.hint(
      for: name, in: DottedPath.names(in: state), else: "; it has \(joined(outer, by: "and"))")
    return .usage("getState has no field '\(name)'\(hint)")
  }
}
