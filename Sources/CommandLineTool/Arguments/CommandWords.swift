import Presentation
import Schema
import WireProtocol

/// The words behind the name of a command: its values and its own options.
struct CommandWords {
  private let command: Command
  /// The words that are not options.
  private(set) var values: [String] = []
  private var options: [String: String] = [:]

  /// - Throws: `ToolError` for an unknown option, or one without the value that it needs.
  init(_ invocation: Invocation, of command: Command) throws(ToolError) {
    self.command = command
    var words = invocation.words[...]
    while let word = words.popFirst() {
      guard case .option(let text) = word else {
        values.append(word.text)
        continue
      }
      let name = String(text.prefix { $0 != "=" })
      let attached = text == name ? nil : String(text.dropFirst(name.count + 1))
      guard let option = command.options.first(where: { $0.name == name }) else {
        throw .unknownOption(text, of: command)
      }
      if let placeholder = option.value {
        guard let value = attached ?? words.popFirst()?.text, !value.isEmpty else {
          throw .usage("\(name) needs a value: \(name) \(placeholder)")
        }
        options[name] = value
      } else {
        guard attached == nil else { throw .usage("\(name) takes no value") }
        options[name] = ""
      }
    }
  }

  /// The value of an option; empty for one that takes none.
  subscript(_ option: String) -> String? { options[option] }

  /// Checks that the command has one value at most, or none.
  func refuseValues(after count: Int) throws(ToolError) {
    guard values.count > count else { return }
    let taken = count == 0 ? "no value" : "one value"
    throw .usage("\(command.rawValue) takes \(taken); '\(values[count])' is too many")
  }
}

extension ToolError {
  /// An unknown option.
  ///
  /// - Parameter command: the command whose options it could be; by default the general options.
  static func unknownOption(_ text: String, of command: Command? = nil) -> Self {
    let name = String(text.prefix { $0 != "=" })
    let own = command?.options.map(\.name) ?? []
    let known = own.isEmpty ? Invocation.generalOptions.map(\.name) : own
    let owner = own.isEmpty ? "" : " of \(command?.rawValue ?? "")"
    let hint = Nearest.hint(
      for: name, in: known, else: "; the options\(owner) are \(joined(known, by: "and"))")
    return .usage("unknown option '\(name)'\(hint)")
  }
}
