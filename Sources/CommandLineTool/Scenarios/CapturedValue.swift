import JSON
import Presentation
import Schema

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

/// The results that `let` captured.
enum CapturedValue {
  /// The type that a reference leads to.
  static func type(of reference: ValueReference, in captured: [String: ValueType]) throws(ToolError)
    -> ValueType
  {
    guard let type = captured[reference.name] else {
      let names = captured.keys.sorted()
      let hint = Nearest.hint(
        for: reference.name, in: names,
        else: names.isEmpty
          ? "; 'let \(reference.name) = METHOD …' captures one, and single quotes keep a $ as it is"
          : "; captured are \(joined(names, by: "and"))")
      throw .usage("no value has the name '\(reference.name)'\(hint)")
    }
    let found: ValueType?
    if let member = reference.member {
      found = DottedPath.type(at: member[...], in: type)
    } else {
      found = onlyMember(of: type).map(\.type) ?? type
    }
    let names = DottedPath.names(in: type)
    guard let found else {
      let outer = joined(names.filter { !$0.contains(".") }, by: "and")
      let hint = Nearest.hint(
        for: reference.member ?? "", in: names, else: outer.isEmpty ? "" : "; it has \(outer)")
      throw .usage("$\(reference.name) has no '\(reference.member ?? "")'\(hint)")
    }
    guard sample(of: found) != nil else {
      let members = DottedPath.names(in: found).filter { !$0.contains(".") }
      let names = members.isEmpty ? "" : "; its members are \(joined(members, by: "and"))"
      throw .usage("\(reference.text) is not one value; write \(reference.text).MEMBER\(names)")
    }
    return found
  }

  /// The text that a reference stands for: as the command line shows the value, and takes it.
  static func text(of reference: ValueReference, in values: [String: [UInt8]]) throws(ToolError) -> String {
    guard let json = values[reference.name] else {
      throw .usage("no step has captured '\(reference.name)' yet")
    }
    let text: Result<String, ToolError>? = fromJSON(json) { node in
      guard let member = reference.member ?? onlyMember(of: node) else { return written(node, reference) }
      if let found = DottedPath.json(at: member[...], in: node) {
        return fromJSON(found) { written($0, reference) }
      }
      // Behind something that is null now, as `prompt.pane` is without a prompt.
      if node[String(member.prefix { $0 != "." })]?.isNull == true { return .success("null") }
      return nil
    }
    guard let text else { throw .usage("$\(reference.name) has no '\(reference.member ?? "")' now") }
    return try text.get()
  }

  private static func written(_ node: JSONNode, _ reference: ValueReference) -> Result<String, ToolError> {
    switch node.kind {
    case .string: return .success(node.string ?? "")
    case .array:
      var items: [String] = []
      for item in node.elements {
        let text = item.string ?? PlainText.value(item)
        guard !item.isContainer, !text.contains(",") else {
          return .failure(
            .usage(
              "an item of \(reference.text) is '\(PlainText.oneLine(text))', which no list by comma can hold")
          )
        }
        items.append(text)
      }
      return .success(items.joined(separator: ","))
    default: return .success(PlainText.value(node))
    }
  }

  /// A text that a value of the type could have, to check a step before it runs; `nil` for objects.
  static func sample(of type: ValueType) -> String? {
    switch type.core {
    case .string, .name, .anyValue: "1"
    case .boolean: "true"
    case .integer(let range): "\(range.lowerBound > 0 ? range.lowerBound : min(1, range.upperBound))"
    case .number(let range): "\(Int(max(min(1, range.upperBound), range.lowerBound)))"
    case .enumeration(let words): words.first ?? ""
    case .identifier(let letter): "\(letter)1"
    case .array(let element): sample(of: element)
    case .oneOf(let types): types.lazy.compactMap(sample).first
    case .object, .anyObject, .dictionary, .choice, .named, .nullable: nil
    }
  }

  private static func onlyMember(of type: ValueType) -> Field? {
    guard case .object(let fields) = type.core, fields.count == 1 else { return nil }
    return fields[0]
  }

  /// The name of the only member of a result.
  private static func onlyMember(of node: JSONNode) -> String? {
    guard node.kind == .object, node.count == 1 else { return nil }
    return node.members.lazy.compactMap(\.key.string).first
  }
}

/// A step whose captured values are known only when it runs. It is read twice: before the run with samples of
/// the values, so that a wrong word is found at once, and at its turn with the values.
package struct FilledStep: Sendable {
  let words: [ScenarioWord]
  let reader: StepReader
  /// What it does with samples.
  let sample: ScenarioStep.Action

  /// Checks the step with samples.
  init(_ words: ArraySlice<ScenarioWord>, by reader: StepReader) throws(ToolError) {
    self.words = Array(words)
    self.reader = reader
    var samples: [String] = []
    var filled: [ScenarioWord] = []
    for word in words {
      filled.append(
        try word.filled { reference throws(ToolError) in
          let type = try CapturedValue.type(of: reference, in: reader.captured)
          let sample = CapturedValue.sample(of: type) ?? ""
          samples.append("\(reference.text) as '\(sample)'")
          return sample
        })
    }
    do {
      sample = try reader.action(filled[...])
    } catch {
      throw .usage("\(error.message) (read with \(joined(samples, by: "and")))")
    }
  }

  /// What it does with the values.
  func action(with values: [String: [UInt8]]) throws(ToolError) -> ScenarioStep.Action {
    var filled: [ScenarioWord] = []
    for word in words {
      filled.append(
        try word.filled { reference throws(ToolError) in try CapturedValue.text(of: reference, in: values) })
    }
    return try reader.action(filled[...])
  }
}
