import DeviceModel
import JSON
import WireProtocol

extension PendingRequest {
  /// Whether it may wait for this event.
  func couldMatch(_ entry: LogEntry) -> Bool {
    if case .event(let matcher, _) = work { matcher.couldMatch(entry) } else { false }
  }
}

extension Server {
  /// Answers with the first event that fits: one of the log, one made from a state that holds, or one to
  /// come.
  func wait(
    for query: EventQuery, on name: String?, since: UInt64?, _ address: ReplyAddress, _ deadline: Deadline
  ) throws(WireError) {
    if let since { try checkReach(since) }
    // A device that is awaited, or whose end is, need not be there.
    var device: HostedDevice?
    if !query.kind.isAboutDevices {
      device = try devices.resolve(name, choice: address.connection.chosenDevice)
    }
    if let device { catchUp(device) }
    let matcher = EventMatcher(query: query, device: device?.name ?? name)
    if !query.kind.isState, since == nil, query.prompt == nil { throw .needsPlaceInLog(query.kind) }

    if let from = since ?? query.prompt.map({ appearance(of: $0, on: matcher.device) }) {
      for entry in log.entries(after: from) where matcher.couldMatch(entry) {
        if answerIfMatching(address, entry, matcher) { return }
      }
    }
    if let device, query.kind.isState {
      for entry in currentStates(of: device) where matcher.couldMatch(entry) {
        if answerIfMatching(address, entry, matcher) { return }
      }
    }
    wait(makeSerial(), address, for: .event(matcher, deadline), deadline)
  }

  /// The place in the log before a prompt came up. A reset gives the ids out again: the last one counts.
  private func appearance(of prompt: String, on device: String?) -> UInt64 {
    var place = log.oldest - 1
    for entry in log.entries(after: place) where entry.device == device {
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
        seq: log.position, device: device.name, time: state.clock.monotonic, event: .onDevice(body))
    }
  }

  private func answerIfMatching(_ address: ReplyAddress, _ entry: LogEntry, _ matcher: EventMatcher) -> Bool {
    withEncoded(entry) { bytes in
      guard isMatch(bytes, matcher) else { return false }
      answer(address, with: bytes)
      return true
    }
  }

  /// Answers the waiting requests that an event meets, the oldest first.
  func answerWaiters(_ entry: LogEntry, _ bytes: UnsafeBufferPointer<UInt8>) {
    for request in waiters {
      guard case .event(let matcher, _) = request.work, matcher.couldMatch(entry),
        isMatch(bytes, matcher)
      else { continue }
      forget(request)
      answer(request.address, with: bytes)
    }
  }

  private func isMatch(_ event: UnsafeBufferPointer<UInt8>, _ matcher: EventMatcher) -> Bool {
    if matcher.query.members == nil { return true }
    guard let node = try? eventDocument.parse(event) else { return false }
    return matcher.query.matches(node, kind: matcher.query.kind)
  }

  /// The event is the whole result: its `seq` is the log's position for whoever goes on from there.
  private func answer(_ address: ReplyAddress, with event: UnsafeBufferPointer<UInt8>) {
    answer(address, rawResult: event)
  }
}

extension WireError {
  fileprivate static func needsPlaceInLog(_ kind: EventKind) -> WireError {
    .refused(
      .contradiction,
      "\(kind.rawValue) is no state that may already hold, so it could be missed: say since which seq, or "
        + "name the prompt in where")
  }
}
