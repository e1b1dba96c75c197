extension ByteBuffer {
  /// Forgets all but the first so many bytes.
  package mutating func truncate(to count: Int) {
    precondition(count >= 0 && count <= used)
    used = count
  }

  /// Lends the bytes out to be changed.
  package mutating func withMutableBytes<Result>(
    _ body: (UnsafeMutableBufferPointer<UInt8>) -> Result
  ) -> Result {
    body(UnsafeMutableBufferPointer(start: base, count: used))
  }
}
