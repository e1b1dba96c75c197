import JSON
import Platform
import Presentation
import Schema
import WireProtocol

/// The shells with completions.
package enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The script that the shell evaluates.
  package var script: String {
    switch self {
    case .bash: BashCompletions.script
    case .zsh: ZshCompletions.script
    case .fish: FishCompletions.script
    }
  }
}

/// What the scripts have in common.
enum CompletionNames {
  /// The commands whose values are files.
  static let readingFiles = Command.allCases.filter(\.takesFiles).map(\.rawValue)

  /// Every method and command with its summary.
  static var all: [(name: String, summary: String)] {
    MethodTable.all.map { ($0.name, $0.summary) } + Command.allCases.map { ($0.rawValue, $0.summary) }
  }

  /// The general options with their summaries.
  static var options: [(name: String, summary: String)] {
    Invocation.generalOptions.map { ($0.name, $0.summary) }
  }

  /// A text in single quotes, for any of the shells.
  static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "’"))'" }
}

/// The words that the completions offer behind a method or a command: `name=value` for each known value of a
/// parameter, else `name=`.
struct CompletionWords {
  /// The methods and commands with these words.
  var names: [String]
  var words: [String]

  /// The words of every method and command that has some.
  static let all: [CompletionWords] = {
    var entries: [CompletionWords] = []
    for method in MethodTable.all { add(method.name, words(of: method), to: &entries) }
    for command in Command.allCases { add(command.rawValue, command.words, to: &entries) }
    return entries
  }()

  private static func add(_ name: String, _ words: [String], to entries: inout [CompletionWords]) {
    if words.isEmpty { return }
    if let index = entries.firstIndex(where: { $0.words == words }) {
      entries[index].names.append(name)
    } else {
      entries.append(CompletionWords(names: [name], words: words))
    }
  }

  private static func words(of method: Method) -> [String] {
    if method.name == "getState" { return DottedPath.names(in: StateFields.state) }
    let bare = method.parameters.prefix(method.positionalCount).flatMap(\.type.commandLineWords)
    let named = method.parameters.flatMap { assignments($0, prefix: "") }
    let wait = method.parameter("whenPrompted") == nil ? [] : ["--wait"]
    return bare + named + wait
  }

  private static func assignments(_ field: Field, prefix: String) -> [String] {
    let name = prefix + field.name
    if name == "where" { return eventMembers.map { "where.\($0)=" } }
    if let members = field.type.members { return members.flatMap { assignments($0, prefix: name + ".") } }
    // An object with any members can only be given as JSON.
    if field.type.isAnyObject { return ["\(name):="] }
    let words = field.type.commandLineWords
    return words.isEmpty ? ["\(name)="] : words.map { "\(name)=\($0)" }
  }

  /// The members of events of all kinds.
  private static var eventMembers: [String] {
    var names: [String] = []
    for kind in EventKind.allCases {
      for member in kind.members where !names.contains(member.name) { names.append(member.name) }
    }
    return names
  }
}

extension Tool {
  /// Prints the completions for a shell, or names for them.
  func completions() throws(ToolError) -> ExitStatus {
    let names = Shell.allCases.map(\.rawValue)
    guard let name = try singleWord(of: .completions) else {
      throw .usage("completions needs the name of a shell: \(joined(names, by: "or"))")
    }
    if let kind = NameKind(rawValue: name) { return try printNames(of: kind) }
    guard let shell = Shell(rawValue: name) else {
      throw .usage(
        "completions are for \(joined(names, by: "and")), not '\(name)'\(Nearest.hint(for: name, in: names))")
    }
    try Output.bytes(Array(shell.script.utf8))
    return .done
  }
}
