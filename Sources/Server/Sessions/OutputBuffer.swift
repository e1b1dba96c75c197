import JSON

/// The bytes a peer has not taken yet: lines that are written here, and long ones that were made elsewhere.
struct OutputBuffer: ~Copyable {
  private var writer = JSONWriter()
  /// What comes before the writer's bytes; mostly nothing.
  private var parts: [Part] = []
  /// The bytes of the parts.
  private var partBytes = 0
  /// Those of them that are held for this connection alone.
  private var ownPartBytes = 0
  /// How many bytes of the first part are sent; of the writer's, if there is none.
  private var start = 0
  /// The first part that is not sent.
  private var firstPart = 0

  private struct Part {
    let bytes: [UInt8]
    /// Many connections are sent the same, which is held once.
    let isShared: Bool
  }

  /// What is kept of an empty buffer; what it grew beyond that is returned, for most are empty.
  private static let keptCapacity = 1 << 10

  /// How many bytes are to be sent.
  var count: Int { writer.buffer.count + partBytes - start }
  var isEmpty: Bool { count == 0 }
  /// How many bytes of memory are held for them.
  var held: Int { writer.buffer.count + ownPartBytes }

  /// Appends what `body` writes, and ends the line. Nothing may be appended meanwhile. A line of more bytes than
  /// this is not appended, and the answer is `nil`; else it is the number of bytes.
  @inline(__always)
  mutating func appendLine(atMost limit: Int, _ body: (inout JSONWriter) -> Void) -> Int? {
    let before = writer.buffer.count
    body(&writer)
    if writer.buffer.count &- before > limit {
      writer.buffer.truncate(to: before)
      return nil
    }
    writer.endLine()
    return writer.buffer.count &- before
  }

  /// Appends bytes that were made elsewhere, as they are.
  mutating func append(_ bytes: [UInt8], isShared: Bool) {
    if !writer.buffer.isEmpty {
      add(Part(bytes: writer.bytes, isShared: false))
      writer.buffer.removeAll(keepingAtMost: Self.keptCapacity)
    }
    add(Part(bytes: bytes, isShared: isShared))
  }

  private mutating func add(_ part: Part) {
    parts.append(part)
    partBytes += part.bytes.count
    if !part.isShared { ownPartBytes += part.bytes.count }
  }

  /// Passes what is unsent to `body`, piece by piece, as long as that returns that all of a piece is sent: it
  /// returns how much of it is.
  mutating func drain<Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    while firstPart < parts.count {
      let part = parts[firstPart]
      start += try part.bytes.withUnsafeBufferPointer { bytes throws(Failure) in
        try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[start...])))
      }
      if start < part.bytes.count { return }
      removeFirstPart()
    }
    if writer.buffer.isEmpty { return }
    start += try writer.buffer.withBytes { bytes throws(Failure) in
      try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[start...])))
    }
    if start == writer.buffer.count {
      removeAll()
    } else if start > 1 << 16, start > writer.buffer.count / 2 {
      writer.buffer.removeFirst(start)
      start = 0
    }
  }

  private mutating func removeFirstPart() {
    let part = parts[firstPart]
    partBytes -= part.bytes.count
    if !part.isShared { ownPartBytes -= part.bytes.count }
    start = 0
    parts[firstPart] = Part(bytes: [], isShared: true)
    firstPart += 1
    if firstPart == parts.count || firstPart > 1000 && firstPart > parts.count / 2 {
      parts.removeFirst(firstPart)
      firstPart = 0
    }
  }

  /// Drops what nobody will read.
  mutating func removeAll() {
    start = 0
    if !parts.isEmpty {
      parts = []
      (firstPart, partBytes, ownPartBytes) = (0, 0, 0)
    }
    writer.buffer.removeAll(keepingAtMost: Self.keptCapacity)
  }
}
