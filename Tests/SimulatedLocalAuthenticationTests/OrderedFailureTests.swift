import DeviceSimulatorTesting
import LocalAuthentication
import Security
import Testing

// What a test orders ahead: failures out of nothing, and a person who always does the same.

@Suite struct OrderedFailureTests {
  @Test("C73 the next evaluation fails with the error that was ordered; canEvaluatePolicy is not it")
  func evaluation() async throws {
    try await withSimulatedDevice { device in
      try await device.failNext(.evaluatePolicy, error: .invalidContext)
      let context = LAContext()
      #expect(context.obstacle() == nil)
      #expect(await authenticate(with: context) == .invalidContext)
      try await device.failNext(error: .biometryDisconnected)
      #expect(await authenticate() == .biometryDisconnected)
      try await device.failNext(.canEvaluatePolicy, error: .biometryNotPaired)
      #expect(LAContext().obstacle() == .biometryNotPaired)
      #expect(LAContext().obstacle() == nil)
      #expect(try await device.state().failNext.isEmpty)
    }
  }

  @Test("C73 the keychain fails with any status, as often as ordered")
  func keychain() async throws {
    try await withSimulatedDevice { device in
      let item = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "a"] as CFDictionary
      try await device.failNext(.secItemAdd, status: errSecMissingEntitlement, times: 2)
      #expect(SecItemAdd(item, nil) == errSecMissingEntitlement)
      #expect(try await device.state().failNext.map(\.times) == [1])
      #expect(SecItemAdd(item, nil) == errSecMissingEntitlement)
      #expect(SecItemAdd(item, nil) == errSecSuccess)
      try await device.failNext(status: -4711, times: nil)
      #expect(SecItemDelete(item) == -4711)
      #expect(SecItemCopyMatching(item, nil) == -4711)
      #expect(try await device.state().failNext.map(\.used) == [2])
      try await device.disarm()
      #expect(SecItemDelete(item) == errSecSuccess)
    }
  }

  @Test("orders that no call met, and answers that no prompt took, are told at the end")
  func unused() async throws {
    let device = try await withSimulatedDevice { device in
      try await device.failNext(.secItemDelete, status: errSecDecode)
      try await device.arm(.tapCancel)
      return device
    }
    #expect(device.unusedAtEnd == ["tapCancel", "failNext secItemDelete decode"])
  }

  @Test("C81 a person who always consents, for suites that are not about biometry")
  func standing() async throws {
    try await withSimulatedDevice(permission: .notDetermined) { device in
      try await device.arm(.allowPermission, .match, standing: true)
      for _ in 0..<3 { #expect(await authenticate() == nil) }
      #expect(try await device.disarm().isEmpty)
    }
  }

  @Test("C84 without a usage description the passcode does where it may, if the knob says so")
  func usageDescription() async throws {
    try await withSimulatedDevice(.faceID, .missingUsageDescription(.passcode), usageDescription: false) {
      device in
      async let outcome = authenticate(.deviceOwnerAuthentication)
      try await device.enterPasscode("1234")
      #expect(await outcome == nil)
      try await device.set(.missingUsageDescription(.notAvailable))
      #expect(await authenticate() == .biometryNotAvailable)
    }
  }
}
