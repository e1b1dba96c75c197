package import JSON
package import Platform

/// A connection to the daemon as lines: what is sent goes out at once, what comes is taken when asked for.
package final class DaemonLink {
  package let descriptor: FileDescriptor
  private var framer = LineFramer(maximumLineBytes: .max)
  /// The daemon has closed it.
  package private(set) var hasEnded = false

  package init(path: String) throws(SystemError) {
    do {
      descriptor = try Socket.connect(to: SocketAddress(path: path), until: .after(seconds: 2))
    } catch let error as SystemError {
      throw error
    } catch {
      throw .vanished(path)
    }
  }

  deinit { descriptor.close() }

  /// Sends a line; a daemon that is gone shows when it is read from.
  package func send(_ line: [UInt8]) throws(SystemError) {
    do throws(SystemError) {
      try Socket.sendAll(line + [UInt8(ascii: "\n")], to: descriptor, until: .after(seconds: 10))
    } catch let error where error.isDisconnected {
      return
    }
  }

  /// Sends a request.
  package func send(_ method: String, id: Int, _ members: (inout JSONWriter) -> Void = { _ in })
    throws(SystemError)
  {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("jsonrpc", "2.0")
    writer.member("id", id)
    writer.member("method", method)
    writer.key("params")
    writer.beginObject()
    members(&writer)
    writer.endObject()
    writer.endObject()
    try send(writer.bytes)
  }

  /// The next line, waiting for it; `nil` at the end, and when the limit passed first.
  package func line(until limit: WaitLimit) throws(SystemError) -> [UInt8]? {
    while true {
      if case .line(let line) = framer.next() { return Array(line) }
      if hasEnded { return nil }
      if try descriptor.wait(for: .readable, until: limit).isEmpty { return nil }
      try read()
    }
  }

  /// The lines that are there. One that has begun is waited for: the daemon writes whole ones.
  package func linesAtHand() throws(SystemError) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    while true {
      while case .line(let line) = framer.next() { lines.append(Array(line)) }
      if hasEnded { return lines }
      let limit = WaitLimit.after(seconds: framer.pendingBytes > 0 ? 10 : 0)
      if try descriptor.wait(for: .readable, until: limit).isEmpty { return lines }
      try read()
    }
  }

  private func read() throws(SystemError) {
    do throws(SystemError) {
      let count = try framer.fill(minimum: 16384) { buffer throws(SystemError) in
        try descriptor.read(into: buffer)
      }
      if count == 0 { hasEnded = true }
    } catch let error where error.isDisconnected {
      hasEnded = true
    }
  }
}
