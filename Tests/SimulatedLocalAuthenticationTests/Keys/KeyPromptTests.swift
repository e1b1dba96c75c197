import DeviceSimulatorTesting
import LocalAuthentication
import Security
import Testing

private let message = Data("message".utf8)
private let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256

/// Section 6 of the rulebook, "Keys": the use of a private key asks as reading an item does.
@Suite struct KeyPromptTests {
  /// Where the key is.
  enum Place: CaseIterable, Sendable {
    case enclave, keychain, process, enclaveOfProcess

    func key(_ flags: SecAccessControlCreateFlags) -> AppKey {
      switch self {
      case .enclave: AppKey(flags: flags.union(.privateKeyUsage), isOfEnclave: true)
      case .keychain: AppKey(flags: flags)
      case .process: AppKey(flags: flags, isPermanent: false)
      case .enclaveOfProcess:
        AppKey(flags: flags.union(.privateKeyUsage), isOfEnclave: true, isPermanent: false)
      }
    }
  }

  /// Key functions block, so apps call them off the main thread.
  private actor User {
    private let key: SecKey
    init(_ key: SecKey) { self.key = key }
    func sign() -> Result<Data, KeyError> {
      Result { () throws(KeyError) in try key.sign(message, algorithm) }
    }
  }

  @Test("a key with an access control signs after the prompt, every time", arguments: Place.allCases)
  func prompt(place: Place) async throws {
    try await withSimulatedDevice { device in
      let key = try place.key(.biometryAny).make()
      for _ in 1...2 {
        async let signature = User(key).sign()
        #expect(try await device.waitFor(.promptShown).prompt?.app == "com.example.app")
        try await device.matchingFace()
        let made = try await signature.get()
        try #require(key.publicKey).verify(message, made, algorithm)
      }
    }
  }

