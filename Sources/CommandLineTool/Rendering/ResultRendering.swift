package import JSON
package import WireProtocol

/// The line, or the few, that a person reads for a result. What it has decides, not whose it is, so
/// that a new method needs nothing here.
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

  /// The lines, without the last line's end; nothing for a result that has nothing to show.
  package func text(_ result: JSONNode) -> String {
    if method.name == Method.discoverName { return String(decoding: result.raw, as: UTF8.self) }
    // So that a script can go on with what it has made.
    if method.name == "createDevice", let device { return PlainText.oneLine(device) }
    // Before all others: an event has members of its own by names that results have, too.
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
    // The count is of scans; after a tap it would only puzzle.
    if method.group == .scans, let attempts = result["failedAttempts"]?.integer, attempts > 0 {
      parts.append(attempts == 1 ? "1 failed attempt" : "\(attempts) failed attempts")
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

  /// Any other result: a lone value bare, several as `name: value`.
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
      case .object: return leaves(first)
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

  /// Whether the member says that something was done, or did not have to be.
  private func isVerb(_ key: JSONNode, _ value: JSONNode) -> Bool {
    key.equals("changed") && value.kind == .boolean
  }

  /// An object of a list: its first member bare, the others by name.
  static func item(_ node: JSONNode) -> String {
    guard node.kind == .object else { return PlainText.value(node) }
    var words: [String] = []
    for (key, value) in node.members {
      words.append(words.isEmpty ? PlainText.word(value) : "\(PlainText.value(key))=\(PlainText.word(value))")
    }
    return words.separated(by: " ")
  }

  private func leaves(_ object: JSONNode) -> String {
    var text = ""
    Flattening.forEachLeaf(of: object) { name, value in
      guard name != "seq" else { return }
      if !text.isEmpty { text += "\n" }
      text += "\(PlainText.oneLine(name)): \(PlainText.value(value))"
    }
    return text
  }

  private func lines(_ array: JSONNode, _ line: (JSONNode) -> String) -> String {
    array.elements.map(line).separated(by: "\n")
  }
}
