import JSON
package import Platform
import Synchronization

/// A connection to the daemon: bytes go out, lines come in. Any thread may send while another one reads.
package final class Connection: Sendable {
  /// The socket, for code that waits for several things or copies bytes; closed with the last reference.
  package let descriptor: FileDescriptor
  private let input = Mutex(Input())

  /// What was read from the socket.
  private struct Input: ~Copyable {
    var framer = LineFramer(maximumLineBytes: .max)
    var hasEnded = false

    /// Reads once; returns whether anything came, the end included, before the limit.
    mutating func read(
      from descriptor: FileDescriptor, until limit: WaitLimit
    ) throws(ClientError) -> Bool {
      do throws(SystemError) {
        // Without a limit the read itself waits, which saves a system call.
        if limit != .never, try descriptor.wait(for: .readable, until: limit).isEmpty { return false }
        let count = try framer.fill(minimum: 16384) { buffer throws(SystemError) in
          try descriptor.read(into: buffer)
        }
        hasEnded = count == 0
      } catch let error where error.isDisconnected {
        hasEnded = true
      } catch {
        throw ClientError(error)
      }
      return true
    }
  }

  /// Connects to the daemon that listens at a path that somebody named.
  package convenience init(path: String, until limit: WaitLimit = .busy) throws(ClientError) {
    try self.init(to: SocketLocation(option: path), until: limit)
  }

  /// Connects to the daemon that listens there, if it is one that we may trust.
  ///
  /// - Parameter limit: how long to wait for a daemon that is too busy to accept connections.
  package init(to location: SocketLocation, until limit: WaitLimit = .busy) throws(ClientError) {
    let address: SocketAddress
    do {
      address = try SocketAddress(path: location.path)
    } catch {
      throw .invalidPath(error.description)
    }
    try Self.checkFiles(of: location)
    do {
      descriptor = try Socket.connect(to: address, until: limit)
    } catch {
      throw .cannotConnect(path: location.path, error)
    }
    do {
      try location.checkPeer(of: descriptor)
    } catch {
      throw ClientError(error, at: location.path)
    }
  }

  /// Checks that no file of a socket is another user's, as far as there are any.
  package static func checkFiles(of location: SocketLocation) throws(ClientError) {
    do {
      try location.checkFiles()
    } catch {
      throw ClientError(error, at: location.path)
    }
  }

  /// Takes over a socket that is connected already.
  package init(adopting descriptor: FileDescriptor) { self.descriptor = descriptor }

  deinit { descriptor.close() }

  /// Sends all bytes.
  ///
  /// A peer that is gone is no error here: it may have sent its reason first, and reading shows that.
  package func send(_ bytes: [UInt8], until limit: WaitLimit = .never) throws(ClientError) {
    do {
      try Socket.sendAll(bytes, to: descriptor, until: limit)
    } catch let error where error.isDisconnected {
      return
    } catch {
      throw ClientError(error)
    }
  }

  /// Ends both directions, which also wakes a thread that reads.
  package func shutDown() { Socket.shutDown(descriptor) }

  /// Whether the end of the stream was read.
  package var hasEnded: Bool { input.withLock { $0.hasEnded } }

  /// Returns the next line, and waits for it.
  ///
  /// - Throws: `connectionLost` at the end, `timedOut` when the limit passes first.
  package func line(until limit: WaitLimit = .never) throws(ClientError) -> [UInt8] {
    try input.withLock { input throws(ClientError) in
      while true {
        if case .line(let line) = input.framer.next() { return Array(line) }
        if input.hasEnded { throw .connectionLost }
        if try !input.read(from: descriptor, until: limit) { throw .timedOut }
      }
    }
  }

  /// Returns the lines that have arrived.
  ///
  /// - Parameter limit: how long to wait for the rest of a line that has begun.
  package func linesAtHand(until limit: WaitLimit = .after(seconds: 0)) throws(ClientError) -> [[UInt8]] {
    try input.withLock { input throws(ClientError) in
      var lines: [[UInt8]] = []
      while true {
        while case .line(let line) = input.framer.next() { lines.append(Array(line)) }
        let limit = input.framer.pendingBytes > 0 ? limit : .after(seconds: 0)
        if input.hasEnded { return lines }
        if try !input.read(from: descriptor, until: limit) { return lines }
      }
    }
  }

  /// Returns the last line if the stream ended without ending it.
  package func unendedLine() -> [UInt8]? {
    input.withLock { input in
      guard input.hasEnded, case .line(let line) = input.framer.finish() else { return nil }
      return Array(line)
    }
  }
}

extension WaitLimit {
  /// How long to wait for a daemon that is too busy to accept connections.
  package static var busy: Self { .after(seconds: 0.8) }
}
