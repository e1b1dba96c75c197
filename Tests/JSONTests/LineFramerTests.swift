import JSON
import TestSupport
import Testing

@Suite("Lines of a stream")
struct LineFramerTests {
  /// The lines of a stream; `nil` for a line over the limit.
  private func lines(
    of stream: [UInt8], chunks: Int, limit: Int = 64, minimum: Int = 1, finishing: Bool = true
  ) -> [String?] {
    var framer = LineFramer(maximumLineBytes: limit)
    var lines: [String?] = []
    func note(_ line: LineFramer.Line) {
      switch line {
      case .line(let bytes): lines.append(String(decoding: bytes, as: UTF8.self))
      case .tooLong: lines.append(nil)
      }
    }
    var rest = stream[...]
    while !rest.isEmpty {
      let count = framer.fill(minimum: minimum) { space in
        let count = min(chunks, rest.count, space.count)
        space.copyBytes(from: rest.prefix(count))
        return count
      }
      rest = rest.dropFirst(count)
      while let line = framer.next() { note(line) }
    }
    if finishing {
      while let line = framer.finish() { note(line) }
      #expect(framer.pendingBytes == 0)
    }
    return lines
  }

  private static let chunkSizes = [1, 2, 3, 5, 7, 64, 1000]

  @Test("the lines are the same, however the stream is split", arguments: chunkSizes)
  func ignoresChunks(size: Int) {
    let stream = Array("one\ntwo\r\n\n  \t\r\nthree é€😀\r\r\n\r\nfour".utf8)
    #expect(lines(of: stream, chunks: size) == ["one", "two", "three é€😀\r", "four"])
  }

  @Test("several lines of one read are returned in order")
  func splitsOneRead() {
    #expect(lines(of: Array("1\n2\n3\n".utf8), chunks: 100, finishing: false) == ["1", "2", "3"])
  }

  @Test("half a line waits for the rest")
  func keepsHalfLines() {
    var framer = LineFramer(maximumLineBytes: 64)
    func feed(_ text: String) -> [String] {
      _ = framer.fill(minimum: 16) { space in
        space.copyBytes(from: text.utf8)
        return text.utf8.count
      }
      var lines: [String] = []
      while case .line(let bytes)? = framer.next() { lines.append(String(decoding: bytes, as: UTF8.self)) }
      return lines
    }
    #expect(feed("{\"a\":1}\n{\"b\"") == ["{\"a\":1}"])
    #expect(framer.pendingBytes == 4)
    #expect(feed(":2}") == [])
    #expect(feed("\n") == ["{\"b\":2}"])
    #expect(framer.pendingBytes == 0)
  }

  @Test("a byte order mark is removed only at the start of the stream", arguments: chunkSizes)
  func skipsByteOrderMark(size: Int) {
    #expect(lines(of: Array("\u{FEFF}a\n\u{FEFF}b\n".utf8), chunks: size) == ["a", "\u{FEFF}b"])
    #expect(lines(of: Array("\u{FEFF}\r\na".utf8), chunks: size) == ["a"])
    #expect(lines(of: Array("\u{FEFF}".utf8), chunks: size) == [])
    #expect(lines(of: Array("\u{FEFF}abcd\nx\n".utf8), chunks: size, limit: 4) == ["abcd", "x"])
    #expect(lines(of: Array("\u{FEFF}abcde\nx\n".utf8), chunks: size, limit: 4) == [nil, "x"])
    #expect(lines(of: Array("\n\u{FEFF}a\n".utf8), chunks: size) == ["\u{FEFF}a"])
  }

  @Test("half of a byte order mark is a line like any other", arguments: chunkSizes)
  func keepsHalfMark(size: Int) {
    #expect(lines(of: [0xEF, 0xBB, 0x61, 0x0A], chunks: size).count == 1)
    #expect(lines(of: [0xEF, 0xBB], chunks: size).count == 1)
  }

