/// One pass over a text: checks it whole and notes where its values are. It does not recurse, so depth
/// costs no stack; the open containers form a chain through their own tokens.
struct JSONParser {
  /// The text.
  let bytes: UnsafePointer<UInt8>
  /// How many bytes it has.
  let count: Int
  private let maximumDepth: Int
  /// What was found; the caller takes it back, whether the text is right or not.
  var tape: JSONTape
  /// The next byte to look at.
  var offset = 0
  /// The innermost open container.
  private var container = JSONToken.none
  private var depth = 0

  /// A parser that is about to read the first byte, onto an empty tape.
  init(_ bytes: UnsafePointer<UInt8>, count: Int, maximumDepth: Int, tape: JSONTape) {
    self.bytes = bytes
    self.count = count
    self.maximumDepth = maximumDepth
    self.tape = tape
  }

  /// Reads the whole text; its first token is its value.
  mutating func parseText() throws(JSONSyntaxError) {
    if count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      throw JSONSyntaxError(.byteOrderMark, at: 0)
    }
    repeat { try parseValueOrOpen() } while try parseSeparators()
    skipWhitespace()
    if offset < count { throw JSONSyntaxError(.trailingContent, at: offset) }
  }

  /// Reads a whole scalar or empty container; of another container only the start, up to its first value.
  private mutating func parseValueOrOpen() throws(JSONSyntaxError) {
    while true {
      switch try peek() {
      case UInt8(ascii: "\""):
        try parseString()
      case UInt8(ascii: "{"):
        try open(.object)
        guard try peek() == UInt8(ascii: "}") else {
          try parseKey()
          continue
        }
        close()
      case UInt8(ascii: "["):
        try open(.array)
        guard try peek() == UInt8(ascii: "]") else { continue }
        close()
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        try parseNumber()
      case UInt8(ascii: "t"):
        try parseLiteral(.boolean, length: 4, lastFour: 0x6575_7274)
      case UInt8(ascii: "f"):
        try parseLiteral(.boolean, length: 5, lastFour: 0x6573_6C61)
      case UInt8(ascii: "n"):
        try parseLiteral(.null, length: 4, lastFour: 0x6C6C_756E)
      default:
        throw JSONSyntaxError(.expectedValue, at: offset)
      }
      return
    }
  }

  /// After a value: closes what ends here. Returns whether another value has to follow.
  private mutating func parseSeparators() throws(JSONSyntaxError) -> Bool {
    while container != JSONToken.none {
      let isObject = tape.tokens[Int(container)].kind == .object
      let end = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
      let byte = try peek()
      if byte == UInt8(ascii: ",") {
        let comma = offset
        offset &+= 1
        if try peek() == end { throw JSONSyntaxError(.trailingComma, at: comma) }
        if isObject { try parseKey() }
        return true
      }
      guard byte == end else { throw JSONSyntaxError(.expectedCommaOrEnd, at: offset) }
      close()
    }
    return false
  }

  private mutating func parseKey() throws(JSONSyntaxError) {
    guard try peek() == UInt8(ascii: "\"") else { throw JSONSyntaxError(.expectedKey, at: offset) }
    try parseString()
    guard try peek() == UInt8(ascii: ":") else { throw JSONSyntaxError(.expectedColon, at: offset) }
    offset &+= 1
  }

  private mutating func open(_ kind: JSONNode.Kind) throws(JSONSyntaxError) {
    guard depth < maximumDepth else {
      throw JSONSyntaxError(.nestedTooDeep(limit: maximumDepth), at: offset)
    }
    depth &+= 1
    let index = UInt32(truncatingIfNeeded: tape.count)
    append(kind, from: offset, next: container)
    container = index
    offset &+= 1
  }

  /// Ends the innermost container at the bracket under `offset`.
  private mutating func close() {
    offset &+= 1
    depth &-= 1
    let token = tape.tokens + Int(container)
    container = token.pointee.next
    token.pointee.end = UInt32(truncatingIfNeeded: offset)
    token.pointee.next = UInt32(truncatingIfNeeded: tape.count)
  }

  /// `true`, `false` or `null`, told apart by the first letter and compared by the last four.
  private mutating func parseLiteral(
    _ kind: JSONNode.Kind, length: Int, lastFour: UInt32
  ) throws(JSONSyntaxError) {
    guard offset &+ length <= count, ByteScan.halfWord(bytes, offset &+ length &- 4) == lastFour else {
      throw JSONSyntaxError(.expectedValue, at: offset)
    }
    let start = offset
    offset &+= length
    append(kind, from: start)
  }

  /// Notes a scalar that ends at `offset`.
  @inline(__always)
  mutating func append(_ kind: JSONNode.Kind, from start: Int, isEncoded: Bool = false) {
    append(kind, from: start, next: UInt32(truncatingIfNeeded: tape.count &+ 1), isEncoded: isEncoded)
  }

  @inline(__always)
  private mutating func append(
    _ kind: JSONNode.Kind, from start: Int, next: UInt32, isEncoded: Bool = false
  ) {
    tape.append(
      JSONToken(
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: offset), next: next,
        kind: kind, isEncoded: isEncoded))
  }

  /// The next byte that is no whitespace; it stays the next.
  @inline(__always)
  private mutating func peek() throws(JSONSyntaxError) -> UInt8 {
    if offset < count, bytes[offset] > 0x20 { return bytes[offset] }
    skipWhitespace()
    guard offset < count else { throw JSONSyntaxError(.unexpectedEnd, at: count) }
    return bytes[offset]
  }

  private mutating func skipWhitespace() {
    while offset < count {
      switch bytes[offset] {
      case 0x20, 0x09, 0x0A, 0x0D: offset &+= 1
      default: return
      }
    }
  }
}
