import Dispatch
// Tests name errors and sensors of the app's side.
@_exported public import SimulatedLocalAuthentication

/// Runs a test on a fresh device of its own.
///
/// The code under test finds it by itself: every `LAContext()` and keychain call in the task of `body`, and in
/// the tasks it starts, means this device. What runs outside of them (a detached task, a dispatch queue) means
/// it too as long as no other one is open; with several open such calls fail, and the suite is to be serialized.
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
/// When `body` ends, what still waits on the device ends with `systemCancel`; a prompt that was still up is told
/// on stderr and kept in ``SimulatedDevice/promptAtEnd``.
///
/// - Parameters:
///   - sensor: what the device has; one identity is enrolled on it and the passcode is `1234`.
///   - changes: what else is different from that.
///   - app: bundle id of the app under test.
///   - permission: whether that app may use Face ID or Optic ID; granted without it.
///   - usageDescription: whether the app says what for; it does without it.
///   - clock: whose time the device runs on.
///   - promptTimeout: how long a prompt may wait for an answer before this fails; `nil`: for ever, as on a device.
///   - body: the test.
/// - Returns: what `body` returns.
/// - Throws: what `body` throws; ``DeviceSimulatorError/promptUnanswered`` if a prompt waited too long, which names
///   what it waited for.
@discardableResult
public nonisolated(nonsending) func withSimulatedDevice<Result>(
  _ sensor: LABiometryType = .faceID, _ changes: SimulatedDevice.StateChange...,
  app: String = "com.example.app",
  permission: SimulatedDevice.Permission? = nil, usageDescription: Bool? = nil,
  clock: SimulatedDevice.Clock = .real,
  promptTimeout: Duration? = .seconds(30), fileID: String = #fileID, line: Int = #line,
  _ body: nonisolated(nonsending) (SimulatedDevice) async throws -> Result
) async throws -> Result {
  // All of it, the end too: what blocks the shared pool may be waiting for just that.
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

/// Runs each job on a thread that nothing blocks.
///
/// Keychain functions block their thread while a prompt is up. On the shared pool, which has a thread per core,
/// two of them could keep the test from answering either.
private final class GrowingExecutor: TaskExecutor {
  static let shared = GrowingExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // A queue of its own gets a thread at once, however many are blocked.
    DispatchQueue(label: "devicesim.test").async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
