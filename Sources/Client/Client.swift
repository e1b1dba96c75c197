import JSON
package import Platform

/// The blocking front of a connection: sends requests and waits for their replies.
///
/// Requests may overlap: replies and notifications that come while another reply is awaited are kept.
package final class Client {
  /// What it talks over.
  package let connection: Connection
  private let document = JSONDocument()
  private var lastID = 0
  private var keptReplies: [(id: Int, reply: Reply)] = []
  private var keptNotifications: [Notification] = []

  /// Connects to the daemon that listens at a path that somebody named.
  package convenience init(path: String) throws(ClientError) {
    self.init(try Connection(path: path))
  }

  /// Connects to the daemon that listens there.
  package convenience init(to location: SocketLocation) throws(ClientError) {
    self.init(try Connection(to: location))
  }

  /// Uses a connection that there is.
  package init(_ connection: Connection) { self.connection = connection }

  /// Sends a request and waits for its reply.
  ///
  /// - Parameter parameters: a JSON object.
  package func call(
    _ method: String, _ parameters: [UInt8]? = nil, until limit: WaitLimit = .never
  ) throws(ClientError) -> Reply {
    try reply(to: send(method, parameters, until: limit), until: limit)
  }

  /// Sends a request and returns its id.
  package func send(
    _ method: String, _ parameters: [UInt8]? = nil, until limit: WaitLimit = .never
  ) throws(ClientError) -> Int {
    lastID += 1
    try connection.send(Request.line(method, id: lastID, parameters), until: limit)
    return lastID
  }

  /// Waits for the reply to a request that was sent.
  package func reply(to id: Int, until limit: WaitLimit = .never) throws(ClientError) -> Reply {
    if let index = keptReplies.firstIndex(where: { $0.id == id }) {
      return keptReplies.remove(at: index).reply
    }
    while true {
      switch try message(connection.line(until: limit)) {
      case .reply(id: id, let reply), .reply(id: nil, let reply): return reply
      case .reply(id: let other?, let reply): keptReplies.append((other, reply))
      case .notification(let notification): keptNotifications.append(notification)
      }
    }
  }

  /// Waits for the next notification, or returns the oldest that was kept.
  ///
  /// - Parameter reader: where the notifications go.
  /// - Returns: `nil` when nobody reads there any more, which is noticed at once.
  package func notification(for reader: FileDescriptor) throws(ClientError) -> Notification? {
    while keptNotifications.isEmpty {
      for message in try messagesAtHand() {
        switch message {
        case .notification(let notification): keptNotifications.append(notification)
        case .reply(id: nil, .error(let error)): throw .refused(error)
        case .reply(id: nil, .result): continue
        case .reply(id: let id?, let reply): keptReplies.append((id, reply))
        }
      }
      if !keptNotifications.isEmpty { break }
      if connection.hasEnded { throw .connectionLost }
      do {
        let ready = try FileDescriptor.wait(
          for: [(connection.descriptor, .readable), (reader, .none)], until: .never)
        if ready[1].contains(.hungUp) { return nil }
      } catch {
        throw ClientError(error)
      }
    }
    return keptNotifications.removeFirst()
  }

  /// Returns the notifications that came while replies were awaited.
  package func takeNotifications() -> [Notification] {
    defer { keptNotifications = [] }
    return keptNotifications
  }

  /// Returns everything that has arrived, without waiting.
  package func messagesAtHand() throws(ClientError) -> [Message] {
    var messages = takeNotifications().map(Message.notification)
    messages += keptReplies.map { .reply(id: $0.id, $0.reply) }
    keptReplies = []
    for line in try connection.linesAtHand() { messages.append(try message(line)) }
    return messages
  }

  /// Reads a line. A reply to what was never asked is none.
  private func message(_ line: [UInt8]) throws(ClientError) -> Message {
    let message = try Message(line, document)
    if case .reply(id: let id?, _) = message, !(1...max(1, lastID) ~= id) { throw .notUnderstood(line) }
    return message
  }

  /// Waits until the daemon has closed the connection, whatever it still sends.
  package func waitForEnd(until limit: WaitLimit) throws(ClientError) {
    do {
      while true { _ = try connection.line(until: limit) }
    } catch .connectionLost {
      return
    }
  }
}
