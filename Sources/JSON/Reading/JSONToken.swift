/// One value or member name of a parsed text; sixteen bytes apart on the tape.
///
/// The tokens of a container follow its own: those of an array one value after the other, those of an
/// object a name and a value in turn.
@usableFromInline
struct JSONToken {
  /// The source bytes, with the quotes or brackets.
  @usableFromInline var start: UInt32
  /// Where they end.
  @usableFromInline var end: UInt32
  /// The token after this one and all it holds. While a container is open: the one it stands in.
  @usableFromInline var next: UInt32
  /// What the value is; a name is a string.
  @usableFromInline var kind: JSONNode.Kind
  /// A string with escapes, or a number with a fraction or an exponent: its bytes are not its plain value.
  @usableFromInline var isEncoded: Bool

  /// What stands for "in no container".
  static let none = UInt32.max
}

/// The memory for the tokens of one text after the other.
struct JSONTape: ~Copyable {
  /// The first token, until more room is asked for.
  private(set) var tokens: UnsafeMutablePointer<JSONToken>
  private var capacity: Int

  /// What one text may leave behind for the next: 1 MiB.
  private static let retainedCapacity = 65_536
  private static let initialCapacity = 256

  init() {
    capacity = Self.initialCapacity
    tokens = .allocate(capacity: capacity)
  }

  deinit { tokens.deallocate() }

  /// Makes room for so many tokens, forgets those that are there, and gives back the memory that an
  /// unusually large text took.
  @inline(__always)
  mutating func reserve(_ count: Int) {
    if count > capacity || capacity > Self.retainedCapacity { resize(for: count) }
  }

  @inline(never)
  private mutating func resize(for count: Int) {
    // A growing text does not ask anew each time.
    let wanted = max(count, min(capacity * 2, Self.retainedCapacity))
    if wanted == capacity { return }
    tokens.deallocate()
    tokens = .allocate(capacity: wanted)
    capacity = wanted
  }
}
