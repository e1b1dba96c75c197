import AppLock
import DeviceSimulatorTesting
import Testing

@Suite("Asking for the owner")
struct AuthenticatorTests {
  @Test("their face opens, and the prompt says what for")
  func face() async throws {
    try await withSimulatedDevice(.faceID) { device in
      async let answer = ask()
      let prompt = try #require(try await device.waitFor(.promptShown).prompt)
      #expect(prompt.reason == "Open the diary")
      try await device.matchingFace()
      #expect(await answer == .success(.authenticated))
    }
  }

  @Test("a face that failed once may be shown again")
  func secondTry() async throws {
    try await withSimulatedDevice(.faceID) { device in
      async let answer = ask()
      try await device.nonMatchingFace()
      try await device.tapTryAgain()
      try await device.matchingFace()
      #expect(await answer == .success(.authenticated))
    }
  }

  @Test("a stranger's finger fails at the third scan")
  func stranger() async throws {
    try await withSimulatedDevice(.touchID) { device in
      async let answer = ask()
      for _ in 1...3 { try await device.nonMatchingFinger() }
      #expect(await answer == .failure(.notRecognised))
    }
  }

  @Test("a user who cancels has not failed")
  func userCancels() async throws {
    try await withSimulatedDevice(.faceID) { device in
      async let answer = ask()
      try await device.tapCancel()
      #expect(await answer == .success(.cancelled(by: .user)))
      #expect(try await device.state().failedAttempts == 0)
    }
  }

  @Test("the app cancels its own prompt")
  func appCancels() async throws {
    try await withSimulatedDevice(.faceID) { device in
      let authenticator = DeviceAuthenticator()
      async let answer = ask(.biometry, authenticator)
      try await device.waitFor(.promptShown)
      await authenticator.cancel()
      #expect(await answer == .success(.cancelled(by: .app)))
      #expect(try await device.state().prompt == nil)
    }
  }

  @Test("the fallback button appears after a failed scan, and the app hears of it")
  func fallback() async throws {
    try await withSimulatedDevice(.touchID) { device in
      async let answer = ask()
      try await device.nonMatchingFinger()
      try await device.tapFallback()
      #expect(await answer == .success(.fallbackChosen))
    }
  }

  @Test("with the passcode allowed, the fallback button leads to it")
  func fallbackToPasscode() async throws {
    try await withSimulatedDevice(.touchID) { device in
      async let answer = ask(.biometryOrPasscode)
      try await device.nonMatchingFinger()
      try await device.tapFallback()
      try await device.enterPasscode("1234")
      #expect(await answer == .success(.authenticated))
    }
  }

  @Test("without anybody enrolled there is only the passcode")
  func notEnrolled() async throws {
    try await withSimulatedDevice(.faceID, .enrolled(false)) { device in
      #expect(await ask() == .failure(.notEnrolled))
      #expect(device.promptCount == 0)
      async let answer = ask(.biometryOrPasscode)
      try await device.enterPasscode("1234")
      #expect(await answer == .success(.authenticated))
    }
  }

  @Test(
    "without a passcode there is no owner to ask for",
    arguments: [
      AuthenticationMethod.biometry, .biometryOrPasscode,
    ])
  func noPasscode(_ method: AuthenticationMethod) async throws {
    try await withSimulatedDevice(.faceID, .passcode(nil)) { device in
      #expect(await ask(method) == .failure(.noPasscode))
      #expect(device.promptCount == 0)
    }
  }
}
