import AppLock
import DeviceSimulatorTesting
import Testing

@Suite("Lockout")
struct LockoutTests {
  @Test("Face ID: five failures over three prompts, and the passcode brings the sensor back")
  func faceID() async throws {
    try await withSimulatedDevice(.faceID) { device in
      let authenticator = DeviceAuthenticator()
      for _ in 1...2 {
        async let answer = ask()
        try await device.nonMatchingFace()
        try await device.tapTryAgain()
        try await device.nonMatchingFace()
        try await device.tapCancel()
        #expect(await answer == .success(.cancelled(by: .user)))
      }
      async let last = ask()
      try await device.nonMatchingFace()
      try await device.waitFor(.lockout)
      try await device.tapFallback()
      #expect(await last == .success(.fallbackChosen))
      #expect(await ask() == .failure(.lockedOut))

      async let byPasscode = ask(.biometryOrPasscode)
      try await device.enterPasscode("1234")
      #expect(await byPasscode == .success(.authenticated))
      #expect(await authenticator.availability() == .biometry(.faceID))
    }
  }

  @Test("Touch ID: five failures over two prompts, and a wrong passcode does not help")
  func touchID() async throws {
    try await withSimulatedDevice(.touchID) { device in
      try await device.lockOutTouchID()
      async let answer = ask(.biometryOrPasscode)
      try await device.enterPasscode("0000")
      #expect(try await device.state().lockedOut)
      try await device.enterPasscode("1234")
      #expect(await answer == .success(.authenticated))
      #expect(try await !device.state().lockedOut)
    }
  }

  @Test("after a restart the sensor waits for the passcode of the lock screen")
  func restart() async throws {
    try await withSimulatedDevice(.touchID) { device in
      try await device.restart()
      #expect(await ask() == .failure(.lockedOut))
      try await device.unlock(passcode: "1234")
      // What starts behind the lock screen stays in the background until somebody opens it.
      try await device.activateApp()
      async let answer = ask()
      try await device.matchingFinger()
      #expect(await answer == .success(.authenticated))
    }
  }
}
