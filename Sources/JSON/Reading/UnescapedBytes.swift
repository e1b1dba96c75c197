/// The UTF-8 bytes of a string, resolved one by one from the bytes between its quotes. The parser has checked
/// those, so errors cannot happen here.
struct UnescapedBytes: Sequence, IteratorProtocol {
  private var cursor: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>
  /// The remaining bytes of an escaped character, lowest byte first. Continuation bytes are never 0.
  private var pending: UInt32 = 0

  /// Creates the sequence for the bytes between two quotes.
  init(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) {
    cursor = start
    self.end = end
  }

  /// The next byte.
  mutating func next() -> UInt8? {
    if pending != 0 {
      defer { pending >>= 8 }
      return UInt8(truncatingIfNeeded: pending)
    }
    guard cursor < end else { return nil }
    let byte = cursor[0]
    guard byte == UInt8(ascii: "\\") else {
      cursor += 1
      return byte
    }
    let escape = cursor[1]
    if escape == UInt8(ascii: "u") { return firstByte(of: nextScalar()) }
    cursor += 2
    switch escape {
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    default: return escape
    }
  }

  /// The character of a `\u` escape, or of a pair of them.
  private mutating func nextScalar() -> UInt32 {
    let unit = nextUnit()
    guard unit & 0xFC00 == 0xD800 else { return unit }
    return 0x10000 &+ (unit & 0x3FF) &<< 10 | nextUnit() & 0x3FF
  }

  private mutating func nextUnit() -> UInt32 {
    var unit: UInt32 = 0
    for position in 2..<6 { unit = unit &<< 4 | (HexDigit.value(cursor[position]) ?? 0) }
    cursor += 6
    return unit
  }

  /// Returns the first byte of a character, and keeps the others.
  private mutating func firstByte(of scalar: UInt32) -> UInt8 {
    switch scalar {
    case ..<0x80:
      return UInt8(truncatingIfNeeded: scalar)
    case ..<0x800:
      pending = 0x80 | scalar & 0x3F
      return UInt8(truncatingIfNeeded: 0xC0 | scalar &>> 6)
    case ..<0x10000:
      pending = 0x80 | (scalar &>> 6) & 0x3F | (0x80 | scalar & 0x3F) &<< 8
      return UInt8(truncatingIfNeeded: 0xE0 | scalar &>> 12)
    default:
      pending =
        0x80 | (scalar &>> 12) & 0x3F | (0x80 | (scalar &>> 6) & 0x3F) &<< 8
        | (0x80 | scalar & 0x3F) &<< 16
      return UInt8(truncatingIfNeeded: 0xF0 | scalar &>> 18)
    }
  }
}

/// Hexadecimal digits.
package enum HexDigit {
  /// The value of an ASCII digit in upper or lower case; `nil` for another byte.
  @inline(__always)
  package static func value(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte &- UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte &- UInt8(ascii: "a") &+ 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte &- UInt8(ascii: "A") &+ 10)
    default: nil
    }
  }

  /// The lower-case digit of a value below 16.
  static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ value &- 10
  }
}
