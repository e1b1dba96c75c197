/// Text from outside as a person sees it: what could drive a terminal, hide, or turn the direction of writing is
/// written out.
package enum VisibleText {
  /// The text on one line, with `\n` and `\u{202e}` for what is not to be seen.
  package static func oneLine(_ text: String) -> String {
    if isPlain(text) || !text.unicodeScalars.contains(where: isHidden) { return text }
    var line = ""
    for scalar in text.unicodeScalars { line += shown(scalar) }
    return line
  }

  /// Whether it is ASCII that is seen as it is, which most text is and which is quick to see.
  static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { 0x20..<0x7F ~= $0 } }

  /// A character, or what is written for it.
  static func shown(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case _ where isHidden(scalar): "\\u{\(String(scalar.value, radix: 16))}"
    default: String(Character(scalar))
    }
  }

  /// Whether a character is not seen as itself: a control character, a break of the line, or a format character,
  /// with which those that turn the direction of writing belong.
  package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return endsLineOrControls(scalar) }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }

  /// Whether a character drives a terminal or ends a line.
  static func endsLineOrControls(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    default: false
    }
  }
}
