/// Text set for a terminal.
enum Columns {
  private static let width = 100

  /// Two columns, the second wrapped; a name too long for the first has its text on the next line.
  static func table(_ rows: [(name: String, text: String)], margin: Int = 2) -> String {
    let longest = rows.map(\.name.count).filter { $0 <= 26 }.max() ?? 2
    let indent = longest + margin + 2
    var table = ""
    for row in rows {
      let lines = wrapped(row.text, to: width - indent)
      let head = spaces(margin) + row.name
      if row.name.count > longest {
        table += head + "\n"
      } else {
        table += head + (lines.first.map { spaces(indent - head.count) + $0 } ?? "") + "\n"
      }
      for line in lines.dropFirst(row.name.count > longest ? 0 : 1) { table += spaces(indent) + line + "\n" }
    }
    return table
  }

  /// A name with what belongs to it, separated by commas; a line ends between two parts.
  static func hanging(_ name: String, _ parts: [String]) -> String {
    let indent = max(name.count, 6) + 2
    var lines: [String] = []
    for (index, part) in parts.enumerated() {
      let word = index + 1 < parts.count ? part + "," : part
      if let line = lines.last, line.count + 1 + word.count <= width - indent {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(word)
      }
    }
    return lines.enumerated().map { index, line in
      (index == 0 ? name + spaces(indent - name.count) : spaces(indent)) + line + "\n"
    }.joined()
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
