import JSON
import Presentation
import Schema
import WireProtocol

/// Makes parameters of the words behind a name.
struct ParameterReader {
  /// Whose parameters they are, for the messages.
  let subject: String
  /// The parameters that may be given by name.
  let fields: [Field]
  /// The parameters that bare values stand for, in this order.
  let positional: ArraySlice<Field>
  /// Where the values come from.
  let source: WordSource
  /// The parameters so far.
  private(set) var tree = ParameterTree()
  private var remaining: ArraySlice<Field>
  private var isInputRead = false

  /// Begins without parameters.
  init(
    subject: String, fields: [Field], positional: ArraySlice<Field>, from source: WordSource = .commandLine
  ) {
    self.subject = subject
    self.fields = fields
    self.positional = positional
    self.source = source
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
        try readValue(text, from: source)
      }
    }
  }

  /// Adds a value as JSON.
  mutating func set(_ name: String, to json: [UInt8]) throws(ToolError) {
    try tree.insert(json, at: [name])
  }

  /// Adds a value as the command line spells it.
  mutating func set(_ field: Field, to text: String) throws(ToolError) {
    try set(field.name, to: ValueParser(name: field.name).json(text, as: field.type))
  }

  /// Checks that no required parameter is missing.
  func finish() throws(ToolError) {
    for field in fields where field.isRequired && !tree.has(field.name) {
      let isBare = positional.contains { $0.name == field.name }
      let example = isBare ? field.placeholder : "\(field.name)=\(field.placeholder)"
      throw .usage(
        "\(subject) needs \(field.name): '\(subject) \(example)', which must be \(field.type.wording)")
    }
  }

  /// Moves parameters into an object.
  mutating func move(_ moved: [Field], into name: String) throws(ToolError) {
    try tree.move(moved.map(\.name), into: name)
  }

  /// Adds a bare value: the next parameter, or one more item of a list that comes last.
  private mutating func readValue(
    _ word: String, from source: WordSource = .value
  ) throws(ToolError) {
    guard let field = remaining.first else { throw tooMany(word) }
    let text = try source.text(word, for: field.name, isInputRead: &isInputRead)
    let parser = ValueParser(name: field.name)
    if remaining.count == 1, case .array(let element) = field.type.core {
      for item in try parser.items(text, of: element, in: field.type) {
        try tree.append(item, to: field.name)
      }
    } else {
      remaining.removeFirst()
      try set(field.name, to: parser.json(text, as: field.type))
    }
  }

  private mutating func read(_ assignment: Assignment) throws(ToolError) {
    let key = assignment.key
    let type = try self.type(of: key, for: assignment.value)
    let text = try source.text(assignment.value, for: key, isInputRead: &isInputRead)
    let parser = ValueParser(name: key)
    let json = try assignment.isRaw ? parser.json(text) : parser.json(text, as: type)
    let path = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    try tree.insert(json, at: path[...])
  }
}

// MARK: - Looking names up

extension ParameterReader {
  /// The type of the parameter, or of the member of one, that a key names; the value says what a wrong key means.
  private func type(of key: String, for value: String) throws(ToolError) -> ValueType {
    switch DottedPath.find(key[...], in: fields, isForSetting: true) {
    case .type(let type): return type
    case .unknown(let name, let names): throw unknownParameter(name, among: names, for: value)
    case .leaf(let name, let type):
      throw .usage("\(name) is \(type.wording) and has no members; '\(key)' names one")
    }
  }

  private func unknownParameter(_ name: String, among names: [String], for value: String) -> ToolError {
    if names.contains(where: { $0.hasSuffix("biometryType") }),
      let field = StateFields.settable.first(where: {
        name.hasSuffix($0.name) && names.contains(String(name.dropLast($0.name.count)) + "biometryType")
      }), let verbs = field.changedBy
    {
      return .usage("\(name) cannot be set by \(subject); it is changed by \(verbs)")
    }
    // Elsewhere `state.` stands before a field, or may.
    if name == "state", names.contains("biometryType") {
      return .usage(
        "unknown parameter 'state' of \(subject); write the fields without it, as in 'biometryType=touchID'")
    }
    if name == "device", subject == Command.exec.rawValue {
      return .usage(
        "unknown parameter 'device' of exec; write '--device \(value)' for the name of its device")
    }
    if Nearest.plausible(to: name, in: names) == nil, let field = fields.meant(by: value, besides: tree) {
      return .usage("unknown parameter '\(name)' of \(subject); did you mean '\(field.name)=\(value)'?")
    }
    let others = names.isEmpty ? "none" : joined(names, by: "and")
    let hint = Nearest.hint(for: name, in: names, else: "; it takes \(others)")
    return .usage("unknown parameter '\(name)' of \(subject)\(hint)")
  }

  private func unknownOption(_ text: String) -> ToolError {
    let word = text.drop { $0 == "-" }
    let name = String(word.prefix { $0 != "=" })
    if let field = fields.first(where: { $0.name == name }) {
      let example = word.contains("=") ? String(word) : "\(name)=\(field.placeholder)"
      return .usage("parameters have no dashes; write '\(example)'")
    }
    // `--biometry-type` and the like, unless it looks more like an option.
    if Nearest.plausible(to: "--\(name)", in: Invocation.generalOptions.map(\.name)) == nil,
      let near = Nearest.plausible(to: name, in: fields.map(\.name))
    {
      return .usage("unknown option '--\(name)'; did you mean '\(near)='? Parameters have no dashes")
    }
    return .unknownOption(text)
  }

  private func tooMany(_ text: String) -> ToolError {
    if let field = fields.first(where: { $0.name == text }) {
      return .usage("write '\(field.name)=\(field.placeholder)': \(field.name) is a parameter of \(subject)")
    }
    // As YAML and headers have it.
    if let colon = text.firstIndex(of: ":"), let field = fields.first(where: { $0.name == text[..<colon] }) {
      return .usage("write '\(field.name)=\(text[text.index(after: colon)...])', with '=' and no ':'")
    }
    if let field = fields.meant(by: text, besides: tree) {
      return .usage("write '\(field.name)=\(text)': '\(text)' is a value of \(field.name)")
    }
    let names = positional.map(\.name)
    switch names.count {
    case 0: return .usage("\(subject) takes no value; '\(text)' is too many")
    case 1: return .usage("\(subject) takes one value, \(names[0]); '\(text)' is too many")
    default:
      return .usage("\(subject) takes the values \(joined(names, by: "and")); '\(text)' is too many")
    }
  }
}

extension [Field] {
  /// The one field among whose words a value is: `touchID` without its `biometryType=`.
  ///
  /// - Parameter given: What is given already.
  func meant(by text: String, besides given: ParameterTree = ParameterTree()) -> Field? {
    guard !["true", "false", "null"].contains(text) else { return nil }
    let fitting = filter { $0.type.commandLineWords.contains(text) && !given.has($0.name) }
    return fitting.count == 1 ? fitting[0] : nil
  }
}
