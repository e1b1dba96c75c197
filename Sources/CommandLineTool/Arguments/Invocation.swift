package import Platform
package import Presentation

/// A command line in its parts: the general options, the name, and the other words in order.
package struct Invocation: Equatable, Sendable {
  package var options = Options()
  /// The name of a method or a command.
  package var name: String?
  package var words: [Word] = []
  /// The command that `exec` or `record` runs, byte by byte as it was given; the same words are among `words`.
  package var command: [ProgramWord] = []

  package init() {}

  /// The options that may stand anywhere.
  package struct Options: Equatable, Sendable {
    package var socket: String?
    package var device: String?
    package var isJSON = false
    package var wait: Wait?
    /// How many seconds the daemon may take to answer.
    package var timeout: Double?
    package var wantsHelp = false
    package var wantsVersion = false
  }

  /// `--wait` or `--wait=SECONDS`.
  package enum Wait: Equatable, Sendable {
    case asLongAsUsual
    case seconds(String)
  }

  /// A word of the command line that is not a general option.
  package enum Word: Equatable, Sendable {
    /// A value or `key=value`.
    case plain(String)
    /// A word behind `--`: a value, whatever it looks like.
    case literal(String)
    /// Begins with a dash and is not a general option.
    case option(String)

    /// The word as it was typed.
    package var text: String {
      switch self {
      case .plain(let text), .literal(let text), .option(let text): text
      }
    }
  }

  /// Every general option with the name of its value, if it takes one.
  package static let generalOptions: [(name: String, value: String?, summary: String)] = [
    ("--socket", "PATH", "the daemon's socket"),
    ("--device", "NAME", "the device"),
    ("--json", nil, "print the result as it is on the wire"),
    ("--wait", "SECONDS", "wait until a prompt takes the response"),
    ("--timeout", "SECONDS", "how long the daemon may take to answer (default: 10)"),
    ("--help", nil, "explain the command"),
    ("--version", nil, "print the version; -V is the same"),
  ]
}

/// A word that gives a parameter by name: `key=value` or `key:=JSON`.
package struct Assignment: Equatable, Sendable {
  package var key: String
  package var value: String
  /// Whether the value is JSON and not text.
  package var isRaw: Bool

  /// Reads a word; `nil` for a plain value, which may contain a `=`.
  package init?(_ word: String) {
    let bytes = word.utf8
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), equals != bytes.startIndex else { return nil }
    var end = equals
    if bytes[bytes.index(before: equals)] == UInt8(ascii: ":") { end = bytes.index(before: equals) }
    guard end != bytes.startIndex, bytes[..<end].allSatisfy(Self.isPartOfKey) else { return nil }
    key = String(word[..<end])
    value = String(word[bytes.index(after: equals)...])
    isRaw = end != equals
  }

  /// Keys are names and dots; a sentence with a `=` in it is a value.
  private static func isPartOfKey(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default:
      false
    }
  }
}

extension Invocation {
  /// Parses the arguments, without the program's name.
  ///
  /// - Throws: `ToolError` when a general option lacks its value, or has one and takes none.
  package init(parsing arguments: [String]) throws(ToolError) {
    var parser = InvocationParser(arguments: arguments[...])
    try parser.parse()
    self = parser.invocation
  }

  /// Parses the arguments as the system passed them. Only the words of a command to run may be anything but text.
  package init(of arguments: [ProgramWord]) throws(ToolError) {
    var texts: [String] = []
    // The place of the first argument that is not UTF-8.
    var odd: Int?
    for argument in arguments {
      if let text = argument.text {
        texts.append(text)
      } else {
        odd = odd ?? texts.count
        texts.append(argument.shown)
      }
    }
    try self.init(parsing: texts)
    if name == Command.exec.rawValue || name == Command.record.rawValue {
      // They are the last ones.
      var count = 0
      for word in words { if case .literal = word { count += 1 } }
      command = Array(arguments[(arguments.count - count)...])
    }
    if let odd, odd < arguments.count - command.count {
      throw .usage("the argument '\(arguments[odd].shown)' is not UTF-8")
    }
  }
}

/// Reads the arguments from left to right.
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
        // As with env(1), the first plain word begins the command, and the options behind it belong to that.
        invocation.words.append(.literal(argument))
        takeRest()
      } else {
        invocation.words.append(.plain(argument))
      }
    }
  }

  /// Whether the next plain word begins the command that this one runs.
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
    case "--version", "-V":
      try refuse(value, of: name)
      invocation.options.wantsVersion = true
    case "--timeout":
      let text = try self.value(of: name, value, placeholder: "SECONDS")
      guard let seconds = TimeText.seconds(from: text), seconds > 0 else {
        throw .usage("--timeout must be a number of seconds over 0, not '\(text)'")
      }
      invocation.options.timeout = seconds
    case "--wait":
      if let value {
        invocation.options.wait = .seconds(value)
      } else if let next = arguments.first, PlainText.isNumber(next) {
        // Otherwise the number would silently be the first value of the method.
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
  argument.utf8.count > 1 && argument.utf8.first == UInt8(ascii: "-") && !PlainText.isNumber(argument)
}
