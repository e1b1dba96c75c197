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
/// - Parameters:
///   - sensor: the sensor of the device; one identity is enrolled on it and the passcode is `1234`.
///   - changes: other changes to its state.
///   - app: bundle id of the app under test.
///   - permission: whether that app may use Face ID or Optic ID; default: granted.
///   - usageDescription: whether the app has a usage description for Face ID; default: it has one.
///   - clock: real time, or a clock that moves only when the test says so.
///   - promptTimeout: how long a prompt may wait for an answer before the test fails; `nil`: no limit, as on a
///     real device.
///   - body: the test.
/// - Returns: what `body` returns.
/// - Throws: what `body` throws; ``DeviceSimulatorError/promptUnanswered`` if a prompt waited too long, with what
///   it waited for.
@discardableResult
public nonisolated(nonsending) func withSimulatedDevice<Result>(
  _ sensor: LABiometryType = .faceID, _ changes: SimulatedDevice.StateChange...,
  app: String = "com.example.app",
  permission: SimulatedDevice.Permission? = nil, usageDescription: Bool? = nil,
  clock: SimulatedDevice.Clock = .real,
  promptTimeout: Duration? = .seconds(30), fileID: String = #fileID, line: Int = #line,
  _ body: nonisolated(nonsending) (SimulatedDevice) async throws -> Result
) async throws -> Result {
  // The end too: a call that blocks the shared pool may be waiting for it.
  try await withTaskExecutorPreference(GrowingExecutor.shared) {
    let device = try await SimulatedDevice(
      state: [.biometryType(sensor), .promptTimeout(promptTimeout)] + changes, app: app, clock: clock)
    if permission != nil || usageDescription != nil {
      try await device.setApp(permission: permission, usageDescription: usageDescription)
    }
    DeviceBinding.opened(device.address)
    let outcome: Swift.Result<Result, any Error>
    do {
      outcome = .success(
        try await DeviceBinding.$ofTask.withValue(device.address) { try await body(device) })
    } catch {
      outcome = .failure(error)
    }
    try await device.close(fileID, line, after: outcome)
    return try outcome.get()
  }
}
