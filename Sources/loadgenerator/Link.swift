import Platform

/// A connection to the server under load. It only counts the lines that come back.
final class Link {
  let descriptor: FileDescriptor
  /// One for all: there is only one thread.
  private nonisolated(unsafe) static let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: 1 << 18, alignment: 64)

  init(_ path: String) throws(LoadError) {
    do {
      descriptor = try Socket.connect(to: try SocketAddress(path: path))
    } catch {
      throw LoadError("\(error)")
    }
  }

  deinit { descriptor.close() }

  /// A request as it is sent. Where # stands comes a number that no other client has, of this run or another.
  static func request(_ template: String, _ number: Int) -> [UInt8] {
    let line = template.split(separator: "#", omittingEmptySubsequences: false)
      .joined(separator: "\(CurrentProcess.id)-\(number)")
    return Array("\(line)\n".utf8)
  }

  /// Sends everything.
  func send(_ bytes: [UInt8]) throws(LoadError) {
    do throws(SystemError) {
      try descriptor.writeAll(bytes)
    } catch {
      throw LoadError("\(error)")
    }
  }

  /// Reads once, waiting if nothing is there, and returns how many lines ended.
  func receive() throws(LoadError) -> Int {
    let count: Int
    do throws(SystemError) {
      count = try descriptor.read(into: Self.buffer)
    } catch {
      throw LoadError("\(error)")
    }
    if count == 0 { throw LoadError("the server closed a connection") }
    return Self.lines(UnsafeRawBufferPointer(rebasing: Self.buffer[..<count]))
  }

  /// Sends a request and waits for so many lines.
  func exchange(_ bytes: [UInt8], lines: Int = 1) throws(LoadError) {
    try send(bytes)
    var missing = lines
    while missing > 0 { missing -= try receive() }
  }

  /// Sends a request, and fails if the answer is an error of JSON-RPC.
  func check(_ bytes: [UInt8]) throws(LoadError) {
    try send(bytes)
    var answer: [UInt8] = []
    while answer.last != UInt8(ascii: "\n") {
      do throws(SystemError) {
        let count = try descriptor.read(into: Self.buffer)
        if count == 0 { throw SystemError(0, "go on: the server closed a connection") }
        answer += Self.buffer[..<count]
      } catch {
        throw LoadError("\(error)")
      }
    }
    let text = String(decoding: answer, as: UTF8.self)
    if text.contains("\"error\":") { throw LoadError("the server answered \(text)") }
  }

  /// Eight bytes at a time: the load must cost less than the server under it.
  private static func lines(_ bytes: UnsafeRawBufferPointer) -> Int {
    var count = 0
    var offset = 0
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    while offset &+ 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) ^ 0x0A0A_0A0A_0A0A_0A0A
      // The top bit of a byte stays 0 only where the byte is zero, that is a line feed.
      count &+= (~((word & low) &+ low | word | low)).nonzeroBitCount
      offset &+= 8
    }
    while offset < bytes.count {
      if bytes[offset] == UInt8(ascii: "\n") { count &+= 1 }
      offset &+= 1
    }
    return count
  }
}
