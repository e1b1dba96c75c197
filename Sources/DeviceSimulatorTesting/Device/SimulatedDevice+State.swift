public import Foundation
public import SimulatedLocalAuthentication

// The device itself: its state, who is enrolled, its passcode and lock screen, its clock.
extension SimulatedDevice {
  /// Everything it shows of itself.
  public func state() async throws(DeviceSimulatorError) -> State {
    State(try await call("getState"))
  }

  /// Changes fields and knobs, all or none.
  public func set(_ changes: StateChange...) async throws(DeviceSimulatorError) {
    try await call("setState", changes.merged)
  }

  /// Brings it back to the state it was made with.
  public func reset() async throws(DeviceSimulatorError) { try await call("resetDevice") }

  /// Enrols somebody: another finger, the alternate appearance. Without a name the default identity, if nobody
  /// is enrolled.
  public func enroll(_ identity: String? = nil) async throws(DeviceSimulatorError) {
    try await call("enroll", named("identity", identity))
  }

  /// Takes somebody out of the enrolment; without a name, all.
  public func unenroll(_ identity: String? = nil) async throws(DeviceSimulatorError) {
    try await call("unenroll", named("identity", identity))
  }

  /// Sets or changes the passcode, as in Settings.
  public func setPasscode(_ passcode: String) async throws(DeviceSimulatorError) {
    try await call("setPasscode", ["passcode": .string(passcode)])
  }

  /// Removes the passcode, as in Settings.
  public func clearPasscode() async throws(DeviceSimulatorError) { try await call("clearPasscode") }

  /// Locks the screen.
  public func lock() async throws(DeviceSimulatorError) { try await call("lockDevice") }

  /// Opens the lock screen with a passcode.
  public func unlock(passcode: String) async throws(DeviceSimulatorError) {
    try await call("unlockDevice", ["passcode": .string(passcode)])
  }

  /// Opens the lock screen with biometry; by the first enrolled identity without a name.
  public func unlock(identity: String? = nil) async throws(DeviceSimulatorError) {
    try await call("unlockDevice", named("identity", identity))
  }

  /// Restarts it: locked, no app running, and biometry waits for the passcode.
  public func restart() async throws(DeviceSimulatorError) { try await call("restartDevice") }

  /// Says whose time it runs on.
  public func setClock(_ clock: Clock) async throws(DeviceSimulatorError) {
    try await call("setClock", ["mode": .string(clock.rawValue)])
  }

  /// Sets its date and time.
  public func setClock(wallTime: Date) async throws(DeviceSimulatorError) {
    try await call("setClock", ["wallTime": .number(wallTime.timeIntervalSince1970)])
  }

  /// Moves a manual clock forward.
  public func advanceClock(by duration: Duration) async throws(DeviceSimulatorError) {
    try await call("advanceClock", ["seconds": .seconds(duration)])
  }

  /// Waits for an event of a kind.
  ///
  /// A kind that tells of a state (a prompt is up, the device is locked out …) is met at once if it holds. Of any
  /// other kind each call returns the next event after the one it returned before, however long ago it happened.
  ///
  /// - Parameters:
  ///   - prompt: only events about this prompt.
  ///   - app: only events about this app.
  ///   - since: only events after this one, by its ``Event/sequence``.
  ///   - timeout: in real time, whatever the device's clock does.
  @discardableResult
  public func waitFor(
    _ kind: Event.Kind, prompt: String? = nil, app: String? = nil, since: Int? = nil,
    timeout: Duration = .seconds(10)
  ) async throws(DeviceSimulatorError) -> Event {
    let conditions = named("prompt", prompt).merging(named("app", app)) { $1 }
    return try await waitForEvent(kind, conditions, since: since, timeout: timeout)
  }

  func named(_ name: String, _ value: String?) -> [String: WireValue] {
    value.map { [name: .string($0)] } ?? [:]
  }
}
