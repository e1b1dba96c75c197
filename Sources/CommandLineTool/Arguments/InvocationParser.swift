extension Invocation {
  /// Takes the arguments apart, without the program's name.
  ///
  /// - Throws: `ToolError` when a general option has a value too many or too few.
  package init(parsing arguments: [String]) throws(ToolError) {
    var parser = InvocationParser(arguments: arguments[...])
    try parser.parse()
    self = parser.invocation
  }
}

/// Goes through the arguments from left to right.
private struct InvocationParser {
  var arguments: ArraySlice<String>
  var invocation = Invocation()

  mutating func parse() throws(ToolError) {
    while let argument = arguments.popFirst() {
      if argument == "--" {
        takeRest()
      } else if isOption(argument) {
        try takeOption(argument)
      } else if invocation.name == nil {
        invocation.name = argument
      } else if beginsCommand, Assignment(argument) == nil {
        // As with env(1), the first plain word begins the command, and its options are its own.
        invocation.words.append(.literal(argument))
        takeRest()
      } else {
        invocation.words.append(.plain(argument))
      }
    }
  }

  /// Whether the next plain word belongs to a program that is to be run.
  private var beginsCommand: Bool {
    switch invocation.name {
    case Command.exec.rawValue: true
    case Command.record.rawValue: !invocation.words.isEmpty  // The first is the file.
    default: false
    }
  }

  private mutating func takeRest() {
    while let argument = arguments.popFirst() {
      if invocation.name == nil {
        invocation.name = argument
      } else {
        invocation.words.append(.literal(argument))
      }
    }
  }

  private mutating func takeOption(_ argument: String) throws(ToolError) {
    let equals = argument.utf8.firstIndex(of: UInt8(ascii: "="))
    let name = equals.map { String(argument[..<$0]) } ?? argument
    let value = equals.map { String(argument[argument.utf8.index(after: $0)...]) }
    switch name {
    case "--socket":
      invocation.options.socket = try self.value(of: name, value, placeholder: "PATH")
    case "--device":
      invocation.options.device = try self.value(of: name, value, placeholder: "NAME")
    case "--json":
      try refuse(value, of: name)
      invocation.options.isJSON = true
    case "--help", "-h":
      try refuse(value, of: name)
      invocation.options.wantsHelp = true
    case "--version":
      try refuse(value, of: name)
      invocation.options.wantsVersion = true
    case "--wait":
      if let value {
        invocation.options.wait = .seconds(value)
      } else if let next = arguments.first, isNumber(next) {
        // It would be taken for the first value of the method, and nobody would notice.
        throw .usage("write '--wait=\(next)' in one word")
      } else {
        invocation.options.wait = .asLongAsUsual
      }
    default:
      invocation.words.append(.option(argument))
    }
  }

  private mutating func value(
    of option: String, _ attached: String?, placeholder: String
  ) throws(ToolError) -> String {
    let value = attached ?? arguments.popFirst()
    guard let value, !value.isEmpty else {
      throw .usage("\(option) needs a value: \(option) \(placeholder)")
    }
    return value
  }

  private func refuse(_ value: String?, of option: String) throws(ToolError) {
    guard value == nil else { throw .usage("\(option) takes no value") }
  }
}

/// Whether an argument is an option and not a value, such as the number `-1`.
private func isOption(_ argument: String) -> Bool {
  argument.utf8.count > 1 && argument.utf8.first == UInt8(ascii: "-") && !isNumber(argument)
}

/// Whether the text is a number as JSON writes it.
func isNumber(_ text: String) -> Bool {
  var rest = text.utf8[...]
  if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
  guard let first = rest.first else { return false }
  if first == UInt8(ascii: "0") {
    rest.removeFirst()
  } else if !takeDigits(&rest) {
    return false
  }
  if rest.first == UInt8(ascii: ".") {
    rest.removeFirst()
    guard takeDigits(&rest) else { return false }
  }
  if let exponent = rest.first, exponent | 0x20 == UInt8(ascii: "e") {
    rest.removeFirst()
    if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest.removeFirst() }
    guard takeDigits(&rest) else { return false }
  }
  return rest.isEmpty
}

/// Skips the digits in front; `false` when there is none.
private func takeDigits(_ text: inout Substring.UTF8View) -> Bool {
  let before = text.startIndex
  while let byte = text.first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { text.removeFirst() }
  return text.startIndex != before
}
