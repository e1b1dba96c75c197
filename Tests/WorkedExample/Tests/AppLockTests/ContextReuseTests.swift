import AppLock
import DeviceSimulatorTesting
import LocalAuthentication
import Testing

@Suite("One context for everything, a mistake")
struct ContextReuseTests {
  /// An authenticator that keeps its first context, as one does who makes it in a property.
  private static func careless() -> DeviceAuthenticator {
    nonisolated(unsafe) let kept = LAContext()
    return DeviceAuthenticator { kept }
  }

  @Test("with a fresh context each call shows a prompt")
  func fresh() async throws {
    try await withSimulatedDevice(.faceID) { device in
      let authenticator = DeviceAuthenticator()
      for _ in 1...2 {
        async let answer = ask(.biometry, authenticator)
        try await device.matchingFace()
        #expect(await answer == .success(.authenticated))
      }
      #expect(device.promptCount == 2)
    }
  }

  @Test("with a kept one the second call succeeds without a prompt, for anybody")
  func kept() async throws {
    try await withSimulatedDevice(.faceID) { device in
      let authenticator = Self.careless()
      async let answer = ask(.biometry, authenticator)
      try await device.matchingFace()
      #expect(await answer == .success(.authenticated))
      #expect(await ask(.biometry, authenticator) == .success(.authenticated))
      #expect(device.promptCount == 1)
    }
  }

  @Test("with a kept one nothing works after a cancelled call")
  func cancelled() async throws {
    try await withSimulatedDevice(.faceID) { device in
      let authenticator = Self.careless()
      async let answer = ask(.biometry, authenticator)
      try await device.waitFor(.promptShown)
      await authenticator.cancel()
      #expect(await answer == .success(.cancelled(by: .app)))
      #expect(await ask(.biometry, authenticator) == .failure(.unexpected(LAError.invalidContext.rawValue)))
    }
  }
}
