import JSON

/// The bytes a peer has not taken yet.
struct OutputBuffer: ~Copyable {
  private var writer = JSONWriter()
  /// Where the unsent ones start.
  private var start = 0

  /// What is kept of an empty buffer; what it grew beyond that is given back, for most are empty.
  private static let keptCapacity = 1 << 10

  var count: Int { writer.buffer.count - start }
  var isEmpty: Bool { count == 0 }

  /// Appends what `body` writes, and ends the line. Nothing may be appended meanwhile.
  @inline(__always)
  mutating func appendLine(_ body: (inout JSONWriter) -> Void) {
    body(&writer)
    writer.endLine()
  }

  /// Passes what is unsent to `body`, which returns how much of it is sent.
  mutating func drain<Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
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

  /// Forgets what nobody will read.
  mutating func removeAll() {
    start = 0
    writer.buffer.removeAll(keepingAtMost: Self.keptCapacity)
  }
}
