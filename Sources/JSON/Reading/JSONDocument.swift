/// Reads JSON texts, one after the other, into memory that it keeps: strict RFC 8259 in UTF-8.
package final class JSONDocument {
  private let maximumDepth: Int
  private var tape = JSONTape()

  /// The longest text that it reads: token offsets have 32 bits.
  package static let maximumBytes = Int(JSONToken.none) - 1

  /// Creates a reader that refuses arrays and objects nested deeper than `maximumDepth`.
  package init(maximumDepth: Int = 128) {
    self.maximumDepth = maximumDepth
  }

  /// Reads the value in these bytes. The node and all nodes below it point into `bytes` and into this
  /// document: both must outlive them, and the next call invalidates them.
  package func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) -> JSONNode {
    guard let base = bytes.baseAddress, bytes.count > 0 else {
      throw JSONSyntaxError(.unexpectedEnd, at: 0)
    }
    guard bytes.count <= Self.maximumBytes else { throw JSONSyntaxError(.tooLarge, at: 0) }

    tape.reserve(JSONParser.maximumTokens(count: bytes.count, maximumDepth: maximumDepth))
    var parser = JSONParser(base, count: bytes.count, maximumDepth: maximumDepth, tape: tape)
    try parser.parseText()
    return JSONNode(bytes: base, tokens: UnsafePointer(tape.tokens), index: 0)
  }
}

/// Reads a JSON text and passes its value to `body`, which must not keep nodes.
package func withJSON<Result, Failure: Error>(
  _ bytes: [UInt8], _ body: (JSONNode) throws(Failure) -> Result
) throws -> Result {
  let document = JSONDocument()
  return try withExtendedLifetime(document) {
    try bytes.withUnsafeBufferPointer { buffer in
      try body(try document.parse(buffer))
    }
  }
}

/// A value or a member name of a parsed text; 16 bytes on the tape.
///
/// The tokens of a container follow its own token: of an array one value after the other, of an object a name
/// and a value in turn.
@usableFromInline
struct JSONToken {
  /// The offset of its first byte, a quote or a bracket included.
  @usableFromInline var start: UInt32
  /// The offset after its last byte.
  @usableFromInline var end: UInt32
  /// The index of the token after this one and all tokens below it. In an open container: the outer
  /// container.
  @usableFromInline var next: UInt32
  /// The kind of the value; a name is a string.
  @usableFromInline var kind: JSONNode.Kind
  /// Whether this is a string with escapes, or a number with a fraction or an exponent.
  @usableFromInline var isEncoded: Bool

  /// The outer container of a value at the top.
  static let none = UInt32.max
}

/// The memory for the tokens of a text, used again for the next text.
struct JSONTape: ~Copyable {
  /// The first token; valid until the next `reserve`.
  private(set) var tokens: UnsafeMutablePointer<JSONToken>
  private var capacity: Int

  /// The largest memory that is kept for the next text: 1 MiB.
  private static let retainedCapacity = 65_536
  private static let initialCapacity = 256

  init() {
    capacity = Self.initialCapacity
    tokens = .allocate(capacity: capacity)
  }

  deinit { tokens.deallocate() }

  /// Makes room for a number of tokens in place of the old ones, and frees the memory of an unusually large
  /// text.
  @inline(__always)
  mutating func reserve(_ count: Int) {
    if count > capacity || capacity > Self.retainedCapacity { resize(for: count) }
  }

  @inline(never)
  private mutating func resize(for count: Int) {
    // Texts that grow a little each time do not allocate each time.
    let wanted = max(count, min(capacity * 2, Self.retainedCapacity))
    if wanted == capacity { return }
    tokens.deallocate()
    tokens = .allocate(capacity: wanted)
    capacity = wanted
  }
}
