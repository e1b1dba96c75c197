public import Foundation
public import SimulatedLocalAuthentication

// The device itself: its state, who is enrolled, its passcode and lock screen, its clock.
extension SimulatedDevice {
  /// Returns the state of the device.
  public func state() async throws(DeviceSimulatorError) -> State {
    State(try await call("getState"))
  }

  /// Changes fields and knobs, all or none.
  public func set(_ changes: StateChange...) async throws(DeviceSimulatorError) {
    try await call("setState", changes.merged)
  }

  /// Restores the state that it was created with.
  public func reset() async throws(DeviceSimulatorError) { try await call("resetDevice") }

  /// Enrols an identity: another finger, the alternate appearance. A name is needed unless nobody is enrolled.
  public func enroll(_ identity: String? = nil) async throws(DeviceSimulatorError) {
    try await call("enroll", named("identity", identity))
  }

  /// Removes an identity from the enrolment; without a name, all of them.
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

  /// Unlocks the screen with a passcode.
  public func unlock(passcode: String) async throws(DeviceSimulatorError) {
    try await call("unlockDevice", ["passcode": .string(passcode)])
  }

  /// Unlocks the screen with biometry; default: the first enrolled identity.
  public func unlock(identity: String? = nil) async throws(DeviceSimulatorError) {
    try await call("unlockDevice", named("identity", identity))
  }

  /// Restarts it: locked, no app running, and biometry waits for the passcode.
  public func restart() async throws(DeviceSimulatorError) { try await call("restartDevice") }

  /// Chooses between real time and a manual clock.
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
  /// A kind that describes a state (a prompt is on screen, the device is locked out …) returns at once if the
  /// state holds. For any other kind each call returns the next event after the one that the last call returned,
  /// however long ago it happened.
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
