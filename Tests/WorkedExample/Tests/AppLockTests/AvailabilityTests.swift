import AppLock
import DeviceSimulatorTesting
import LocalAuthentication
import Testing

@Suite("Availability")
struct AvailabilityTests {
  private let authenticator = DeviceAuthenticator()

  @Test(
    "names the sensor",
    arguments: [
      (LABiometryType.touchID, Biometry.touchID), (.faceID, .faceID), (.opticID, .opticID),
    ])
  func sensors(_ sensor: LABiometryType, _ expected: Biometry) async throws {
    try await withSimulatedDevice(sensor) { _ in
      #expect(await authenticator.availability() == .biometry(expected))
    }
  }

  @Test("is the passcode alone where there is no sensor")
  func noSensor() async throws {
    try await withSimulatedDevice(.none) { _ in
      #expect(await authenticator.availability() == .passcode(nil, because: .notAvailable))
    }
  }

  @Test("is the passcode alone until somebody enrols, and still names the sensor")
  func notEnrolled() async throws {
    try await withSimulatedDevice(.touchID, .enrolled(false)) { device in
      #expect(await authenticator.availability() == .passcode(.touchID, because: .notEnrolled))
      try await device.enroll()
      #expect(await authenticator.availability() == .biometry(.touchID))
    }
  }

  @Test("is the passcode alone where the user denied Face ID to the app")
  func denied() async throws {
    try await withSimulatedDevice(.faceID, permission: .denied) { _ in
      #expect(await authenticator.availability() == .passcode(.faceID, because: .notAvailable))
    }
  }

  @Test("is the passcode alone during a lockout")
  func lockedOut() async throws {
    try await withSimulatedDevice(.touchID) { device in
      try await device.lockOutTouchID()
      #expect(await authenticator.availability() == .passcode(.touchID, because: .lockedOut))
    }
  }

  @Test("is nothing without a passcode")
  func noPasscode() async throws {
    try await withSimulatedDevice(.faceID, .passcode(nil)) { _ in
      #expect(await authenticator.availability() == .nothing(because: .noPasscode))
    }
  }

  @Test("asks nobody")
  func silent() async throws {
    try await withSimulatedDevice(.faceID, permission: .notDetermined) { device in
      _ = await authenticator.availability()
      let state = try await device.state()
      #expect(state.prompt == nil)
      #expect(device.promptCount == 0)
    }
  }
}
