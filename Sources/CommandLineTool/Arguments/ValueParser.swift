import JSON
import Presentation
package import Schema
import WireProtocol

/// Reads a value of the command line by the type of its parameter and writes it as JSON.
struct ValueParser {
  /// The parameter's name, for the messages.
  let name: String

  /// The value as JSON.
  ///
  /// - Throws: `ToolError` that names the parameter and the values it takes.
  func json(_ text: String, as type: ValueType) throws(ToolError) -> [UInt8] {
    guard let json = try parse(text, as: type) else { throw wrongValue(text, type) }
    return json
  }

  /// Checks that the text is JSON and puts it on one line.
  ///
  /// - Parameter sign: What stands behind the name where JSON is asked for.
  func json(_ text: String, behind sign: String = ":=") throws(ToolError) -> [UInt8] {
    let bytes = Array(text.utf8)
    let document = JSONDocument()
    do {
      _ = try bytes.withUnsafeBufferPointer { buffer throws(JSONSyntaxError) in try document.parse(buffer) }
    } catch {
      throw .usage("\(name)\(sign) needs JSON: \(error)")
    }
    // Line breaks between its parts would end the request; the writer leaves them out.
    var writer = JSONWriter()
    writer.raw(bytes)
    return writer.bytes
  }

  /// The items between the commas, each as JSON; an empty text has none.
  func items(_ text: String, of element: ValueType, in list: ValueType) throws(ToolError) -> [[UInt8]] {
    var items: [[UInt8]] = []
    guard !text.isEmpty else { return items }
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let json = try parse(String(item), as: element) else {
        throw wrongValue(String(item), element, of: list)
      }
      items.append(json)
    }
    return items
  }

  /// The value as JSON; `nil` when the text does not fit the type.
  private func parse(_ text: String, as type: ValueType) throws(ToolError) -> [UInt8]? {
    switch type {
    case .string(let minimumLength, _):
      return text.unicodeScalars.count < minimumLength ? nil : quoted(text)
    case .name:
      return text.isEmpty ? nil : quoted(text)
    case .boolean:
      return text == "true" || text == "false" ? Array(text.utf8) : nil
    case .integer(let range):
      guard PlainText.isNumber(text), let value = Int(text), range.contains(value) else { return nil }
      return Array(text.utf8)
    case .number(let range):
      guard PlainText.isNumber(text), let value = Double(text), range.contains(value) else { return nil }
      return Array(text.utf8)
    case .enumeration(let values):
      return values.contains(text) ? quoted(text) : nil
    case .identifier(let letter):
      guard text.first == letter, let number = Int(text.dropFirst()), number > 0 else { return nil }
      return "\(letter)\(number)" == text ? quoted(text) : nil
    case .array(let element):
      var writer = JSONWriter()
      writer.beginArray()
      for item in try items(text, of: element, in: type) { writer.raw(item) }
      writer.endArray()
      return writer.bytes
    case .choice(let key, let choices):
      return try choice(text, by: key, among: choices)
    case .nullable(let inner):
      return text == "null" ? quoted(nil) : try parse(text, as: inner)
    case .named(_, let inner):
      return try parse(text, as: inner)
    case .oneOf(let types):
      // Every text is a string, so strings come last.
      for type in types.filter({ !$0.isString }) + types.filter(\.isString) {
        if let json = try parse(text, as: type) { return json }
      }
      return nil
    case .anyValue:
      return guess(text)
    case .object, .dictionary:
      return try object(text)
    case .anyObject:
      return try object(text).map(unwrapped)
    }
  }

  /// An object as JSON, which is how files hold it; `nil` for other text.
  private func object(_ text: String) throws(ToolError) -> [UInt8]? {
    let isObject = text.utf8.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
    return isObject ? try json(text, behind: "") : nil
  }

  /// A whole result stands for its member of this name: `exportState --json | importState -`.
  private func unwrapped(_ object: [UInt8]) -> [UInt8] {
    let member = fromJSON(object) { node -> [UInt8]? in
      let isResult = node.members.allSatisfy { $0.key.equals(name) || $0.key.equals("seq") }
      guard isResult, let member = node[name], member.kind == .object else { return nil }
      return Array(member.raw)
    }
    return (member ?? nil) ?? object
  }

  /// One form of an object, written as a command line of its own: `enterPasscode 1234 after=2`.
  private func choice(
    _ text: String, by key: String, among choices: [ValueType.Choice]
  ) throws(ToolError) -> [UInt8]? {
    let words = text.split(separator: " ").map(String.init)
    guard let name = words.first, let choice = choices.first(where: { $0.name == name }) else { return nil }
    var reader = ParameterReader(
      subject: name, fields: choice.fields, positional: choice.fields.prefix(1), from: .value)
    try reader.set(key, to: quoted(name))
    for word in words.dropFirst() { try reader.read(.plain(word)) }
    try reader.finish()
    return reader.tree.json
  }

  /// For a value of any type: a number, a truth value or null if it looks like one, else a string.
  private func guess(_ text: String) -> [UInt8] {
    switch text {
    case "true", "false", "null": Array(text.utf8)
    default: PlainText.isNumber(text) ? Array(text.utf8) : quoted(text)
    }
  }

  private func quoted(_ text: String?) -> [UInt8] {
    var writer = JSONWriter()
    if let text { writer.string(text) } else { writer.null() }
    return writer.bytes
  }
}

