import DeviceSimulatorTesting
import LocalAuthentication
import Security
import Testing

@testable import SimulatedLocalAuthentication

@Suite struct RightKeyTests {
  private let message = Data("message".utf8)
  private let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
  private let sealing = SecKeyAlgorithm.eciesEncryptionCofactorVariableIVX963SHA256AESGCM

  @Test("the key of a stored right is used while the right is authorized")
  func life() async throws {
    try await withSimulatedDevice { device in
      let store = LARightStore.shared
      _ = try await store.saveRight(LARight(requirement: .biometry), identifier: "pay")
      let right = try await store.right(forIdentifier: "pay")
      let publicKey = right.key.publicKey
      #expect(try await publicKey.bytes.count == 65)
      await #expect { try await right.key.sign(message, algorithm: algorithm) } throws: {
        LAError.notInteractive ~= $0
      }
      try await device.arm(.matchingFace)
      try await right.authorize(localizedReason: "Pay")
      let signature = try await right.key.sign(message, algorithm: algorithm)
      try await publicKey.verify(message, signature: signature, algorithm: algorithm)
      await #expect {
        try await publicKey.verify(message, signature: message, algorithm: algorithm)
      } throws: {
        ($0 as NSError).code == Int(errSecVerifyFailed)
      }
      let cipher = try await publicKey.encrypt(message, algorithm: sealing)
      #expect(try await right.key.decrypt(cipher, algorithm: sealing) == message)
      let other = try Keys.ec()
      let secret = try await right.key.exchangeKeys(
        publicKey: try #require(other.publicKey).exported(), algorithm: .ecdhKeyExchangeStandard,
        parameters: [:])
      let own = try Keys.make(
        kSecAttrKeyTypeEC, kSecAttrKeyClassPublic, try await publicKey.bytes)
      #expect(try other.exchange(own, .ecdhKeyExchangeStandard) == secret)
      // Nobody was asked but by authorize.
      #expect(device.events.filter { $0.kind == .promptShown }.count == 1)
      await right.deauthorize()
      await #expect { try await right.key.sign(message, algorithm: algorithm) } throws: {
        LAError.notInteractive ~= $0
      }
      try await store.removeRight(right)
      #expect(await count(device) == 0)
      await #expect(throws: (any Error).self) { try await publicKey.bytes }
    }
  }

  @Test("the forms with a handler do the same")
  func handlers() async throws {
    try await withSimulatedDevice { device in
      let right = try await LARightStore.shared.saveRight(LARight(), identifier: "pay")
      try await device.arm(.matchingFace)
      try await right.authorize(localizedReason: "Pay")
      let signature: Data? = await withCheckedContinuation { done in
        right.key.sign(message, algorithm: algorithm) { data, _ in done.resume(returning: data) }
      }
      let data = try #require(signature)
      let error: (any Error)? = await withCheckedContinuation { done in
        right.key.publicKey.verify(message, signature: data, algorithm: algorithm) {
          done.resume(returning: $0)
        }
      }
      #expect(error == nil)
      let bytes: Data? = await withCheckedContinuation { done in
        right.key.publicKey.exportBytes { data, _ in done.resume(returning: data) }
      }
      #expect(bytes?.count == 65)
      let cipher: Data? = await withCheckedContinuation { done in
        right.key.publicKey.encrypt(message, algorithm: sealing) { data, _ in done.resume(returning: data) }
      }
      let sealed = try #require(cipher)
      let plain: Data? = await withCheckedContinuation { done in
        right.key.decrypt(sealed, algorithm: sealing) { data, _ in done.resume(returning: data) }
      }
      #expect(plain == message)
      let failure: (any Error)? = await withCheckedContinuation { done in
        right.key.exchangeKeys(
          publicKey: Data(), algorithm: .ecdhKeyExchangeStandard, parameters: [:]
        ) { done.resume(returning: $1) }
      }
      #expect((failure as? NSError)?.code == Int(errSecParam))
    }
  }

  @Test("the halves tell which algorithms they have")
  func algorithms() async throws {
    try await withSimulatedDevice { _ in
      let right = try await LARightStore.shared.saveRight(LARight(), identifier: "pay")
      #expect(right.key.canSign(using: algorithm) && !right.key.canSign(using: .rsaSignatureRaw))
      #expect(right.key.canDecrypt(using: sealing) && !right.key.canDecrypt(using: algorithm))
      #expect(right.key.canExchangeKeys(using: .ecdhKeyExchangeStandard))
      #expect(
        right.key.publicKey.canVerify(using: algorithm) && right.key.publicKey.canEncrypt(using: sealing))
      #expect(!right.key.publicKey.canEncrypt(using: algorithm))
    }
  }

  @Test("the key of a right of the current set dies with it")
  func killed() async throws {
    try await withSimulatedDevice { device in
      let right = try await LARightStore.shared.saveRight(
        LARight(requirement: .biometryCurrentSet), identifier: "pay")
      try await device.enroll("face-2")
      try await device.arm(.matchingFace)
      try await right.authorize(localizedReason: "Pay")
      await #expect { try await right.key.sign(message, algorithm: algorithm) } throws: {
        ($0 as NSError).domain == "CryptoTokenKit" && ($0 as NSError).code == -3
      }
    }
  }

  @Test("without libcrypto a right is stored with its secret, and its key says what is missing")
  func noLibcrypto() async throws {
    try await withSimulatedDevice { device in
      try await LibCrypto.$fileName.withValue("libcrypto.so.none") {
        let right = try await LARightStore.shared.saveRight(
          LARight(), identifier: "token", secret: Data("secret".utf8))
        try await device.arm(.matchingFace)
        try await right.authorize(localizedReason: "Open")
        #expect(try await right.secret.rawData == Data("secret".utf8))
        await #expect { try await right.key.sign(message, algorithm: algorithm) } throws: {
          DeviceSimulatorError.noLibcrypto ~= $0
        }
        await #expect { try await right.key.publicKey.bytes } throws: {
          DeviceSimulatorError.noLibcrypto ~= $0
        }
      }
    }
  }
}