  @Test("a line of the limit is returned; a longer one is reported once", arguments: chunkSizes)
  func limitsLines(size: Int) {
    let exact = String(repeating: "x", count: 64)
    #expect(lines(of: Array("\(exact)\n\(exact)\r\na\n".utf8), chunks: size) == [exact, exact, "a"])
    #expect(lines(of: Array("\(exact)x\na\n".utf8), chunks: size) == [nil, "a"])
    #expect(lines(of: Array("\(exact)x\r\na\n".utf8), chunks: size) == [nil, "a"])
    #expect(lines(of: Array("\(exact)\rx\na\n".utf8), chunks: size) == [nil, "a"])
    #expect(lines(of: Array("\(exact)\r".utf8), chunks: size) == [exact])
    #expect(lines(of: Array("\(exact)x".utf8), chunks: size) == [nil])
    #expect(lines(of: Array("\(exact)\(exact)\(exact)\n\(exact)\n".utf8), chunks: size) == [nil, exact])
    #expect(lines(of: Array("\(exact)x\n\(exact)x\n\(exact)".utf8), chunks: size) == [nil, nil, exact])
    let blank = String(repeating: " ", count: 65)
    #expect(lines(of: Array("\(blank)\na".utf8), chunks: size) == [nil, "a"])
  }

  @Test("the end of the stream ends the last line", arguments: ["", "\n", "\r\n"])
  func finishesLines(ending: String) {
    #expect(lines(of: Array("a\nb\(ending)".utf8), chunks: 100) == ["a", "b"])
    #expect(lines(of: Array(ending.utf8), chunks: 100) == [])
    #expect(lines(of: Array("  \(ending)".utf8), chunks: 100) == [])
  }

  @Test("an unread stream has no lines")
  func startsEmpty() {
    #expect(lines(of: [], chunks: 1) == [])
  }

  @Test("a stream that ends in a line over the limit does not report it again")
  func finishesWithinOverlongLine() {
    let stream = [UInt8](repeating: 0x78, count: 200)
    #expect(lines(of: stream, chunks: 50) == [nil])
  }

  @Test("a failed or empty read changes nothing")
  func survivesFailedReads() {
    struct Failure: Error {}
    var framer = LineFramer(maximumLineBytes: 64)
    #expect(framer.fill(minimum: 8) { _ in 0 } == 0)
    #expect(throws: Failure.self) { try framer.fill(minimum: 8) { _ in throw Failure() } }
    #expect(framer.pendingBytes == 0)
  }

  @Test("an endless line takes limited memory")
  func boundsMemory() {
    var framer = LineFramer(maximumLineBytes: 1000)
    var tooLong = 0
    var largest = 0
    for _ in 0..<100_000 {
      _ = framer.fill(minimum: 100) { space in
        largest = max(largest, space.count)
        let part = UnsafeMutableRawBufferPointer(rebasing: space[..<100])
        part.initializeMemory(as: UInt8.self, repeating: 0x78)
        return 100
      }
      while let line = framer.next() { if case .tooLong = line { tooLong += 1 } }
    }
    #expect(tooLong == 1)
    #expect(largest <= 4000 && framer.pendingBytes == 0)
  }

  @Test("the memory of a long line is freed")
  func shrinks() {
    var framer = LineFramer(maximumLineBytes: 1 << 20)
    var space = 0
    func feed(_ byte: UInt8, _ count: Int) {
      _ = framer.fill(minimum: 1000) { free in
        space = free.count
        let part = UnsafeMutableRawBufferPointer(rebasing: free[..<count])
        part.initializeMemory(as: UInt8.self, repeating: byte)
        return count
      }
      while framer.next() != nil {}
    }
    for _ in 0..<1000 { feed(0x78, 1000) }
    #expect(framer.pendingBytes == 1_000_000)
    feed(0x0A, 1)
    feed(0x0A, 1)
    #expect(framer.pendingBytes == 0)
    #expect(space >= 1000 && space <= 4000)
  }

  @Test("random lines are the same, however the stream is split", arguments: 0..<100 as Range<UInt64>)
  func agreesWithSplitting(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = ["a", "bc", "\n", "\r\n", "\r", " ", "é", "😀", "xxxxxxxxxxxxxxxxxxxxxxxx"]
    let text = (0..<60).map { _ in pieces.randomElement(using: &generator) ?? "" }
    let stream = Array(text.joined().utf8)
    let whole = lines(of: stream, chunks: stream.count, limit: 24, minimum: 1000)
    for size in 1...9 {
      let minimum = Int.random(in: 1...40, using: &generator)
      #expect(lines(of: stream, chunks: size, limit: 24, minimum: minimum) == whole)
    }
  }
}
