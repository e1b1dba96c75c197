/// A value within a parsed text: a view, free to copy, that lives as long as the bytes and the document.
@usableFromInline
package struct JSONNode {
  /// The whole text.
  @usableFromInline let bytes: UnsafePointer<UInt8>
  /// All its tokens.
  @usableFromInline let tokens: UnsafePointer<JSONToken>
  /// Which of them is this one.
  @usableFromInline let index: Int

  /// A value of a text.
  @inlinable
  init(bytes: UnsafePointer<UInt8>, tokens: UnsafePointer<JSONToken>, index: Int) {
    self.bytes = bytes
    self.tokens = tokens
    self.index = index
  }

  /// What a JSON value can be.
  @usableFromInline
  package enum Kind: UInt8, Sendable {
    case object, array, string, number, boolean, null
  }

  /// What it is.
  @inlinable package var kind: Kind { token.kind }

  /// Where it is and what it is.
  @inlinable var token: JSONToken {
    @inline(__always) get { tokens[index] }
  }

  /// The bytes it was written with, quotes and brackets included.
  @inlinable package var raw: UnsafeBufferPointer<UInt8> {
    let token = token
    return UnsafeBufferPointer(start: bytes + Int(token.start), count: Int(token.end &- token.start))
  }

  /// Whether it is `null`.
  @inlinable package var isNull: Bool { kind == .null }

  /// The value of `true` or `false`; `nil` for another kind.
  @inlinable package var bool: Bool? {
    let token = token
    return token.kind == .boolean ? bytes[Int(token.start)] == UInt8(ascii: "t") : nil
  }

  /// The text of a string, escapes resolved; `nil` for another kind.
  package var string: String? {
    let token = token
    guard token.kind == .string else { return nil }
    let content = content(of: token)
    guard token.isEncoded else { return String(decoding: content, as: UTF8.self) }
    // An escape is never shorter than what it stands for.
    return String(unsafeUninitializedCapacity: content.count) { text in
      var count = 0
      for byte in unescapedBytes(of: token) {
        text[count] = byte
        count &+= 1
      }
      return count
    }
  }

  /// The value of a whole number that an `Int` holds, however it is written: `1.0` and `1e2` count.
  package var integer: Int? {
    let token = token
    guard token.kind == .number else { return nil }
    return shortInteger(token) ?? DecimalNumber(raw).integer
  }

  /// The double nearest to a number; `nil` for another kind, and beyond the largest double.
  package var number: Double? {
    let token = token
    guard token.kind == .number else { return nil }
    // Zero may be negative, which an integer cannot tell.
    if let integer = shortInteger(token), integer != 0 { return Double(integer) }
    if let double = DecimalNumber(raw).exactDouble { return double }
    guard let double = Double(String(decoding: raw, as: UTF8.self)), double.isFinite else { return nil }
    return double
  }

  /// The value of a number of digits only, and few enough that nothing can overflow.
  @inline(__always)
  private func shortInteger(_ token: JSONToken) -> Int? {
    guard !token.isEncoded, token.end &- token.start <= 18 else { return nil }
    let isNegative = bytes[Int(token.start)] == UInt8(ascii: "-")
    var magnitude = 0
    for position in Int(token.start) &+ (isNegative ? 1 : 0)..<Int(token.end) {
      magnitude = magnitude &* 10 &+ Int(bytes[position] &- UInt8(ascii: "0"))
    }
    return isNegative ? 0 &- magnitude : magnitude
  }

  /// What stands between the quotes of a string.
  @inlinable
  @inline(__always)
  func content(of token: JSONToken) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: bytes + Int(token.start) + 1, count: Int(token.end &- token.start) &- 2)
  }

  /// The same with escapes resolved.
  func unescapedBytes(of token: JSONToken) -> UnescapedBytes {
    UnescapedBytes(from: bytes + Int(token.start) + 1, to: bytes + Int(token.end) - 1)
  }
}
