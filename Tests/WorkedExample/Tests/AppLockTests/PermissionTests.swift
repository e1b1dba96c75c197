import AppLock
import DeviceSimulatorTesting
import Testing

@Suite("The permission for Face ID")
struct PermissionTests {
  @Test("is asked for at the first use, and then the face is")
  func allowed() async throws {
    try await withSimulatedDevice(.faceID, permission: .notDetermined) { device in
      async let answer = ask()
      try await device.allowPermission()
      try await device.matchingFace()
      #expect(await answer == .success(.authenticated))
    }
  }

  @Test("once denied is not asked for again")
  func denied() async throws {
    try await withSimulatedDevice(.faceID, permission: .notDetermined) { device in
      async let answer = ask()
      try await device.denyPermission()
      #expect(await answer == .failure(.notAvailable))
      #expect(await ask() == .failure(.notAvailable))
      #expect(device.promptCount == 1)
    }
  }

  @Test("once denied leaves the passcode")
  func deniedButPasscode() async throws {
    try await withSimulatedDevice(.faceID, permission: .denied) { device in
      async let answer = ask(.biometryOrPasscode)
      try await device.enterPasscode("1234")
      #expect(await answer == .success(.authenticated))
    }
  }

  @Test("cannot be asked for without a usage description: the system kills the app")
  func noUsageDescription() async throws {
    try await withSimulatedDevice(.faceID, usageDescription: false) { device in
      let killed = await #expect(throws: DeviceSimulatorError.self) {
        try await DeviceAuthenticator().authenticate(.biometry, reason: "Open the diary")
      }
      #expect(killed?.name == DeviceSimulatorError.appTerminated)
      let end = try await device.waitFor(.appTerminated)
      #expect(end.reason == "privacy")
    }
  }

  @Test("does not concern Touch ID")
  func touchID() async throws {
    try await withSimulatedDevice(.touchID, permission: .denied, usageDescription: false) { device in
      async let answer = ask()
      try await device.matchingFinger()
      #expect(await answer == .success(.authenticated))
    }
  }
}
