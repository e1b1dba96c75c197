// Tests name errors and sensors of the app's side.
@_exported public import SimulatedLocalAuthentication

/// Runs a test on a fresh device of its own.
///
/// The code under test finds it by itself: every `LAContext()` and keychain call in the task of `body`, and in
/// the tasks it starts, uses this device. Code outside them (a detached task, a dispatch queue) uses it too as
/// long as no other device is open; with several open such calls fail: serialize the suite.
///
/// ```swift
/// @Test func lockout() async throws {
///   try await withSimulatedDevice(.touchID) { device in
///     async let unlocked = model.unlock()
///     for _ in 1...3 { try await device.nonMatchingFinger() }
///     …
///   }
/// }
/// ```
///
/// When `body` ends, calls that are still pending end with `systemCancel`; a prompt that was still on screen is
/// reported on stderr and kept in ``SimulatedDevice/promptAtEnd``.
///
/// An error ends the test within a second, also while a call that was started with `async let` waits for its prompt:
/// if a step fails, or the task of a call is cancelled, and no step follows within a second, the prompt that is up
/// ends with `systemCancel`. A step whose error the test catches changes nothing.
///
/// - Parameters:
///   - sensor: the sensor of the device; one identity is enrolled on it and the passcode is `1234`.
///   - changes: other changes to its state.
///   - app: bundle id of the app under test.
///   - permission: whether that app may use Face ID or Optic ID; default: granted.
///   - usageDescription: whether the app has a usage description for Face ID; default: it has one.
///   - clock: real time, or a clock that moves only when the test says so.
///   - promptTimeout: how long a prompt may wait for an answer before the test fails; `nil`: no limit, as on a
///     real device.
///   - fileID: the file of the test, for errors.
///   - line: the line of the test, for errors.
///   - body: the test.
/// - Returns: what `body` returns.
/// - Throws: what `body` throws; the error of a step that the test stopped at;
///   ``DeviceSimulatorError/promptUnanswered`` if a prompt waited too long, with what it waited for.
@discardableResult
public nonisolated(nonsending) func withSimulatedDevice<Result>(
  _ sensor: LABiometryType = .faceID, _ changes: SimulatedDevice.StateChange...,
  app: String = "com.example.app",
  permission: SimulatedDevice.Permission? = nil, usageDescription: Bool? = nil,
  clock: SimulatedDevice.Clock = .real,
  promptTimeout: Duration? = .seconds(30), fileID: String = #fileID, line: Int = #line,
  _ body: nonisolated(nonsending) (SimulatedDevice) async throws -> Result
) async throws -> Result {
  let location = DeviceSimulatorError.Location(fileID: fileID, line: line)
  return try await withDevice(location, body) {
    try await SimulatedDevice(
      .fresh, [.biometryType(sensor), .promptTimeout(promptTimeout)] + changes, app: app, clock: clock,
      permission, usageDescription, location)
  }
}

/// Runs a test on a device of its own that begins as a copy of another one, as one that was exported, or as a
/// template.
///
/// ```swift
/// try await withSimulatedDevice(from: .clone(of: device), .lockedOut(true)) { copy in … }
/// ```
///
/// Everything else is as with a fresh device; the code under test means the inner device of two.
///
/// - Parameters:
///   - origin: what the device begins as.
///   - changes: changes to its state.
///   - app: bundle id of the app under test; default: that of the copied device, else `com.example.app`.
///   - permission: whether that app may use Face ID or Optic ID; default: as it was.
///   - usageDescription: whether the app has a usage description for Face ID; default: as it was.
///   - clock: real time, or a clock that moves only when the test says so; default: as it was.
///   - promptTimeout: how long a prompt may wait for an answer before the test fails; `nil`: no limit.
///   - fileID: the file of the test, for errors.
///   - line: the line of the test, for errors.
///   - body: the test.
/// - Returns: what `body` returns.
@discardableResult
public nonisolated(nonsending) func withSimulatedDevice<Result>(
  from origin: SimulatedDevice.Origin, _ changes: SimulatedDevice.StateChange..., app: String? = nil,
  permission: SimulatedDevice.Permission? = nil, usageDescription: Bool? = nil,
  clock: SimulatedDevice.Clock? = nil,
  promptTimeout: Duration? = .seconds(30), fileID: String = #fileID, line: Int = #line,
  _ body: nonisolated(nonsending) (SimulatedDevice) async throws -> Result
) async throws -> Result {
  let location = DeviceSimulatorError.Location(fileID: fileID, line: line)
  return try await withDevice(location, body) {
    try await SimulatedDevice(
      origin, [.promptTimeout(promptTimeout)] + changes, app: app, clock: clock, permission,
      usageDescription, location)
  }
}

private nonisolated(nonsending) func withDevice<Result>(
  _ location: DeviceSimulatorError.Location,
  _ body: nonisolated(nonsending) (SimulatedDevice) async throws -> Result,
  _ make: nonisolated(nonsending) () async throws -> SimulatedDevice
) async throws -> Result {
  // The end too: a call that blocks the shared pool may be waiting for it.
  try await withTaskExecutorPreference(GrowingExecutor.shared) {
    let device = try await make()
    DeviceBinding.opened(device.address)
    let outcome: Swift.Result<Result, any Error>
    do {
      outcome = .success(
        try await DeviceBinding.$ofTask.withValue(device.address) {
          try await DeviceBinding.$onCancellation.withValue({ [weak device] in
            device?.evaluationWasCancelled()
          }) {
            try await body(device)
          }
        })
    } catch {
      outcome = .failure(error)
    }
    try await device.close(location, after: outcome)
    return try outcome.get()
  }
}
