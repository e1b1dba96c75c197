import JSON
package import Platform

/// A connection to the daemon that waits for what it asks.
///
/// Requests may overlap: whatever is not the reply in question is kept until somebody asks for it.
package final class Client {
  /// The connection, for those who copy bytes or wait for several things at once.
  package let descriptor: FileDescriptor
  private var framer = LineFramer(maximumLineBytes: Int.max)
  private let document = JSONDocument()
  private var lastID = 0
  private var keptReplies: [(id: Int, reply: Reply)] = []
  private var keptNotifications: [Notification] = []

  /// Connects to whoever listens at the path.
  ///
  /// - Parameter limit: how long a daemon that takes no connections is waited for.
  package init(path: String, until limit: WaitLimit = .after(seconds: 0.8)) throws(ClientError) {
    let address: SocketAddress
    do {
      address = try SocketAddress(path: path)
    } catch {
      throw .invalidPath(error.description)
    }
    do {
      descriptor = try Socket.connect(to: address, until: limit)
    } catch {
      throw .cannotConnect(path: path, error)
    }
  }

  deinit { descriptor.close() }

  /// Sends a request and waits for its reply.
  ///
  /// - Parameter parameters: a JSON object.
  package func call(
    _ method: String, _ parameters: [UInt8]? = nil, until limit: WaitLimit = .never
  ) throws(ClientError) -> Reply {
    try reply(to: send(method, parameters, until: limit), until: limit)
  }

  /// Sends a request and returns the number by which its reply will be known.
  package func send(
    _ method: String, _ parameters: [UInt8]? = nil, until limit: WaitLimit = .never
  ) throws(ClientError) -> Int {
    lastID += 1
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("jsonrpc", "2.0")
    writer.member("id", lastID)
    writer.member("method", method)
    if let parameters {
      writer.key("params")
      writer.raw(parameters)
    }
    writer.endObject()
    writer.endLine()
    do {
      try Socket.sendAll(writer.bytes, to: descriptor, until: limit)
    } catch let error where error.isDisconnected {
      // A daemon that refuses this user says so before it hangs up, and that is still to be read.
    } catch {
      throw ClientError(error)
    }
    return lastID
  }

  /// Waits for the reply to a request that was sent.
  package func reply(to id: Int, until limit: WaitLimit = .never) throws(ClientError) -> Reply {
    if let index = keptReplies.firstIndex(where: { $0.id == id }) {
      return keptReplies.remove(at: index).reply
    }
    while true {
      switch try receive(until: limit) {
      case .reply(id: id, let reply), .reply(id: nil, let reply): return reply
      case .reply(id: let other?, let reply): keptReplies.append((other, reply))
      case .notification(let notification): keptNotifications.append(notification)
      }
    }
  }

  /// Waits for the next notification, or takes the oldest that came meanwhile.
  ///
  /// - Parameter reader: where the notifications go.
  /// - Returns: `nil` when whoever reads there is gone; without looking nobody would notice before the
  ///   next notification.
  package func notification(for reader: FileDescriptor) throws(ClientError) -> Notification? {
    if !keptNotifications.isEmpty { return keptNotifications.removeFirst() }
    while true {
      if case .line(let line) = framer.next() {
        if let notification = try keep(Message(line, document)) { return notification }
        continue
      }
      do throws(SystemError) {
        let nothing: Readiness = []
        let ready = try FileDescriptor.wait(
          for: [(descriptor, .readable), (reader, nothing)], until: .never)
        if ready[1].contains(.hungUp) { return nil }
      } catch {
        throw ClientError(error)
      }
      if try read(until: .never) == 0 { throw .connectionLost }
    }
  }

  /// A notification, or `nil` for a reply, which is kept for whoever asks for it.
  private func keep(_ message: Message) throws(ClientError) -> Notification? {
    switch message {
    case .notification(let notification): return notification
    case .reply(id: nil, let reply): throw .refused(reply)
    case .reply(id: let id?, let reply):
      keptReplies.append((id, reply))
      return nil
    }
  }

  /// Waits until the daemon has closed the connection, whatever it still says.
  package func waitForEnd(until limit: WaitLimit) throws(ClientError) {
    do {
      while true { _ = try receive(until: limit) }
    } catch .connectionLost {
      return
    }
  }

  private func receive(until limit: WaitLimit) throws(ClientError) -> Message {
    while true {
      if case .line(let line) = framer.next() { return try Message(line, document) }
      if try read(until: limit) == 0 { throw .connectionLost }
    }
  }

  private func read(until limit: WaitLimit) throws(ClientError) -> Int {
    do {
      if limit != .never, try descriptor.wait(for: .readable, until: limit).isEmpty {
        throw ClientError.timedOut
      }
      return try framer.fill(minimum: 16384) { buffer throws(SystemError) in
        try descriptor.read(into: buffer)
      }
    } catch let error as SystemError {
      throw ClientError(error)
    } catch {
      throw .timedOut
    }
  }
}
