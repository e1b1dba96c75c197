/// The bytes a peer has not taken yet.
struct OutputBuffer {
  private var bytes: [UInt8] = []
  /// Where the unsent ones start.
  private var start = 0

  /// A buffer that grew beyond this for once is given back when it is empty.
  private static let keptCapacity = 1 << 16

  var count: Int { bytes.count - start }
  var isEmpty: Bool { count == 0 }

  /// Lends the array out to be appended to, without copying it.
  mutating func append<R>(_ body: (inout [UInt8]) -> R) -> R { body(&bytes) }

  /// Passes what is unsent to `body`, which returns how much of it is sent.
  mutating func drain<Failure: Error>(
    _ body: (UnsafeRawBufferPointer) -> Result<Int, Failure>
  ) throws(Failure) {
    start += try bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start...])) }.get()
    if start == bytes.count {
      removeAll()
    } else if start > Self.keptCapacity, start > bytes.count / 2 {
      bytes.removeSubrange(..<start)
      start = 0
    }
  }

  /// Forgets what nobody will read.
  mutating func removeAll() {
    start = 0
    bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptCapacity)
  }
}
