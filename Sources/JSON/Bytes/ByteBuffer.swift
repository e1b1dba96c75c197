/// Bytes in one piece of memory that grows as they are appended. It is moved, never copied, and appending
/// a few bytes costs little more than storing them.
@usableFromInline
package struct ByteBuffer: ~Copyable {
  /// Where the bytes are; `nil` before the first.
  @usableFromInline var base: UnsafeMutablePointer<UInt8>?
  @usableFromInline var capacity = 0
  /// How many there are.
  @usableFromInline var used = 0

  /// An empty one, which takes no memory.
  @inlinable
  package init() {}

  @inlinable
  deinit { base?.deallocate() }

  /// How many bytes there are.
  @inlinable package var count: Int { used }
  @inlinable package var isEmpty: Bool { used == 0 }
  /// How many bytes of memory it holds.
  @inlinable package var allocatedBytes: Int { capacity }

  /// Makes room for so many more bytes, and returns where they go; `used` is the caller's to move on.
  @inlinable
  @inline(__always)
  mutating func reserve(_ more: Int) -> UnsafeMutablePointer<UInt8> {
    // One byte more than needed, so that there is memory even for none.
    if capacity &- used <= more { grow(by: more &+ 1) }
    return base.unsafelyUnwrapped + used
  }

  @usableFromInline
  @inline(never)
  mutating func grow(by more: Int) {
    precondition(more >= 0)
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
  @inlinable
  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    reserve(1).initialize(to: byte)
    used &+= 1
  }

  /// Appends bytes from elsewhere.
  @inlinable
  @inline(__always)
  package mutating func append(_ bytes: UnsafePointer<UInt8>, count: Int) {
    reserve(count).initialize(from: bytes, count: count)
    used &+= count
  }

  /// Appends bytes from elsewhere.
  @inlinable
  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    if let start = bytes.baseAddress { append(start, count: bytes.count) }
  }

  /// Appends a text that the compiler knows; a short one becomes a store or two.
  @inlinable
  @inline(__always)
  package mutating func append(_ text: StaticString) {
    append(text.utf8Start, count: text.utf8CodeUnitCount)
  }

  /// Forgets the bytes; memory beyond `limit` is given back.
  @inlinable
  package mutating func removeAll(keepingAtMost limit: Int = .max) {
    used = 0
    if capacity > limit { release() }
  }

  /// Forgets the first so many bytes, and moves the rest to the front.
  package mutating func removeFirst(_ count: Int) {
    precondition(count >= 0 && count <= used)
    if let base, count > 0 { base.update(from: base + count, count: used - count) }
    used -= count
  }

  @usableFromInline
  mutating func release() {
    base?.deallocate()
    base = nil
    capacity = 0
  }

  /// Passes the bytes to `body`; they are there until it returns.
  @inlinable
  package func withBytes<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeBufferPointer(start: UnsafePointer(base), count: used))
  }
}
