/// Finds the name a person meant.
package enum Nearest {
  /// The nearest name, however far it is; `nil` only if there is none.
  package static func always(to name: String, in candidates: [String]) -> String? {
    best(name, candidates)?.name
  }

  /// The nearest name if it is near enough to be meant.
  package static func plausible(to name: String, in candidates: [String]) -> String? {
    guard let found = best(name, candidates) else { return nil }
    return found.distance <= max(2, found.name.utf8.count / 3) ? found.name : nil
  }

  private static func best(_ name: String, _ candidates: [String]) -> (name: String, distance: Int)? {
    // Nobody means a name that is much longer than any; a bound keeps a hostile one cheap.
    let typed = folded(name.utf8.prefix(48))
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let distance = distance(typed, folded(candidate.utf8.prefix(48)))
      if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
    }
    return best
  }

  /// Half-typed names come before misspelt ones: `lock` means `lockDevice`.
  private static func distance(_ typed: [UInt8], _ candidate: [UInt8]) -> Int {
    let edits = edits(typed, candidate)
    guard typed.count >= 3, edits > 0 else { return edits }
    if candidate.starts(with: typed) { return min(edits, 2) }
    if typed.count >= 4, contains(candidate, typed) { return min(edits, 3) }
    return edits
  }

  /// How many letters to insert, delete, replace or swap with their neighbour.
  private static func edits(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var older: [Int] = []
    var previous = Array(0...b.count)
    for i in 0..<a.count {
      var current = [i + 1]
      for j in 0..<b.count {
        var cost = min(previous[j] + (a[i] == b[j] ? 0 : 1), previous[j + 1] + 1, current[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, older[j - 1] + 1) }
        current.append(cost)
      }
      older = previous
      previous = current
    }
    return previous[b.count]
  }

  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    guard part.count <= text.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
  }

  private static func folded(_ text: some Sequence<UInt8>) -> [UInt8] {
    text.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 }
  }
}
