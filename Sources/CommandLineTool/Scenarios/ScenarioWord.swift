package import Presentation

/// A word of a scenario.
package struct ScenarioWord: Equatable, Sendable {
  package var text: String
  /// Whether a part of it was in quotes; then it is a value.
  package var isQuoted: Bool
  /// Where a `$` can stand for a captured value, in scalars: not in single quotes, nor behind a backslash.
  var dollars: [Int] = []
  /// Whether a captured value stands at its beginning, or at that of the value behind its `=`.
  var beginsCaptured = false

  /// A word; a `$` in it is only a sign.
  package init(text: String, isQuoted: Bool) {
    self.text = text
    self.isQuoted = isQuoted
  }

  /// The word of a method's line. A captured value that begins with `@` is no name of a file.
  var argument: String {
    guard beginsCaptured else { return text }
    guard let assignment = Assignment(text) else { return text.hasPrefix("@") ? "@\(text)" : text }
    guard assignment.value.hasPrefix("@"), !assignment.isRaw else { return text }
    return "\(assignment.key)=@\(assignment.value)"
  }

  /// Whether it is this sign or keyword of the grammar.
  func `is`(_ sign: String) -> Bool { !isQuoted && text == sign }
}

extension ScenarioWord {
  /// Splits a line as a shell does: blanks between words, single and double quotes, and a comment from a `#`
  /// that begins a word.
  ///
  /// - Throws: `ToolError` for a quote that does not end on its line.
  package static func split(_ line: String) throws(ToolError) -> [ScenarioWord] {
    var words: [ScenarioWord] = []
    var word: ScenarioWord?
    var quote: Unicode.Scalar?
    var scalars = line.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      if let open = quote {
        if scalar == open {
          quote = nil
        } else if scalar == "\\", open == "\"", let next = scalars.first,
          next == "\"" || next == "\\" || next == "$"
        {
          word?.text.unicodeScalars.append(next)
          scalars.removeFirst()
        } else {
          if scalar == "$", open == "\"" { word?.markDollar() }
          word?.text.unicodeScalars.append(scalar)
        }
        continue
      }
      switch scalar {
      case " ", "\t":
        if let word { words.append(word) }
        word = nil
      case "#" where word == nil:
        return words
      case "\"", "'":
        quote = scalar
        if word == nil { word = ScenarioWord(text: "", isQuoted: true) }
        word?.isQuoted = true
      default:
        if word == nil { word = ScenarioWord(text: "", isQuoted: false) }
        if scalar == "$" { word?.markDollar() }
        word?.text.unicodeScalars.append(scalar)
      }
    }
    if let quote { throw .usage("the quote \(quote) does not end on its line") }
    return word.map { words + [$0] } ?? words
  }

  private mutating func markDollar() { dollars.append(text.unicodeScalars.count) }
}
