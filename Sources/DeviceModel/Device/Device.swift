import Schema

/// A simulated device: a value that turns commands into effects.
///
/// Nothing else touches it. Time comes in with each command, randomness from `behavior.seed`, so a copy is
/// a snapshot, and the same commands at the same times give the same effects.
package struct Device: Equatable, Sendable {
  /// The bundle id of an app call that names none.
  package static let defaultApp = "com.example.app"

  // Who and what.
  var settings = Settings()
  var lockScreen = LockScreen()
  var clock: DeviceClock
  var keychain = Keychain()
  /// What it may take up in memory; set from outside, and no part of its state.
  package var limits = DeviceLimits()

  // Apps and what they wait for.
  var apps = AppTable()
  var contexts = ContextTable()
  /// The prompt, apart from the device: most of the time there is none.
  private var screen: [Prompt] = []
  /// Evaluations that wait for the prompt to go (`Behavior.Concurrency.serialize`).
  var queue = EvaluationQueue()
  /// The queue.
  var armed = Line<ArmedResponse>()
  var standing: [ArmedResponse] = []
  /// When one of them is due; `nil` while no prompt takes any.
  var armedTimer: ArmedTimer?
  var leavingSheets = LeavingSheets()
  /// Failures that coming calls meet, the first that fits first.
  var failureOrders = OrderedFailures()
  var lastPrompt = 0
  var lastContext = 0

  /// The state it was created with; a reset restores it.
  var origin: DeviceSnapshot?

  /// One to be read into.
  init() { clock = DeviceClock(mode: .manual, host: .zero, wallTime: 0) }

  /// Creates a device: the defaults, changed by `patch`.
  ///
  /// - Parameters:
  ///   - now: The host's monotonic time.
  ///   - wallTime: The host's wall time in Unix seconds.
  package init(
    _ patch: StatePatch = StatePatch(), clock mode: ClockMode = .real, at now: Nanoseconds,
    wallTime: Double
  ) throws(Failure) {
    clock = DeviceClock(mode: mode, host: now, wallTime: wallTime)
    try settings.apply(patch, at: clock.now)
    origin = snapshot
  }

  /// The same device, made with a patch on top; a reset leads to that.
  package func made(with patch: StatePatch) throws(Failure) -> Device {
    var device = self
    try device.settings.apply(patch, at: clock.now)
    device.origin = device.snapshot
    return device
  }

  /// Applies a command. The caller gets exactly one reply, among the effects now or later.
  package mutating func handle(
    _ command: Command, from caller: Caller, at now: Nanoseconds, into effects: inout [Effect]
  ) {
    runTimers(at: now, into: &effects)
    do throws(Failure) {
      if let reply = try perform(command, from: caller, at: now, &effects) {
        effects.append(.reply(caller.call, .success(reply)))
      }
    } catch {
      effects.append(.reply(caller.call, .failure(error)))
    }
    useArmedResponses(&effects)
  }

  /// Returns the reply, or `nil` when it comes later or is among the effects already.
  private mutating func perform(
    _ command: Command, from caller: Caller, at now: Nanoseconds, _ effects: inout [Effect]
  ) throws(Failure) -> Reply? {
    if !failureOrders.isEmpty, let reply = try failByOrder(command, caller, &effects) { return reply }
    switch command {
    case .setState(let patch): return .changed(try setState(patch, &effects))
    case .reset: return .changed(reset(at: now, &effects))
    case .restore(let snapshot): return .changed(restore(snapshot, at: now, &effects))
    case .importState(let snapshot): return .changed(importState(snapshot, at: now, &effects))
    case .enroll(let identity): return .changed(try enroll(identity, &effects))
    case .unenroll(let identity): return .changed(try unenroll(identity, &effects))
    case .respond(let response): return .responded(try respond(response, &effects))
    case .arm(let responses): return .armed(waiting: try arm(responses))
    case .disarm: return .disarmed(unused: disarm(), failures: removeFailureOrders(&effects))
    case .failNext(let order): return .changed(try failNext(order, &effects))
    case .setPasscode(let passcode): return .changed(try setPasscode(passcode, &effects))
    case .clearPasscode: return .changed(try setPasscode(nil, &effects))
    case .lock: return .changed(lock(&effects))
    case .unlock(let method): return .changed(try unlock(method, &effects))
    case .restart: return .changed(restart(&effects))
    case .setApp(let app, let changes): return .changed(try setApp(app, changes, &effects))
    case .launchApp(let app, inBackground: true): return .changed(try launchInBackground(app, &effects))
    case .launchApp(let app, inBackground: false), .activateApp(let app):
      return .changed(try bringForward(app, &effects))
    case .backgroundApp(let app): return .changed(try sendToBackground(app, &effects))
    case .coverApp(let app): return .changed(try setCovered(app, true, &effects))
    case .uncoverApp(let app): return .changed(try setCovered(app, false, &effects))
    case .terminateApp(let app): return .changed(try terminate(app, &effects))
    case .installApp(let app): return .changed(try install(app, &effects))
    case .uninstallApp(let app): return .changed(try uninstall(app, &effects))
    case .setClock(let mode, let wallTime): return .changed(setClock(mode, wallTime, &effects))
    case .advanceClock(let duration): return .changed(try advanceClock(by: duration, host: now, &effects))
    case .createContext(let app, let options):
      return .context(try createContext(app, options, caller, &effects))
    case .invalidateContext(let app, let context):
      return .changed(try invalidate(context, app, caller, &effects))
    case .canEvaluatePolicy(let app, let policy, let context):
      return .canEvaluate(try canEvaluate(policy, app, context, caller, &effects))
    case .evaluate(let app, let request): return try evaluate(request, app, caller, &effects)
    case .domainState(let app, let context):
      return .domainState(try domainState(app, context, caller, &effects))
    case .setCredential(let app, let context, let credential):
      return .changed(try setCredential(credential, of: context, app, caller, &effects))
    case .secItemAdd(let app, let addition): return try add(addition, app, caller, &effects)
    case .secItemCopyMatching(let app, let query): return try copyMatching(query, app, caller, &effects)
    case .secItemUpdate(let app, let query, let changes):
      return try update(query, changes, app, caller, &effects)
    case .secItemDelete(let app, let query): return .deleted(try delete(query, app, caller, &effects))
    case .secKeyUse(let app, let query): return try useKey(query, app, caller, &effects)
    case .listKeychainItems(let app): return .keychainListing(listKeychainItems(of: app))
    case .resetKeychain(let app): return .changed(resetKeychain(of: app, &effects))
    case .cancelCall(let call): return .changed(cancel(call, &effects))
    case .clientClosed(let client): return .changed(close(client, &effects))
    case .promptTimedOut(let prompt): return .changed(timeOut(prompt, &effects))
    case .shutDown: return .changed(endAll(.app, &effects))
    }
  }

  /// What is on the screen.
  var prompt: Prompt? {
    get { screen.first }
    set { screen = newValue.map { [$0] } ?? [] }
  }

  /// Whether there is one, without a look at it.
  var hasPrompt: Bool { !screen.isEmpty }

  /// The prompt, where there is one: what is read or changed of it is so in place, without a copy of the rest.
  var onScreen: Prompt {
    _read { yield screen[0] }
    _modify { yield &screen[0] }
  }

  /// Puts one on the screen, where there is none.
  mutating func show(_ prompt: consuming Prompt) { screen.append(prompt) }

  /// Takes it off the screen.
  mutating func takePrompt() -> Prompt? {
    defer { screen = [] }
    return screen.popLast()
  }

  /// Mutating, though the device stays as it is: what is read of it for the event would else make a copy of it.
  mutating func emit(_ body: Event.Body, _ effects: inout [Effect]) {
    effects.append(.event(Event(time: clock.now, body)))
  }
}
