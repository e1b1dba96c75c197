import AppLock
import DeviceSimulatorTesting
import Testing

@Suite("Interruptions")
struct InterruptionTests {
  @Test("an app that leaves the screen loses its prompt, and may ask again when it is back")
  func background() async throws {
    try await withSimulatedDevice(.faceID) { device in
      async let answer = ask()
      try await device.waitFor(.promptShown)
      try await device.backgroundApp()
      #expect(await answer == .success(.cancelled(by: .system)))
      #expect(await ask() == .failure(.notOnScreen))

      try await device.activateApp()
      async let again = ask()
      try await device.matchingFace()
      #expect(await again == .success(.authenticated))
    }
  }

  @Test("another app that comes to the front takes the prompt away")
  func otherApp() async throws {
    try await withSimulatedDevice(.faceID) { device in
      async let answer = ask()
      try await device.waitFor(.promptShown)
      try await device.launchApp("com.example.phone")
      #expect(await answer == .success(.cancelled(by: .system)))
    }
  }

  @Test("the lock screen takes the prompt away, and nothing can be asked behind it")
  func lockScreen() async throws {
    try await withSimulatedDevice(.faceID) { device in
      async let answer = ask()
      try await device.waitFor(.promptShown)
      try await device.lock()
      #expect(await answer == .success(.cancelled(by: .system)))
      #expect(await ask() == .failure(.notOnScreen))

      try await device.unlock(passcode: "1234")
      async let again = ask()
      try await device.matchingFace()
      #expect(await again == .success(.authenticated))
    }
  }

  @Test("of two prompts at once the newer one stays")
  func twoPrompts() async throws {
    try await withSimulatedDevice(.faceID) { device in
      let authenticator = DeviceAuthenticator()
      async let first = ask(.biometry, authenticator)
      try await device.waitFor(.promptShown)
      async let second = ask(.biometry, authenticator)
      #expect(await first == .success(.cancelled(by: .system)))
      try await device.matchingFace()
      #expect(await second == .success(.authenticated))
    }
  }
}
