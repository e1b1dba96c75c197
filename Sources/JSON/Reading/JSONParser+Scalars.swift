extension JSONParser {
  /// Reads a number: `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`. Returns its end.
  @inline(__always)
  mutating func parseNumber(from start: Int) throws(JSONSyntaxError) -> Int {
    // Most numbers are a few digits.
    var offset = start
    while offset < count, bytes[offset] &- UInt8(ascii: "0") < 10 { offset &+= 1 }
    let isPlain = offset > start && (bytes[start] != UInt8(ascii: "0") || offset == start &+ 1)
    if isPlain, offset < count, !Self.goesOn(bytes[offset]) {
      append(.number, from: start, to: offset)
      return offset
    }
    let (end, isEncoded) = try Self.endOfNumber(bytes, count, from: start)
    append(.number, from: start, to: end, isEncoded: isEncoded)
    return end
  }

  /// Whether a number goes on with a fraction or an exponent.
  @inline(__always)
  private static func goesOn(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e")
  }

  @inline(never)
  private static func endOfNumber(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, from start: Int
  ) throws(JSONSyntaxError) -> (end: Int, isEncoded: Bool) {
    let first = bytes[start] == UInt8(ascii: "-") ? start &+ 1 : start
    let end = try endOfDigits(bytes, count, from: first)
    if bytes[first] == UInt8(ascii: "0"), end > first &+ 1 {
      throw JSONSyntaxError(.leadingZero, at: first)
    }
    guard end < count, goesOn(bytes[end]) else { return (end, false) }
    return (try endOfFractionAndExponent(bytes, count, from: end), true)
  }

  private static func endOfFractionAndExponent(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, from start: Int
  ) throws(JSONSyntaxError) -> Int {
    var offset = start
    if bytes[offset] == UInt8(ascii: ".") { offset = try Self.endOfDigits(bytes, count, from: offset &+ 1) }
    if offset < count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
      offset &+= 1
      if offset < count, bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") {
        offset &+= 1
      }
      offset = try Self.endOfDigits(bytes, count, from: offset)
    }
    return offset
  }

  /// Skips one digit or more.
  private static func endOfDigits(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, from start: Int
  ) throws(JSONSyntaxError) -> Int {
    var offset = start
    while offset < count, bytes[offset] &- UInt8(ascii: "0") < 10 { offset &+= 1 }
    if offset == start { throw JSONSyntaxError(.incompleteNumber, at: offset) }
    return offset
  }

  /// Reads a string that begins at `start`. Returns its end.
  @inline(__always)
  mutating func parseString(from start: Int) throws(JSONSyntaxError) -> Int {
    // Most strings have only plain characters up to the closing quote.
    var offset = start &+ 1
    while offset &+ 8 <= count {
      let stops = ByteScan.stops(ByteScan.word(bytes, offset), stoppingAtNonASCII: true)
      guard stops != 0 else {
        offset &+= 8
        continue
      }
      offset &+= stops.trailingZeroBitCount &>> 3
      guard bytes[offset] == UInt8(ascii: "\"") else { break }
      append(.string, from: start, to: offset &+ 1)
      return offset &+ 1
    }
    let (end, isEncoded) = try Self.endOfString(bytes, count, from: offset)
    append(.string, from: start, to: end, isEncoded: isEncoded)
    return end
  }

  /// Reads the rest of a string, with any characters, up to the end of the text. Returns the end of the
  /// string, and whether it has escapes.
  @inline(never)
  private static func endOfString(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, from middle: Int
  ) throws(JSONSyntaxError) -> (end: Int, isEncoded: Bool) {
    var offset = middle
    var isEncoded = false
    while true {
      offset = ByteScan.endOfPlainText(bytes, from: offset, count: count, stoppingAtNonASCII: true)
      guard offset < count else { throw JSONSyntaxError(.unterminatedString, at: count) }
      switch bytes[offset] {
      case UInt8(ascii: "\""): return (offset &+ 1, isEncoded)
      case UInt8(ascii: "\\"):
        isEncoded = true
        try skipEscape(bytes, count, &offset)
      case 0x80...: try skipMultibyteCharacters(bytes, count, &offset)
      default: throw JSONSyntaxError(.controlCharacter, at: offset)
      }
    }
  }

  private static func skipEscape(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ offset: inout Int
  ) throws(JSONSyntaxError) {
    let start = offset
    guard start &+ 1 < count else { throw JSONSyntaxError(.unterminatedString, at: count) }
    switch bytes[start &+ 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      offset &+= 2
    case UInt8(ascii: "u"):
      let unit = try readHexEscape(bytes, count, &offset)
      guard unit & 0xF800 == 0xD800 else { return }
      // A pair is one character: the low half must follow the high half directly.
      guard unit < 0xDC00, offset &+ 1 < count, bytes[offset] == UInt8(ascii: "\\"),
        bytes[offset &+ 1] == UInt8(ascii: "u"), try readHexEscape(bytes, count, &offset) & 0xFC00 == 0xDC00
      else { throw JSONSyntaxError(.loneSurrogate, at: start) }
    default:
      throw JSONSyntaxError(.invalidEscape, at: start)
    }
  }

  /// The UTF-16 unit of the `\uXXXX` at `offset`.
  private static func readHexEscape(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ offset: inout Int
  ) throws(JSONSyntaxError) -> UInt32 {
    let start = offset
    guard start &+ 6 <= count else { throw JSONSyntaxError(.invalidEscape, at: start) }
    var unit: UInt32 = 0
    for position in start &+ 2..<start &+ 6 {
      guard let digit = HexDigit.value(bytes[position]) else {
        throw JSONSyntaxError(.invalidEscape, at: start)
      }
      unit = unit &<< 4 | digit
    }
    offset &+= 6
    return unit
  }

  /// Skips characters of two to four bytes. The range of the second byte depends on the first: this excludes
  /// overlong forms, surrogates and values beyond U+10FFFF.
  private static func skipMultibyteCharacters(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ offset: inout Int
  ) throws(JSONSyntaxError) {
    while offset < count, bytes[offset] >= 0x80 {
      let length: Int
      var second: ClosedRange<UInt8> = 0x80...0xBF
      switch bytes[offset] {
      case 0xC2...0xDF: length = 2
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: length = 3
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF1...0xF3: length = 4
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      default: throw JSONSyntaxError(.invalidUTF8, at: offset)
      }
      guard offset &+ length <= count, second.contains(bytes[offset &+ 1]),
        length < 3 || bytes[offset &+ 2] & 0xC0 == 0x80,
        length < 4 || bytes[offset &+ 3] & 0xC0 == 0x80
      else { throw JSONSyntaxError(.invalidUTF8, at: offset) }
      offset &+= length
    }
  }
}
