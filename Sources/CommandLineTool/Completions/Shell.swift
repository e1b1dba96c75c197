import Schema
import WireProtocol

/// The shells that there are completions for.
package enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The program that the shell evaluates.
  package var script: String {
    switch self {
    case .bash: BashCompletions.script
    case .zsh: ZshCompletions.script
    case .fish: FishCompletions.script
    }
  }
}

/// What the scripts share.
enum CompletionNames {
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
