/// Cuts a stream of bytes into lines. It owns the buffer the stream is read into and hands lines out where
/// they lie; each byte is looked at once and moved at most a few times, however it arrives.
package struct LineFramer: ~Copyable {
  private let maximumLineBytes: Int
  private var memory = ReadMemory()
  /// The bytes not yet handed out.
  private var start = 0
  private var end = 0
  /// How far the search for a line end got.
  private var searched = 0
  /// Within a line that was reported as too long.
  private var isDiscarding = false
  /// Nothing was handed out or passed over, so a byte order mark may come.
  private var isAtStreamStart = true
  /// What the reads ask for: the buffer goes back to a few times this after a long line.
  private var usualRead = 0

  /// A framer that refuses lines with more bytes than these, not counting what ends them.
  package init(maximumLineBytes: Int) {
    precondition(maximumLineBytes > 0)
    self.maximumLineBytes = maximumLineBytes
  }

  /// What the stream holds next.
  package enum Line {
    /// A line without what ended it; the bytes are there until the framer is used again.
    case line(UnsafeBufferPointer<UInt8>)
    /// A line over the limit. It is told once; the rest of it is thrown away.
    case tooLong
  }

  private var buffer: UnsafeMutablePointer<UInt8>? { memory.base }
  private var capacity: Int { memory.capacity }

  /// How many bytes were filled in and not yet handed out.
  package var pendingBytes: Int { end - start }

  /// Has `body` read into free space of at least `minimum` bytes; it returns how many it wrote there, and
  /// so does this.
  package mutating func fill<Failure: Error>(
    minimum: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    precondition(minimum > 0)
    usualRead = max(usualRead, minimum)
    let free = makeRoom(for: minimum)
    let count = try body(free)
    precondition(count >= 0 && count <= free.count, "more was read than there is room for")
    end += count
    return count
  }

  /// The next whole line; blank ones are passed over. `nil`: more bytes are needed.
  package mutating func next() -> Line? {
    guard skipByteOrderMark(), let bytes = buffer.map({ UnsafePointer($0) }) else { return nil }
    while true {
      let lineEnd = ByteScan.first(0x0A, in: bytes, from: searched, count: end)
      guard lineEnd < end else { break }
      let line = content(from: start, to: lineEnd)
      let wasDiscarding = isDiscarding
      start = lineEnd + 1
      searched = start
      isDiscarding = false
      if wasDiscarding { continue }
      if line.count > maximumLineBytes { return .tooLong }
      if !isBlank(line) { return .line(line) }
    }
    searched = end
    let isTooLong = !isDiscarding && content(from: start, to: end).count > maximumLineBytes
    if isTooLong { isDiscarding = true }
    if isDiscarding { start = end }
    releaseExcess()
    return isTooLong ? .tooLong : nil
  }

  /// After the end of the stream: what is left of the lines, and then the last one if nothing ended it.
  package mutating func finish() -> Line? {
    if let line = next() { return line }
    let rest = content(from: start, to: end)
    start = end
    searched = end
    return isDiscarding || isBlank(rest) ? nil : .line(rest)
  }
}

extension LineFramer {
  /// Returns whether the stream's first bytes are there; until they are, they could be half a mark.
  private mutating func skipByteOrderMark() -> Bool {
    guard isAtStreamStart, let bytes = buffer else { return true }
    let mark: UInt32 = 0xBF_BB_EF
    for position in 0..<3 {
      if start + position == end { return false }
      guard bytes[start + position] == UInt8(truncatingIfNeeded: mark >> (8 * position)) else {
        isAtStreamStart = false
        return true
      }
    }
    start += 3
    searched = start
    isAtStreamStart = false
    return true
  }

  /// The bytes of a line, without the CR that may belong to its end.
  private func content(from start: Int, to end: Int) -> UnsafeBufferPointer<UInt8> {
    guard let buffer else { return UnsafeBufferPointer(start: nil, count: 0) }
    let hasReturn = end > start && buffer[end - 1] == UInt8(ascii: "\r")
    return UnsafeBufferPointer(start: buffer + start, count: end - start - (hasReturn ? 1 : 0))
  }

  /// Whether a line has nothing but what JSON ignores.
  private func isBlank(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }
}

extension LineFramer {
  /// The free space, after making it large enough.
  private mutating func makeRoom(for minimum: Int) -> UnsafeMutableRawBufferPointer {
    if start == end { moveToFront() }
    if capacity - end < minimum {
      // Bytes are moved only over at least as many that were handed out, so each move is paid for.
      if start >= pendingBytes && capacity - pendingBytes >= minimum {
        moveToFront()
      } else {
        resize(to: max(capacity * 2, pendingBytes + minimum))
      }
    }
    return UnsafeMutableRawBufferPointer(start: buffer.map { $0 + end }, count: capacity - end)
  }

  /// Gives back what a long line took, once the rest is short again.
  private mutating func releaseExcess() {
    let usual = 2 * usualRead
    if capacity > 2 * usual && pendingBytes < usualRead { resize(to: usual) }
  }

  private mutating func moveToFront() {
    if let buffer, start > 0 { buffer.update(from: buffer + start, count: pendingBytes) }
    searched -= start
    end -= start
    start = 0
  }

  private mutating func resize(to newCapacity: Int) {
    var other = ReadMemory(capacity: newCapacity)
    change(to: &other)
  }

  /// Goes on in other memory, and leaves its own there.
  private mutating func change(to other: inout ReadMemory) {
    if let buffer { other.base?.initialize(from: buffer + start, count: pendingBytes) }
    swap(&memory, &other)
    searched -= start
    end -= start
    start = 0
  }
}

/// Many framers of one thread can share the memory they are filled in: most hand everything out before the
/// next one is filled.
extension LineFramer {
  /// Takes the memory, if it is more than the framer's own.
  package mutating func borrow(_ shared: inout ReadMemory) {
    if shared.capacity <= capacity { return }
    change(to: &shared)
    shared = ReadMemory()
  }

  /// Gives its memory to whoever reads next, unless much of a line is still in it.
  package mutating func giveBack(to shared: inout ReadMemory) {
    if shared.capacity > 0 || pendingBytes > capacity / 4 { return }
    if pendingBytes > 0 { shared = ReadMemory(capacity: pendingBytes) }
    change(to: &shared)
  }
}

/// Memory that a stream is read into. It has one owner at a time.
package struct ReadMemory: ~Copyable {
  fileprivate let base: UnsafeMutablePointer<UInt8>?
  fileprivate let capacity: Int

  /// No memory.
  package init() {
    base = nil
    capacity = 0
  }

  fileprivate init(capacity: Int) {
    base = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit { base?.deallocate() }
}
