import DeviceSimulatorTesting
import LocalAuthentication
import SimulatedLocalAuthentication
import Testing

/// How a handler was called.
private struct Ending: Sendable {
  let success: Bool
  let error: (any Error)?
}

extension LAContext {
  /// Begins an evaluation whose ending comes out of the stream.
  fileprivate func begin() -> AsyncStream<Ending> {
    AsyncStream { stream in
      evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "x") { success, error in
        stream.yield(Ending(success: success, error: error))
        stream.finish()
      }
    }
  }
}

extension AsyncStream<Ending> {
  fileprivate func code() async -> LAError.Code? {
    for await ending in self { return (ending.error as? LAError)?.code }
    return nil
  }
}

@Suite struct ContextEndTests {
  @Test("invalidating ends what is pending with appCancel and what follows with invalidContext")
  func invalidate() async throws {
    try await withSimulatedDevice { device in
      let context = LAContext()
      let ending = context.begin()
      try await device.waitFor(.promptShown)
      context.invalidate()
      #expect(await ending.code() == .appCancel)
      #expect(context.obstacle() == .invalidContext)
      #expect(await context.begin().code() == .invalidContext)
      context.invalidate()
      #expect(try await device.state().prompt == nil)
    }
  }

  @Test("a context that was invalidated before anything was asked of it is invalid as well")
  func invalidateAtOnce() async throws {
    try await withSimulatedDevice { _ in
      let context = LAContext()
      context.invalidate()
      #expect(context.obstacle() == .invalidContext)
    }
  }

  @Test("an invalidated context has no titles, and takes no credential")
  func invalidated() async throws {
    try await withSimulatedDevice { _ in
      let context = LAContext()
      context.localizedFallbackTitle = "Use PIN"
      context.localizedCancelTitle = "Not now"
      #expect(context.setCredential(Data("pin".utf8), type: .applicationPassword))
      #expect(!context.setCredential(Data("pin".utf8), type: .smartCardPIN))
      context.invalidate()
      #expect(context.localizedFallbackTitle == nil)
      #expect(context.localizedCancelTitle == nil)
      #expect(!context.setCredential(Data("pin".utf8), type: .applicationPassword))
      #expect(!context.isCredentialSet(.applicationPassword))
    }
  }

  @Test("an error tells the user a sentence, and the developer what led to it")
  func wording() async throws {
    try await withSimulatedDevice(.faceID, .lockedOut(true)) { _ in
      var error: NSError?
      #expect(!LAContext().canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error))
      #expect(error?.localizedDescription == "Biometry is locked out.")
      let reason = try #require(error as? LAError)
      #expect(reason.localizedDescription == "Biometry is locked out.")
      #expect(reason.debugDescription.hasPrefix("biometryLockout (-8): "))
      #expect(reason.debugDescription != "biometryLockout (-8): Biometry is locked out.")
    }
  }

  @Test("leaving the app ends an evaluation with systemCancel")
  func background() async throws {
    try await withSimulatedDevice { device in
      async let result = authenticate()
      try await device.waitFor(.promptShown)
      try await device.backgroundApp()
      #expect(await result == .systemCancel)
      #expect(await authenticate() == .notInteractive)
      try await device.activateApp()
      try await device.arm(.matchingFace)
      #expect(await authenticate() == nil)
    }
  }

  @Test("a killed app's calls fail with appTerminated, and its next context launches it again")
  func terminated() async throws {
    try await withSimulatedDevice { device in
      let context = LAContext()
      let ending = context.begin()
      try await device.waitFor(.promptShown)
      try await device.terminateApp()
      for await ending in ending {
        #expect(ending.error is DeviceSimulatorError)
        #expect(ending.error.map { DeviceSimulatorError.appTerminated ~= $0 } == true)
      }
      var error: NSError?
      #expect(!context.canEvaluatePolicy(.deviceOwnerAuthentication, error: &error))
      #expect(error?.domain == DeviceSimulatorError.errorDomain)
      #expect(error?.code == -32010)
      #expect(try await device.state().apps[device.app]?.state == .notRunning)

      #expect(LAContext().obstacle() == nil)
      #expect(try await device.state().apps[device.app]?.state == .foreground)
      #expect(!context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil))
    }
  }

  @Test("without a usage description the first use of Face ID kills the app")
  func usageDescription() async throws {
    try await withSimulatedDevice(.faceID, usageDescription: false) { device in
      await #expect {
        try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "x")
      } throws: { DeviceSimulatorError.appTerminated ~= $0 }
      let event = try await device.waitFor(.appTerminated)
      #expect(event.reason == "privacy")
    }
  }

  @Test("a restart kills the app, and only the passcode opens the device again")
  func restart() async throws {
    try await withSimulatedDevice { device in
      let old = LAContext()
      #expect(old.obstacle() == nil)
      try await device.restart()
      try await device.unlock(passcode: "1234")
      #expect(LAContext().obstacle() == nil)
      #expect(!old.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil))
    }
  }

  @Test("two contexts at once: the newer takes the screen, the older ends with systemCancel")
  func two() async throws {
    try await withSimulatedDevice { device in
      async let first = authenticate()
      let prompt = try await device.waitFor(.promptShown)
      async let second = authenticate()
      #expect(await first == .systemCancel)
      #expect(try await device.waitFor(.promptDismissed).promptID == prompt.promptID)
      try await device.matchingFace()
      #expect(await second == nil)
    }
  }

  @Test("a hundred evaluations wait at once on one connection")
  func many() async throws {
    try await withSimulatedDevice(.faceID, .concurrency(.serialize)) { device in
      await withTaskGroup { group in
        for _ in 1...100 { group.addTask { await authenticate() } }
        for _ in 1...100 { _ = try? await device.matchingFace() }
        for await code in group { #expect(code == nil) }
      }
    }
  }

  @Test("a device that is gone is named, not mistaken for a refusal")
  func gone() async throws {
    let address = try await withSimulatedDevice { $0.address }
    DeviceBinding.$ofTask.withValue(address) {
      var error: NSError?
      #expect(!LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: &error))
      #expect(error?.domain == DeviceSimulatorError.errorDomain)
      #expect(error?.localizedDescription.contains(address.device ?? "?") == true)
    }
  }
}
