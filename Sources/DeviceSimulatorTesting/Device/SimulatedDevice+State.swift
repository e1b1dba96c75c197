public import Foundation
public import SimulatedLocalAuthentication

// The device itself: its state, lock screen and clock.
extension SimulatedDevice {
  /// Returns the state of the device.
  public func state(
    fileID: String = #fileID, line: Int = #line
  ) async throws(DeviceSimulatorError) -> State {
    State(try await step("getState", [:], fileID, line))
  }

  /// Changes fields and knobs, all or none.
  public func set(
    _ changes: StateChange..., fileID: String = #fileID, line: Int = #line
  ) async throws(DeviceSimulatorError) {
    try await step("setState", changes.merged, fileID, line)
  }

  /// Unlocks the screen with a passcode.
  public func unlock(
    passcode: String, fileID: String = #fileID, line: Int = #line
  ) async throws(DeviceSimulatorError) {
    try await step("unlockDevice", ["passcode": .string(passcode)], fileID, line)
  }

  /// Unlocks the screen with biometry; default: the first enrolled identity.
  public func unlock(
    identity: String? = nil, fileID: String = #fileID, line: Int = #line
  ) async throws(DeviceSimulatorError) {
    try await step("unlockDevice", ["identity": identity.map(WireValue.string)], fileID, line)
  }

  /// Chooses between real time and a manual clock, and sets the date and time.
  public func setClock(
    _ clock: Clock? = nil, wallTime: Date? = nil, fileID: String = #fileID, line: Int = #line
  ) async throws(DeviceSimulatorError) {
    try await step(
      "setClock",
      [
        "mode": clock.map { .string($0.rawValue) },
        "wallTime": wallTime.map { .number($0.timeIntervalSince1970) },
      ], fileID, line)
  }

  /// Moves a manual clock forward.
  public func advanceClock(
    by duration: Duration, fileID: String = #fileID, line: Int = #line
  ) async throws(DeviceSimulatorError) {
    try await step("advanceClock", ["seconds": .seconds(duration)], fileID, line)
  }

  /// Returns the snapshots of the device, in the order of their names.
  public func snapshots(
    fileID: String = #fileID, line: Int = #line
  ) async throws(DeviceSimulatorError) -> [Snapshot] {
    try await step("listSnapshots", [:], fileID, line)["snapshots"]?.elements.map(Snapshot.init) ?? []
  }

  /// Returns the device as a whole, to begin another one with, or to keep in a file.
  public func exportState(
    fileID: String = #fileID, line: Int = #line
  ) async throws(DeviceSimulatorError) -> ExportedState {
    ExportedState(try await step("exportState", [:], fileID, line)["state"] ?? [:])
  }

  /// Turns the device into one that was exported, of this test or another. Pending calls end with `systemCancel`.
  public func importState(
    _ state: ExportedState, fileID: String = #fileID, line: Int = #line
  ) async throws(DeviceSimulatorError) {
    try await step("importState", ["state": state.members], fileID, line)
  }
}
