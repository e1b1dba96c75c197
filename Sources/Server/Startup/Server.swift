package import DeviceModel
package import Platform
package import Store
import WireProtocol

/// The daemon's inside: a reactor, sessions and devices on one thread that owns every connection and every
/// device. Nothing else touches them.
///
/// It makes no sockets and handles no signals by itself, so that a test can run one on a thread of its own
/// and talk to it over socket pairs.
package final class Server {
  let configuration: ServerConfiguration
  private let reactor: Reactor
  private let devices: Devices
  private let connections: Connections
  private let sessions: Sessions
  private var acceptor: Acceptor?
  private var phase = Phase.running
  private var idleTimer: Timer?
  /// Called once, when no more connections are taken: the moment to remove the socket's file.
  package var onStopListening: () -> Void = {}

  /// Where a server stands in its life.
  private enum Phase {
    case running
    /// Stops at the end of this turn of the loop.
    case stopRequested
    /// Takes nothing new; the last replies leave.
    case flushing
    /// Nobody is connected; the journal is folded if there is time for it.
    case folding
    case finished
  }

  /// A server with the device `default` and no connections.
  package init(_ configuration: ServerConfiguration = ServerConfiguration()) throws(SystemError) {
    self.configuration = configuration
    reactor = try Reactor()
    devices = Devices(configuration, on: reactor)
    connections = Connections(on: reactor, configuration.limits, log: configuration.log)
    sessions = Sessions(configuration, devices, connections)
    sessions.onShutdown = { [unowned self] in stop() }
    acceptor = Acceptor(on: reactor, log: configuration.log) {
      [unowned self] (descriptor, audience) throws(WireError) in
      try admit(descriptor, audience)
    }
    watchIdleness()
  }

  /// Where the app under test finds its socket.
  package var appSocket: String? {
    get { sessions.appSocket }
    set { sessions.appSocket = newValue }
  }

  // MARK: Before it runs

  /// Reads the devices that a store keeps, or gives them to it if it is new, and keeps them there from now on.
  /// Ends early with `StoreError.stopped` once something stops the server.
  package func recover(from store: Store) throws(StoreError) {
    let progress = Progress("reading what is kept", log: configuration.log)
    try devices.recover(from: store) { [self] in
      if progress.step() { reactor.poll() }
      return !isStopping
    }
  }

  /// Checks whether everything that a store keeps can be used. The server cannot run afterwards.
  package func check(_ store: Store) throws(StoreError) { try devices.check(store) }

  /// Takes connections from a bound, listening, non-blocking socket once the server runs, and closes it in the
  /// end.
  package func addListener(_ descriptor: FileDescriptor, for audience: Audience = .harness) {
    precondition(phase == .running)
    acceptor?.add(descriptor, for: audience)
  }

  /// Runs `action` whenever the descriptor is readable.
  package func addSource(_ descriptor: FileDescriptor, _ action: @escaping () -> Void) throws(SystemError) {
    try reactor.watch(descriptor) { _ in action() }
  }

  /// Forgets a descriptor that `addSource` was given.
  package func removeSource(_ descriptor: FileDescriptor) { reactor.unwatch(descriptor) }

  /// Runs `action` again and again.
  package func onTick(every interval: Nanoseconds, _ action: @escaping () -> Void) {
    _ = reactor.schedule(at: (Nanoseconds(reactor.now) + interval).value) { [unowned self] in
      action()
      onTick(every: interval, action)
    }
  }

  /// Serves an open, non-blocking connection, and closes it in the end.
  package func adopt(
    _ descriptor: FileDescriptor, for audience: Audience = .harness
  ) throws(SystemError) {
    try sessions.adopt(descriptor, for: audience)
    reactor.cancel(idleTimer)
    idleTimer = nil
  }

  private func admit(_ descriptor: FileDescriptor, _ audience: Audience) throws(WireError) {
    let limit = configuration.limits.maxConnections
    if connections.count >= limit {
      throw .limitExceeded("there are \(limit) connections already; close some", limit: limit)
    }
    let appLimit = configuration.limits.maxAppConnections
    if audience == .app, connections.appCount >= appLimit {
      throw .limitExceeded("there are \(appLimit) connections of apps already; close some", limit: appLimit)
    }
    do throws(SystemError) {
      try adopt(descriptor, for: audience)
    } catch {
      throw .limitExceeded("\(error)", limit: limit)
    }
  }

  // MARK: While it runs

  /// Serves until something stops it: the method `shutdown`, `stop()` or the idle limit.
  package func run() throws(SystemError) {
    // On failure, too: a client that waits must learn that no answer comes.
    let result = Result { () throws(SystemError) in
      try acceptor?.start()
      try reactor.run(endTurn)
    }
    connections.closeAll()
    devices.flushJournal()
    try result.get()
  }

  private func endTurn() -> Reactor.Rest {
    connections.serveQueue()
    if phase == .stopRequested { beginStop() }
    devices.closeGroup()
    connections.endTurn()
    if phase == .flushing, connections.count == 0 { beginLastFold() }
    if phase == .folding, !devices.isFolding { phase = .finished }
    if connections.count == 0 { watchIdleness() }
    if phase == .finished { return .end }
    devices.tendJournal()
    return connections.hasWork || phase == .stopRequested ? .again : .sleep
  }

  /// Begins to count the time without a connection.
  private func watchIdleness() {
    guard let limit = configuration.idleExit, phase == .running, idleTimer == nil else { return }
    idleTimer = reactor.schedule(at: (Nanoseconds(reactor.now) + limit).value) { [unowned self] in
      configuration.log("nobody was connected for \(limit), stopping")
      stop()
    }
  }

  /// Whether it takes nothing new any more.
  package var isStopping: Bool { phase != .running }

  /// Ends the server in good order. Only from the thread that runs it; see `addSource` for others.
  package func stop() {
    if phase == .running { phase = .stopRequested }
  }

  /// Takes nothing new, ends everything that waits, and lets the last replies leave.
  private func beginStop() {
    phase = .flushing
    devices.settle()
    acceptor?.stop()
    onStopListening()
    reactor.cancel(idleTimer)
    sessions.end()
    let limit = Nanoseconds(reactor.now) + configuration.flushTime
    _ = reactor.schedule(at: limit.value) { [unowned self] in
      phase = .finished
      devices.endFold()
    }
  }

  /// So that the next daemon, maybe one with other rules, finds what was and not what happened. The journal holds it
  /// as well.
  private func beginLastFold() {
    phase = .folding
    devices.beginFold()
  }
}
