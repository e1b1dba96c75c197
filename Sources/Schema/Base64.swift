import JSON

/// The base64 of RFC 4648 with its padding; nothing else is taken, so that what comes in goes out the same.
package enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  private static let values: [UInt8?] = {
    var values = [UInt8?](repeating: nil, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = group.reduce(0) { (bits: UInt32, byte: UInt8) -> UInt32 in bits << 8 | UInt32(byte) }
      bits <<= 8 * UInt32(3 - group.count)
      for index in 0..<4 {
        text.append(index <= group.count ? digits[Int(bits >> (18 - 6 * UInt32(index)) & 63)] : padding)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// `nil`: not canonical base64.
  package static func decode(_ text: String) -> [UInt8]? {
    let input = Array(text.utf8)
    guard input.count.isMultiple(of: 4) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(input.count / 4 * 3)
    for start in stride(from: 0, to: input.count, by: 4) {
      let isLast = start + 4 == input.count
      let group = input[start..<(start + 4)].prefix { !isLast || $0 != padding }
      guard group.count >= 2, input[(start + group.count)..<(start + 4)].allSatisfy({ $0 == padding }) else {
        return nil
      }
      var bits: UInt32 = 0
      for digit in group {
        guard let value = values[Int(digit)] else { return nil }
        bits = bits << 6 | UInt32(value)
      }
      bits <<= 6 * UInt32(4 - group.count)
      let count = group.count - 1
      // Bits beyond the last byte would be lost.
      guard bits & ((1 << (8 * UInt32(3 - count))) - 1) == 0 else { return nil }
      for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: bits >> (16 - 8 * UInt32(index)))) }
    }
    return bytes
  }
}

extension Coding where Value == [UInt8] {
  /// Bytes as base64 with its padding.
  package static let base64 = Self(
    .string(),
    read: { (node) throws(Mismatch) in
      guard let bytes = node.string.flatMap(Base64.decode) else {
        throw Mismatch.mustBe("base64 with its padding")
      }
      return bytes
    }, write: { $1.string(Base64.encode($0)) })
}
