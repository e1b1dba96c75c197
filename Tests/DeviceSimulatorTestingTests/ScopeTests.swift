import DeviceSimulatorTesting
import Dispatch
import LocalAuthentication
import SimulatedLocalAuthentication
import Synchronization
import Testing

private func obstacle() -> NSError? {
  var error: NSError?
  return LAContext().canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error) ? nil : error
}

private func obstacle(after stream: AsyncStream<Void>) async -> NSError? {
  for await _ in stream {}
  return obstacle()
}

@Suite struct ScopeTests {
  @Test("each test has a device of its own, also at the same time")
  func isolation() async throws {
    try await withThrowingTaskGroup { group in
      for failures in 0..<8 {
        group.addTask {
          try await withSimulatedDevice(.touchID, .failedAttempts(failures % 5), .enrolled(failures != 7)) {
            device in
            #expect(obstacle()?.code == (failures == 7 ? LAError.biometryNotEnrolled.rawValue : nil))
            #expect(try await device.state().failedAttempts == failures % 5)
            if failures == 7 { return }
            async let result = authenticate()
            try await device.matchingFinger()
            #expect(await result == nil)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("an inner device hides the outer one until it is gone")
  func nested() async throws {
    try await withSimulatedDevice(.faceID) { _ in
      try await withSimulatedDevice(.touchID, .enrolled(false)) { _ in
        #expect(obstacle()?.code == LAError.biometryNotEnrolled.rawValue)
      }
      #expect(obstacle() == nil)
    }
  }

  @Test("a task that is started in a test means its device, after the test as well")
  func inherited() async throws {
    let (stream, leave) = AsyncStream<Void>.makeStream()
    var late: Task<NSError?, Never>?
    try await withSimulatedDevice { device in
      let inner = Task { obstacle() }
      #expect(await inner.value == nil)
      late = Task { await obstacle(after: stream) }
    }
    leave.finish()
    #expect(await late?.value?.domain == DeviceSimulatorError.errorDomain)
  }

  @Test("what runs outside of the test's tasks means the only device that is open")
  func detached() async {
    // In a process of its own, where no other test has a device open.
    await #expect(processExitsWith: .success) {
      try await withSimulatedDevice(.opticID, .enrolled(false)) { _ in
        let codes = Mutex<[Int?]>([])
        await Task.detached { codes.withLock { $0.append(obstacle()?.code) } }.value
        DispatchQueue(label: "app").sync { codes.withLock { $0.append(obstacle()?.code) } }
        #expect(codes.withLock { $0 } == [-7, -7])
      }
    }
  }

  @Test("with several devices open such a call fails and says what to do")
  func several() async {
    await #expect(processExitsWith: .success) {
      try await withSimulatedDevice { _ in
        try await withSimulatedDevice { _ in
          let error = await Task.detached { obstacle() }.value
          #expect(error?.domain == DeviceSimulatorError.errorDomain)
          #expect(error?.localizedDescription.contains(".serialized") == true)
          #expect(obstacle() == nil)
        }
        #expect(await Task.detached { obstacle() }.value == nil)
      }
    }
  }

  @Test("a test on the main actor stays there")
  @MainActor func mainActor() async throws {
    try await withSimulatedDevice { device in
      MainActor.assertIsolated()
      async let result = authenticate()
      try await device.matchingFace()
      #expect(await result == nil)
      MainActor.assertIsolated()
    }
  }

  @Test("what a test returns and throws comes through")
  func outcome() async throws {
    struct Mistake: Error {}
    #expect(try await withSimulatedDevice { _ in 7 } == 7)
    await #expect(throws: Mistake.self) { try await withSimulatedDevice { _ in throw Mistake() } }
  }
}

/// Code under test that keeps its context in an actor.
private actor Vault {
  private let context = LAContext()

  func open() async -> LAError.Code? { await authenticate(with: context) }
  func openAnew() async -> LAError.Code? { await authenticate(with: LAContext()) }
  var obstacleOfBiometry: Int? { obstacle()?.code }
}

/// Code under test that views follow.
@MainActor private final class Model {
  private let context = LAContext()
  private(set) var isOpen = false

  func open() async { isOpen = await authenticate(with: context) == nil }
  func openAnew() async { isOpen = await authenticate(with: LAContext()) == nil }
}

private func authenticate(with context: LAContext) async -> LAError.Code? {
  do {
    try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Open the vault")
    return nil
  } catch {
    return (error as? LAError)?.code ?? .invalidContext
  }
}

@Suite struct IsolationTests {
  @Test("a context of an actor means the test's device, made with the actor or in its methods")
  func inAnActor() async throws {
    try await eachWithTwoDevices { device in
      let vault = Vault()
      async let code = vault.open()
      try await device.matchingFinger()
      #expect(await code == nil)
      async let again = vault.openAnew()
      try await device.tapCancel()
      #expect(await again == .userCancel)
      #expect(await vault.obstacleOfBiometry == nil)
    }
  }

  @Test("a context of code on the main actor means the test's device")
  func onTheMainActor() async throws {
    try await eachWithTwoDevices { device in
      let model = await Model()
      async let opened: Void = model.open()
      try await device.matchingFinger()
      await opened
      #expect(await model.isOpen)
      async let again: Void = model.openAnew()
      try await device.tapCancel()
      await again
      #expect(await !model.isOpen)
    }
  }

  @Test("a context that the test made means its device, also in a detached task and with other devices open")
  func passedToADetachedTask() async throws {
    try await eachWithTwoDevices { device in
      let context = LAContext()
      let task = Task.detached { await authenticate(with: context) }
      // The task runs on the shared pool, and other tests may keep that busy for a while.
      try await device.matchingFinger(timeout: nil)
      #expect(await task.value == nil)
    }
  }

  @Test("a context that a detached task makes means the only device that is open")
  func madeInADetachedTask() async {
    // In a process of its own, where no other test has a device open.
    await #expect(processExitsWith: .success) {
      try await withSimulatedDevice(.touchID) { device in
        let task = Task.detached { await authenticate(with: LAContext()) }
        try await device.matchingFinger()
        #expect(await task.value == nil)
      }
    }
  }

  /// Runs a test on a device while another one is open.
  private func eachWithTwoDevices(_ body: (SimulatedDevice) async throws -> Void) async throws {
    try await withSimulatedDevice(.faceID, .enrolled(false)) { _ in
      try await withSimulatedDevice(.touchID) { device in try await body(device) }
    }
  }
}

@Suite struct ScopeEndTests {
  @Test("leaving a test ends what is pending with systemCancel and keeps what was on screen")
  func pending() async throws {
    let result = Mutex<Task<LAError.Code?, Never>?>(nil)
    let device = try await withSimulatedDevice { device in
      result.withLock { $0 = Task { await authenticate() } }
      // The task runs on the shared pool, and other tests may keep that busy for a while.
      try await device.waitFor(.promptShown, timeout: .seconds(300))
      #expect(device.promptAtEnd == nil)
      return device
    }
    #expect(await result.withLock { $0 }?.value == .systemCancel)
    #expect(device.promptAtEnd?.reason == "Open the vault")
  }

  @Test("a prompt that nobody answers fails the test and names what it waited for")
  func unanswered() async throws {
    let error = await #expect(throws: DeviceSimulatorError.self) {
      try await withSimulatedDevice(.touchID, promptTimeout: .milliseconds(50)) { _ in
        #expect(await authenticate() == .systemCancel)
      }
    }
    #expect(error?.name == DeviceSimulatorError.promptUnanswered)
    for part in ["matchingFinger", "tapCancel", "Open the vault", "ScopeTests.swift"] {
      #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }
  }

  @Test("the error of a test that a prompt kept waiting is told as well")
  func unansweredAndFailed() async throws {
    let error = await #expect(throws: DeviceSimulatorError.self) {
      try await withSimulatedDevice(promptTimeout: .milliseconds(50)) { _ in
        try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "x")
      }
    }
    #expect(error?.message.contains("-4") == true, "\(error?.message ?? "")")
  }

  @Test("a test that is cancelled stops waiting")
  func cancelled() async throws {
    let task = Task {
      try await withSimulatedDevice { device in
        _ = try await device.waitFor(.lockout, timeout: .seconds(60))
      }
    }
    try await Task.sleep(for: .milliseconds(50))
    task.cancel()
    await #expect(throws: DeviceSimulatorError.self) { try await task.value }
  }
}
