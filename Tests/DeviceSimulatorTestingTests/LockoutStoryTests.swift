import DeviceSimulatorTesting
import LocalAuthentication
import Testing

@Suite struct LockoutStoryTests {
  @Test("Touch ID: three failed scans end a call, five in a row lock it out, the passcode opens it again")
  func touchID() async throws {
    try await withSimulatedDevice(.touchID) { device in
      async let first = authenticate()
      for _ in 1...3 { try await device.nonMatchingFinger() }
      #expect(await first == .authenticationFailed)

      async let second = authenticate()
      for _ in 1...2 { try await device.nonMatchingFinger() }
      #expect(await second == .biometryLockout)
      try await device.waitFor(.lockout)
      #expect(try await device.state().lockedOut)
      #expect(await authenticate() == .biometryLockout)

      async let third = authenticate(.deviceOwnerAuthentication)
      try await device.enterPasscode("0000")
      try await device.enterPasscode("1234")
      #expect(await third == nil)
      #expect(try await device.state().failedAttempts == 0)
    }
  }

  @Test("armed responses are taken one by one by the prompts that come")
  func armed() async throws {
    try await withSimulatedDevice(.faceID) { device in
      try await device.arm(.nonMatchingFace, .tapTryAgain, .matchingFace)
      #expect(await authenticate() == nil)
      #expect(try await device.disarm().isEmpty)
    }
  }
}
