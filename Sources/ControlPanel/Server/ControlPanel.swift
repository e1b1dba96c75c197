import Client
import JSON
package import Platform
import Presentation
import WireProtocol

/// The remote control: serves the page, and carries what it asks to the daemon and what happens there to it.
///
/// One thread does everything, and waits for nobody: a page that does not read, a client that does not write and a
/// daemon that does not answer each wait alone.
package final class ControlPanel {
  private let listener: LoopbackListener
  let limits: PanelLimits
  let page: PanelPage
  let location: SocketLocation
  let feed: DaemonFeed
  var gate: Gate
  var connections = ConnectionTable()
  /// The calls of apps that wait for a prompt, each on a connection of its own, as each app has one.
  var appCalls: [DaemonLink] = []
  var nextTick: Int64 = 0

  /// How it ends.
  package enum End: Equatable {
    case signalled(Int32)
    /// The terminal, or the program that started it, is gone.
    case inputEnded
  }

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - location: where the daemon listens.
  ///   - device: what the page shows first; `nil`: `default`, or the first there is.
  package convenience init(daemon location: SocketLocation, device: String?) throws(SystemError) {
    try self.init(daemon: location, device: device, limits: PanelLimits())
  }

  init(daemon location: SocketLocation, device: String?, limits: PanelLimits) throws(SystemError) {
    listener = try LoopbackListener()
    self.limits = limits
    self.location = location
    page = PanelPage(device: device)
    gate = Gate(port: listener.port, host: LoopbackListener.host)
    feed = DaemonFeed(location, retry: limits.retry)
    feed.tell = { [unowned self] device, message in tell(message, device) }
  }

  deinit { listener.close() }

  /// Where a browser finds it. It opens the panel once.
  package var address: String { gate.address }

  // MARK: - The loop

  /// What the loop waits for.
  private enum Source {
    case signals, input, listener, daemon, app(DaemonLink)
    case connection(PanelConnection)
  }

  /// Serves until a signal comes, or until nobody is at the other end of the input: a terminal, or a pipe. The input
  /// is never read.
  package func run(signals: SignalSource, input: FileDescriptor = .standardInput) throws(SystemError) -> End {
    while true {
      feed.proceed()
      let sources = sources(signals, input)
      let ready = try FileDescriptor.wait(
        for: sources.map { ($0.descriptor, $0.readiness) },
        until: nextMoment.map(WaitLimit.at(nanoseconds:)) ?? .never)
      for (source, ready) in zip(sources, ready) where !ready.isEmpty {
        switch source.source {
        case .signals: if let signal = signals.next() { return .signalled(signal) }
        case .input: if ready.contains(.hungUp) { return .inputEnded }
        case .listener: continue
        case .daemon: feed.proceed()
        case .app(let link): proceed(link)
        case .connection(let connection): proceed(connection, ready)
        }
      }
      // After those that there are: what they sent makes some of them known.
      try acceptOne()
      let now = HostClock.monotonic
      for connection in connections.overdue(at: now) { expire(connection) }
      if now >= nextTick, !connections.streams.isEmpty {
        nextTick = now + 1_000_000_000
        feed.tick()
      }
    }
  }

  private func sources(
    _ signals: SignalSource, _ input: FileDescriptor
  ) -> [(source: Source, descriptor: FileDescriptor, readiness: Readiness)] {
    var sources: [(source: Source, descriptor: FileDescriptor, readiness: Readiness)] = [
      (.signals, signals.descriptor, .readable), (.input, input, .none),
    ]
    if connections.hasRoom { sources.append((.listener, listener.descriptor, .readable)) }
    if let entry = feed.link?.entry { sources.append((.daemon, entry.descriptor, entry.readiness)) }
    for link in appCalls { sources.append((.app(link), link.entry.descriptor, link.entry.readiness)) }
    for connection in connections.all {
      sources.append((.connection(connection), connection.descriptor, connection.wanted))
    }
    return sources
  }

  private var nextMoment: Int64? {
    let tick = connections.streams.isEmpty ? nil : nextTick
    return [connections.nextDeadline, feed.nextMoment, tick].compactMap(\.self).min()
  }

  // MARK: - Connections

  /// Takes one connection in each turn, and reads at once what it has sent: nobody else can take its place before
  /// it has shown its cookie.
  private func acceptOne() throws(SystemError) {
    guard connections.hasRoom, let descriptor = try accept() else { return }
    let connection = PanelConnection(descriptor, head: limits.head)
    connections.add(connection)
    proceed(connection, .readable)
  }

  private func accept() throws(SystemError) -> FileDescriptor? {
    do {
      return try listener.accept()
    } catch let error where error.isOutOfResources {
      // It waits until there is one again.
      return nil
    }
  }

  func close(_ connection: PanelConnection) {
    connections.remove(connection)
    feed.show(Set(connections.streams.compactMap(\.stream.device)))
  }

  private func proceed(_ connection: PanelConnection, _ ready: Readiness) {
    // It may have given way in this turn.
    if connection.isClosed { return }
    if !connection.flush() { return close(connection) }
    switch connection.phase {
    case .head:
      guard connection.receive(upTo: PanelLimits.headBytes) else { return close(connection) }
      readHead(connection)
    case .body(let request):
      guard connection.receive(upTo: request.bodyBytes) else { return close(connection) }
      readBody(connection, request)
    case .waiting: if ready.contains(.hungUp) { close(connection) }
    case .answering: finish(connection)
    case .streaming, .draining:
      guard connection.receive(upTo: PanelLimits.headBytes) else { return close(connection) }
      connection.forgetInput()
    }
  }
}
