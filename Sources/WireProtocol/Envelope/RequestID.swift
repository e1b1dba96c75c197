/// The id of a request, byte for byte as it was sent: `1`, `1.0` and `"1"` are three different ids.
package struct RequestID: Hashable, Sendable {
  // Most ids are short and stand right here, so that a request costs no memory for its id. Unused bytes
  // are zero.
  private var start: UInt64 = 0
  private var rest: UInt64 = 0
  private var shortCount = 0
  /// One that is longer than that.
  private var long: [UInt8]?

  private static let shortLimit = 16

  /// Copies the bytes of an id.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count <= Self.shortLimit else {
      long = Array(bytes)
      return
    }
    shortCount = bytes.count
    for (position, byte) in bytes.enumerated() {
      if position < 8 {
        start |= UInt64(byte) &<< UInt64(position &* 8)
      } else {
        rest |= UInt64(byte) &<< UInt64(position &* 8 &- 64)
      }
    }
  }

  /// The same from an array.
  package init(bytes: [UInt8]) { self = bytes.withUnsafeBufferPointer { Self($0) } }

  /// Passes the bytes to `body`; they are there until it returns.
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let long { return long.withUnsafeBufferPointer(body) }
    let words = (start.littleEndian, rest.littleEndian)
    return withUnsafeBytes(of: words) { bytes in
      body(UnsafeBufferPointer(rebasing: bytes.assumingMemoryBound(to: UInt8.self)[..<shortCount]))
    }
  }

  /// The bytes, as an array of their own.
  package var bytes: [UInt8] { withBytes { Array($0) } }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(start)
    hasher.combine(rest)
    if let long { hasher.combine(long) }
  }

  /// What an error is answered to whose request's id could not be read.
  package static let null = Self(bytes: Array("null".utf8))
}
