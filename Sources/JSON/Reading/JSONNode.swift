/// A value in a parsed text: a view that is free to copy, valid as long as the bytes and the document.
@usableFromInline
package struct JSONNode {
  /// The whole text.
  @usableFromInline let bytes: UnsafePointer<UInt8>
  /// All its tokens.
  @usableFromInline let tokens: UnsafePointer<JSONToken>
  /// The index of its token.
  @usableFromInline let index: Int

  /// Creates a view of a value.
  @inlinable
  init(bytes: UnsafePointer<UInt8>, tokens: UnsafePointer<JSONToken>, index: Int) {
    self.bytes = bytes
    self.tokens = tokens
    self.index = index
  }

  /// The kinds of JSON values.
  @usableFromInline
  package enum Kind: UInt8, Sendable {
    case object, array, string, number, boolean, null
  }

  /// Its kind.
  @inlinable package var kind: Kind { token.kind }

  /// Its place and kind.
  @inlinable var token: JSONToken {
    @inline(__always) get { tokens[index] }
  }

  /// Its bytes in the text, with quotes and brackets.
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

  /// The text of a string, with escapes resolved; `nil` for another kind.
  package var string: String? {
    let token = token
    guard token.kind == .string else { return nil }
    let content = content(of: token)
    guard token.isEncoded else { return String(decoding: content, as: UTF8.self) }
    // An escape is never shorter than the bytes that it stands for.
    return String(unsafeUninitializedCapacity: content.count) { text in
      var count = 0
      for byte in unescapedBytes(of: token) {
        text[count] = byte
        count &+= 1
      }
      return count
    }
  }

  /// The value of a whole number that fits into an `Int`, also if it is written as `1.0` or `1e2`.
  package var integer: Int? {
    let token = token
    guard token.kind == .number else { return nil }
    return shortInteger(token) ?? DecimalNumber(raw).integer
  }

  /// The nearest double of a number; `nil` for another kind, and beyond the largest double.
  package var number: Double? {
    let token = token
    guard token.kind == .number else { return nil }
    // A zero may be negative, and an integer has no negative zero.
    if let integer = shortInteger(token), integer != 0 { return Double(integer) }
    if let double = DecimalNumber(raw).exactDouble { return double }
    guard let double = Double(String(decoding: raw, as: UTF8.self)), double.isFinite else { return nil }
    return double
  }

  /// The value of a number that has only digits, and too few of them to overflow.
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

  /// The bytes between the quotes of a string.
  @inlinable @inline(__always)
  func content(of token: JSONToken) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: bytes + Int(token.start) + 1, count: Int(token.end &- token.start) &- 2)
  }

  /// The same with escapes resolved.
  func unescapedBytes(of token: JSONToken) -> UnescapedBytes {
    UnescapedBytes(from: bytes + Int(token.start) + 1, to: bytes + Int(token.end) - 1)
  }
}
