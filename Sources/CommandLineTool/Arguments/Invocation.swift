/// A command line taken apart: the general options, the command's name, and its own words in order.
package struct Invocation: Equatable, Sendable {
  package var options = Options()
  /// A method of the wire or a command of the tool.
  package var name: String?
  package var words: [Word] = []

  package init() {}

  /// The options that may stand anywhere.
  package struct Options: Equatable, Sendable {
    package var socket: String?
    package var device: String?
    package var isJSON = false
    package var wait: Wait?
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
    /// Begins with a dash and is none of the general options.
    case option(String)

    /// The word as it was typed.
    package var text: String {
      switch self {
      case .plain(let text), .literal(let text), .option(let text): text
      }
    }

    /// What it says for a parameter: `promptShown`, or `kind=promptShown`.
    func value(of key: String) -> String {
      text.hasPrefix("\(key)=") ? String(text.dropFirst(key.count + 1)) : text
    }
  }

  /// Every general option with the name of its value, if it takes one.
  package static let generalOptions: [(name: String, value: String?, summary: String)] = [
    ("--socket", "PATH", "the daemon's socket"),
    ("--device", "NAME", "the device that is meant"),
    ("--json", nil, "print the result exactly as on the wire"),
    ("--wait", "SECONDS", "wait for a prompt that takes the response"),
    ("--help", nil, "explain the command"),
    ("--version", nil, "print the version"),
  ]
}
