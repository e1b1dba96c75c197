/// A page for man(1), which grows from top to bottom.
///
/// It is troff with the macros of man(7), in ASCII, so that every man shows it alike.
package struct ManualPage {
  /// The page so far, as man(1) reads it.
  package private(set) var text: String

  /// Begins the page `name`(`section`).
  ///
  /// - Parameters:
  ///   - source: the program and its version, which stand at the foot.
  ///   - summary: what whatis(1) says, a sentence or a few words.
  package init(_ name: String, section: Int, source: String, summary: String) {
    text = ".TH \"\(name)\" \"\(section)\" \"\" \"\(source)\"\n.nh\n.ad l\n"
    self.section("NAME")
    let words = summary.hasSuffix(".") ? String(summary.dropLast()) : summary
    line("\(Self.plain(name)) \\- \(Self.plain(words))")
  }

  /// A heading.
  package mutating func section(_ title: String) { line(".SH \(Self.plain(title.uppercased()))") }

  /// A heading below a section.
  package mutating func subsection(_ title: String) { line(".SS \"\(Self.plain(title))\"") }

  /// A paragraph that man sets to the width of the window.
  package mutating func paragraph(_ text: String) {
    line(".PP")
    line(Self.guarded(Self.plain(text)))
  }

  /// Lines that stay as they are.
  package mutating func lines(_ text: String) {
    line(".PP\n.RS 4\n.nf")
    for row in text.split(separator: "\n", omittingEmptySubsequences: false) {
      line(Self.guarded(Self.plain(row)))
    }
    line(".fi\n.RE")
  }

  /// A name, and what it is.
  package mutating func item(_ name: String, _ text: String) {
    line(".TP")
    line("\\fB\(Self.plain(name))\\fR")
    line(Self.guarded(Self.plain(text.isEmpty ? "\u{a0}" : text)))
  }

  /// Paragraphs with empty lines between them; one whose lines are indented keeps them.
  package mutating func prose(_ text: String) {
    var block: [Substring] = []
    let rows: [Substring] = text.split(separator: "\n", omittingEmptySubsequences: false) + [""]
    for row in rows {
      if !row.isEmpty {
        block.append(row)
      } else if !block.isEmpty {
        if block.allSatisfy({ $0.hasPrefix("  ") }) {
          lines(block.map { String($0.dropFirst(2)) }.joined(separator: "\n"))
        } else {
          paragraph(block.joined(separator: " "))
        }
        block = []
      }
    }
  }

  private mutating func line(_ text: String) { self.text += text + "\n" }

  /// A text without what troff would take for its own.
  private static func plain(_ text: some StringProtocol) -> String {
    var plain = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": plain += "\\e"
      case "-": plain += "\\-"
      case "\"": plain += "\\(dq"
      case "'": plain += "\\(aq"
      case "`": plain += "\\(ga"
      case "^": plain += "\\(ha"
      case "~": plain += "\\(ti"
      case "\n": plain += " "
      default:
        if scalar.isASCII {
          plain.unicodeScalars.append(scalar)
        } else {
          let number = String(scalar.value, radix: 16, uppercase: true)
          plain += "\\[u\(String(repeating: "0", count: max(0, 4 - number.count)))\(number)]"
        }
      }
    }
    return plain
  }

  /// A line that begins with a dot would be a request.
  private static func guarded(_ line: String) -> String { line.hasPrefix(".") ? "\\&\(line)" : line }
}
