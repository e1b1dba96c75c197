/// Checks a whole text in one pass, and writes a token for each value. It does not recurse, so depth costs no
/// stack; the open containers form a chain through their own tokens.
///
/// All common parts are inlined into one loop over local variables. Rare parts are static functions: a call
/// of a method would move the parser from registers to memory.
struct JSONParser {
  /// The bytes of the text.
  let bytes: UnsafePointer<UInt8>
  /// The number of bytes.
  let count: Int
  private let maximumDepth: Int
  /// The memory for the tokens.
  private let tokens: UnsafeMutablePointer<JSONToken>
  /// The number of tokens so far.
  private var tokenCount = 0
  /// The innermost open container, and the bracket that ends it.
  private var container = JSONToken.none
  private var closingBracket: UInt8 = 0
  private var depth = 0

  /// Creates a parser at the first byte, with an empty tape.
  @inline(__always)
  init(_ bytes: UnsafePointer<UInt8>, count: Int, maximumDepth: Int, tape: borrowing JSONTape) {
    self.bytes = bytes
    self.count = count
    self.maximumDepth = maximumDepth
    tokens = tape.tokens
  }

  /// The largest number of tokens in a text: each has a byte and one after it, except opening brackets.
  static func maximumTokens(count: Int, maximumDepth: Int) -> Int { count / 2 + 1 + maximumDepth }

  /// Reads the whole text; its first token is its value.
  @inline(__always)
  mutating func parseText() throws(JSONSyntaxError) {
    if count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      try Self.fail(.byteOrderMark, at: 0)
    }
    // The offset of the next byte is passed from call to call, which keeps it in a register.
    var offset = 0
    while true {
      if isInObject { try parseKey(&offset) }
      // A scalar or an empty container is read whole, another container only up to its first value.
      switch try peek(&offset) {
      case UInt8(ascii: "\""): offset = try parseString(from: offset)
      case UInt8(ascii: "{"):
        try open(.object, &offset)
        guard try peek(&offset) == UInt8(ascii: "}") else { continue }
        close(&offset)
      case UInt8(ascii: "["):
        try open(.array, &offset)
        guard try peek(&offset) == UInt8(ascii: "]") else { continue }
        close(&offset)
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): offset = try parseNumber(from: offset)
      case UInt8(ascii: "t"):
        offset = try parseLiteral(.boolean, from: offset, length: 4, lastFour: 0x6575_7274)
      case UInt8(ascii: "f"):
        offset = try parseLiteral(.boolean, from: offset, length: 5, lastFour: 0x6573_6C61)
      case UInt8(ascii: "n"): offset = try parseLiteral(.null, from: offset, length: 4, lastFour: 0x6C6C_756E)
      default: try Self.fail(.expectedValue, at: offset)
      }
      // The containers that end after this value, up to the comma before the next one.
      while container != JSONToken.none {
        let byte = try peek(&offset)
        if byte == UInt8(ascii: ",") { break }
        guard byte == closingBracket else { try Self.fail(.expectedCommaOrEnd, at: offset) }
        close(&offset)
      }
      if container == JSONToken.none { break }
      let comma = offset
      offset &+= 1
      if try peek(&offset) == closingBracket { try Self.fail(.trailingComma, at: comma) }
    }
    offset = Self.endOfWhitespace(bytes, count, from: offset)
    if offset < count { try Self.fail(.trailingContent, at: offset) }
  }

  @inline(__always)
  private mutating func parseKey(_ offset: inout Int) throws(JSONSyntaxError) {
    guard try peek(&offset) == UInt8(ascii: "\"") else { try Self.fail(.expectedKey, at: offset) }
    offset = try parseString(from: offset)
    guard try peek(&offset) == UInt8(ascii: ":") else { try Self.fail(.expectedColon, at: offset) }
    offset &+= 1
  }

  @inline(__always)
  private var isInObject: Bool { closingBracket == UInt8(ascii: "}") }

  @inline(__always)
  private mutating func open(_ kind: JSONNode.Kind, _ offset: inout Int) throws(JSONSyntaxError) {
    guard depth < maximumDepth else {
      try Self.fail(.nestedTooDeep(limit: maximumDepth), at: offset)
    }
    depth &+= 1
    let index = UInt32(truncatingIfNeeded: tokenCount)
    append(kind, from: offset, to: offset, next: container)
    container = index
    closingBracket = kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")
    offset &+= 1
  }

  /// Ends the innermost container at the bracket at `offset`.
  @inline(__always)
  private mutating func close(_ offset: inout Int) {
    offset &+= 1
    depth &-= 1
    let token = tokens + Int(container)
    container = token.pointee.next
    if container != JSONToken.none {
      let isObject = tokens[Int(container)].kind == .object
      closingBracket = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    } else {
      closingBracket = 0
    }
    token.pointee.end = UInt32(truncatingIfNeeded: offset)
    token.pointee.next = UInt32(truncatingIfNeeded: tokenCount)
  }

  /// `true`, `false` or `null`, told apart by the first letter and compared by the last four.
  @inline(__always)
  private mutating func parseLiteral(
    _ kind: JSONNode.Kind, from start: Int, length: Int, lastFour: UInt32
  ) throws(JSONSyntaxError) -> Int {
    let end = start &+ length
    guard end <= count, ByteScan.halfWord(bytes, end &- 4) == lastFour else {
      try Self.fail(.expectedValue, at: start)
    }
    append(kind, from: start, to: end)
    return end
  }

  /// Writes the token of a scalar.
  @inline(__always)
  mutating func append(_ kind: JSONNode.Kind, from start: Int, to end: Int, isEncoded: Bool = false) {
    append(
      kind, from: start, to: end, next: UInt32(truncatingIfNeeded: tokenCount &+ 1), isEncoded: isEncoded)
  }

  @inline(__always)
  private mutating func append(
    _ kind: JSONNode.Kind, from start: Int, to end: Int, next: UInt32, isEncoded: Bool = false
  ) {
    (tokens + tokenCount).initialize(
      to: JSONToken(
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end), next: next,
        kind: kind, isEncoded: isEncoded))
    tokenCount &+= 1
  }

  /// The next byte that is not white space; `offset` moves there.
  @inline(__always)
  private func peek(_ offset: inout Int) throws(JSONSyntaxError) -> UInt8 {
    if offset < count, bytes[offset] > 0x20 { return bytes[offset] }
    offset = try Self.startOfToken(bytes, count, from: offset)
    return bytes[offset]
  }

  @inline(never)
  private static func startOfToken(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, from start: Int
  ) throws(JSONSyntaxError) -> Int {
    let offset = endOfWhitespace(bytes, count, from: start)
    guard offset < count else { throw JSONSyntaxError(.unexpectedEnd, at: count) }
    return offset
  }

  private static func endOfWhitespace(_ bytes: UnsafePointer<UInt8>, _ count: Int, from start: Int) -> Int {
    var offset = start
    while offset < count {
      switch bytes[offset] {
      case 0x20, 0x09, 0x0A, 0x0D: offset &+= 1
      default: return offset
      }
    }
    return offset
  }

  /// Throws an error. If each place threw by itself, the loop would be too large to be inlined.
  @inline(never)
  static func fail(_ reason: JSONSyntaxError.Reason, at offset: Int) throws(JSONSyntaxError) -> Never {
    throw JSONSyntaxError(reason, at: offset)
  }
}
