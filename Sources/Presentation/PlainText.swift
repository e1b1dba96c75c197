package import JSON
package import Schema

/// How single values and words look to a person.
package enum PlainText {
  /// The text on one line: what is not seen as itself, or could drive a terminal, is written out.
  package static func oneLine(_ text: String) -> String { VisibleText.oneLine(text) }

  /// A value as the command line takes it: bare text, a list by comma; what is deeper stays JSON.
  package static func value(_ node: JSONNode) -> String {
    switch node.kind {
    case .string: oneLine(node.string ?? "")
    case .array where !node.elements.contains(where: \.isContainer):
      node.elements.map(value).separated(by: ",")
    default: oneLine(String(decoding: node.raw, as: UTF8.self))
    }
  }

  /// A value among other words: in quotes where it could be read as several words or as none.
  package static func word(_ node: JSONNode) -> String {
    let text = value(node)
    guard !node.isContainer || node.kind == .array else { return text }
    let isOneWord =
      !text.isEmpty && !text.utf8.contains { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\"") }
    guard !isOneWord else { return text }
    return "\"" + text.replacing("\"", with: "\\\"") + "\""
  }

  /// A number with its noun: `1 command`, `2 commands`.
  package static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? "\(one)s")"
  }

  /// Whether the text is a number as JSON writes it.
  package static func isNumber(_ text: String) -> Bool {
    // Most words end with no digit, and need no parser.
    guard let last = text.utf8.last, UInt8(ascii: "0")...UInt8(ascii: "9") ~= last else { return false }
    return fromJSON(Array(text.utf8)) { $0.kind == .number && $0.raw.count == text.utf8.count } ?? false
  }

  /// The text on one line, with escapes for all that means something in HTML, XML or an attribute.
  package static func escaped(_ text: String) -> String {
    oneLine(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
  }
}

/// `a`, `a or b`, `a, b or c`.
package func joined(_ words: [String], by conjunction: String) -> String {
  guard words.count > 1, let last = words.last else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
}

extension [String] {
  /// Does what `joined(separator:)` does, which looks up at run time what the array conforms to: for a
  /// process that lives for one call, that costs more than all the rest of its output.
  package func separated(by separator: String) -> String {
    var text = first ?? ""
    for part in dropFirst() {
      text += separator
      text += part
    }
    return text
  }
}

extension JSONNode {
  /// Whether it is made of other values.
  package var isContainer: Bool { kind == .object || kind == .array }
}

/// What `body` finds in a JSON text; `nil` when the text is not JSON, or when it finds nothing.
package func fromJSON<Result>(_ bytes: [UInt8], _ body: (JSONNode) -> Result?) -> Result? {
  (try? withJSON(bytes, body)) ?? nil
}

extension Nearest {
  /// The end of a message about a wrong name: `; did you mean 'NAME'?`, or `other` when no name is near.
  package static func hint(
    for name: String, in names: [String], else other: @autoclosure () -> String = ""
  ) -> String {
    plausible(to: name, in: names).map { "; did you mean '\($0)'?" } ?? other()
  }
}
