extension JSONTree {
  /// The ends of what programs have for numbers: of 32 and 64 bits, of what a double has exactly, of doubles, and of
  /// the wire's own ranges.
  package static let extremeNumbers: [JSONTree] =
    [
      0, 1, -1, 1 << 31 - 1, 1 << 31, -1 << 31, -1 << 31 - 1, 1 << 53, 1 << 53 + 1, -1 << 53, 1 << 62, .max,
      .max - 1, .min, .min + 1, 1_000_000, 1_000_001, 9_000_000_000, 9_000_000_000_000_000_000,
      9_000_000_000_000_000_001, -9_000_000_000_000_000_000,
    ].map(Self.integer)
    + [1e308, -1e308, 1e19, -1e19, 1e15, -0.0, .leastNonzeroMagnitude, 0.5, -2.5].map(Self.number)

  /// How many numbers it has.
  package var numberCount: Int {
    switch self {
    case .null, .boolean, .string: 0
    case .integer, .number: 1
    case .array(let elements): elements.reduce(0) { $0 + $1.numberCount }
    case .object(let members): members.values.reduce(0) { $0 + $1.numberCount }
    }
  }

  /// Puts another number in the place of one; they are counted from 0, members in the order of their names.
  package mutating func replaceNumber(_ index: Int, with number: JSONTree) {
    var left = index
    replaceNumber(&left, number)
  }

  private mutating func replaceNumber(_ left: inout Int, _ number: JSONTree) {
    switch self {
    case .null, .boolean, .string: break
    case .integer, .number:
      if left == 0 { self = number }
      left -= 1
    case .array(var elements):
      for index in elements.indices where left >= 0 { elements[index].replaceNumber(&left, number) }
      self = .array(elements)
    case .object(var members):
      for name in members.keys.sorted() where left >= 0 { members[name]?.replaceNumber(&left, number) }
      self = .object(members)
    }
  }
}
