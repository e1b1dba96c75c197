import Presentation

/// A captured value in a word: `$ctx`, or a member of one, `$state.prompt.buttons`.
struct ValueReference: Equatable {
  var name: String
  /// The dotted name of a member; `nil` for the value itself.
  var member: String?

  /// As it was written.
  var text: String { "$\(name)" + (member.map { ".\($0)" } ?? "") }

  /// Reads the letters behind a `$`; `nil` where they are no name, as in `$5`.
  ///
  /// A dot or a dash at the end belongs to the sentence around it.
  init?(_ scalars: ArraySlice<Unicode.Scalar>) {
    guard let first = scalars.first, first.properties.isAlphabetic else { return nil }
    var letters = scalars.prefix { scalar in
      scalar.properties.isAlphabetic || ("0"..."9" ~= scalar) || scalar == "_" || scalar == "-"
        || scalar == "."
    }
    while let last = letters.last, last == "." || last == "-" { letters.removeLast() }
    let parts = Self.text(letters).split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    name = String(parts[0])
    member = parts.count == 2 ? String(parts[1]) : nil
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text
  }
}

extension ScenarioWord {
  /// The captured values in it, in order.
  var references: [ValueReference] {
    let scalars = Array(text.unicodeScalars)
    return dollars.compactMap { ValueReference(scalars[($0 + 1)...]) }
  }

  /// The word with texts in the place of its captured values.
  func filled(by text: (ValueReference) throws(ToolError) -> String) throws(ToolError) -> ScenarioWord {
    guard !references.isEmpty else { return self }
    let scalars = Array(self.text.unicodeScalars)
    var word = ScenarioWord(text: "", isQuoted: true)
    var position = 0
    for dollar in dollars {
      guard let reference = ValueReference(scalars[(dollar + 1)...]) else { continue }
      word.text.unicodeScalars.append(contentsOf: scalars[position..<dollar])
      if word.text.isEmpty || Assignment(word.text)?.value.isEmpty == true { word.beginsCaptured = true }
      let value = try text(reference)
      position = dollar + reference.text.unicodeScalars.count
      if dollar == 0, position == scalars.count { try Self.checkIsValue(value, of: reference) }
      word.text += value
    }
    word.text.unicodeScalars.append(contentsOf: scalars[position...])
    return word
  }

  /// A bare value that looks like something else would be read as that.
  private static func checkIsValue(_ text: String, of reference: ValueReference) throws(ToolError) {
    let isOption = text.hasPrefix("-") && text != "-" && !PlainText.isNumber(text)
    guard isOption || Assignment(text) != nil else { return }
    throw .usage(
      "\(reference.text) is '\(PlainText.oneLine(text))', which reads as no bare value; "
        + "write PARAMETER=\(reference.text)")
  }
}
