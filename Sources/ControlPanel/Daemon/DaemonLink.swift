import Client
import JSON
import Platform

/// A connection to the daemon that never waits: requests go out as far as there is room, and replies are taken when
/// they come.
final class DaemonLink {
  typealias Completion = (Result<Reply, ClientError>) -> Void

  private let connection: Connection
  private let document = JSONDocument()
  private let onEvent: (JSONNode) -> Void
  private var framer = LineFramer(maximumLineBytes: PanelLimits.lineBytes)
  private var unsent = Outbox()
  private var waiting: [Int: Completion] = [:]
  private var lastID = 0

  /// Connects, if a daemon takes connections now.
  init(to location: SocketLocation, onEvent: @escaping (JSONNode) -> Void = { _ in }) throws(ClientError) {
    connection = try Connection(to: location, until: .after(seconds: 0))
    self.onEvent = onEvent
  }

  /// What to wait for.
  var entry: (descriptor: FileDescriptor, readiness: Readiness) {
    (connection.descriptor, unsent.isEmpty ? .readable : [.readable, .writable])
  }

  /// Whether it waits for as many replies as it may.
  var isBusy: Bool { waiting.count >= PanelLimits.waitingCalls }

  /// Sends a request. `completion` is called once, from `proceed` or `end`.
  func call(_ method: String, _ parameters: [UInt8]? = nil, then completion: @escaping Completion) {
    lastID += 1
    waiting[lastID] = completion
    unsent.append(Request.line(method, id: lastID, parameters))
  }

  /// Sends and takes what is possible now, without waiting.
  ///
  /// - Throws: why the connection is of no use any more; `end` then tells those who wait.
  func proceed() throws(ClientError) {
    try send()
    let descriptor = connection.descriptor
    let count: Int
    do {
      count = try framer.fill(minimum: 16 << 10) { buffer throws(SystemError) in
        try Socket.receive(into: buffer, from: descriptor)
      }
    } catch {
      if error.wouldBlock { return }
      throw .connectionLost
    }
    if count == 0 { throw .connectionLost }
    while let line = framer.next() {
      guard case .line(let line) = line else { throw .notUnderstood("a line that is too long".utf8) }
      try take(Message(Array(line), document))
    }
  }

  private func send() throws(ClientError) {
    do {
      try unsent.send(to: connection.descriptor)
    } catch {
      // What it said before it went is still read.
      if !error.isDisconnected { throw .system(error) }
    }
  }

  private func take(_ message: Message) throws(ClientError) {
    switch message {
    case .notification(let notification): _ = try? withJSON(notification.parameters) { onEvent($0) }
    case .reply(nil, .error(let error)): throw .refused(error)
    case .reply(nil, .result): return
    case .reply(let id?, let reply): waiting.removeValue(forKey: id)?(.success(reply))
    }
  }

  /// Tells all who wait for a reply that none comes.
  func end(_ error: ClientError) {
    let unanswered = waiting
    waiting = [:]
    for completion in unanswered.values { completion(.failure(error)) }
  }
}
