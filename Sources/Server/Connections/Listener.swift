import DeviceModel
package import Platform
import WireProtocol

/// A socket that takes connections.
struct Listener {
  let descriptor: FileDescriptor
  let token: UInt64
  let audience: Audience
}

extension Server {
  /// How many connections are taken before others get their turn.
  private static let acceptsPerTurn = 64
  /// How long to wait for a descriptor to become free.
  private static let acceptPause: Int64 = 100_000_000

  /// Takes connections from a bound, listening, non-blocking socket once the server runs. The server
  /// closes it.
  package func addListener(_ descriptor: FileDescriptor, for audience: Audience = .harness) {
    precondition(phase == .running)
    listeners.append(Listener(descriptor: descriptor, token: makeToken(descriptor), audience: audience))
  }

  /// Takes the connections that wait at a listener.
  func accept(from listener: Listener) {
    for _ in 0..<Self.acceptsPerTurn {
      do throws(SystemError) {
        greet(try Socket.accept(listener.descriptor), audience: listener.audience)
      } catch {
        if error.wouldBlock { return acceptedAll() }
        if error.isOutOfResources { return pauseAccepting(error) }
        // This one is gone already; the next may not be.
      }
    }
  }

  /// A connection may come in when another ends, and nothing tells when: without a pause the loop would
  /// spin, for the listener stays readable.
  private func pauseAccepting(_ error: SystemError) {
    if !isAcceptingPaused { configuration.log("\(error); new connections wait") }
    isAcceptingPaused = true
    for listener in listeners {
      try? poller.change(listener.descriptor, for: [], token: listener.token)
    }
    lookAtClock()
    _ = timers.schedule(at: now.value + Self.acceptPause, .resumeAccepting)
  }

  /// Nobody waits any more.
  private func acceptedAll() {
    if isAcceptingPaused { configuration.log("all new connections are accepted again") }
    isAcceptingPaused = false
  }

  /// Tries again after a pause.
  func resumeAccepting() {
    for listener in listeners {
      try? poller.change(listener.descriptor, for: .readable, token: listener.token)
    }
  }

  /// Lets a new connection in, or tells it in one line why not.
  private func greet(_ descriptor: FileDescriptor, audience: Audience) {
    // A peer of whom nothing is known is a stranger, too.
    let peer = try? PeerCredentials(of: descriptor)
    guard let peer, Self.isWelcome(peer.userID) else {
      configuration.log("refused a connection of user \(peer.map { "\($0.userID)" } ?? "unknown")")
      return refuse(descriptor, .foreignUser(owner: CurrentProcess.userID))
    }
    let limit = configuration.limits.maxConnections
    if connectionCount >= limit {
      configuration.log("refused a connection: there are \(limit) already")
      return refuse(
        descriptor, .limitExceeded("there are \(limit) connections already; close some", limit: limit))
    }
    do throws(SystemError) {
      try adopt(descriptor, for: audience)
    } catch {
      configuration.log("\(error)")
      descriptor.close()
    }
  }

  private static func isWelcome(_ user: UInt32) -> Bool { user == CurrentProcess.userID || user == 0 }

  /// Serves an open, non-blocking connection, and closes it in the end.
  package func adopt(
    _ descriptor: FileDescriptor, for audience: Audience = .harness
  ) throws(SystemError) {
    let token = makeToken(descriptor)
    try poller.add(descriptor, for: .readable, token: token)
    let index = Int(descriptor.rawValue)
    while connections.count <= index { connections.append(nil) }
    connections[index] = Connection(
      descriptor, token: token, client: ClientID(makeSerial()), audience: audience,
      maximumLineBytes: configuration.limits.maxLineBytes)
    connectionCount += 1
    timers.cancel(idleTimer)
    idleTimer = nil
  }
}
