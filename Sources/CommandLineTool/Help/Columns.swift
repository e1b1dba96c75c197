/// Text set for a terminal.
enum Columns {
  private static let width = 100

  /// Two columns, the second wrapped; a name too long for the first has its text on the next line.
  static func table(_ rows: [(name: String, text: String)]) -> String {
    let longest = rows.map(\.name.count).filter { $0 <= 26 }.max() ?? 2
    let indent = longest + 4
    var table = ""
    for row in rows {
      let lines = wrapped(row.text, to: width - indent)
      let head = "  \(row.name)"
      if row.name.count > longest {
        table += head + "\n"
      } else {
        table += head + spaces(indent - head.count) + (lines.first ?? "") + "\n"
      }
      for line in lines.dropFirst(row.name.count > longest ? 0 : 1) { table += spaces(indent) + line + "\n" }
    }
    return table
  }

  /// A paragraph.
  static func paragraph(_ text: String, indent: Int = 0) -> String {
    wrapped(text, to: width - indent).map { spaces(indent) + $0 + "\n" }.joined()
  }

  private static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return line.isEmpty ? lines : lines + [line]
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
