import JSON
import Platform

/// The lines of a file, of which one is in memory at a time.
struct LineSource: ~Copyable {
  private let file: FileDescriptor
  private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
  /// The bytes in memory that are not handed out yet, and the line before them.
  private var (start, count) = (0, 0)
  private var line = 0..<0
  private var offset: Int
  /// Where to stop.
  private let limit: Int
  /// Whether the line had its end.
  private(set) var hasEnd = false

  init(_ file: FileDescriptor, from offset: Int = 0, to limit: Int = .max) {
    self.file = file
    self.offset = offset
    self.limit = limit
  }

  deinit { memory.deallocate() }

  /// The line, without its end.
  func withLine<R, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> R
  ) throws(Failure) -> R {
    try body(UnsafeRawBufferPointer(rebasing: memory[line]))
  }

  /// Goes on to the next line; returns whether there is one.
  mutating func advance() throws(SystemError) -> Bool {
    var searched = start
    while true {
      if let end = UnsafeRawBufferPointer(rebasing: memory[..<count]).lineEnd(from: searched) {
        (line, start, hasEnd) = (start..<end, end + 1, true)
        return true
      }
      searched = count - start
      makeRoom()
      let free = UnsafeMutableRawBufferPointer(rebasing: memory[count...].prefix(limit - offset))
      let more = try file.read(into: free, at: offset)
      if more == 0 {
        (line, start, hasEnd) = (0..<count, count, false)
        return !line.isEmpty
      }
      (count, offset) = (count + more, offset + more)
    }
  }

  /// Moves what is left to the front, and takes more memory if that fills it.
  private mutating func makeRoom() {
    let rest = UnsafeRawBufferPointer(rebasing: memory[start..<count])
    if rest.count > memory.count / 2 {
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: memory.count * 2, alignment: 16)
      larger.copyMemory(from: rest)
      memory.deallocate()
      memory = larger
    } else if start > 0, let base = memory.baseAddress, let source = rest.baseAddress {
      base.copyMemory(from: source, byteCount: rest.count)
    }
    (start, count) = (0, rest.count)
  }
}
