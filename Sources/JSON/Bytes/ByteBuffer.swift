/// Bytes in one block of memory, which grows as they are appended. The buffer is moved, never copied, and to
/// append a few bytes costs little more than to store them.
@usableFromInline
package struct ByteBuffer: ~Copyable {
  /// The address of the bytes; `nil` before the first.
  @usableFromInline var base: UnsafeMutablePointer<UInt8>?
  @usableFromInline var capacity = 0
  @usableFromInline var used = 0
  /// How many bytes it keeps. Once there are more, it is `isOverLimit`, and what was written is dropped.
  package var limit = Int.max
  package private(set) var isOverLimit = false

  /// Creates an empty buffer, which takes no memory.
  @inlinable
  package init() {}

  @inlinable
  deinit { base?.deallocate() }

  /// The number of bytes.
  @inlinable package var count: Int { used }
  @inlinable package var isEmpty: Bool { used == 0 }
  /// The size of its memory in bytes.
  @inlinable package var allocatedBytes: Int { capacity }

  /// Makes room for a number of bytes, and returns the address for them; the caller increases `used`.
  @inlinable @inline(__always)
  mutating func reserve(_ more: Int) -> UnsafeMutablePointer<UInt8> {
    // One byte more than needed, so that there is memory even for 0 bytes.
    if capacity &- used <= more { grow(by: more &+ 1) }
    return base.unsafelyUnwrapped + used
  }

  @usableFromInline @inline(never)
  mutating func grow(by more: Int) {
    precondition(more >= 0)
    if used + more > limit {
      isOverLimit = true
      used = 0
      if capacity > more { return }
    }
    let size = max(used + more, capacity * 2, 256)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    if let base {
      larger.initialize(from: base, count: used)
      base.deallocate()
    }
    base = larger
    capacity = size
  }

  /// Appends a byte.
  @inlinable @inline(__always)
  package mutating func append(_ byte: UInt8) {
    reserve(1).initialize(to: byte)
    used &+= 1
  }

  /// Appends a copy of these bytes.
  @inlinable @inline(__always)
  package mutating func append(_ bytes: UnsafePointer<UInt8>, count: Int) {
    reserve(count).initialize(from: bytes, count: count)
    used &+= count
  }

  /// Appends a copy of these bytes.
  @inlinable
  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    if let start = bytes.baseAddress { append(start, count: bytes.count) }
  }

  /// Appends a text that the compiler knows; for a short text this is a store or two.
  @inlinable @inline(__always)
  package mutating func append(_ text: StaticString) {
    append(text.utf8Start, count: text.utf8CodeUnitCount)
  }

  /// Removes all bytes, and frees the memory if it is larger than `limit`.
  @inlinable
  package mutating func removeAll(keepingAtMost limit: Int = .max) {
    used = 0
    if capacity > limit { release() }
  }

  /// Removes a number of bytes from the front, and moves the rest there.
  package mutating func removeFirst(_ count: Int) {
    precondition(count >= 0 && count <= used)
    if let base, count > 0 { base.update(from: base + count, count: used - count) }
    used -= count
  }

  /// Removes all bytes after the first `count`.
  package mutating func truncate(to count: Int) {
    precondition(count >= 0 && count <= used)
    used = count
  }

  @usableFromInline
  mutating func release() {
    base?.deallocate()
    base = nil
    capacity = 0
  }

  /// Passes the bytes to `body`; they are valid until it returns.
  @inlinable
  package func withBytes<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeBufferPointer(start: UnsafePointer(base), count: used))
  }

  /// Passes the bytes to `body`, which may change them.
  package mutating func withMutableBytes<Result>(
    _ body: (UnsafeMutableBufferPointer<UInt8>) -> Result
  ) -> Result {
    body(UnsafeMutableBufferPointer(start: base, count: used))
  }
}
