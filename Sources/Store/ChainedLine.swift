package import JSON

/// Lines of JSON that protect each other: each is an object that begins with a check of itself and of the check
/// before it, so that none can be changed, lost or moved unnoticed.
///
///     {"crc":"9ae0daaf","n":1,…}
package struct Chain: Equatable, Sendable {
  /// The check of the last line.
  package private(set) var check: UInt32

  /// The start of a chain, or its end up to now.
  package init(_ check: UInt32 = 0) { self.check = check }

  private static let head = Array(#"{"crc":""#.utf8)
  private static let digits = Array("0123456789abcdef".utf8)
  /// Where the eight digits of the check are, and where the bytes that it covers begin.
  private static let checkStart = head.count
  private static let coveredStart = head.count + 8

  /// Appends a line, its end included, whose other members the closure writes. One that is longer than its reader
  /// takes is not appended.
  package mutating func append(
    to writer: inout JSONWriter, atMost limit: Int = JSONDocument.maximumBytes,
    _ members: (inout JSONWriter) -> Void
  ) throws(WriteFailure) {
    let start = writer.buffer.count
    writer.beginObject()
    writer.member("crc", "00000000")
    members(&writer)
    writer.endObject()
    if writer.buffer.count - start > limit {
      writer.buffer.truncate(to: start)
      throw .tooLong(limit: limit)
    }
    check = writer.buffer.withMutableBytes { bytes in
      let line = UnsafeMutableBufferPointer(rebasing: bytes[start...])
      let check = check(of: UnsafeRawBufferPointer(line))
      for place in 0..<8 {
        line[Self.checkStart + place] = Self.digits[Int(check >> UInt32(28 - 4 * place) & 0xF)]
      }
      return check
    }
    writer.endLine()
  }

  /// Appends a line of another chain, without its end, as the next one of this.
  mutating func append(
    _ line: UnsafeRawBufferPointer, to writer: inout JSONWriter
  ) throws(WriteFailure) {
    try append(to: &writer) { writer in
      // The members behind its check, up to the bracket that ends it.
      let rest = UnsafeRawBufferPointer(rebasing: line.dropFirst(Self.coveredStart + 2).dropLast())
      if !rest.isEmpty { writer.verbatim(rest.bindMemory(to: UInt8.self)) }
    }
  }

  /// Goes on to a line, without its end, if it is the next one.
  package mutating func advance(over line: UnsafeRawBufferPointer) -> Bool {
    guard line.count > Self.coveredStart, line.prefix(Self.checkStart).elementsEqual(Self.head) else {
      return false
    }
    let next = check(of: line)
    for place in 0..<8
    where line[Self.checkStart + place] != Self.digits[Int(next >> UInt32(28 - 4 * place) & 0xF)] {
      return false
    }
    check = next
    return true
  }

  private func check(of line: UnsafeRawBufferPointer) -> UInt32 {
    var crc = CRC32(check)
    crc.update(UnsafeRawBufferPointer(rebasing: line[Self.coveredStart...]))
    return crc.value
  }
}
