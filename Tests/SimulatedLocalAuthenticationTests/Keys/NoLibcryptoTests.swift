import LocalAuthentication
import Security
import Testing

@testable import SimulatedLocalAuthentication

/// A machine without libcrypto.
@Suite struct NoLibcryptoTests {
  private func withoutLibcrypto<R>(_ body: () throws -> R) rethrows -> R {
    try LibCrypto.$fileName.withValue("libcrypto.so.none") { try body() }
  }

  @Test("each key function fails with one error that names the package, and none crashes")
  func functions() throws {
    let key = try Keys.ec()
    let publicKey = try #require(key.publicKey)
    let data = Data(count: 32) as CFData
    let point = try publicKey.exported() as CFData
    let attributes = [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeyClass: kSecAttrKeyClassPublic]
    let request = [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256] as [CFString: Any]
    let signature = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
    let sealing = SecKeyAlgorithm.eciesEncryptionCofactorX963SHA256AESGCM
    let calls: [(Keys.Failure) -> Any?] = [
      { SecKeyCreateRandomKey(request as CFDictionary, $0) },
      { SecKeyCreateWithData(point, attributes as CFDictionary, $0) },
      { SecKeyCreateSignature(key, signature, data, $0) },
      { SecKeyVerifySignature(publicKey, signature, data, data, $0) ? true : nil },
      { SecKeyCreateEncryptedData(publicKey, sealing, data, $0) },
      { SecKeyCreateDecryptedData(key, sealing, Data(count: 100) as CFData, $0) },
      { SecKeyCopyKeyExchangeResult(key, .ecdhKeyExchangeStandard, publicKey, [:] as CFDictionary, $0) },
    ]
    for call in calls {
      var error: Unmanaged<CFError>?
      #expect(withoutLibcrypto { call(&error) } == nil)
      let reason = try #require(error?.takeRetainedValue()) as any Error
      #expect(DeviceSimulatorError.noLibcrypto ~= reason)
      #expect(reason.localizedDescription.contains("libssl3"))
      #expect(reason.localizedDescription.contains("libcrypto.so.none"))
    }
    #expect(withoutLibcrypto { SecKeyGeneratePair(request as CFDictionary, nil, nil) } == errSecNotAvailable)
    // What computes nothing works.
    withoutLibcrypto {
      #expect(SecKeyIsAlgorithmSupported(key, .sign, signature))
      #expect(SecKeyCopyPublicKey(key) == publicKey)
      #expect(SecKeyCopyAttributes(key) != nil)
    }
  }

  @Test("a file that is no libcrypto is named with the function that it does not have")
  func otherLibrary() throws {
    LibCrypto.$fileName.withValue("libc.so.6") {
      var error: Unmanaged<CFError>?
      let request = [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256] as [CFString: Any]
      #expect(SecKeyCreateRandomKey(request as CFDictionary, &error) == nil)
      let reason = error?.takeRetainedValue()
      #expect(reason?.localizedDescription.contains("ERR_clear_error of libc.so.6") == true)
    }
  }
}
