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
  private let log: (String) -> Void
  private var subscribers: [Connection] = []
  /// Where events are parsed that a query is compared with.
  private let document = JSONDocument()
  /// Memory for encoding events, lent out and given back.
  private var writer = JSONWriter()

  init(
    _ configuration: ServerConfiguration, _ connections: Connections, _ devices: Devices, _ replies: Replies,
    _ pending: PendingRequests
  ) {
    limits = configuration.limits
    log = configuration.log
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
    let isAwaited = pending.eventWaiters.contains { $0.matcher?.couldMatch(entry) == true }
    let isWatched = subscribers.contains { $0.subscription?.filter.admits(entry) == true }
    guard isAwaited || isWatched else { return }
    withEncoded(entry) { bytes in
      if isAwaited { answerWaiters(entry, bytes) }
      if isWatched { publish(entry, bytes) }
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
    _ address: ReplyAddress, _ device: HostedDevice?, since: UInt64?, _ kinds: [EventKind]?
  ) throws(WireError) {
    if let since { try checkReach(since) }
    if let device { devices.catchUp(device) }
    let connection = address.connection
    unsubscribe(connection)
    let filter = EventFilter(device: device?.name, kinds: kinds)
    replies.answer(address) { writer in
      guard let device else { return }
      writer.key("state")
      DeviceState.record.write(device.model.state, into: &writer)
    }
    if let since {
      for entry in devices.log.entries(after: since) where filter.admits(entry) {
        withEncoded(entry) { notify(connection, of: entry, $0) }
      }
    }
    connection.subscription = Subscription(filter)
    subscribers.append(connection)
    listen()
  }

  /// Sends a connection no more events.
  func unsubscribe(_ connection: Connection) {
    guard connection.subscription != nil else { return }
    connection.subscription = nil
    subscribers.removeAll { $0 === connection }
    listen()
    // One that has sent everything may have stayed open for its subscription only.
    connections.markDirty(connection)
  }

  private func publish(_ entry: LogEntry, _ bytes: UnsafeBufferPointer<UInt8>) {
    for connection in subscribers {
      guard let subscription = connection.subscription, subscription.filter.admits(entry) else { continue }
      // Unless it has not read enough of what it was sent before.
      if subscription.missed == nil, connection.output.count <= limits.maxOutputBytes {
        notify(connection, of: entry, bytes)
      } else if !connection.isDoomed {
        miss(entry, bytes.count, connection)
      }
    }
  }

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

  private func miss(_ entry: LogEntry, _ bytes: Int, _ connection: Connection) {
    connection.subscription?.miss(entry.seq, bytes: bytes)
    let unread = connection.output.count
    if unread + (connection.subscription?.missedBytes ?? 0) > 2 * limits.maxOutputBytes {
      log("closed a subscriber that does not read: \(unread) bytes unread")
      connections.doom(connection)
    }
  }

  /// Once a connection has read most of what it was sent, it learns what it missed, and gets events again.
  func reportGap(to connection: Connection) {
    guard let missed = connection.subscription?.missed, connection.output.count <= limits.maxOutputBytes / 2
    else { return }
    connection.subscription?.missed = nil
    connection.subscription?.missedBytes = 0
    notifyGap(connection, missed)
  }
}

// MARK: - The log

extension Watchers {
  /// Answers with events of the log.
  func list(
    _ address: ReplyAddress, _ filter: EventFilter, since: UInt64?, limit: Int?
  ) throws(WireError) {
    if let since { try checkReach(since) }
    replies.answer(address) { writer in
      writer.key("events")
      writer.beginArray()
      let wanted = devices.log.entries(after: since ?? 0).lazy.filter(filter.admits)
      let start = writer.buffer.count
      for entry in wanted.prefix(limit ?? .max) {
        // It is too long already; the rest would only take memory.
        if writer.buffer.count - start > limits.maxReplyBytes { break }
        entry.write(into: &writer)
      }
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
    _ address: ReplyAddress, _ deadline: Deadline
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
    if let from = since ?? query.prompt.map({ appearance(of: $0, on: matcher.device) }) {
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

  /// The place in the log before a prompt came up. A reset gives the ids out again: the last one counts.
  private func appearance(of prompt: String, on device: String?) -> UInt64 {
    var place = devices.log.oldest - 1
    for entry in devices.log.entries(after: place) where entry.device == device {
      if case .onDevice(.promptShown(let shown)) = entry.event, shown.id.description == prompt {
        place = entry.seq - 1
      }
    }
    return place
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
  private func answerIfMatching(_ address: ReplyAddress, _ entry: LogEntry, _ matcher: EventMatcher) -> Bool {
    withEncoded(entry) { bytes in
      guard isMatch(bytes, matcher) else { return false }
      replies.answer(address, rawResult: bytes)
      return true
    }
  }

  /// Answers the waiting requests that an event meets, the oldest first.
  private func answerWaiters(_ entry: LogEntry, _ bytes: UnsafeBufferPointer<UInt8>) {
    for request in pending.eventWaiters {
      guard let matcher = request.matcher, matcher.couldMatch(entry), isMatch(bytes, matcher) else {
        continue
      }
      pending.remove(request)
      replies.answer(request.address, rawResult: bytes)
    }
  }

  /// Ends the waiting for events of a device.
  func endWaiting(forDevice name: String, with error: WireError) {
    for request in pending.eventWaiters where request.matcher?.isTied(to: name) == true {
      pending.finish(request, with: error)
    }
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
