import DeviceSimulatorTesting
import LocalAuthentication
import Testing

// A sensor that reads nothing, or is gone: what an app sees of it.

@Suite struct SensorTests {
  @Test("a face that the camera never sees leaves the call pending, whatever it counts")
  func unreadable() async throws {
    try await withSimulatedDevice(.faceID, .failedAttempts(4)) { device in
      async let outcome = authenticate()
      #expect(try await device.unreadableScan().outcome == .pending)
      let prompt = try await device.state().prompt
      #expect(prompt?.buttons == [.tryAgain, .cancel])
      try await device.tapTryAgain()
      try await device.arm(.unreadableScan, .tapCancel)
      #expect(await outcome == .userCancel)
      #expect(try await device.state().failedAttempts == 4)
      #expect(device.events.count { $0.kind == .unreadableScan } == 2)
    }
  }

  @Test("C66 a closed lid ends the prompt; the sensor is still named, and the passcode serves")
  func covered() async throws {
    try await withSimulatedDevice(.touchID) { device in
      async let outcome = authenticate(.deviceOwnerAuthentication)
      try await device.waitFor(.promptShown)
      try await device.set(.sensor(.covered))
      #expect(await outcome == .systemCancel)
      let context = LAContext()
      #expect(context.obstacle() == .biometryNotAvailable)
      #expect(context.biometryType == .touchID)
      async let owner = authenticate(.deviceOwnerAuthentication)
      try await device.enterPasscode("1234")
      #expect(await owner == nil)
      #expect(try await device.state().sensor == .covered)
    }
  }

  @Test("a keyboard that is away or not paired has errors of its own")
  func keyboard() async throws {
    try await withSimulatedDevice(.touchID, .sensor(.disconnected)) { device in
      #expect(LAContext().obstacle() == .biometryDisconnected)
      try await device.set(.sensor(.notPaired))
      #expect(LAContext().obstacle() == .biometryNotPaired)
      #expect(await authenticate() == .biometryNotPaired)
      await #expect(throws: DeviceSimulatorError.self) { try await device.enroll("thumb") }
      try await device.set(.sensor(.ready))
      #expect(LAContext().obstacle() == nil)
    }
  }
}
