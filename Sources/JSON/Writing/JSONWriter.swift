/// Appends JSON to bytes as it is told, and sets the commas. What it writes is valid UTF-8 on one line.
///
/// Values at the top level stand one after the other; what separates them is the caller's.
package struct JSONWriter {
  /// What was written so far.
  package var bytes: [UInt8]
  private var depth = 0
  private var needsComma = false

  /// A writer with nothing written.
  package init() { bytes = [] }

  /// A writer that goes on after these bytes.
  package init(appendingTo bytes: consuming [UInt8]) { self.bytes = bytes }

  /// Opens an object.
  package mutating func beginObject() { begin(UInt8(ascii: "{")) }
  /// Closes the object opened last.
  package mutating func endObject() { end(UInt8(ascii: "}")) }
  /// Opens an array.
  package mutating func beginArray() { begin(UInt8(ascii: "[")) }
  /// Closes the array opened last.
  package mutating func endArray() { end(UInt8(ascii: "]")) }

  private mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    depth += 1
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    precondition(depth > 0, "nothing is open")
    bytes.append(bracket)
    depth -= 1
    needsComma = depth > 0
  }

  /// Begins a member of the open object; its value has to follow.
  package mutating func key(_ key: StaticString) {
    separate()
    key.withUTF8Buffer { appendQuoted($0) }
    endKey()
  }

  /// The same for a name that is not known beforehand.
  @_disfavoredOverload
  package mutating func key(_ key: String) {
    separate()
    appendQuoted(key)
    endKey()
  }

  private mutating func endKey() {
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a string.
  package mutating func string(_ value: String) {
    separate()
    appendQuoted(value)
  }

  /// Writes `true` or `false`.
  package mutating func boolean(_ value: Bool) {
    separate()
    append(value ? "true" : "false")
  }

  /// Writes `null`.
  package mutating func null() {
    separate()
    append("null")
  }

  /// Writes a value that is already JSON, without the line breaks and tabs it may have between its parts.
  package mutating func raw(_ value: UnsafeBufferPointer<UInt8>) {
    guard let base = value.baseAddress, value.count > 0 else { preconditionFailure("not a value") }
    separate()
    var start = 0
    while start < value.count {
      // Strings have no raw control characters, so those there are separate tokens.
      let end = ByteScan.firstControl(base, from: start, count: value.count)
      append(base + start, count: end - start)
      start = end + 1
    }
  }

  /// The same for bytes in an array.
  package mutating func raw(_ value: [UInt8]) {
    value.withUnsafeBufferPointer { raw($0) }
  }

  /// Puts a comma where one is due before a value or a member, and takes note that one will be after it.
  mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = depth > 0
  }

  private mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  @inline(__always)
  private mutating func append(_ start: UnsafePointer<UInt8>, count: Int) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
  }

  private mutating func appendQuoted(_ text: String) {
    var text = text
    text.withUTF8 { appendQuoted($0) }
  }

  private mutating func appendQuoted(_ text: UnsafeBufferPointer<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    if let base = text.baseAddress {
      var start = 0
      while true {
        let end = ByteScan.endOfPlainText(
          base, from: start, count: text.count, stoppingAtNonASCII: false)
        append(base + start, count: end - start)
        guard end < text.count else { break }
        appendEscaped(base[end])
        start = end + 1
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case 0x08: append("\\b")
    case 0x09: append("\\t")
    case 0x0A: append("\\n")
    case 0x0C: append("\\f")
    case 0x0D: append("\\r")
    default:
      append("\\u00")
      bytes.append(HexDigit.digit(byte >> 4))
      bytes.append(HexDigit.digit(byte & 0xF))
    }
  }
}
