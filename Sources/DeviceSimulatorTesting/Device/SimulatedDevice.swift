import Foundation
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
  private let appPath: String
  private let log: EventLog
  private let steps = Steps()
  private let atEnd = Mutex<Prompt?>(nil)
  private let unused = Mutex<[String]>([])

  private static let lastNumber = Atomic(0)

  /// Makes one.
  ///
  /// - Parameters:
  ///   - app: default: that of the origin, else `com.example.app`.
  ///   - clock: default: that of the origin.
  init(
    _ origin: Origin, _ changes: [StateChange], app: String?, clock: Clock?, _ permission: Permission?,
    _ usageDescription: Bool?, _ location: Location
  ) async throws(DeviceSimulatorError) {
    let route = Route.current
    route.register()
    let log = EventLog()
    self.log = log
    appPath = route.appPath
    name = "device-\(Self.lastNumber.add(1, ordering: .relaxed).newValue)"
    self.app = app ?? origin.app ?? "com.example.app"
    do throws(DeviceSimulatorError) {
      connection = try DaemonConnection(
        path: route.harnessPath, common: ["device": .string(name)]
      ) { log.append($0) }
    } catch {
      throw error.at(location)
    }
    try await steps(
      try await creation(from: origin, changes, clock, location) + [("subscribe", [:])], location)
    if permission != nil || usageDescription != nil {
      try await setApp(
        permission: permission, usageDescription: usageDescription, fileID: location.fileID,
        line: location.line)
    }
  }

  /// The address for code under test that runs outside the test's tasks; it works in this process only.
  public var address: SimulatedDeviceAddress {
    SimulatedDeviceAddress(socketPath: appPath, device: name, app: app)
  }

  /// The events of the device so far, the oldest first; complete up to the last method of this object that
  /// returned.
  public var events: [Event] { log.events }

  /// The prompt that was still on screen when the test ended; `nil` while it runs.
  public var promptAtEnd: Prompt? { atEnd.withLock { $0 } }

  /// What was armed, or ordered with ``failNext(_:error:times:app:fileID:line:)``, and nothing took, in words; empty
  /// while the test runs.
  public var unusedAtEnd: [String] { unused.withLock { $0 } }

  typealias Location = DeviceSimulatorError.Location

  /// Calls a method for a line of the test, and notes if the test stops there.
  @discardableResult
  func step(
    _ method: String, _ parameters: [String: WireValue?], _ location: Location
  ) async throws(DeviceSimulatorError) -> WireValue {
    if let stop = steps.stop { throw .stopped(name, stop).at(location) }
    steps.begin()
    do throws(DeviceSimulatorError) {
      defer { steps.end() }
      return try await connection.call(method, parameters.compactMapValues { $0 })
    } catch {
      let failed = error.at(location, afterTimeout: log.unanswered != nil)
      watch(failed)
      throw failed
    }
  }

  /// Calls methods for a line of the test, one behind the other; throws the error of the first that fails.
  private func steps(
    _ requests: [DaemonConnection.Request], _ location: Location
  ) async throws(DeviceSimulatorError) {
    for outcome in await connection.call(requests) {
      if case .failure(let error) = outcome { throw error.at(location) }
    }
  }

  /// Calls a method for a line of the test.
  @discardableResult
  func step(
    _ method: String, _ parameters: [String: WireValue?], _ fileID: String, _ line: Int
  ) async throws(DeviceSimulatorError) -> WireValue {
    try await step(method, parameters, Location(fileID: fileID, line: line))
  }

  private func watch(_ error: DeviceSimulatorError) {
    let isOver = { @Sendable [weak step = error.step] in step == nil }
    watch(.failed(error.followed()), isOver: isOver)
  }

  /// The task of an app's call was cancelled while it waits for an answer.
  func evaluationWasCancelled() { watch(.cancelled) { false } }

  private func watch(_ stop: Steps.Stop, isOver: @escaping @Sendable () -> Bool) {
    steps.watch(stop, isOver: isOver) { [log] in
      log.promptOnScreen != nil
    } giveUp: { [weak self] in
      self?.giveUp()
    }
  }

  /// Deletes the device of a test that has stopped, so that the test can end.
  private func giveUp() {
    atEnd.withLock { $0 = log.promptOnScreen }
    connection.send("deleteDevice", [:]) { _ in }
  }

  /// Waits for an event, and remembers its place, so that no event of a kind is returned twice.
  func waitForEvent(
    _ kind: Event.Kind, _ conditions: [String: WireValue], since: Int?, timeout: Duration?, _ fileID: String,
    _ line: Int
  ) async throws(DeviceSimulatorError) -> Event {
    let event = Event(
      try await step(
        "waitFor",
        [
          "kind": .string(kind.rawValue), "timeout": .limit(timeout),
          "where": conditions.isEmpty ? nil : .object(conditions),
          "since": (since ?? log.position(kind)).map(WireValue.integer),
        ], fileID, line))
    log.passed(event)
    return event
  }

  /// Deletes the device, which ends what is pending on it.
  ///
  /// - Throws: what the test stopped at, and a prompt that nobody answered.
  func close<R>(_ location: Location, after outcome: Result<R, any Error>) async throws(DeviceSimulatorError)
  {
    let stop = steps.stop
    DeviceBinding.closed(address)
    if stop == nil {
      await takeLeave(location)
    } else {
      _ = try? await connection.call("deleteDevice", [:])
    }
    switch (stop, outcome) {
    case (.failed(let error)?, _): throw error.withPromptEnded(promptAtEnd)
    case (.cancelled?, .success): throw .cancelled(promptAtEnd, location)
    case (.cancelled?, .failure(let error)):
      // What the end of the prompt came to is not the cause.
      if (error as? LAError)?.code != .systemCancel { return }
      throw .cancelled(promptAtEnd, location)
    case (nil, _): break
    }
    if let prompt = promptAtEnd {
      let message = "withSimulatedDevice (\(location)) ended with \(prompt) on screen\n"
      try? FileDescriptor.standardError.writeAll(message)
    }
    if let dismissal = log.unanswered { throw unanswered(dismissal, location, after: outcome) }
  }

  /// Deletes the device; notes the prompt that is on screen, and what was armed or ordered, and nothing took.
  private func takeLeave(_ location: Location) async {
    let outcomes = await connection.call([("disarm", [:]), ("deleteDevice", [:])]) { [self] index, _ in
      // All events before the first reply have come, and none of the end.
      if index == 0 { atEnd.withLock { $0 = log.promptOnScreen } }
    }
    if case .success(let left) = outcomes[0] { noteUnused(left, location) }
  }

  /// Tells what was armed or ordered, and nothing took.
  private func noteUnused(_ left: WireValue, _ location: Location) {
    let responses = left["unused"]?.elements.map { Response(armed: $0).description } ?? []
    let failures = left["unusedFailures"]?.elements.map { OrderedFailure($0).description } ?? []
    let all = responses + failures
    if all.isEmpty { return }
    unused.withLock { $0 = all }
    let message =
      "withSimulatedDevice (\(location)) ended, and nothing took: \(all.joined(separator: ", "))\n"
    try? FileDescriptor.standardError.writeAll(message)
  }

  /// The error for a prompt that nobody answered: the error of the test comes first if it was before that.
  private func unanswered<R>(
    _ dismissal: Event, _ location: Location, after outcome: Result<R, any Error>
  ) -> DeviceSimulatorError {
    let prompt = log.shown(dismissal.promptID).map(String.init(describing:)) ?? "a prompt"
    let awaited = dismissal.awaited.joined(separator: ", ")
    let what = "nobody answered \(prompt) in time, it waited for one of: \(awaited)"
    guard case .failure(let error) = outcome else { return .promptUnanswered("\(what) (\(location))") }
    if let error = error as? DeviceSimulatorError, let step = error.step, !step.isAfterTimeout {
      return error.followed(by: what)
    }
    return .promptUnanswered("\(what) (\(location)); the test then threw \(error)")
  }
}
