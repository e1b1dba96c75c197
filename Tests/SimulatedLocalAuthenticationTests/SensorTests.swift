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
}
