/// Reads JSON texts, one after the other, into memory it keeps: strict RFC 8259 in UTF-8.
package final class JSONDocument {
  private let maximumDepth: Int
  private var tape = JSONTape()

  /// A reader that refuses texts nested deeper than `maximumDepth` arrays and objects.
  package init(maximumDepth: Int = 128) {
    self.maximumDepth = maximumDepth
  }

  /// The value the bytes hold. The node and all it leads to look into `bytes` and into this document:
  /// both must outlive them, and the next call invalidates them.
  package func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) -> JSONNode {
    guard let base = bytes.baseAddress, bytes.count > 0 else {
      throw JSONSyntaxError(.unexpectedEnd, at: 0)
    }
    // Token offsets have 32 bits.
    guard bytes.count < JSONToken.none else { throw JSONSyntaxError(.tooLarge, at: 0) }

    tape.reserve(JSONParser.maximumTokens(count: bytes.count, maximumDepth: maximumDepth))
    var parser = JSONParser(base, count: bytes.count, maximumDepth: maximumDepth, tape: tape)
    try parser.parseText()
    return JSONNode(bytes: base, tokens: UnsafePointer(tape.tokens), index: 0)
  }
}

/// Hands the value of a JSON text to `body`; its nodes must not leave it.
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
