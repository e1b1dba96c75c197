/// Finds the name a person meant.
package enum Nearest {
  /// The nearest name, however far it is; `nil` only if there is none.
  package static func always(to name: String, in names: [String]) -> String? {
    KnownNames(names).nearest(to: name)?.name
  }

  /// The nearest name if it is near enough to be meant.
  package static func plausible(to name: String, in names: [String]) -> String? {
    guard let found = KnownNames(names).nearest(to: name) else { return nil }
    return found.distance <= max(2, found.name.utf8.count / 3) ? found.name : nil
  }
}

/// Names among which one may be meant, whatever is the case of its letters.
package struct KnownNames: Sendable {
  private let names: [String]
  private let words: [Word]
  /// Those of each word, side by side: most words are told to be too far by them alone.
  private let letters: [Letters]

  package init(_ names: [String]) {
    self.names = names
    words = names.map(Word.init)
    letters = words.map { Letters(of: $0.bytes) }
  }

  /// The nearest, and of several the first; `nil` only if there is none. Where half of the letters would have to change,
  /// nothing was meant, and what shares most letters will do.
  package func nearest(to name: String) -> (name: String, distance: Int)? {
    let typed = Word(name)
    let edits = EditDistance(from: typed.bytes)
    let least = Letters(of: typed.bytes).leastDistances(to: letters)
    guard var best = least.indices.min(by: { least[$0] < least[$1] }) else { return nil }
    // The one that promises most goes first, so that few others have to be looked at.
    var distance = typed.distance(to: words[best], edits)
    let farthest = max(2, typed.bytes.count / 2)
    for index in least.indices where least[index] <= min(distance, farthest) {
      let other = typed.distance(to: words[index], edits)
      if other < distance || other == distance && index < best { (best, distance) = (index, other) }
    }
    return (names[best], distance)
  }
}

/// A name as it is compared.
private struct Word {
  let bytes: [UInt8]

  init(_ name: String) {
    // Nobody means a name that is much longer than any; a bound keeps a hostile one cheap.
    bytes = name.utf8.prefix(48).map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 }
  }

  /// Half-typed names come before misspelt ones: `lock` means `lockDevice`.
  func distance(to other: Word, _ edits: EditDistance) -> Int {
    let edits = edits(to: other.bytes)
    guard bytes.count >= 3, edits > 0 else { return edits }
    if other.bytes.starts(with: bytes) { return min(edits, Self.begun) }
    if bytes.count >= 4, other.contains(self) { return min(edits, 3) }
    return edits
  }

  /// How far half of a name is from the whole at most.
  static let begun = 2

  private func contains(_ part: Word) -> Bool {
    guard part.bytes.count <= bytes.count else { return false }
    return (0...(bytes.count - part.bytes.count)).contains { bytes[$0...].starts(with: part.bytes) }
  }
}

/// Which letters a word has, and which of them more than once: a bit each. A letter that only one of two words has takes
/// an edit, wherever it is.
private struct Letters {
  private var bits: UInt64 = 0

  init(of bytes: [UInt8]) {
    for byte in bytes {
      let letter: UInt64 = 1 << UInt64(byte & 31)
      bits |= bits & letter == 0 ? letter : letter << 32
    }
  }

  /// What the distances to words with these letters are at least.
  func leastDistances(to others: [Letters]) -> [Int] {
    others.map { other in
      let (lost, new) = ((bits & ~other.bits).nonzeroBitCount, (other.bits & ~bits).nonzeroBitCount)
      return lost == 0 ? min(new, Word.begun) : max(lost, new)
    }
  }
}