extension ValueType {
  fileprivate var isString: Bool {
    if case .string = core { true } else { false }
  }
}

extension ValueParser {
  /// `policy must be …, not '…'; did you mean '…'?`
  private func wrongValue(_ text: String, _ type: ValueType, of list: ValueType? = nil) -> ToolError {
    let wording = (list ?? type).wording
    if let word = Nearest.plausible(to: text, in: type.commandLineWords) {
      return .usage("\(name) cannot be '\(text)'; did you mean '\(word)'? It must be \(wording)")
    }
    var message = "\(name) must be \(wording), not '\(text)'"
    if let member = type.members?.first?.name {
      message += "; write \(name).\(member)=… for single members, or \(name):=JSON"
    } else if case .object = type.core {
      message += "; write \(name):=JSON"
    } else if type.isAnyObject {
      message += "; write \(name).NAME=VALUE for each member, or \(name):=JSON"
    }
    return .usage(message)
  }
}

extension ValueType {
  /// The type as part of a sentence: `phrase`, except where the command line spells values in its own way.
  package var wording: String {
    switch self {
    case .number(let range) where range.upperBound == 9_000_000_000:
      "a number of seconds from \(Int(range.lowerBound))"
    case .enumeration(let values): joined(shortest(values), by: "or")
    case .nullable(.enumeration(let values)): joined(shortest(values) + ["null"], by: "or")
    case .nullable(let inner): inner.wording + " or null"
    case .array(let element): "a list (by comma) of \(element.pluralWording)"
    case .choice(_, let choices): joined(choices.map(\.name), by: "or")
    case .object(let fields):
      fields.isEmpty ? "an object" : "an object of " + joined(fields.map(\.name), by: "and")
    case .dictionary: "an object"
    case .named(_, let inner): inner.wording
    case .oneOf(let types): joined(types.map(\.wording), by: "or")
    default: phrase
    }
  }

  private var pluralWording: String {
    switch core {
    case .string: "strings"
    case .name: "names"
    case .boolean: "truth values"
    case .integer: "integers"
    case .number: "numbers"
    case .object, .anyObject, .dictionary: "objects"
    default: core.wording
    }
  }

  /// The fixed words among the values, as the command line spells them.
  package var commandLineWords: [String] {
    switch self {
    case .enumeration(let values): shortest(values)
    case .boolean: ["true", "false"]
    case .array(let element): element.commandLineWords
    case .choice(_, let choices): choices.map(\.name)
    case .nullable(let inner): inner.commandLineWords + ["null"]
    case .named(_, let inner): inner.commandLineWords
    case .oneOf(let types): types.flatMap(\.commandLineWords)
    default: []
    }
  }

  /// The members that a request may give; `nil` for a type without members.
  package var members: [Field]? {
    switch core {
    case .object(let fields): fields.filter(\.isSettable)
    case .oneOf(let types): types.lazy.compactMap(\.members).first
    default: nil
    }
  }

  /// Whether it is an object with any members.
  var isAnyObject: Bool {
    if case .anyObject = core { true } else { false }
  }
}

extension Field {
  /// What stands for a value in a line of usage: `IDENTITY`, `SECONDS`.
  package var placeholder: String {
    var words = ""
    for letter in name {
      if letter.isUppercase { words += "-" }
      words += letter.uppercased()
    }
    return words
  }
}

/// The names without the long ones of policies that also have a short one.
private func shortest(_ names: [String]) -> [String] {
  guard let short = PolicyName.short.first?.name, names.contains(short) else { return names }
  return names.filter { name in PolicyName.short.contains { $0.name == name } }
}
