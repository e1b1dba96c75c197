/// One pass over a text: checks it whole and notes where its values are. It does not recurse, so depth
/// costs no stack; the open containers form a chain through their own tokens.
///
/// All of what is common is inlined into one loop over local variables. What is rare is a static function:
/// a method that is called would force the parser out of the registers.
struct JSONParser {
  /// The text.
  let bytes: UnsafePointer<UInt8>
  /// How many bytes it has.
  let count: Int
  private let maximumDepth: Int
  /// Where what is found is noted.
  private let tokens: UnsafeMutablePointer<JSONToken>
  /// How many there are.
  private var tokenCount = 0
  /// The innermost open container.
  private var container = JSONToken.none
  private var depth = 0

  /// A parser that is about to read the first byte, onto an empty tape.
  @inline(__always)
  init(_ bytes: UnsafePointer<UInt8>, count: Int, maximumDepth: Int, tape: borrowing JSONTape) {
    self.bytes = bytes
    self.count = count
    self.maximumDepth = maximumDepth
    tokens = tape.tokens
  }

  /// How many tokens a text can have at most: each takes a byte and another one after it, but for brackets
  /// that open.
  static func maximumTokens(count: Int, maximumDepth: Int) -> Int { count / 2 + 1 + maximumDepth }

  /// Reads the whole text; its first token is its value.
  @inline(__always)
  mutating func parseText() throws(JSONSyntaxError) {
    if count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      throw JSONSyntaxError(.byteOrderMark, at: 0)
    }
    // The next byte to look at is handed from hand to hand, which keeps it in a register.
    var offset = 0
    repeat { try parseValueOrOpen(&offset) } while try parseSeparators(&offset)
    offset = Self.endOfWhitespace(bytes, count, from: offset)
    if offset < count { throw JSONSyntaxError(.trailingContent, at: offset) }
  }

  /// Reads a whole scalar or empty container; of another container only the start, up to its first value.
  @inline(__always)
  private mutating func parseValueOrOpen(_ offset: inout Int) throws(JSONSyntaxError) {
    while true {
      switch try peek(&offset) {
      case UInt8(ascii: "\""):
        offset = try parseString(from: offset)
      case UInt8(ascii: "{"):
        try open(.object, &offset)
        guard try peek(&offset) == UInt8(ascii: "}") else {
          try parseKey(&offset)
          continue
        }
        close(&offset)
      case UInt8(ascii: "["):
        try open(.array, &offset)
        guard try peek(&offset) == UInt8(ascii: "]") else { continue }
        close(&offset)
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        offset = try parseNumber(from: offset)
      case UInt8(ascii: "t"):
        offset = try parseLiteral(.boolean, from: offset, length: 4, lastFour: 0x6575_7274)
      case UInt8(ascii: "f"):
        offset = try parseLiteral(.boolean, from: offset, length: 5, lastFour: 0x6573_6C61)
      case UInt8(ascii: "n"):
        offset = try parseLiteral(.null, from: offset, length: 4, lastFour: 0x6C6C_756E)
      default:
        throw JSONSyntaxError(.expectedValue, at: offset)
      }
      return
    }
  }

  /// After a value: closes what ends here. Returns whether another value has to follow.
  @inline(__always)
  private mutating func parseSeparators(_ offset: inout Int) throws(JSONSyntaxError) -> Bool {
    while container != JSONToken.none {
      let isObject = tokens[Int(container)].kind == .object
      let end = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
      let byte = try peek(&offset)
      if byte == UInt8(ascii: ",") {
        let comma = offset
        offset &+= 1
        if try peek(&offset) == end { throw JSONSyntaxError(.trailingComma, at: comma) }
        if isObject { try parseKey(&offset) }
        return true
      }
      guard byte == end else { throw JSONSyntaxError(.expectedCommaOrEnd, at: offset) }
      close(&offset)
    }
    return false
  }

  @inline(__always)
  private mutating func parseKey(_ offset: inout Int) throws(JSONSyntaxError) {
    guard try peek(&offset) == UInt8(ascii: "\"") else { throw JSONSyntaxError(.expectedKey, at: offset) }
    offset = try parseString(from: offset)
    guard try peek(&offset) == UInt8(ascii: ":") else { throw JSONSyntaxError(.expectedColon, at: offset) }
    offset &+= 1
  }

  @inline(__always)
  private mutating func open(_ kind: JSONNode.Kind, _ offset: inout Int) throws(JSONSyntaxError) {
    guard depth < maximumDepth else {
      throw JSONSyntaxError(.nestedTooDeep(limit: maximumDepth), at: offset)
    }
    depth &+= 1
    let index = UInt32(truncatingIfNeeded: tokenCount)
    append(kind, from: offset, to: offset, next: container)
    container = index
    offset &+= 1
  }

  /// Ends the innermost container at the bracket under `offset`.
  @inline(__always)
  private mutating func close(_ offset: inout Int) {
    offset &+= 1
    depth &-= 1
    let token = tokens + Int(container)
    container = token.pointee.next
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
      throw JSONSyntaxError(.expectedValue, at: start)
    }
    append(kind, from: start, to: end)
    return end
  }

  /// Notes a scalar.
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

  /// The next byte that is no whitespace; it stays the next.
  @inline(__always)
  private func peek(_ offset: inout Int) throws(JSONSyntaxError) -> UInt8 {
    if offset < count, bytes[offset] > 0x20 { return bytes[offset] }
    offset = Self.endOfWhitespace(bytes, count, from: offset)
    guard offset < count else { throw JSONSyntaxError(.unexpectedEnd, at: count) }
    return bytes[offset]
  }

  @inline(never)
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
}
