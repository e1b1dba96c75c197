import Platform

/// The terminal while the live view has it: another screen, no cursor, keys one by one.
struct TerminalScreen {
  private let output = FileDescriptor.standardOutput
  private let mode: TerminalMode?
  private let inColor: Bool

  /// Takes the terminal over.
  init(inColor: Bool) throws(SystemError) {
    self.inColor = inColor
    mode = FileDescriptor.standardInput.isTerminal ? try TerminalMode(readingKeysOf: .standardInput) : nil
    // The other screen, without the cursor, and without wrapping of what is too long.
    try output.writeAll("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J")
  }

  /// Gives it back as it was.
  func restore() {
    try? output.writeAll("\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
    mode?.restore()
  }

  /// The window's size; a usual one where it does not tell.
  var size: (columns: Int, rows: Int) {
    (Terminal.columns(of: output) ?? 80, Terminal.rows(of: output) ?? 24)
  }

  /// Draws everything anew, in one piece so that nothing flickers.
  func draw(_ lines: [StyledLine]) throws(SystemError) {
    var text = "\u{1B}[H"
    for (index, line) in lines.enumerated() {
      if index > 0 { text += "\r\n" }
      text += line.terminalText(inColor: inColor) + "\u{1B}[K"
    }
    try output.writeAll(text + "\u{1B}[J")
  }
}
