/// Text set for a terminal.
enum Columns {
  private static let width = 100

  /// Two columns, the second wrapped; a name too long for the first has its text on the next line.
  static func table(_ rows: [(name: String, text: String)], margin: Int = 2) -> String {
    let longest = rows.map { columns(of: $0.name.utf8) }.filter { $0 <= 26 }.max() ?? 2
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
    // By bytes: to find the characters of all texts would take half of the time that the help takes.
    var lines: [String] = []
    var line: [UInt8] = []
    var used = 0
    for word in text.utf8.split(separator: UInt8(ascii: " ")) {
      let columns = columns(of: word)
      if !line.isEmpty, used + 1 + columns > width {
        lines.append(String(decoding: line, as: UTF8.self))
        line = []
      }
      if line.isEmpty {
        used = columns
      } else {
        line.append(UInt8(ascii: " "))
        used += 1 + columns
      }
      line += word
    }
    return line.isEmpty ? lines : lines + [String(decoding: line, as: UTF8.self)]
  }

  /// How many columns a text takes: one for each of its code points.
  private static func columns(of text: some Sequence<UInt8>) -> Int {
    text.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
