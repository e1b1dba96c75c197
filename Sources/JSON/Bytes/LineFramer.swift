/// Splits a stream of bytes into lines. It owns the buffer that the stream is read into, and returns lines
/// without copying them; each byte is examined once and moved at most a few times, however it arrives.
package struct LineFramer: ~Copyable {
  private let maximumLineBytes: Int
  private var memory = ReadMemory()
  /// The range of the bytes that are not yet returned.
  private var start = 0
  private var end = 0
  /// The position up to which there is no line end.
  private var searched = 0
  /// Whether the current line was reported as too long.
  private var isDiscarding = false
  /// Whether no byte was returned or skipped yet, so that a byte order mark may come.
  private var isAtStreamStart = true
  /// The size that reads ask for. After a long line, the buffer shrinks to a few times this size.
  private var usualRead = 0

  /// A framer that refuses lines with more bytes than this, without the line end.
  package init(maximumLineBytes: Int) {
    precondition(maximumLineBytes > 0)
    self.maximumLineBytes = maximumLineBytes
  }

  /// The next part of the stream.
  package enum Line {
    /// A line without its line end; the bytes are valid until the framer is used again.
    case line(UnsafeBufferPointer<UInt8>)
    /// A line over the limit. It is reported once; the rest of it is skipped.
    case tooLong
  }

  private var buffer: UnsafeMutablePointer<UInt8>? { memory.base }
  private var capacity: Int { memory.capacity }

  /// The number of bytes that were read and not yet returned.
  package var pendingBytes: Int { end - start }

  /// Calls `body` to read into free space of at least `minimum` bytes. Both return the number of bytes read.
  package mutating func fill<Failure: Error>(
    minimum: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    precondition(minimum > 0)
    usualRead = max(usualRead, minimum)
    let free = makeRoom(for: minimum)
    let count = try body(free)
    precondition(count >= 0 && count <= free.count, "more bytes were read than there is room for")
    end += count
    return count
  }

  /// The next whole line; blank lines are skipped. `nil`: more bytes are needed.
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

  /// The next line after the end of the stream; the last one needs no line end.
  package mutating func finish() -> Line? {
    if let line = next() { return line }
    let rest = content(from: start, to: end)
    start = end
    searched = end
    return isDiscarding || isBlank(rest) ? nil : .line(rest)
  }

  /// Drops the beginning of a line whose end did not come yet; the rest of it is skipped. Returns whether there was
  /// any: whole lines that were not returned come first.
  package mutating func dropUnendedLine() -> Bool {
    guard searched == end, start < end else { return false }
    isDiscarding = true
    start = end
    releaseExcess()
    return true
  }
}

extension LineFramer {
  /// Skips a byte order mark at the start of the stream. Returns false while half of a mark is all that came.
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

  /// The bytes of a line, without a CR that belongs to the line end.
  private func content(from start: Int, to end: Int) -> UnsafeBufferPointer<UInt8> {
    guard let buffer else { return UnsafeBufferPointer(start: nil, count: 0) }
    let hasReturn = end > start && buffer[end - 1] == UInt8(ascii: "\r")
    return UnsafeBufferPointer(start: buffer + start, count: end - start - (hasReturn ? 1 : 0))
  }

  /// Whether a line has only white space.
  private func isBlank(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }
}

extension LineFramer {
  /// Returns the free space, and enlarges it first if it is too small.
  private mutating func makeRoom(for minimum: Int) -> UnsafeMutableRawBufferPointer {
    if start == end { moveToFront() }
    if capacity - end < minimum {
      // Bytes move only if at least as many were returned before, so on average each byte moves once at most.
      if start >= pendingBytes && capacity - pendingBytes >= minimum {
        moveToFront()
      } else {
        resize(to: max(capacity * 2, pendingBytes + minimum))
      }
    }
    return UnsafeMutableRawBufferPointer(start: buffer.map { $0 + end }, count: capacity - end)
  }

  /// Frees the memory of a long line when the rest is short again.
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

  /// Swaps the memory, and copies the pending bytes.
  private mutating func change(to other: inout ReadMemory) {
    if let buffer { other.base?.initialize(from: buffer + start, count: pendingBytes) }
    swap(&memory, &other)
    searched -= start
    end -= start
    start = 0
  }
}

/// The framers of one thread can share one block of memory: most return all their bytes before the next one
/// reads.
extension LineFramer {
  /// Takes the shared memory, if it is larger than the framer's own.
  package mutating func borrow(_ shared: inout ReadMemory) {
    if shared.capacity <= capacity { return }
    change(to: &shared)
    shared = ReadMemory()
  }

  /// Returns the memory for the next reader, unless much of a line is still in it.
  package mutating func giveBack(to shared: inout ReadMemory) {
    if shared.capacity > 0 || pendingBytes > capacity / 4 { return }
    if pendingBytes > 0 { shared = ReadMemory(capacity: pendingBytes) }
    change(to: &shared)
  }
}

/// Memory that a stream is read into; one framer owns it at a time.
package struct ReadMemory: ~Copyable {
  fileprivate let base: UnsafeMutablePointer<UInt8>?
  fileprivate let capacity: Int

  /// Creates a value without memory.
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
