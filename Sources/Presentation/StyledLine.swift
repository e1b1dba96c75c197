/// A line of the screen: pieces of text, each with a look.
package struct StyledLine: Equatable, Sendable {
  package var spans: [Span] = []

  /// A piece of a line.
  package struct Span: Equatable, Sendable {
    package var text: String
    package var style: Style
  }

  /// How a piece looks.
  package enum Style: Equatable, Sendable {
    case plain, strong, faint, good, bad, warning, key, title

    /// The codes of the terminal; without colour only bold, faint and reverse are left.
    func codes(inColor: Bool) -> String {
      switch self {
      case .plain: ""
      case .strong: "1"
      case .faint: "2"
      case .title: "7"
      case .good: inColor ? "32" : ""
      case .bad: inColor ? "1;31" : "1"
      case .warning: inColor ? "33" : "1"
      case .key: inColor ? "1;36" : "1"
      }
    }
  }

  /// A line of one piece, or an empty one.
  package init(_ text: String = "", _ style: Style = .plain) {
    if !text.isEmpty { add(text, style) }
  }

  /// Adds a piece; control characters, which could drive the terminal, are escaped.
  package mutating func add(_ text: String, _ style: Style = .plain) {
    spans.append(Span(text: PlainText.oneLine(text), style: style))
  }

  /// One line behind another.
  package static func + (line: Self, rest: Self) -> Self {
    var line = line
    line.spans += rest.spans
    return line
  }

  /// The text without its looks.
  package var text: String { spans.map(\.text).joined() }

  /// How many columns it takes.
  package var width: Int { spans.reduce(0) { $0 + Self.width(of: $1.text) } }

  /// The columns of a text: most characters take one, those of East Asia and emoji two.
  package static func width(of text: String) -> Int { text.reduce(0) { $0 + width(of: $1) } }

  private static func width(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }

  /// The line cut to a width, with an ellipsis where something is missing.
  package func clipped(to columns: Int) -> StyledLine {
    guard width > columns else { return self }
    var line = StyledLine()
    var left = columns - 1
    for span in spans where left >= 0 {
      var text = ""
      for character in span.text {
        left -= Self.width(of: character)
        if left < 0 { break }
        text.append(character)
      }
      line.spans.append(Span(text: text, style: span.style))
    }
    line.spans.append(Span(text: columns > 0 ? "…" : "", style: .faint))
    return line
  }

  /// The line as the terminal takes it.
  package func terminalText(inColor: Bool) -> String {
    var text = ""
    for span in spans {
      let codes = span.style.codes(inColor: inColor)
      text += codes.isEmpty ? span.text : "\u{1B}[\(codes)m\(span.text)\u{1B}[0m"
    }
    return text
  }
}
