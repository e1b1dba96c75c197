import DeviceSimulatorTesting
import LocalAuthentication
import SimulatedLocalAuthentication
import Testing

/// What a failed step does to a test.
///
/// The prompts of these tests wait for ever, so that a test that is not ended runs into its time limit; how long the
/// end takes depends on what else the machine does.
@Suite(.timeLimit(.minutes(10))) struct StepTests {
  /// A test that asks with `async let`, and then takes a step that fails.
  private func failing() async throws -> Int {
    try await withSimulatedDevice(.faceID, promptTimeout: nil) { device in
      async let unlocked = LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Open")
      try await device.waitFor(.promptShown, timeout: nil)
      try await device.matchingFinger()
      return try await unlocked ? 1 : 0
    }
  }

  @Test("a failed step ends the test in a second, and its error is the test's, with its line")
  func stopped() async throws {
    let error = await #expect(throws: DeviceSimulatorError.self) { _ = try await failing() }
    #expect(error?.name == DeviceSimulatorError.wrongModality)
    #expect(error?.location?.line == 16)
    let text = try #require(error.map(String.init(describing:)))
    #expect(text.hasPrefix("wrongModality (-32004): this device does not scan fingers"))
    let rest = try #require(text.split(separator: "(DeviceSimulatorTestingTests/StepTests.swift:16)").last)
    #expect(
      rest
        == "; then no step came for a second, and the biometry prompt p1 of com.example.app (\"Open\") was ended"
    )
  }

  @Test("what was on screen is kept")
  func promptAtEnd() async throws {
    var kept: SimulatedDevice?
    await #expect(throws: DeviceSimulatorError.self) {
      try await withSimulatedDevice(.faceID, promptTimeout: nil) { device in
        kept = device
        async let unlocked = authenticate()
        try await device.waitFor(.promptShown, timeout: nil)
        try await device.matchingFinger()
        #expect(await unlocked == nil)
      }
    }
    #expect(kept?.promptAtEnd?.reason == "Open the vault")
  }

  @Test("a step that failed in a task of its own ends the prompt that the test waits for")
  func besides() async throws {
    let error = await #expect(throws: DeviceSimulatorError.self) {
      try await withSimulatedDevice(.faceID, promptTimeout: nil) { device in
        async let scan = device.matchingFinger()
        try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Open")
        _ = try await scan
      }
    }
    #expect(error?.name == DeviceSimulatorError.wrongModality)
  }

  @Test("a prompt that comes after the failed step is ended, too")
  func late() async throws {
    let error = await #expect(throws: DeviceSimulatorError.self) {
      try await withSimulatedDevice(.faceID, promptTimeout: nil) { device in
        async let code: LAError.Code? = {
          for _ in 1...15 { try? await Task.sleep(for: .milliseconds(100), clock: Unstoppable()) }
          return await authenticate()
        }()
        try await device.matchingFinger(whenPrompted: false)
        #expect(await code == nil)
      }
    }
    #expect(error?.name == DeviceSimulatorError.wrongModality)
  }

  @Test("a step whose error is caught changes nothing, however long the test then takes")
  func caught() async throws {
    try await withSimulatedDevice(.faceID, promptTimeout: nil) { device in
      async let code = authenticate()
      try await device.waitFor(.promptShown, timeout: nil)
      await #expect(throws: DeviceSimulatorError.self) { try await device.matchingFinger() }
      await #expect { try await device.tapTryAgain(timeout: .zero) } throws: {
        DeviceSimulatorError.timeout ~= $0
      }
      do {
        try await device.matchingEyes()
      } catch DeviceSimulatorError.wrongModality {}
      _ = try? await device.matchingFinger(whenPrompted: false)
      try await Task.sleep(for: .seconds(2.5))
      try await device.matchingFace()
      #expect(await code == nil)
    }
  }

  @Test("a step that follows within a second keeps the prompt, though the test keeps the error")
  func kept() async throws {
    try await withSimulatedDevice(.faceID, promptTimeout: nil) { device in
      async let code = authenticate()
      try await device.waitFor(.promptShown, timeout: nil)
      let last = ContinuousClock.now
      let error = await #expect(throws: DeviceSimulatorError.self) { try await device.matchingFinger() }
      if ContinuousClock.now - last > .milliseconds(800) { return }  // too busy to tell
      try await device.nonMatchingFace()
      try await Task.sleep(for: .seconds(2.5))
      try await device.tapTryAgain()
      try await device.matchingFace()
      #expect(await code == nil)
      #expect(error?.name == DeviceSimulatorError.wrongModality)
    }
  }

  @Test("after a test has stopped, its steps say so")
  func afterwards() async throws {
    do {
      try await withSimulatedDevice(.faceID, promptTimeout: nil) { device in
        async let code = authenticate()
        try await device.waitFor(.promptShown, timeout: nil)
        let error = await #expect(throws: DeviceSimulatorError.self) { try await device.matchingFinger() }
        #expect(await code == .systemCancel)
        let next = await #expect(throws: DeviceSimulatorError.self) { try await device.matchingFace() }
        #expect(next?.name == DeviceSimulatorError.deviceClosed)
        #expect(next?.message.contains("StepTests.swift:\(error?.location?.line ?? 0)") == true)
      }
      Issue.record("a test that has stopped must fail")
    } catch DeviceSimulatorError.wrongModality {}
  }

  @Test("an error that is no step's ends the test in a second, too, and is the test's")
  func otherError() async throws {
    struct Mistake: Error {}
    await #expect(throws: Mistake.self) {
      try await withSimulatedDevice(promptTimeout: nil) { device in
        async let code = authenticate()
        try await device.waitFor(.promptShown, timeout: nil)
        _ = try Result<Int, Mistake>.failure(Mistake()).get()
        #expect(await code == nil)
      }
    }
  }

  @Test("a call that the test does not wait for is told apart")
  func leftBehind() async throws {
    let error = await #expect(throws: DeviceSimulatorError.self) {
      try await withSimulatedDevice(promptTimeout: nil) { device in
        async let code = authenticate()
        try await device.waitFor(.promptShown, timeout: nil)
        // Never so, but the compiler wants the value used.
        if device.name.isEmpty { #expect(await code == nil) }
      }
    }
    #expect(error?.name == DeviceSimulatorError.promptUnanswered)
    #expect(error?.message.contains("was cancelled") == true)
  }

  @Test("a task that the test cancels leaves its prompt up, as on a device, while steps follow")
  func cancelled() async throws {
    try await withSimulatedDevice(.touchID, promptTimeout: nil) { device in
      let asked = Task { await authenticate() }
      try await device.waitFor(.promptShown, timeout: nil)
      let last = ContinuousClock.now
      asked.cancel()
      if ContinuousClock.now - last > .milliseconds(800) { return }  // too busy to tell
      try await device.nonMatchingFinger()
      try await Task.sleep(for: .seconds(2.5))
      try await device.matchingFinger()
      #expect(await asked.value == nil)
    }
  }

  @Test("the error of a step comes before the prompt that nobody answered after it")
  func causeFirst() async throws {
    let (failed, end) = AsyncStream<Void>.makeStream()
    let error = await #expect(throws: DeviceSimulatorError.self) {
      try await withSimulatedDevice(.faceID, promptTimeout: .milliseconds(1)) { device in
        let asked = Task {
          for await _ in failed {}
          return await authenticate()
        }
        do {
          try await device.matchingFinger(whenPrompted: false)
        } catch {
          end.finish()
          #expect(await asked.value == .systemCancel)
          throw error
        }
      }
    }
    #expect(error?.name == DeviceSimulatorError.wrongModality)
    let text = try #require(error.map(String.init(describing:)))
    #expect(text.hasPrefix("wrongModality"))
    #expect(text.contains("; then nobody answered the biometry prompt p1"))
  }

  @Test("a prompt that nobody answered comes before the step that failed after it")
  func promptFirst() async throws {
    let error = await #expect(throws: DeviceSimulatorError.self) {
      try await withSimulatedDevice(.faceID, promptTimeout: .milliseconds(1)) { device in
        #expect(await authenticate() == .systemCancel)
        try await device.matchingFinger(whenPrompted: false)
      }
    }
    #expect(error?.name == DeviceSimulatorError.promptUnanswered)
    #expect(error?.message.contains("the test then threw wrongModality") == true)
  }

  @Test("an error tells the line of its step, and a helper can pass on the line of its caller")
  func line() async throws {
    func helper(
      _ device: SimulatedDevice, fileID: String = #fileID, line: Int = #line
    ) async throws(DeviceSimulatorError) {
      try await device.tapCancel(whenPrompted: false, fileID: fileID, line: line)
    }
    try await withSimulatedDevice { device in
      do {
        try await device.set(.failedAttempts(-1))
        Issue.record("refused")
      } catch let error as DeviceSimulatorError {
        #expect(error.location?.line == #line - 3)
        #expect(error.location?.fileID == #fileID)
      }
      // A macro's closure is, for the compiler, all on the macro's line.
      let error = await #expect(throws: DeviceSimulatorError.self) { try await helper(device) }
      #expect(error?.location?.line == #line - 1)
    }
    do {
      try await withSimulatedDevice(.touchID, .failedAttempts(-1)) { _ in }
      Issue.record("refused")
    } catch let error as DeviceSimulatorError {
      #expect(error.location?.line == #line - 3)
    }
  }
}

/// A clock whose sleep does not end with its task.
private struct Unstoppable: Clock {
  typealias Instant = ContinuousClock.Instant
  var now: Instant { ContinuousClock().now }
  var minimumResolution: Duration { ContinuousClock().minimumResolution }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    await Task.detached { try? await Task.sleep(until: deadline, clock: ContinuousClock()) }.value
  }
}
