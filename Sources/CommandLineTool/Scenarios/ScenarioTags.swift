import Presentation
import Schema

/// Words by which `--only` chooses scenarios.
enum ScenarioTags {
  /// Checks the spelling of a tag.
  static func checked(_ tag: String) throws(ToolError) -> String {
    guard let first = tag.unicodeScalars.first, first != "-",
      tag.unicodeScalars.allSatisfy({
        $0.properties.isAlphabetic || ("0"..."9" ~= $0) || $0 == "-" || $0 == "_"
      })
    else { throw .usage("'\(tag)' cannot be a tag; use letters, digits, - and _") }
    return tag
  }

  /// The scenarios that have the tag.
  ///
  /// - Parameter orNone: whether there may be none, as when a program hands over one file after the other.
  /// - Throws: `ToolError` when none has it, with the nearest one.
  static func scenarios(
    _ scenarios: [Scenario], having tag: String, orNone: Bool
  ) throws(ToolError) -> [Scenario] {
    let chosen = scenarios.filter { $0.tags.contains(tag) }
    guard chosen.isEmpty, !orNone else { return chosen }
    let tags = Set(scenarios.flatMap(\.tags)).sorted()
    let hint = Nearest.hint(
      for: tag, in: tags,
      else: tags.isEmpty
        ? "; a line 'tags \(tag)' before the first step gives it"
        : "; the tags are \(joined(tags, by: "and"))")
    throw .usage("no scenario has the tag '\(tag)'\(hint)")
  }
}
