import DeviceModel
import ModelChecking
import Schema
import Testing

/// A device, whoever holds it and the apps on it, on a host time that the test moves.
///
/// Every command of every story is watched: what must hold always is checked by the `Watcher`.
final class Story {
  private(set) var device: Device
  /// The host's monotonic time.
  private(set) var host = Story.start
  /// Everything that happened, in its order.
  private(set) var effects: [Effect] = []
  private var watcher: Watcher
  private var replies: [CallID: Result<Reply, Failure>] = [:]
  private var calls: UInt64 = 0
  private var clients: UInt64 = 0

  /// The host's monotonic time when a story begins.
  static let start = Nanoseconds(seconds: 5000)
  /// The wall time of the host when a story begins.
  static let wallTime = 1_750_000_000.0

  init(_ settings: Setting..., clock: ClockMode = .manual) throws(Failure) {
    device = try Device(StatePatch(settings), clock: clock, at: host, wallTime: Self.wallTime)
    watcher = Watcher(device)
  }

  init(_ settings: [Setting], clock: ClockMode = .manual) throws(Failure) {
    device = try Device(StatePatch(settings), clock: clock, at: host, wallTime: Self.wallTime)
    watcher = Watcher(device)
  }

  // MARK: What is seen

  var state: DeviceState { device.state }
  var prompt: PromptDescription? { device.state.prompt }
  var events: [Event.Body] { events(since: 0) }

  /// The events since a moment that `mark` was read at.
  func events(since mark: Int) -> [Event.Body] {
    effects[mark...].compactMap { if case .event(let event) = $0 { event.body } else { nil } }
  }

  var mark: Int { effects.count }

  func appState(_ app: String = Device.defaultApp) -> AppState? {
    device.state.apps.first { $0.app == app }?.status.state
  }

  func permission(_ app: String = Device.defaultApp) -> Permission? {
    device.state.apps.first { $0.app == app }?.status.permission
  }

  /// `nil`: the call is pending.
  func reply(to call: CallID) -> Result<Reply, Failure>? { replies[call] }

  /// How many failed scans the events tell of.
  var failedScans: Int {
    events.count { if case .scan(_, matched: false, _) = $0 { true } else { false } }
  }

  // MARK: What happens

  /// Sends a command, as the harness unless another connection is named.
  @discardableResult
  func send(_ command: Command, from client: ClientID = .harness) -> CallID {
    calls += 1
    let call = CallID(calls)
    watcher.expect(call)
    let start = effects.count
    device.handle(command, from: Caller(call: call, client: client), at: host, into: &effects)
    note(effects[start...], after: "\(command)", command)
    return call
  }

  /// Lets the host's time pass.
  func pass(_ duration: Nanoseconds) {
    host = host + duration
    let start = effects.count
    device.runTimers(at: host, into: &effects)
    note(effects[start...], after: "\(duration.inSeconds) s", nil)
  }

  private func note(_ new: ArraySlice<Effect>, after what: String, _ command: Command?) {
    for case .reply(let call, let result) in new { replies[call] = result }
    for violation in watcher.check(new, command, device) { Issue.record("after \(what): \(violation)") }
  }

  /// A command of the harness, which is always answered at once.
  @discardableResult
  func harness(_ command: Command) throws -> Reply {
    try #require(replies[send(command)], "no reply to \(command)").get()
  }

  /// A verb of the harness; whether it changed anything.
  @discardableResult
  func verb(_ command: Command) throws -> Bool {
    guard case .changed(let changed) = try harness(command) else {
      Issue.record("\(command) is no verb")
      return false
    }
    return changed
  }

  /// What a person does with the prompt.
  @discardableResult
  func respond(_ response: PromptResponse) throws -> ResponseReport {
    guard case .responded(let report) = try harness(.respond(response)) else {
      preconditionFailure("a response is answered with a report")
    }
    return report
  }

  func respond(_ responses: [PromptResponse]) throws {
    for response in responses { try respond(response) }
  }

  @discardableResult
  func set(_ settings: Setting...) throws -> Bool { try verb(.setState(StatePatch(settings))) }

  /// Moves a manual clock.
  func advance(_ duration: Nanoseconds) throws { try verb(.advanceClock(duration)) }

  /// Why a command was refused; `nil` if it was not.
  func refusal(of command: Command) -> RefusalReason? {
    guard case .failure(.refused(let reason, _)) = replies[send(command)] else { return nil }
    return reason
  }

  /// Why a response reached nobody; `nil` if it did.
  func undelivered(_ response: PromptResponse) -> NotDeliveredReason? {
    guard case .failure(.notDelivered(let reason)) = replies[send(.respond(response))] else { return nil }
    return reason
  }

  /// Whether a prompt is up that lacks the control for a response.
  func lacksControl(for response: PromptResponse) -> Bool {
    if case .failure(.noSuchControl) = replies[send(.respond(response))] { true } else { false }
  }

  /// Another connection.
  func connect(_ app: String? = nil) -> AppClient {
    clients += 1
    return AppClient(story: self, client: ClientID(clients), app: app)
  }
}
