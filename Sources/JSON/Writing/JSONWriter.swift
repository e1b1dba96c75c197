/// Writes JSON into a buffer, with the commas. The output is valid UTF-8 on one line.
///
/// Values at the top level follow each other directly; the caller separates them.
@usableFromInline
package struct JSONWriter: ~Copyable {
  /// The output so far.
  @usableFromInline package var buffer: ByteBuffer
  @usableFromInline var depth = 0
  @usableFromInline var needsComma = false

  /// Creates a writer with no output.
  package init() { buffer = ByteBuffer() }

  /// A copy of the output so far.
  package var bytes: [UInt8] { buffer.withBytes { Array($0) } }

  /// Returns an object that has the members which the closure writes.
  package static func object(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    members(&writer)
    writer.endObject()
    return writer.bytes
  }

  /// Opens an object.
  @inlinable
  package mutating func beginObject() { begin(UInt8(ascii: "{")) }
  /// Closes the object opened last.
  @inlinable
  package mutating func endObject() { end(UInt8(ascii: "}")) }
  /// Opens an array.
  @inlinable
  package mutating func beginArray() { begin(UInt8(ascii: "[")) }
  /// Closes the array opened last.
  @inlinable
  package mutating func endArray() { end(UInt8(ascii: "]")) }

  /// Ends a line of values.
  package mutating func endLine() { buffer.append(UInt8(ascii: "\n")) }

  @inlinable
  mutating func begin(_ bracket: UInt8) {
    separate()
    buffer.append(bracket)
    depth &+= 1
    needsComma = false
  }

  @inlinable
  mutating func end(_ bracket: UInt8) {
    precondition(depth > 0, "nothing is open")
    buffer.append(bracket)
    depth &-= 1
    needsComma = depth > 0
  }

  /// Writes the name of a member, which needs no escapes; its value has to follow.
  @inlinable @inline(__always)
  package mutating func key(_ key: StaticString) {
    assert(!key.withUTF8Buffer { $0.contains(where: ByteScan.mustBeEscaped) })
    let count = key.utf8CodeUnitCount
    var target = buffer.reserve(count &+ 4)
    if needsComma {
      target.initialize(to: UInt8(ascii: ","))
      target += 1
      buffer.used &+= 1
    }
    target.initialize(to: UInt8(ascii: "\""))
    (target + 1).initialize(from: key.utf8Start, count: count)
    (target + count + 1).initialize(to: UInt8(ascii: "\""))
    (target + count + 2).initialize(to: UInt8(ascii: ":"))
    buffer.used &+= count &+ 3
    needsComma = false
  }

  /// The same for any name.
  @_disfavoredOverload
  package mutating func key(_ key: String) {
    separate()
    appendQuoted(key)
    buffer.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a string.
  @usableFromInline
  package mutating func string(_ value: String) {
    separate()
    appendQuoted(value)
  }

  /// Writes `true` or `false`.
  @inlinable
  package mutating func boolean(_ value: Bool) {
    separate()
    if value { buffer.append("true") } else { buffer.append("false") }
  }

  /// Writes `null`.
  @inlinable
  package mutating func null() {
    separate()
    buffer.append("null")
  }

  /// Writes a value that is JSON already, without the line breaks and tabs between its parts.
  package mutating func raw(_ value: UnsafeBufferPointer<UInt8>) {
    guard let base = value.baseAddress, value.count > 0 else { preconditionFailure("not a value") }
    separate()
    var start = 0
    while start < value.count {
      // Strings have no raw control characters, so these stand between tokens.
      let end = ByteScan.firstControl(base, from: start, count: value.count)
      buffer.append(base + start, count: end - start)
      start = end + 1
    }
  }

  /// The same for an array of bytes.
  package mutating func raw(_ value: [UInt8]) {
    value.withUnsafeBufferPointer { raw($0) }
  }

  /// Writes a value that is JSON on one line already, as it is.
  @inlinable
  package mutating func verbatim(_ value: UnsafeBufferPointer<UInt8>) {
    separate()
    buffer.append(value)
  }

  /// Writes a piece of JSON that the compiler knows, as it is, for output that is frequent. The piece may
  /// open containers that the caller closes, or close open ones; after it, no comma may be due.
  @inlinable @inline(__always)
  package mutating func fragment(_ text: StaticString, opening containers: Int) {
    buffer.append(text)
    depth &+= containers
    needsComma = containers < 0 && depth > 0
  }

  /// Writes a comma if one is due before a value or a member, and notes that one is due after it.
  @inlinable @inline(__always)
  mutating func separate() {
    if needsComma { buffer.append(UInt8(ascii: ",")) }
    needsComma = depth > 0
  }

  private mutating func appendQuoted(_ text: String) {
    var text = text
    text.withUTF8 { appendQuoted($0) }
  }

  private mutating func appendQuoted(_ text: UnsafeBufferPointer<UInt8>) {
    // One reservation is enough for the usual text, which needs no escapes.
    _ = buffer.reserve(text.count &+ 2)
    buffer.append(UInt8(ascii: "\""))
    if let base = text.baseAddress {
      var start = 0
      while true {
        let end = ByteScan.endOfPlainText(
          base, from: start, count: text.count, stoppingAtNonASCII: false)
        buffer.append(base + start, count: end &- start)
        guard end < text.count else { break }
        appendEscaped(base[end])
        start = end &+ 1
      }
    }
    buffer.append(UInt8(ascii: "\""))
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): buffer.append("\\\"")
    case UInt8(ascii: "\\"): buffer.append("\\\\")
    case 0x08: buffer.append("\\b")
    case 0x09: buffer.append("\\t")
    case 0x0A: buffer.append("\\n")
    case 0x0C: buffer.append("\\f")
    case 0x0D: buffer.append("\\r")
    default:
      buffer.append("\\u00")
      buffer.append(HexDigit.digit(byte >> 4))
      buffer.append(HexDigit.digit(byte & 0xF))
    }
  }
}

extension JSONWriter {
  /// Writes a member with a string.
  @inlinable @inline(__always)
  package mutating func member(_ key: StaticString, _ value: String) {
    self.key(key)
    string(value)
  }

  /// Writes a member with a string, or with `null` for `nil`.
  @inlinable @inline(__always)
  package mutating func member(_ key: StaticString, _ value: String?) {
    self.key(key)
    if let value { string(value) } else { null() }
  }

  /// Writes a member with a string that the compiler knows and that needs no escapes.
  @inlinable @inline(__always)
  package mutating func member(_ key: StaticString, text: StaticString) {
    self.key(key)
    buffer.append(UInt8(ascii: "\""))
    buffer.append(text)
    buffer.append(UInt8(ascii: "\""))
    needsComma = depth > 0
  }

  /// Writes a member with a whole number.
  @inlinable @inline(__always)
  package mutating func member(_ key: StaticString, _ value: Int) {
    self.key(key)
    integer(value)
  }

  /// Writes a member with a number.
  @inlinable @inline(__always)
  package mutating func member(_ key: StaticString, _ value: Double) {
    self.key(key)
    number(value)
  }

  /// Writes a member with `true` or `false`.
  @inlinable @inline(__always)
  package mutating func member(_ key: StaticString, _ value: Bool) {
    self.key(key)
    boolean(value)
  }
}
