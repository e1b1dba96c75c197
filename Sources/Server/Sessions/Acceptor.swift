import DeviceModel
import JSON
import Platform
import WireProtocol

/// Takes connections from listening sockets, and refuses those of strangers.
final class Acceptor {
  private let reactor: Reactor
  private let log: (String) -> Void
  private var listeners: [(descriptor: FileDescriptor, audience: Audience)] = []
  private var isPaused = false
  /// Serves a new connection, or says why not.
  private let admit: (FileDescriptor, Audience) throws(WireError) -> Void

  /// How many connections are taken before others get their turn.
  private static let acceptsPerTurn = 64
  /// How long to wait for a descriptor to become free.
  private static let pause: Int64 = 100_000_000

  init(
    on reactor: Reactor, log: @escaping (String) -> Void,
    _ admit: @escaping (FileDescriptor, Audience) throws(WireError) -> Void
  ) {
    self.reactor = reactor
    self.log = log
    self.admit = admit
  }

  /// Adds a bound, listening, non-blocking socket. It is closed in the end.
  func add(_ descriptor: FileDescriptor, for audience: Audience) { listeners.append((descriptor, audience)) }

  /// Begins to take connections.
  func start() throws(SystemError) {
    for listener in listeners {
      try reactor.watch(listener.descriptor) { [unowned self] _ in
        accept(from: listener.descriptor, listener.audience)
      }
    }
  }

  /// Takes no connections any more.
  func stop() {
    for listener in listeners {
      reactor.unwatch(listener.descriptor)
      listener.descriptor.close()
    }
    listeners.removeAll()
  }

  private func accept(from listener: FileDescriptor, _ audience: Audience) {
    for _ in 0..<Self.acceptsPerTurn {
      do throws(SystemError) {
        greet(try Socket.accept(listener), audience)
      } catch {
        if error.wouldBlock { return endPause() }
        if error.isOutOfResources { return beginPause(error) }
        // This one is gone already; the next may not be.
      }
    }
  }

  /// A connection may come in when another ends, and nothing tells when: without a pause the loop would
  /// spin, for the listener stays readable.
  private func beginPause(_ error: SystemError) {
    if !isPaused { log("\(error); new connections wait") }
    isPaused = true
    for listener in listeners { try? reactor.watch(listener.descriptor, for: []) }
    reactor.readClock()
    _ = reactor.schedule(at: reactor.now + Self.pause) { [unowned self] in
      for listener in listeners { try? reactor.watch(listener.descriptor, for: .readable) }
    }
  }

  /// All that waited are served.
  private func endPause() {
    if isPaused { log("all new connections are accepted again") }
    isPaused = false
  }

  /// Serves a new connection, or tells it in one line why not.
  private func greet(_ descriptor: FileDescriptor, _ audience: Audience) {
    // A peer of whom nothing is known is a stranger, too.
    let peer = try? PeerCredentials(of: descriptor)
    guard let peer, peer.userID == CurrentProcess.userID || peer.userID == 0 else {
      log("refused a connection of user \(peer.map { "\($0.userID)" } ?? "unknown")")
      return refuse(descriptor, .foreignUser(owner: CurrentProcess.userID))
    }
    do throws(WireError) {
      try admit(descriptor, audience)
    } catch {
      log("refused a connection: \(error.message)")
      refuse(descriptor, error)
    }
  }

  private func refuse(_ descriptor: FileDescriptor, _ error: WireError) {
    var writer = JSONWriter()
    Response.write(id: .null, error, into: &writer)
    writer.endLine()
    let line = writer.bytes
    // A fresh socket has room for one line; a peer that is gone does not need it.
    _ = try? line.withUnsafeBytes { try Socket.send($0, to: descriptor) }
    descriptor.close()
  }
}
