import JSON
import Schema
import WireProtocol

/// Puts the words behind a command together to its parameters.
struct ParameterReader {
  /// Whose parameters they are, for the messages.
  let subject: String
  /// What may be given by name.
  let fields: [Field]
  /// What bare values stand for, in this order.
  let positional: ArraySlice<Field>
  private(set) var tree = ParameterTree()
  private var remaining: ArraySlice<Field>

  init(subject: String, fields: [Field], positional: ArraySlice<Field>) {
    self.subject = subject
    self.fields = fields
    self.positional = positional
    remaining = positional
  }

  /// Adds one word.
  mutating func read(_ word: Invocation.Word) throws(ToolError) {
    switch word {
    case .literal(let text):
      try readValue(text)
    case .option(let text):
      throw unknownOption(text)
    case .plain(let text):
      if let assignment = Assignment(text) {
        try read(assignment)
      } else {
        try readValue(text)
      }
    }
  }

  /// Adds a value that no word gives.
  mutating func set(_ name: String, to json: [UInt8]) throws(ToolError) {
    try insert(json, at: [name])
  }

  /// Adds a value that no word gives, in the command line's spelling.
  mutating func set(_ field: Field, to text: String) throws(ToolError) {
    try set(field.name, to: ValueParser(name: field.name).json(text, as: field.type))
  }

  /// Makes sure that nothing is missing.
  func finish() throws(ToolError) {
    for field in fields where field.isRequired && !tree.has(field.name) {
      let isBare = positional.contains { $0.name == field.name }
      let example = isBare ? field.placeholder : "\(field.name)=\(field.placeholder)"
      throw .usage(
        "\(subject) needs \(field.name): '\(subject) \(example)', which must be \(field.type.wording)")
    }
  }

  /// A bare value: for the next parameter in line, or one more for a list that is the last in line.
  private mutating func readValue(_ text: String) throws(ToolError) {
    guard let field = remaining.first else { throw tooMany(text) }
    let parser = ValueParser(name: field.name)
    if remaining.count == 1, case .array(let element) = field.type.core {
      for item in try parser.items(text, of: element, in: field.type) {
        try refusingTwice { (tree: inout ParameterTree) throws(ParameterTree.Conflict) in
          try tree.append(item, to: field.name)
        }
      }
    } else {
      remaining.removeFirst()
      try insert(parser.json(text, as: field.type), at: [field.name])
    }
  }

  private mutating func read(_ assignment: Assignment) throws(ToolError) {
    let path = assignment.key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let type = try self.type(at: path[...], of: assignment.key)
    let json: [UInt8]
    if assignment.isRaw {
      json = try rawJSON(assignment.value, for: assignment.key)
    } else {
      json = try ValueParser(name: assignment.key).json(assignment.value, as: type)
    }
    try insert(json, at: path)
  }

  private mutating func insert(_ json: [UInt8], at path: [String]) throws(ToolError) {
    try refusingTwice { (tree: inout ParameterTree) throws(ParameterTree.Conflict) in
      try tree.insert(json, at: path[...])
    }
  }

  private mutating func refusingTwice(
    _ change: (inout ParameterTree) throws(ParameterTree.Conflict) -> Void
  ) throws(ToolError) {
    do {
      try change(&tree)
    } catch {
      throw .usage("\(error.name) is given twice")
    }
  }
}

// MARK: - Looking names up

extension ParameterReader {
  /// The type of the parameter, or member of one, that a key names.
  private func type(at path: ArraySlice<String>, of key: String) throws(ToolError) -> ValueType {
    var known = fields
    var prefix = ""
    var rest = path
    while let name = rest.popFirst() {
      guard let field = known.first(where: { $0.name == name }) else {
        throw unknownParameter(prefix + name, among: known.map { prefix + $0.name })
      }
      if rest.isEmpty { return field.type }
      if let element = field.type.elementOfAnyName {
        guard rest.allSatisfy({ !$0.isEmpty }) else { break }
        return element
      }
      guard let members = field.type.members else {
        throw .usage("\(prefix)\(name) is \(field.type.wording) and has no members; '\(key)' names one")
      }
      known = members
      prefix += name + "."
    }
    throw .usage("'\(key)' does not name a parameter of \(subject)")
  }

  private func unknownParameter(_ name: String, among names: [String]) -> ToolError {
    if names.contains(where: { $0.hasSuffix("biometryType") }),
      let field = StateFields.settable.first(where: {
        name.hasSuffix($0.name) && names.contains(String(name.dropLast($0.name.count)) + "biometryType")
      }), let verbs = field.changedBy
    {
      return .usage("\(name) cannot be set by \(subject); it is changed by \(verbs)")
    }
    var message = "unknown parameter '\(name)' of \(subject)"
    if let close = Nearest.plausible(to: name, in: names) {
      message += "; did you mean '\(close)'?"
    } else if names.isEmpty {
      message += "; it takes none"
    } else {
      message += "; it takes " + joined(names, by: "and")
    }
    return .usage(message)
  }

  private func unknownOption(_ text: String) -> ToolError {
    let word = text.drop { $0 == "-" }
    let name = String(word.prefix { $0 != "=" })
    if let field = fields.first(where: { $0.name == name }) {
      let example = word.contains("=") ? String(word) : "\(name)=\(field.placeholder)"
      return .usage("parameters have no dashes; write '\(example)'")
    }
    return .unknownOption(text)
  }

  private func tooMany(_ text: String) -> ToolError {
    if let field = fields.first(where: { $0.name == text }) {
      return .usage("write '\(field.name)=\(field.placeholder)': \(field.name) is a parameter of \(subject)")
    }
    let names = positional.map(\.name)
    switch names.count {
    case 0: return .usage("\(subject) takes no value; '\(text)' is too many")
    case 1: return .usage("\(subject) takes one value, \(names[0]); '\(text)' is too many")
    default:
      return .usage("\(subject) takes the values \(joined(names, by: "and")); '\(text)' is too many")
    }
  }

  /// Checks that the text is JSON, and puts it on one line.
  private func rawJSON(_ text: String, for key: String) throws(ToolError) -> [UInt8] {
    let bytes = Array(text.utf8)
    let document = JSONDocument()
    do {
      _ = try bytes.withUnsafeBufferPointer { buffer throws(JSONSyntaxError) in try document.parse(buffer) }
    } catch {
      throw .usage("\(key):= needs JSON: \(error)")
    }
    // The line breaks between its parts would end the request; the writer leaves them out.
    var writer = JSONWriter()
    writer.raw(bytes)
    return writer.bytes
  }
}

extension ToolError {
  /// An option that nobody knows.
  static func unknownOption(_ text: String) -> Self {
    let name = String(text.prefix { $0 != "=" })
    let known = Invocation.generalOptions.map(\.name)
    if let close = Nearest.plausible(to: name, in: known) {
      return .usage("unknown option '\(name)'; did you mean '\(close)'?")
    }
    return .usage("unknown option '\(name)'; the options are \(joined(known, by: "and"))")
  }
}
