import Client
import JSON
import Platform

/// A connection to the server under load. Under load it only counts the lines that come back.
final class Link {
  private let path: String
  private let connection: Connection
  /// One for all: there is only one thread.
  private nonisolated(unsafe) static let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: 1 << 18, alignment: 64)

  init(_ path: String) throws(LoadError) {
    self.path = path
    do {
      connection = try Connection(path: path, until: .never)
    } catch {
      throw LoadError(error.message(at: path))
    }
  }

  var descriptor: FileDescriptor { connection.descriptor }

  /// Returns a request as a line. A number that no other client has, in this run or another, replaces each #.
  static func request(_ template: String, _ number: Int) -> [UInt8] {
    let line = template.split(separator: "#", omittingEmptySubsequences: false)
      .joined(separator: "\(CurrentProcess.id)-\(number)")
    return Array("\(line)\n".utf8)
  }

  /// Sends everything.
  func send(_ bytes: [UInt8]) throws(LoadError) {
    try reporting { try descriptor.writeAll(bytes) }
  }

  /// Reads once, waiting if nothing is there, and returns how many lines ended.
  func receive() throws(LoadError) -> Int {
    let count = try reporting { try descriptor.read(into: Self.buffer) }
    if count == 0 { throw LoadError("the server closed a connection") }
    return Self.lines(UnsafeRawBufferPointer(rebasing: Self.buffer[..<count]))
  }

  /// Sends requests and waits for a number of lines.
  func exchange(_ bytes: [UInt8], lines: Int = 1) throws(LoadError) {
    try send(bytes)
    var missing = lines
    while missing > 0 { missing -= try receive() }
  }

  /// Sends a request, and fails if the reply is an error.
  func check(_ request: [UInt8]) throws(LoadError) {
    do throws(ClientError) {
      try connection.send(request)
      let document = JSONDocument()
      while true {
        guard case .reply(_, let reply) = try Message(connection.line(), document) else { continue }
        guard case .error(let error) = reply else { return }
        throw .refused(error)
      }
    } catch {
      throw LoadError(error.message(at: path))
    }
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
