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
  private let limits: PanelLimits
  private let page: PanelPage
  private let location: SocketLocation
  private let feed: DaemonFeed
  private var gate: Gate
  private var connections = ConnectionTable()
  /// The calls of apps that wait for a prompt, each on a connection of its own, as each app has one.
  private var appCalls: [DaemonLink] = []
  private var nextTick: Int64 = 0

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
        for: sources.map { ($0.descriptor, $0.readiness) }, until: nextMoment.map(WaitLimit.at(nanoseconds:)) ?? .never)
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

  private func close(_ connection: PanelConnection) {
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
    case .streaming:
      guard connection.receive(upTo: PanelLimits.headBytes) else { return close(connection) }
      connection.forgetInput()
    case .draining:
      guard connection.receive(upTo: PanelLimits.headBytes) else { return close(connection) }
      connection.forgetInput()
    }
  }

  private func readHead(_ connection: PanelConnection) {
    let input = connection.input
    guard let end = input.firstRange(of: [13, 10, 13, 10]) else {
      if input.count >= PanelLimits.headBytes { answer(connection, .headersTooLarge) }
      return
    }
    let head: RequestHead
    do {
      head = try RequestHead(input[..<(end.lowerBound + 2)])
    } catch {
      return answer(connection, error)
    }
    _ = connection.take(end.upperBound)
    switch gate.judge(head) {
    case .stranger: close(connection)
    case .forbidden: answer(connection, .forbidden)
    case .welcome(let cookie):
      connection.isKnown = true
      finish(connection, with: page.response(setCookie: cookie))
    case .known(let target):
      connection.isKnown = true
      let request = PanelRequest(head, target: target)
      connection.enter(.body(request), for: limits.body)
      readBody(connection, request)
    }
  }

  private func readBody(_ connection: PanelConnection, _ request: PanelRequest) {
    guard connection.input.count >= request.bodyBytes else { return }
    // One request is all that a connection has.
    guard connection.input.count == request.bodyBytes else { return answer(connection, .badRequest) }
    serve(connection, request, connection.take(request.bodyBytes))
  }

  /// Sends an answer, the last thing that the connection has.
  private func answer(
    _ connection: PanelConnection, _ status: HTTPStatus, _ body: [UInt8] = [], type: String? = nil,
    more: [String] = []
  ) {
    finish(connection, with: HTTPResponse.whole(status, body, type: type, more))
  }

  private func finish(_ connection: PanelConnection, with bytes: [UInt8] = []) {
    if !bytes.isEmpty {
      connection.enter(.answering, for: limits.reading)
      connection.send(bytes)
    }
    guard connection.unread == 0 else { return }
    connection.finish()
    connection.forgetInput()
    connection.enter(.draining, for: limits.head)
  }

  private func expire(_ connection: PanelConnection) {
    guard case .waiting = connection.phase else { return close(connection) }
    // What comes of it is in the log.
    answer(connection, .accepted, CallText.waiting, type: "application/json")
  }

  // MARK: - What is served

  private func serve(_ connection: PanelConnection, _ request: PanelRequest, _ body: [UInt8]) {
    switch (request.method, request.path, request.query) {
    case (.get, "", nil): finish(connection, with: page.response())
    case (.get, "events", nil): stream(to: connection, of: nil)
    case (.get, "events", let query?):
      guard let device = PercentEncoding.value(of: "device", in: query) else { return answer(connection, .notFound) }
      stream(to: connection, of: device)
    case (.post, "call", nil):
      guard request.isJSON else { return answer(connection, .unsupportedMediaType) }
      guard let call = PanelCall(body) else { return answer(connection, .badRequest) }
      make(call, for: connection)
    case (.post, "", _), (.post, "events", _): answer(connection, .methodNotAllowed, more: ["Allow: GET"])
    case (.get, "call", _): answer(connection, .methodNotAllowed, more: ["Allow: POST"])
    default: answer(connection, .notFound)
    }
  }

  private func stream(to connection: PanelConnection, of device: String?) {
    if connections.streams.count >= PanelLimits.streams, let oldest = connections.streams.first {
      finish(oldest, with: PageMessage("displaced", Array("{}".utf8)).bytes)
    }
    connection.enter(.streaming(device: device))
    feed.show(Set(connections.streams.compactMap(\.stream.device)))
    connection.send(HTTPResponse.streamHead + feed.beginning(for: device).flatMap(\.bytes))
    nextTick = 0
  }

  private func tell(_ message: PageMessage, _ device: String?) {
    for connection in connections.streams where device == nil || connection.stream.device == device {
      connection.send(message.bytes)
      // A page that does not read begins anew when it does.
      if connection.unread > PanelLimits.unreadBytes { close(connection) }
    }
  }

  // MARK: - Calls

  private func make(_ call: PanelCall, for connection: PanelConnection) {
    guard let link = call.method.mayShowPrompt ? appLink() : feed.link else {
      return answer(connection, .noDaemon, CallText.noDaemon, type: "application/json")
    }
    guard !link.isBusy, appCalls.count <= PanelLimits.appCalls else {
      return answer(connection, .busy, CallText.busy, type: "application/json")
    }
    connection.enter(.waiting, for: limits.answer)
    if call.method.mayShowPrompt { appCalls.append(link) }
    link.call(call.method.name, call.parameters) { [unowned self, weak connection, weak link] outcome in
      appCalls.removeAll { $0 === link }
      // Its page may have gone, or was told that it waits.
      guard let connection, case .waiting = connection.phase else { return }
      answer(connection, .ok, CallText.json(outcome, of: call.method), type: "application/json")
    }
    try? link.proceed()
  }

  private func appLink() -> DaemonLink? { try? DaemonLink(to: location) }

  private func proceed(_ link: DaemonLink) {
    do {
      try link.proceed()
    } catch {
      appCalls.removeAll { $0 === link }
      link.end(error)
    }
  }
}
