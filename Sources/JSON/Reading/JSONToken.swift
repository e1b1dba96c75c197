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

/// The tokens of a text. It owns its memory only as part of a `JSONDocument`, which frees it.
struct JSONTape {
  /// The first token, until the next one is appended.
  private(set) var tokens: UnsafeMutablePointer<JSONToken>
  /// How many there are.
  private(set) var count = 0
  private var capacity: Int

  /// What one text may leave behind for the next: 1 MiB.
  private static let retainedCapacity = 65_536

  /// An empty tape.
  init(capacity: Int) {
    self.capacity = capacity
    tokens = .allocate(capacity: capacity)
  }

  /// Frees the memory.
  func deallocate() { tokens.deallocate() }

  /// Forgets all tokens, and the memory an unusually large text took.
  mutating func removeAll() {
    count = 0
    if capacity > Self.retainedCapacity { resize(to: Self.retainedCapacity) }
  }

  /// Adds a token at the end.
  @inline(__always)
  mutating func append(_ token: JSONToken) {
    if count == capacity { resize(to: capacity * 2) }
    (tokens + count).initialize(to: token)
    count &+= 1
  }

  @inline(never)
  private mutating func resize(to newCapacity: Int) {
    let larger = UnsafeMutablePointer<JSONToken>.allocate(capacity: newCapacity)
    larger.moveInitialize(from: tokens, count: count)
    tokens.deallocate()
    tokens = larger
    capacity = newCapacity
  }
}
