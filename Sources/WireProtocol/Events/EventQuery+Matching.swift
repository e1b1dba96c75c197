package import JSON

extension EventQuery {
  /// Whether an event's object has what is asked for, number by value and text by text.
  package func matches(_ event: JSONNode, kind: EventKind) -> Bool {
    guard kind == self.kind else { return false }
    guard let members else { return true }
    let verdict = try? withJSON(members) { asked in
      asked.members.allSatisfy { key, value in
        key.string.flatMap { event[$0] }?.isEqual(to: value) ?? false
      }
    }
    return verdict ?? false
  }

  /// The prompt that is named in `where`, if one is.
  package var prompt: String? {
    guard let members else { return nil }
    return try? withJSON(members) { $0["prompt"]?.string }
  }
}
