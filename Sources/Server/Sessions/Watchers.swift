import DeviceModel
import JSON
import Schema
import WireProtocol

/// Tells clients of events: subscribers of all they want, and requests that wait for one.
final class Watchers {
  private let limits: ServerLimits
  private let connections: Connections
  private let devices: Devices
  private let replies: Replies
  private let pending: PendingRequests
  private var subscribers = Subscribers()
  /// Where events are parsed that a query is compared with.
  private let document = JSONDocument()
  /// Memory for encoding events, lent out and given back.
  private var writer = JSONWriter()

  init(
    _ configuration: ServerConfiguration, _ connections: Connections, _ devices: Devices, _ replies: Replies,
    _ pending: PendingRequests
  ) {
    limits = configuration.limits
    self.connections = connections
    self.devices = devices
    self.replies = replies
    self.pending = pending
    pending.onEventWaiters = { [unowned self] in listen() }
  }

  /// Gets to know of events as long as anybody waits for some.
  private func listen() {
    if subscribers.isEmpty, pending.eventWaiters.isEmpty {
      devices.onEvent = nil
    } else if devices.onEvent == nil {
      devices.onEvent = { [unowned self] in tell($0) }
    }
  }

  private func tell(_ entry: LogEntry) {
    let isAwaited = pending.eventWaiters.expect(entry.event.kind, on: entry.device)
    let watching = subscribers.subscribers(to: entry)
    guard isAwaited || !watching.isEmpty else { return }
    withEncoded(entry) { bytes in
      if isAwaited { answerWaiters(entry, bytes) }
      if !watching.isEmpty { publish(entry, bytes, to: watching) }
    }
  }

  /// Encodes an event once for all who get it, in memory that is used again.
  private func withEncoded<R>(_ entry: LogEntry, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    var writer = JSONWriter()
    swap(&writer, &self.writer)
    writer.buffer.removeAll()
    entry.write(into: &writer)
    let result = writer.buffer.withBytes(body)
    swap(&writer, &self.writer)
    return result
  }
}

// MARK: - Subscribers

extension Watchers {
  /// Answers with the log's position and the state there; then come the events after `since`, and those
  /// that happen from now on.
  func subscribe(
    _ address: borrowing ReplyAddress, _ device: HostedDevice?, since: UInt64?, _ kinds: [EventKind]?
  ) throws(WireError) {
    if let since { try checkReach(since) }
    if let device { devices.catchUp(device) }
    let connection = address.connection
    unsubscribe(connection)
    let filter = EventFilter(device: device?.name, kinds: kinds)
    replies.answer(address) { writer in
      guard let device else { return }
      writer.key("state")
      DeviceState.record.write(device.model.state(udid: device.udid), into: &writer)
    }
    connection.subscription = Subscription(filter)
    subscribers.insert(connection, filter)
    listen()
    if let since, since < devices.log.position {
      connection.subscription?.reached = since
      catchUp(connection)
    }
  }

  /// Sends a connection no more events.
  func unsubscribe(_ connection: Connection) {
    guard let subscription = connection.subscription.take() else { return }
    subscribers.remove(connection, subscription.filter)
    listen()
    // One that has sent everything may have stayed open for its subscription only.
    connections.markDirty(connection)
  }

  private func publish(
    _ entry: LogEntry, _ bytes: UnsafeBufferPointer<UInt8>, to subscribers: [Connection]
  ) {
    // A long line is held once, however many wait for it.
    let isLong =
      subscribers.count > 1 && bytes.count > Self.longEvent && bytes.count < limits.maxReplyBytes / 2
    let line = isLong ? Self.line(bytes) : []
    for connection in subscribers where connection.subscription?.isBehind == false {
      if !connections.takesEvents(connection) {
        connection.subscription?.reached = entry.seq - 1
      } else if isLong {
        connections.write(line, to: connection)
      } else {
        notify(connection, of: entry, bytes)
      }
    }
  }

  /// From which size on an event is not copied for each of its subscribers.
  private static let longEvent = 1 << 12

  private static func line(_ event: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var writer = JSONWriter()
    EventEncoding.writeNotification(event, into: &writer)
    writer.endLine()
    return writer.bytes
  }

  /// Sends a connection that was behind what it reads from the log: as much as a turn's output, and the rest when it
  /// has read that. Of what the log does not hold any more it learns the numbers.
  func catchUp(_ connection: Connection) {
    guard connection.output.count <= Self.bytesAhead, let subscription = connection.subscription,
      var reached = subscription.reached
    else { return }
    let oldest = devices.log.oldest
    if reached < oldest - 1 {
      notifyGap(connection, reached + 1...oldest - 1)
      reached = oldest - 1
    }
    for entry in devices.log.entries(after: reached) {
      if connection.output.count > Self.bytesAhead {
        connection.subscription?.reached = reached
        return
      }
      if subscription.filter.admits(entry) { withEncoded(entry) { notify(connection, of: entry, $0) } }
      reached = entry.seq
    }
    connection.subscription?.reached = nil
    connections.markDirty(connection)
  }

  /// How much a connection is sent of the log before it has read it.
  private static let bytesAhead = 1 << 16

  /// Sends an event, or a gap in its place if that would be too long a line.
  private func notify(_ connection: Connection, of entry: LogEntry, _ event: UnsafeBufferPointer<UInt8>) {
    let isSent = connections.write(to: connection) { EventEncoding.writeNotification(event, into: &$0) }
    if !isSent { notifyGap(connection, entry.seq...entry.seq) }
  }

