import JSON
import Platform
import Synchronization

/// The threaded front of a connection: any number of threads send, one reads what comes.
package final class ThreadedClient: Sendable {
  /// How a call ended.
  package typealias Outcome = Result<Reply, ClientError>

  private let receiver: Receiver
  /// The id of the last request. Held while one is sent, so that requests leave in the order of their ids.
  private let lastID = Mutex(0)

  /// Starts the thread that reads.
  ///
  /// - Parameter onNotification: is called on that thread and must be quick.
  package init(
    _ connection: Connection, onNotification: @escaping @Sendable (Notification) -> Void = { _ in }
  ) throws(ClientError) {
    let receiver = Receiver(connection, onNotification)
    self.receiver = receiver
    do {
      try WorkerThread { receiver.run() }.detach()
    } catch {
      throw ClientError(error)
    }
  }

  /// The thread ends, and then the connection is closed.
  deinit { receiver.connection.shutDown() }

  /// Whether the connection is open, as far as is known.
  package var isOpen: Bool { receiver.pending.withLock { $0 != nil } }

  /// A request, and what to do with its outcome: called once, on the reading thread, and must be quick.
  package struct Call {
    let method: String
    let parameters: [UInt8]?
    let completion: @Sendable (Outcome) -> Void

    package init(
      _ method: String, _ parameters: [UInt8]? = nil, completion: @escaping @Sendable (Outcome) -> Void
    ) {
      self.method = method
      self.parameters = parameters
      self.completion = completion
    }
  }

  /// Sends requests in one piece; none waits for the reply to the one before it.
  ///
  /// - Returns: the id of the last one.
  @discardableResult
  package func send(_ calls: [Call]) -> Int {
    lastID.withLock { lastID in
      var lines: [UInt8] = []
      for call in calls {
        lastID += 1
        receiver.expect(lastID, call.completion)
        lines += Request.line(call.method, id: lastID, call.parameters)
      }
      send(lines)
      return lastID
    }
  }

  /// Sends a request that gets no reply.
  package func notify(_ method: String, _ parameters: [UInt8]? = nil) {
    lastID.withLock { _ in send(Request.line(method, id: nil, parameters)) }
  }

  private func send(_ lines: [UInt8]) {
    do {
      try receiver.connection.send(lines, until: .after(seconds: 10))
    } catch {
      // The reading thread then finds the end, and fails every call.
      receiver.connection.shutDown()
    }
  }
}

/// What a client and its thread share.
private final class Receiver: Sendable {
  let connection: Connection
  private let onNotification: @Sendable (Notification) -> Void
  /// The calls without a reply; `nil` once no reply can come.
  let pending = Mutex<[Int: @Sendable (ThreadedClient.Outcome) -> Void]?>([:])

  init(_ connection: Connection, _ onNotification: @escaping @Sendable (Notification) -> Void) {
    self.connection = connection
    self.onNotification = onNotification
  }

  func expect(_ id: Int, _ completion: @escaping @Sendable (ThreadedClient.Outcome) -> Void) {
    let isOpen = pending.withLock { pending in
      pending?[id] = completion
      return pending != nil
    }
    if !isOpen { completion(.failure(.connectionLost)) }
  }

  /// Reads until the connection ends, or until what comes is not understood.
  func run() {
    let document = JSONDocument()
    let reason: ClientError
    do throws(ClientError) {
      while true {
        let line = try connection.line()
        if !take(try Message(line, document)) { throw ClientError.notUnderstood(line) }
      }
    } catch {
      reason = error
      connection.shutDown()
    }
    let unanswered = pending.withLock { pending in
      defer { pending = nil }
      return pending ?? [:]
    }
    for completion in unanswered.values { completion(.failure(reason)) }
  }

  /// Hands a message to whom it is for; returns false for a reply to what nobody waits for.
  private func take(_ message: Message) -> Bool {
    switch message {
    case .notification(let notification): onNotification(notification)
    case .reply(let id, let reply):
      let completion = pending.withLock { pending in
        // An error about the connection answers the call that was sent last.
        (id ?? pending?.keys.max()).flatMap { pending?.removeValue(forKey: $0) }
      }
      if completion == nil, id != nil { return false }
      completion?(.success(reply))
    }
    return true
  }
}
