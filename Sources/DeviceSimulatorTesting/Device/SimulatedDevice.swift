import Platform
public import SimulatedLocalAuthentication
import Synchronization

/// A simulated device that a test drives.
///
/// Each method calls the daemon's method of that name; `Protocol/README.md` describes them.
public final class SimulatedDevice: Sendable {
  /// Its name on the daemon.
  public let name: String
  /// The bundle id of the app under test.
  public let app: String

  private let connection: DaemonConnection
  private let log: EventLog
  private let atEnd = Mutex<Prompt?>(nil)

  private static let lastNumber = Atomic(0)

  init(state: [StateChange], app: String, clock: Clock) async throws(DeviceSimulatorError) {
    InProcessDaemon.shared.register()
    let log = EventLog()
    self.log = log
    self.app = app
    name = "device-\(Self.lastNumber.add(1, ordering: .relaxed).newValue)"
    connection = try DaemonConnection(
      path: InProcessDaemon.harnessPath, common: ["device": .string(name)]
    ) { log.append($0) }
    try await call(
      "createDevice", ["state": .object(state.merged), "clock": .string(clock.rawValue), "ephemeral": true])
    try await call("subscribe")
  }

  /// The address for code under test that runs outside the test's tasks; it works in this process only.
  public var address: SimulatedDeviceAddress {
    SimulatedDeviceAddress(socketPath: InProcessDaemon.appPath, device: name, app: app)
  }

  /// The events of the device so far, the oldest first; complete up to the last method of this object that
  /// returned.
  public var events: [Event] { log.events }

  /// The prompt that was still on screen when the test ended; `nil` while it runs.
  public var promptAtEnd: Prompt? { atEnd.withLock { $0 } }

  @discardableResult
  func call(
    _ method: String, _ parameters: [String: WireValue] = [:]
  ) async throws(DeviceSimulatorError) -> WireValue {
    try await connection.call(method, parameters)
  }

  /// Waits for an event, and remembers its place, so that no event of a kind is returned twice.
  func waitForEvent(
    _ kind: Event.Kind, _ conditions: [String: WireValue], since: Int?, timeout: Duration
  ) async throws(DeviceSimulatorError) -> Event {
    let since = since ?? log.position(kind)
    var parameters: [String: WireValue] = ["kind": .string(kind.rawValue), "timeout": .seconds(timeout)]
    if !conditions.isEmpty { parameters["where"] = .object(conditions) }
    if let since { parameters["since"] = .integer(since) }
    let event = Event(try await call("waitFor", parameters))
    log.passed(event)
    return event
  }

  /// Deletes the device, which ends what is pending on it.
  func close<R>(_ fileID: String, _ line: Int, after outcome: Result<R, any Error>) async throws {
    let prompt = try? await state().prompt
    atEnd.withLock { $0 = prompt }
    DeviceBinding.closed(address)
    _ = try? await call("deleteDevice")
    if let prompt {
      let message = "withSimulatedDevice (\(fileID):\(line)) ended with \(prompt) on screen\n"
      try? FileDescriptor.standardError.writeAll(message)
    }
    if let dismissal = log.unanswered { throw unanswered(dismissal, fileID, line, after: outcome) }
  }

  private func unanswered<R>(
    _ dismissal: Event, _ fileID: String, _ line: Int, after outcome: Result<R, any Error>
  ) -> DeviceSimulatorError {
    let prompt = log.shown(dismissal.promptID).map(String.init(describing:)) ?? "a prompt"
    let awaited = dismissal.awaited.joined(separator: ", ")
    let then = if case .failure(let error) = outcome { "; the test then threw \(error)" } else { "" }
    return DeviceSimulatorError(
      DeviceSimulatorError.promptUnanswered, code: -32093,
      "nobody answered \(prompt) in time, it waited for one of: \(awaited) (\(fileID):\(line))\(then)")
  }
}

/// The events of one device, in the order in which they came.
private final class EventLog: Sendable {
  private let state = Mutex(State())

  private struct State {
    var events: [SimulatedDevice.Event] = []
    /// The last event of each kind that was waited for.
    var positions: [SimulatedDevice.Event.Kind: Int] = [:]
  }

  var events: [SimulatedDevice.Event] { state.withLock { $0.events } }

  func append(_ event: WireValue) {
    let event = SimulatedDevice.Event(event)
    state.withLock { $0.events.append(event) }
  }

  /// The event after which to wait for the next of a kind; `nil` for a kind that is a state.
  func position(_ kind: SimulatedDevice.Event.Kind) -> Int? {
    state.withLock { $0.positions[kind] } ?? (kind.isState ? nil : 0)
  }

  func passed(_ event: SimulatedDevice.Event) {
    if !event.kind.isState { state.withLock { $0.positions[event.kind] = event.sequence } }
  }

  /// The end of the first prompt that nobody answered in time.
  var unanswered: SimulatedDevice.Event? { events.first { !$0.awaited.isEmpty } }

  /// A prompt as it was last on screen.
  func shown(_ id: String?) -> SimulatedDevice.Prompt? { events.last { $0.prompt?.id == id }?.prompt }
}
