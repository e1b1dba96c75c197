package import DeviceModel
import Schema

/// A device under commands, held against what must hold whatever comes. A copy of it goes on by itself.
package struct WatchedDevice: Sendable {
  package private(set) var device: Device
  package private(set) var watcher: Watcher
  /// The host's monotonic time.
  package var host: Nanoseconds
  /// What the last command led to.
  package private(set) var effects: [Effect] = []
  /// Who sent the last command, under which number.
  package private(set) var lastCaller = WatchedDevice.probe
  /// Whether the last command changed anything.
  package private(set) var isChanged = false
  private var calls: UInt64 = 0
  /// Which clock it was made with.
  let clock: ClockMode

  /// The host's two clocks when a device is made.
  package static let start = HostMoment(now: Nanoseconds(seconds: 100), wallTime: 1e9)

  /// A caller whose commands are tried on copies.
  package static let probe = Caller(call: CallID(.max), client: ClientID(0))

  package init(_ device: Device) {
    self.device = device
    watcher = Watcher(device)
    host = Self.start.now
    clock = device.state.clock.mode
  }

  /// The host's two clocks.
  package var moment: HostMoment {
    HostMoment(now: host, wall: Self.start.wall + (host - Self.start.now))
  }

  /// Lets the host's time pass; returns what does not hold afterwards.
  package mutating func pass(_ duration: Nanoseconds) -> [String] {
    host = host + duration
    effects.removeAll(keepingCapacity: true)
    device.runTimers(at: host, into: &effects)
    return watcher.check(effects[...], nil, device)
  }

  /// Sends a command; returns what does not hold afterwards.
  package mutating func perform(_ command: Command, _ client: ClientID) -> [String] {
    calls += 1
    lastCaller = Caller(call: CallID(calls), client: client)
    watcher.expect(lastCaller.call)
    let before = device
    effects.removeAll(keepingCapacity: true)
    device.handle(command, from: lastCaller, at: host, into: &effects)
    isChanged = device != before
    var violations = watcher.check(effects[...], command, device, isUnchanged: !isChanged)
    let reply = Self.reply(to: lastCaller.call, in: effects)
    switch reply {
    case nil:
      if !command.mayWait { violations.append("no reply") }
    case .success(.changed(let changed)) where isVerb(command):
      if changed != isChanged { violations.append("changed is \(changed), and it is not so") }
    case .failure(let failure) where command.mustLeaveAlone(after: failure):
      if isChanged { violations.append("\(failure), and yet something changed") }
      if effects.count > 1 { violations.append("\(failure), and yet something happened") }
    case .success(.responded(let report)):
      violations += check(report, of: command, before)
    default: break
    }
    return violations
  }

  /// Whether its reply says exactly whether anything changed. Nobody reads the reply of a closed connection,
  /// and that a real clock starts again is no change.
  private func isVerb(_ command: Command) -> Bool {
    switch command {
    case .clientClosed: false
    case .reset: clock == .manual
    default: true
    }
  }

  /// The report of a response says what the events say.
  private func check(_ report: ResponseReport, of command: Command, _ before: Device) -> [String] {
    guard case .respond(let response) = command, let prompt = before.state.prompt else {
      return ["no prompt"]
    }
    if report.prompt != prompt.id { return ["a report of another prompt"] }
    let isGone = effects.contains { effect in
      guard case .event(let event) = effect, case .promptDismissed(let gone, _) = event.body else {
        return false
      }
      return gone.id == prompt.id
    }
    // What is armed may end the prompt after the report.
    if report.outcome != .pending, !isGone { return ["\(report.outcome), and the prompt is still up"] }
    guard case .scan(let scan) = response, before.behavior.scanLatency.maximum == .zero else { return [] }
    guard case .event(let first) = effects.first else { return ["a scan was delivered without an event"] }
    if scan.presentation == .unreadable {
      return first.body == .unreadableScan(prompt: prompt.id) && !report.matched ? [] : ["an unreadable scan"]
    }
    guard case .scan(prompt.id, report.matched, _) = first.body else {
      return ["a scan was delivered and is not told of"]
    }
    return []
  }

  static func reply(to call: CallID, in effects: [Effect]) -> Result<Reply, Failure>? {
    for case .reply(call, let result) in effects { return result }
    return nil
  }
}

extension Command {
  /// Whether a prompt may owe the reply.
  fileprivate var mayWait: Bool {
    switch self {
    case .evaluate, .secItemCopyMatching, .secItemUpdate, .secKeyUse: true
    default: false
    }
  }

  /// Whether this failure means that nothing happened. Not so: an app's call that launched the app or told
  /// the context something, and the entries that are refused and counted.
  fileprivate func mustLeaveAlone(after failure: Failure) -> Bool {
    switch (self, failure) {
    case (_, .refused(.wrongPasscode, _)), (_, .refused(.noMatch, _)): false
    case (_, .appTerminated) where mayWait: false
    case (_, .keychain(let status, _, _)): status == .param || status == .noSuchAttr
    case (_, .localAuthentication), (_, .cancelled): false
    default: true
    }
  }
}
