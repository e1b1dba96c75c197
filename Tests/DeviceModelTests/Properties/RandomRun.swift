import DeviceModel
import Schema

/// A device under random commands, held against what must hold whatever comes.
struct RandomRun {
  let seed: Int
  private(set) var device: Device
  private(set) var step = 0
  var commands: RandomCommands
  private var watcher: Watcher
  var host = Nanoseconds(seconds: 100)
  var effects: [Effect] = []
  private var calls: UInt64 = 0
  private var patch = StatePatch()
  private let clock: ClockMode

  /// The same device, read from its archive a while ago.
  var twin: Device?

  /// A log of a run costs time; it is kept only where two are compared.
  var keepsLog = false
  private(set) var log: [Effect] = []

  init(seed: Int) throws(Failure) {
    self.seed = seed
    commands = RandomCommands(seed: seed)
    clock = seed % 4 == 0 ? .real : .manual
    patch.biometryType = BiometryType.sensors[seed % 3]
    if seed % 5 == 0 {
      patch.behavior = BehaviorPatch()
      patch.behavior?.seed = UInt64(seed)
      patch.behavior?.falseRejectRate = 0.2
    }
    device = try Device(patch, clock: clock, at: host, wallTime: 1e9)
    watcher = Watcher(device)
  }

  /// Does one thing; returns what does not hold afterwards.
  mutating func next() -> String? {
    step += 1
    var violations: [String] = []
    if device.state.clock.mode == .real, commands.random.once(in: 3) {
      host = host + .seconds(commands.random.pick([0.1, 1, 100]))
      effects.removeAll(keepingCapacity: true)
      device.runTimers(at: host, into: &effects)
      violations = watcher.check(effects[...], nil, device)
      violations += followTwin { device, host, effects in device.runTimers(at: host, into: &effects) }
      if keepsLog { log += effects }
    }
    let (command, client) = commands.next(on: watcher.before)
    violations += perform(command, client)
    if step % 8 == 0 { violations += checkSettings() }
    if seed % 3 == 0, step % 60 == 0 { violations += checkArchive() }
    if step % 100 == 50 { violations += checkSnapshot() }
    if step % 16 == 0 { violations += checkResponses() }
    if step % 64 == 0 { violations += checkReset() + checkShutdown() }
    guard let violation = violations.first else { return nil }
    return "seed \(seed), step \(step), after \(command) by \(client.rawValue): \(violation)"
  }

  private mutating func perform(_ command: Command, _ client: ClientID) -> [String] {
    calls += 1
    let caller = Caller(call: CallID(calls), client: client)
    watcher.expect(caller.call)
    let before = device
    effects.removeAll(keepingCapacity: true)
    device.handle(command, from: caller, at: host, into: &effects)
    let isUnchanged = device == before
    var violations = followTwin { device, host, effects in
      device.handle(command, from: caller, at: host, into: &effects)
    }
    violations += watcher.check(effects[...], command, device, isUnchanged: isUnchanged)
    let reply = Self.reply(to: caller.call, in: effects)
    switch reply {
    case nil:
      if !command.mayWait { violations.append("no reply") }
    case .success(.changed(let changed)) where isVerb(command):
      if changed == isUnchanged { violations.append("changed is \(changed), and it is not so") }
    case .failure(let failure) where command.mustLeaveAlone(after: failure):
      if !isUnchanged { violations.append("\(failure), and yet something changed") }
      if effects.count > 1 { violations.append("\(failure), and yet something happened") }
    case .success(.responded(let report)):
      violations += check(report, of: command, before)
    default: break
    }
    if keepsLog { log += effects }
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
    guard case .scan(let scan) = response, before.state.behavior.scanLatency.maximum == .zero else {
      return []
    }
    guard case .event(let first) = effects.first else { return ["a scan was delivered without an event"] }
    if scan.presentation == .unreadable {
      return first.body == .unreadableScan(prompt: prompt.id) && !report.matched ? [] : ["an unreadable scan"]
    }
    guard case .scan(prompt.id, report.matched, _) = first.body else {
      return ["a scan was delivered and is not told of"]
    }
    return []
  }

  /// Setting what is shown changes nothing.
  private func checkSettings() -> [String] {
    var copy = device
    var effects: [Effect] = []
    copy.handle(
      .setState(StatePatch(shown: watcher.before)), from: Self.probe, at: host, into: &effects)
    if effects != [.reply(Self.probe.call, .success(.changed(false)))] {
      return ["setting the state did \(effects)"]
    }
    return copy == device ? [] : ["setting the state changed something"]
  }

  /// The prompt takes what it shows, and nothing else.
  private func checkResponses() -> [String] {
    let prompt = watcher.before.prompt
    for button in Button.allCases
    where accepts(button.response) != (prompt?.buttons.contains(button) ?? false) {
      return ["the \(button) button"]
    }
    if accepts(.enterPasscode("1234")) != (prompt?.pane == .passcode) { return ["the passcode field"] }
    if accepts(.nonMatch), prompt?.isScanning != true { return ["a scan that the sensor does not show"] }
    return []
  }

  private func accepts(_ response: PromptResponse) -> Bool {
    var copy = device
    var effects: [Effect] = []
    copy.handle(.respond(response), from: Self.probe, at: host, into: &effects)
    switch Self.reply(to: Self.probe.call, in: effects) {
    case .success, .failure(.refused(.backOff, _)), .failure(.refused(.deviceDisabled, _)): return true
    default: return false
    }
  }

  /// A reset is a fresh device.
  private func checkReset() -> [String] {
    var copy = device
    var effects: [Effect] = []
    copy.handle(.reset, from: Self.probe, at: host, into: &effects)
    guard
      let fresh = try? Device(patch, clock: clock, at: host, wallTime: 1e9 + (host - .seconds(100)).inSeconds)
    else { return ["no fresh device"] }
    if copy.state != fresh.state { return ["a reset is not a fresh device"] }
    let once = copy
    copy.handle(.reset, from: Self.probe, at: host, into: &effects)
    if copy != once { return ["a second reset changes something"] }
    return owed(in: effects)
  }

  /// Nothing is owed after a shutdown.
  private func checkShutdown() -> [String] {
    var copy = device
    var effects: [Effect] = []
    copy.handle(.shutDown, from: Self.probe, at: host, into: &effects)
    return copy.state.prompt == nil ? owed(in: effects) : ["a prompt survives the shutdown"]
  }

  private func owed(in effects: [Effect]) -> [String] {
    var owed = watcher.pending
    for case .reply(let call, _) in effects where call != Self.probe.call {
      if owed.remove(call) == nil { return ["\(call) is answered twice"] }
    }
    return owed.isEmpty ? [] : ["\(owed.count) calls are never answered"]
  }

  static let probe = Caller(call: CallID(.max), client: .harness)

  private static func reply(to call: CallID, in effects: [Effect]) -> Result<Reply, Failure>? {
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