  private func notifyGap(_ connection: Connection, _ missed: ClosedRange<UInt64>) {
    var gap = JSONWriter()
    EventEncoding.writeGap(from: missed.lowerBound, to: missed.upperBound, into: &gap)
    gap.buffer.withBytes { bytes in
      let isSent = connections.write(to: connection) { EventEncoding.writeNotification(bytes, into: &$0) }
      assert(isSent, "a gap is short")
    }
  }
}

// MARK: - The log

extension Watchers {
  /// Answers with events of the log.
  func list(
    _ address: borrowing ReplyAddress, _ filter: EventFilter, since: UInt64?, limit: Int?
  ) throws(WireError) {
    if let since { try checkReach(since) }
    let wanted = devices.log.entries(after: since ?? 0).lazy.filter(filter.admits)
    var entries: [LogEntry] = []
    var weight = 0
    for entry in wanted.prefix(limit ?? .max) {
      entries.append(entry)
      weight += entry.weight
    }
    replies.answer(address, weight: weight) { [entries] writer in
      writer.key("events")
      writer.beginArray()
      for entry in entries { entry.write(into: &writer) }
      writer.endArray()
    }
  }

  /// Refuses a place in the log that is no longer kept, or that an earlier daemon gave out.
  private func checkReach(_ since: UInt64) throws(WireError) {
    let log = devices.log
    guard log.reaches(back: since) else {
      throw .eventsTooOld(since: since, oldest: log.oldest, kept: limits.keptEvents)
    }
    guard since <= log.position else {
      throw .invalidParams(
        "since", "since is \(since), and the log is only at \(log.position); was the daemon restarted?",
        accepted: .string("0 to \(log.position)"))
    }
  }
}

// MARK: - Requests that wait for an event

extension Watchers {
  /// Answers with the first event that fits: one of the log, one made from a state that holds, or one to
  /// come.
  func wait(
    for query: EventQuery, on device: HostedDevice?, named name: String?, since: UInt64?,
    _ address: borrowing ReplyAddress, _ deadline: Deadline
  ) throws(WireError) {
    if let since { try checkReach(since) }
    if let device { devices.catchUp(device) }
    let matcher = EventMatcher(query: query, device: device?.name ?? name)
    if !query.kind.isState, since == nil, query.prompt == nil {
      throw .refused(
        .contradiction,
        "the event \(query.kind.rawValue) may have happened already, and waitFor would miss it: pass since, or "
          + "the prompt in where")
    }
    if let from = since ?? query.prompt.map({ place(of: $0, on: device) }) {
      for entry in devices.log.entries(after: from) where matcher.couldMatch(entry) {
        if answerIfMatching(address, entry, matcher) { return }
      }
    }
    if let device, query.kind.isState {
      for entry in currentStates(of: device) where matcher.couldMatch(entry) {
        if answerIfMatching(address, entry, matcher) { return }
      }
    }
    pending.add(devices.makeSerial(), address, for: .event(matcher, deadline), deadline)
  }

  /// The place in the log before what it tells of a prompt.
  private func place(of prompt: String, on device: HostedDevice?) -> UInt64 {
    let first = PromptID(prompt).flatMap { device?.promptPlaces.first(of: $0, in: devices.log) }
    return first.map { $0 - 1 } ?? devices.log.position
  }

  /// The states of a device that hold, as the events that would tell of them.
  private func currentStates(of device: HostedDevice) -> [LogEntry] {
    let state = device.model.state
    var bodies: [Event.Body] = []
    if let prompt = state.prompt { bodies.append(.promptShown(prompt)) }
    bodies.append(state.lockoutReason.map(Event.Body.lockout) ?? .lockoutCleared)
    bodies.append(state.deviceLocked ? .deviceLocked : .deviceUnlocked(with: state.lastUnlock?.method))
    bodies += state.apps.map { .appStateChanged(app: $0.app, $0.status.state) }
    return bodies.map { body in
      LogEntry(
        seq: devices.log.position, device: device.name, time: state.clock.monotonic, event: .onDevice(body))
    }
  }

  /// The event is the whole result: its `seq` is the log's position for the next request.
  private func answerIfMatching(_ address: borrowing ReplyAddress, _ entry: LogEntry, _ matcher: EventMatcher)
    -> Bool
  {
    withEncoded(entry) { bytes in
      guard isMatch(bytes, matcher) else { return false }
      replies.answer(address, rawResult: bytes)
      return true
    }
  }

  /// Answers the waiting requests that an event meets, the oldest first.
  private func answerWaiters(_ entry: LogEntry, _ bytes: UnsafeBufferPointer<UInt8>) {
    for request in pending.eventWaiters.waiting(for: entry.event.kind, on: entry.device) {
      guard let matcher = request.matcher, isMatch(bytes, matcher) else { continue }
      pending.remove(request)
      replies.answer(request.address, rawResult: bytes)
    }
  }

  /// Ends the waiting for events of a device.
  func endWaiting(forDevice name: String, with error: WireError) {
    for request in pending.eventWaiters.waiting(onDevice: name) { pending.finish(request, with: error) }
  }

  private func isMatch(_ event: UnsafeBufferPointer<UInt8>, _ matcher: EventMatcher) -> Bool {
    if matcher.query.members == nil { return true }
    guard let node = try? document.parse(event) else { return false }
    return matcher.query.matches(node, kind: matcher.query.kind)
  }
}

extension PendingRequest {
  /// The event that it waits for.
  fileprivate var matcher: EventMatcher? {
    if case .event(let matcher, _) = work { matcher } else { nil }
  }
}
