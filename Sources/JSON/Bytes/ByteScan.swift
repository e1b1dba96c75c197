/// Searches eight bytes at a time, without intrinsics: a test sets the top bit of each byte that it finds. A
/// subtraction may borrow from the bytes above a hit and set bits too many there, so only the lowest hit
/// counts.
@usableFromInline
enum ByteScan {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let tops: UInt64 = 0x8080_8080_8080_8080

  /// Eight bytes from any address, with the first one lowest.
  @inlinable @inline(__always)
  static func word(_ bytes: UnsafePointer<UInt8>, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(bytes + offset).loadUnaligned(as: UInt64.self))
  }

  /// Four bytes, the same way.
  @inlinable @inline(__always)
  static func halfWord(_ bytes: UnsafePointer<UInt8>, _ offset: Int) -> UInt32 {
    UInt32(littleEndian: UnsafeRawPointer(bytes + offset).loadUnaligned(as: UInt32.self))
  }

  /// Whether this byte must be escaped in a JSON string.
  @inlinable @inline(__always)
  static func mustBeEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// The offset of the first byte, from `offset` on, that must be escaped in a string; `count` if there is
  /// none. With `stoppingAtNonASCII` the bytes of longer characters are found, too.
  @inline(__always)
  static func endOfPlainText(
    _ bytes: UnsafePointer<UInt8>, from offset: Int, count: Int, stoppingAtNonASCII: Bool
  ) -> Int {
    var offset = offset
    while offset &+ 8 <= count {
      let hits = stops(word(bytes, offset), stoppingAtNonASCII: stoppingAtNonASCII)
      if hits != 0 { return offset &+ hits.trailingZeroBitCount &>> 3 }
      offset &+= 8
    }
    if offset < count && count >= 8 {
      // The last eight bytes again, without the ones already seen. The zeros shifted in are hits at `count`.
      let word = word(bytes, count &- 8) &>> ((8 &+ offset &- count) &* 8)
      return offset &+ stops(word, stoppingAtNonASCII: stoppingAtNonASCII).trailingZeroBitCount &>> 3
    }
    while offset < count {
      let byte = bytes[offset]
      if mustBeEscaped(byte) || (stoppingAtNonASCII && byte >= 0x80) { return offset }
      offset &+= 1
    }
    return count
  }

  /// The top bit of each byte that must be escaped in a string.
  @inline(__always)
  static func stops(_ word: UInt64, stoppingAtNonASCII: Bool) -> UInt64 {
    let control = word &- ones &* 0x20
    let quote = (word ^ (ones &* 0x22)) &- ones
    let backslash = (word ^ (ones &* 0x5C)) &- ones
    // These tests say nothing about bytes beyond ASCII; the mask decides: all of them are hits, or none is.
    let hits = control | quote | backslash
    return (stoppingAtNonASCII ? hits | word : hits & ~word) & tops
  }

  /// The offset of the first byte below a space, from `offset` on; `count` if there is none.
  static func firstControl(_ bytes: UnsafePointer<UInt8>, from offset: Int, count: Int) -> Int {
    var offset = offset
    while offset &+ 8 <= count {
      let word = word(bytes, offset)
      let hits = (word &- ones &* 0x20) & ~word & tops
      if hits != 0 { return offset &+ hits.trailingZeroBitCount &>> 3 }
      offset &+= 8
    }
    while offset < count, bytes[offset] >= 0x20 { offset &+= 1 }
    return offset
  }

  /// The offset of the first `byte`, from `offset` on; `count` if there is none.
  static func first(
    _ byte: UInt8, in bytes: UnsafePointer<UInt8>, from offset: Int, count: Int
  ) -> Int {
    var offset = offset
    let pattern = ones &* UInt64(byte)
    while offset &+ 32 <= count {
      let hits = (
        zeros(word(bytes, offset) ^ pattern), zeros(word(bytes, offset &+ 8) ^ pattern),
        zeros(word(bytes, offset &+ 16) ^ pattern), zeros(word(bytes, offset &+ 24) ^ pattern)
      )
      if (hits.0 | hits.1 | hits.2 | hits.3) & tops != 0 { break }
      offset &+= 32
    }
    while offset &+ 8 <= count {
      let hits = zeros(word(bytes, offset) ^ pattern) & tops
      if hits != 0 { return offset &+ hits.trailingZeroBitCount &>> 3 }
      offset &+= 8
    }
    while offset < count, bytes[offset] != byte { offset &+= 1 }
    return offset
  }

  /// Whether two times `count` bytes are the same. Short ones, such as names, take two comparisons, which may
  /// overlap.
  @inlinable @inline(__always)
  static func areEqual(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, count: Int) -> Bool {
    if count >= 8 {
      var offset = 0
      while offset &+ 8 < count {
        if word(a, offset) != word(b, offset) { return false }
        offset &+= 8
      }
      return word(a, count &- 8) == word(b, count &- 8)
    }
    if count >= 4 {
      return halfWord(a, 0) == halfWord(b, 0) && halfWord(a, count &- 4) == halfWord(b, count &- 4)
    }
    for offset in 0..<count where a[offset] != b[offset] { return false }
    return true
  }

  /// The top bit of each byte that is zero; the other bits mean nothing.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether both are the same, byte for byte.
  @inlinable @inline(__always)
  package func hasSameBytes(as other: Self) -> Bool {
    guard count == other.count else { return false }
    guard let own = baseAddress, let others = other.baseAddress else { return true }
    return ByteScan.areEqual(own, others, count: count)
  }
}

extension UnsafeRawBufferPointer {
  /// Where the first end of a line is, from an offset on; `nil`: there is none.
  package func lineEnd(from offset: Int = 0) -> Int? {
    guard offset < count, let base = bindMemory(to: UInt8.self).baseAddress else { return nil }
    let end = ByteScan.first(0x0A, in: base, from: offset, count: count)
    return end < count ? end : nil
  }
}