  @Test("public keys ask nobody")
  func publicKeys() async throws {
    try await withSimulatedDevice { device in
      let key = try Place.enclave.key(.biometryAny).make()
      let publicKey = try #require(key.publicKey)
      let cipher = try publicKey.encrypt(message, .eciesEncryptionCofactorVariableIVX963SHA256AESGCM)
      _ = try publicKey.exported()
      #expect(SecKeyIsAlgorithmSupported(key, .sign, algorithm))
      #expect(SecKeyCopyAttributes(key) != nil)
      #expect(device.events.allSatisfy { $0.kind != .promptShown })
      try await device.arm(.matchingFace)
      #expect(
        try key.decrypt(cipher, .eciesEncryptionCofactorVariableIVX963SHA256AESGCM) == message)
    }
  }

  @Test("signing, decrypting and agreeing ask", arguments: Place.allCases)
  func operations(place: Place) async throws {
    try await withSimulatedDevice { device in
      let key = try place.key(.userPresence).make()
      let publicKey = try #require(key.publicKey)
      let cipher = try publicKey.encrypt(message, .eciesEncryptionStandardX963SHA256AESGCM)
      let other = try Keys.ec()
      let calls: [() throws -> Data] = [
        { try key.sign(message, algorithm) },
        { try key.decrypt(cipher, .eciesEncryptionStandardX963SHA256AESGCM) },
        { try key.exchange(other, .ecdhKeyExchangeStandard) },
      ]
      for call in calls {
        try await device.arm(.tapCancel, .matchingFace)
        #expect(throws: KeyError.authentication(.userCancel)) { try call() }
        #expect(throws: Never.self) { try call() }
      }
      try await device.arm(.matchingFace)
      #expect(
        try key.exchange(other, .ecdhKeyExchangeStandard)
          == other.exchange(publicKey, .ecdhKeyExchangeStandard))
    }
  }

  @Test(
    "each outcome of an authentication has its own code, in the domain of LocalAuthentication",
    arguments: Place.allCases)
  func outcomes(place: Place) async throws {
    try await withSimulatedDevice(.touchID) { device in
      let key = try place.key(.biometryAny).make()
      func fails(_ code: LAError.Code, _ line: Int = #line) {
        #expect(throws: KeyError.authentication(code), "line \(line)") { try key.sign(message, algorithm) }
      }
      try await device.arm(.tapCancel)
      fails(.userCancel)
      try await device.arm(.nonMatchingFinger, .tapFallback)
      fails(.userFallback)
      try await device.arm(.nonMatchingFinger, .nonMatchingFinger, .nonMatchingFinger)
      fails(.authenticationFailed)
      try await device.set(.lockedOut(true))
      fails(.biometryLockout)
      try await device.set(.lockedOut(false), .identities([]))
      fails(.biometryNotEnrolled)
      try await device.set(.biometryType(.none))
      fails(.biometryNotAvailable)
      try await device.set(.biometryType(.touchID), .passcode(nil))
      fails(.passcodeNotSet)
      try await device.set(.passcode("1234"))
      try await device.backgroundApp()
      fails(.notInteractive)
      try await device.activateApp()
      async let result = User(key).sign()
      try await device.waitFor(.promptShown)
      try await device.backgroundApp()
      #expect(await result == .failure(.authentication(.systemCancel)))
    }
  }

  @Test(
    "the error of a use casts to LAError, and the older function returns its number",
    arguments: Place.allCases)
  func errors(place: Place) async throws {
    try await withSimulatedDevice { device in
      let key = try place.key(.biometryAny).make()
      try await device.arm(.tapCancel, .tapCancel)
      var error: Unmanaged<CFError>?
      #expect(SecKeyCreateSignature(key, algorithm, message as CFData, &error) == nil)
      let reason = try #require(error?.takeRetainedValue()) as any Error
      #expect((reason as? LAError)?.code == .userCancel)
      #expect(LAError.userCancel ~= reason)
      var count = 100
      var signature = [UInt8](repeating: 0, count: count)
      let digest = [UInt8](repeating: 1, count: 32)
      #expect(SecKeyRawSign(key, .PKCS1, digest, 32, &signature, &count) == -2)
    }
  }

  @Test("what is wrong with a call is told before anybody is asked")
  func parameters() async throws {
    try await withSimulatedDevice { device in
      let key = try Place.enclave.key(.biometryAny).make()
      #expect(throws: KeyError.parameter) { try key.sign(message, .rsaSignatureRaw) }
      #expect(throws: KeyError.parameter) {
        try key.exchange(try Keys.ec(), .ecdhKeyExchangeStandardX963SHA1)
      }
      #expect(throws: KeyError.parameter) { try key.sign(message, .ecdsaSignatureDigestX962SHA256) }
      #expect(throws: KeyError.parameter) {
        try key.decrypt(message, .eciesEncryptionCofactorX963SHA256AESGCM)
      }
      #expect(throws: KeyError.parameter) {
        try key.exchange(try Keys.ec(384), .ecdhKeyExchangeStandard)
      }
      #expect(device.events.allSatisfy { $0.kind != .promptShown })
    }
  }

  @Test("the prompt says what the query or the context says", arguments: Place.allCases)
  func reasons(place: Place) async throws {
    try await withSimulatedDevice { device in
      func reason(of key: SecKey) async throws -> String? {
        try await device.arm(.tapCancel)
        #expect(throws: KeyError.authentication(.userCancel)) { try key.sign(message, algorithm) }
        try await device.waitFor(.promptDismissed)
        return device.events.last { $0.kind == .promptShown }?.prompt?.reason
      }
      var app = place.key(.biometryAny)
      let context = LAContext()
      context.localizedReason = "Pay with the context"
      app.context = AppKey.Authenticated(context: context)
      #expect(try await reason(of: app.make()) == "Pay with the context")
      app.context = nil
      app.tag = "second"
      _ = try app.make()
      if app.isPermanent {
        let found = try app.found([kSecUseOperationPrompt as String: "Pay with the query"])
        #expect(try await reason(of: found) == "Pay with the query")
      }
    }
  }

  @Test(
    "a context that was authenticated opens a key without a prompt, until it is invalidated",
    arguments: Place.allCases)
  func contexts(place: Place) async throws {
    try await withSimulatedDevice { device in
      var app = place.key(.biometryAny)
      let context = LAContext()
      app.context = AppKey.Authenticated(context: context)
      let key = try app.make()
      let access = try #require(
        SecAccessControlCreateWithFlags(
          nil, kSecAttrAccessibleWhenUnlocked, [.biometryAny, .privateKeyUsage], nil))
      try await device.arm(.matchingFace)
      try await context.evaluateAccessControl(access, operation: .useKeySign, localizedReason: "Open")
      #expect(throws: Never.self) { try key.sign(message, algorithm) }
      if app.isPermanent {
        let found = try app.found([kSecUseAuthenticationContext as String: context])
        #expect(throws: Never.self) { try found.sign(message, algorithm) }
      }
      context.invalidate()
      #expect(throws: KeyError.authentication(.invalidContext)) { try key.sign(message, algorithm) }
    }
  }

  @Test("a use that may show no prompt is not interactive", arguments: Place.allCases)
  func notInteractive(place: Place) async throws {
    try await withSimulatedDevice { _ in
      var app = place.key(.biometryAny)
      let context = LAContext()
      context.interactionNotAllowed = true
      app.context = AppKey.Authenticated(context: context)
      let key = try app.make()
      #expect(throws: KeyError.authentication(.notInteractive)) { try key.sign(message, algorithm) }
      if app.isPermanent {
        let found = try app.found([kSecUseAuthenticationUI as String: kSecUseAuthenticationUIFail])
        #expect(throws: KeyError.authentication(.notInteractive)) { try found.sign(message, algorithm) }
      }
    }
  }

  @Test(
    "another face kills a key of the current set: it is still found, and its use fails",
    arguments: Place.allCases)
  func killed(place: Place) async throws {
    try await withSimulatedDevice { device in
      let app = place.key(.biometryCurrentSet)
      let key = try app.make()
      try await device.arm(.matchingFace)
      #expect(throws: Never.self) { try key.sign(message, algorithm) }
      try await device.enroll("face-2")
      #expect(throws: KeyError("CryptoTokenKit", -3)) { try key.sign(message, algorithm) }
      if app.isPermanent {
        #expect(try app.found() == key)
        #expect(throws: KeyError("CryptoTokenKit", -3)) { try app.found().sign(message, algorithm) }
        #expect(SecItemDelete(app.query as CFDictionary) == errSecSuccess)
      }
      let next = try app.make()
      try await device.arm(.matchingFace)
      #expect(throws: Never.self) { try next.sign(message, algorithm) }
    }
  }

  @Test("with or and another constraint a key survives another face", arguments: Place.allCases)
  func survives(place: Place) async throws {
    try await withSimulatedDevice { device in
      let key = try place.key([.biometryCurrentSet, .or, .devicePasscode]).make()
      try await device.enroll("face-2")
      async let signature = User(key).sign()
      let prompt = try await device.waitFor(.promptShown).prompt
      if prompt?.pane == .passcode {
        try await device.enterPasscode("1234")
      } else {
        try await device.matchingFace()
      }
      let made = try await signature.get()
      try #require(key.publicKey).verify(message, made, algorithm)
    }
  }

  @Test("an access control of an enclave key needs privateKeyUsage", arguments: [true, false])
  func privateKeyUsage(isPermanent: Bool) async throws {
    try await withSimulatedDevice { device in
      let app = AppKey(flags: .biometryAny, isOfEnclave: true, isPermanent: isPermanent)
      #expect(throws: KeyError.parameter) { try app.make() }
      #expect(await count(device) == 0)
    }
  }

  @Test("a key that the device cannot protect is not made", arguments: Place.allCases)
  func creation(place: Place) async throws {
    try await withSimulatedDevice(.touchID, .identities([])) { device in
      #expect(throws: KeyError.status(errSecAuthFailed)) { try place.key(.biometryAny).make() }
      try await device.clearPasscode()
      #expect(throws: KeyError.status(errSecAuthFailed)) { try place.key(.userPresence).make() }
      #expect(await count(device) == 0)
    }
  }

  @Test("the export of a protected key asks")
  func export() async throws {
    try await withSimulatedDevice { device in
      let key = try Place.keychain.key(.biometryAny).make()
      try await device.arm(.tapCancel, .matchingFace)
      #expect(throws: KeyError.status(errSecUserCanceled)) { try key.exported() }
      #expect(try key.exported().count == 97)
    }
  }

  @Test("the time of a signature with a prompt")
  func time() async throws {
    try await withSimulatedDevice { device in
      let key = try Place.enclave.key(.biometryAny).make()
      let count = 200
      for _ in 1...count { try await device.arm(.matchingFace) }
      let clock = ContinuousClock()
      let time = try clock.measure { for _ in 1...count { _ = try key.sign(message, algorithm) } }
      if ProcessInfo.processInfo.environment["DEVICESIM_NOTES"] != nil {
        print("notes: a signature with a prompt takes \(time / count)")
      }
      #expect(time < .seconds(30))
    }
  }
}
