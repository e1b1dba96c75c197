/// The few forms of ASN.1 that the bytes of keys and signatures have.
enum DER {
  /// What a form is.
  enum Tag: UInt8 {
    case integer = 0x02
    case bitString = 0x03
    case octetString = 0x04
    case objectIdentifier = 0x06
    case sequence = 0x30
    case parameters = 0xA0
  }

  /// Writes a form.
  static func encode(_ tag: Tag, _ content: [UInt8]) -> [UInt8] {
    var length = [UInt8(truncatingIfNeeded: content.count)]
    if content.count > 0x7F {
      var rest = content.count >> 8
      while rest > 0 {
        length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
        rest >>= 8
      }
      length.insert(0x80 | UInt8(length.count), at: 0)
    }
    return [tag.rawValue] + length + content
  }

  /// Writes a number that is not negative, without the zeros in front.
  static func encode(unsigned bytes: ArraySlice<UInt8>) -> [UInt8] {
    var digits = Array(bytes.drop { $0 == 0 })
    if digits.first.map({ $0 > 0x7F }) ?? true { digits.insert(0, at: 0) }
    return encode(.integer, digits)
  }
}

/// Reads forms one after the other.
struct DERReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// Whether everything was read.
  var isAtEnd: Bool { rest.isEmpty }

  /// Reads the next form, if it has the tag, and returns what is in it.
  mutating func next(_ tag: DER.Tag) -> ArraySlice<UInt8>? {
    var bytes = rest
    guard bytes.popFirst() == tag.rawValue, let first = bytes.popFirst() else { return nil }
    var length = Int(first)
    if first > 0x7F {
      length = 0
      for _ in 0..<(first & 0x7F) {
        guard length < 1 << 24, let byte = bytes.popFirst() else { return nil }
        length = length << 8 | Int(byte)
      }
    }
    guard length <= bytes.count else { return nil }
    rest = bytes.dropFirst(length)
    return bytes.prefix(length)
  }

  /// Reads a number that is not negative, as a big-endian number of so many bytes; `nil` if it is longer.
  mutating func nextUnsigned(_ size: Int) -> [UInt8]? {
    guard let digits = next(.integer), let first = digits.first, first <= 0x7F else { return nil }
    let significant = digits.drop { $0 == 0 }
    guard significant.count <= size else { return nil }
    return Array(repeating: 0, count: size - significant.count) + significant
  }
}
