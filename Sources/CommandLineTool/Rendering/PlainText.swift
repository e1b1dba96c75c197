package import JSON

/// How single values look to a person.
package enum PlainText {
  /// Text that stays on its line: control characters, which could also drive a terminal, are escaped.
  package static func oneLine(_ text: String) -> String {
    // Plain ASCII is found out fast.
    guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }),
      text.unicodeScalars.contains(where: isControl)
    else { return text }
    var line = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      case "\t": line += "\\t"
      case _ where isControl(scalar): line += "\\u{\(String(scalar.value, radix: 16))}"
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    case 0x202A...0x202E, 0x2066...0x2069: true  // They turn the direction of writing around.
    default: false
    }
  }

  /// A value as the command line takes it back: bare text, lists by comma; deeper ones stay JSON.
  package static func value(_ node: JSONNode) -> String {
    switch node.kind {
    case .string: oneLine(node.string ?? "")
    case .array where !node.elements.contains(where: \.isContainer):
      node.elements.map(value).separated(by: ",")
    default: oneLine(String(decoding: node.raw, as: UTF8.self))
    }
  }

  /// A value that other words follow: in quotes where it could be taken for several words, or for none.
  package static func word(_ node: JSONNode) -> String {
    let text = value(node)
    guard !node.isContainer || node.kind == .array else { return text }
    let isOneWord = !text.isEmpty && !text.contains { $0 == " " || $0 == "\"" }
    guard !isOneWord else { return text }
    return "\"" + text.replacing("\"", with: "\\\"") + "\""
  }
}

extension JSONNode {
  /// Whether it is made of other values.
  package var isContainer: Bool { kind == .object || kind == .array }
}
