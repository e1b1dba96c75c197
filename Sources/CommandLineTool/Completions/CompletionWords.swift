import Schema
import WireProtocol

/// What may stand behind a method or a command, as the completions offer it: `name=` where any value may
/// follow, and `name=value` for each value where they are known.
struct CompletionWords {
  /// Those with the same words.
  var names: [String]
  var words: [String]

  /// For every method and command that has any.
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
    if method.name == "getState" { return StateFields.shown.flatMap { fieldNames($0, prefix: "") } }
    let bare = method.parameters.prefix(method.positionalCount).flatMap(\.type.commandLineWords)
    let named = method.parameters.flatMap { assignments($0, prefix: "") }
    let wait = method.parameter("whenPrompted") == nil ? [] : ["--wait"]
    return bare + named + wait
  }

  private static func assignments(_ field: Field, prefix: String) -> [String] {
    let name = prefix + field.name
    if name == "where" { return eventMembers.map { "where.\($0)=" } }
    if let members = field.type.members { return members.flatMap { assignments($0, prefix: name + ".") } }
    // Only JSON can stand for an object of any members.
    if case .anyObject = field.type.core { return ["\(name):="] }
    let words = field.type.commandLineWords
    return words.isEmpty ? ["\(name)="] : words.map { "\(name)=\($0)" }
  }

  /// What events have to be held against, whatever their kind.
  private static var eventMembers: [String] {
    var names: [String] = []
    for kind in EventKind.allCases {
      for member in kind.members where !names.contains(member.name) { names.append(member.name) }
    }
    return names
  }

  private static func fieldNames(_ field: Field, prefix: String) -> [String] {
    let name = prefix + field.name
    guard case .object(let members) = field.type.core else { return [name] }
    return [name] + members.flatMap { fieldNames($0, prefix: name + ".") }
  }
}
