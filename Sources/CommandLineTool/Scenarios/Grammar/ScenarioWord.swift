/// A word of a scenario's line.
package struct ScenarioWord: Equatable, Sendable {
  package var text: String
  /// Whether a part of it stood in quotes, so that it is a value, whatever it looks like.
  package var isQuoted: Bool

  /// Whether it is this sign or keyword of the grammar.
  func `is`(_ sign: String) -> Bool { !isQuoted && text == sign }
}

extension ScenarioWord {
  /// Takes a line apart as a shell does: blanks between the words, single and double quotes, and a comment
  /// from a `#` that begins a word.
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
        } else if scalar == "\\", open == "\"", let next = scalars.first, next == "\"" || next == "\\" {
          word?.text.unicodeScalars.append(next)
          scalars.removeFirst()
        } else {
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
        word = ScenarioWord(text: word?.text ?? "", isQuoted: true)
      default:
        if word == nil { word = ScenarioWord(text: "", isQuoted: false) }
        word?.text.unicodeScalars.append(scalar)
      }
    }
    if let quote { throw .usage("the quote \(quote) does not end on its line") }
    return word.map { words + [$0] } ?? words
  }
}
