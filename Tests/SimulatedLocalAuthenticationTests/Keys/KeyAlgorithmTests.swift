import LocalAuthentication
import Security
import TestSupport
import Testing

@testable import SimulatedLocalAuthentication

/// The constants of `SecKey.h`.
private enum Apple {
  static let constants: [(SecKeyAlgorithm, String)] = [
    (.rsaSignatureRaw, "algid:sign:RSA:raw"),
    (.rsaSignatureDigestPKCS1v15Raw, "algid:sign:RSA:digest-PKCS1v15"),
    (.rsaSignatureDigestPKCS1v15SHA1, "algid:sign:RSA:digest-PKCS1v15:SHA1"),
    (.rsaSignatureDigestPKCS1v15SHA224, "algid:sign:RSA:digest-PKCS1v15:SHA224"),
    (.rsaSignatureDigestPKCS1v15SHA256, "algid:sign:RSA:digest-PKCS1v15:SHA256"),
    (.rsaSignatureDigestPKCS1v15SHA384, "algid:sign:RSA:digest-PKCS1v15:SHA384"),
    (.rsaSignatureDigestPKCS1v15SHA512, "algid:sign:RSA:digest-PKCS1v15:SHA512"),
    (.rsaSignatureMessagePKCS1v15SHA1, "algid:sign:RSA:message-PKCS1v15:SHA1"),
    (.rsaSignatureMessagePKCS1v15SHA224, "algid:sign:RSA:message-PKCS1v15:SHA224"),
    (.rsaSignatureMessagePKCS1v15SHA256, "algid:sign:RSA:message-PKCS1v15:SHA256"),
    (.rsaSignatureMessagePKCS1v15SHA384, "algid:sign:RSA:message-PKCS1v15:SHA384"),
    (.rsaSignatureMessagePKCS1v15SHA512, "algid:sign:RSA:message-PKCS1v15:SHA512"),
    (.rsaSignatureDigestPSSSHA1, "algid:sign:RSA:digest-PSS:SHA1:SHA1:20"),
    (.rsaSignatureDigestPSSSHA224, "algid:sign:RSA:digest-PSS:SHA224:SHA224:24"),
    (.rsaSignatureDigestPSSSHA256, "algid:sign:RSA:digest-PSS:SHA256:SHA256:32"),
    (.rsaSignatureDigestPSSSHA384, "algid:sign:RSA:digest-PSS:SHA384:SHA384:48"),
    (.rsaSignatureDigestPSSSHA512, "algid:sign:RSA:digest-PSS:SHA512:SHA512:64"),
    (.rsaSignatureMessagePSSSHA1, "algid:sign:RSA:message-PSS:SHA1:SHA1:20"),
    (.rsaSignatureMessagePSSSHA224, "algid:sign:RSA:message-PSS:SHA224:SHA224:24"),
    (.rsaSignatureMessagePSSSHA256, "algid:sign:RSA:message-PSS:SHA256:SHA256:32"),
    (.rsaSignatureMessagePSSSHA384, "algid:sign:RSA:message-PSS:SHA384:SHA384:48"),
    (.rsaSignatureMessagePSSSHA512, "algid:sign:RSA:message-PSS:SHA512:SHA512:64"),
    (.ecdsaSignatureDigestX962, "algid:sign:ECDSA:digest-X962"),
    (.ecdsaSignatureDigestX962SHA1, "algid:sign:ECDSA:digest-X962:SHA1"),
    (.ecdsaSignatureDigestX962SHA224, "algid:sign:ECDSA:digest-X962:SHA224"),
    (.ecdsaSignatureDigestX962SHA256, "algid:sign:ECDSA:digest-X962:SHA256"),
    (.ecdsaSignatureDigestX962SHA384, "algid:sign:ECDSA:digest-X962:SHA384"),
    (.ecdsaSignatureDigestX962SHA512, "algid:sign:ECDSA:digest-X962:SHA512"),
    (.ecdsaSignatureMessageX962SHA1, "algid:sign:ECDSA:message-X962:SHA1"),
    (.ecdsaSignatureMessageX962SHA224, "algid:sign:ECDSA:message-X962:SHA224"),
    (.ecdsaSignatureMessageX962SHA256, "algid:sign:ECDSA:message-X962:SHA256"),
    (.ecdsaSignatureMessageX962SHA384, "algid:sign:ECDSA:message-X962:SHA384"),
    (.ecdsaSignatureMessageX962SHA512, "algid:sign:ECDSA:message-X962:SHA512"),
    (.ecdsaSignatureRFC4754, "algid:sign:ECDSA:RFC4754"),
    (.ecdsaSignatureDigestRFC4754, "algid:sign:ECDSA:digest-RFC4754"),
    (.ecdsaSignatureDigestRFC4754SHA1, "algid:sign:ECDSA:digest-RFC4754:SHA1"),
    (.ecdsaSignatureDigestRFC4754SHA224, "algid:sign:ECDSA:digest-RFC4754:SHA224"),
    (.ecdsaSignatureDigestRFC4754SHA256, "algid:sign:ECDSA:digest-RFC4754:SHA256"),
    (.ecdsaSignatureDigestRFC4754SHA384, "algid:sign:ECDSA:digest-RFC4754:SHA384"),
    (.ecdsaSignatureDigestRFC4754SHA512, "algid:sign:ECDSA:digest-RFC4754:SHA512"),
    (.ecdsaSignatureMessageRFC4754SHA1, "algid:sign:ECDSA:message-RFC4754:SHA1"),
    (.ecdsaSignatureMessageRFC4754SHA224, "algid:sign:ECDSA:message-RFC4754:SHA224"),
    (.ecdsaSignatureMessageRFC4754SHA256, "algid:sign:ECDSA:message-RFC4754:SHA256"),
    (.ecdsaSignatureMessageRFC4754SHA384, "algid:sign:ECDSA:message-RFC4754:SHA384"),
    (.ecdsaSignatureMessageRFC4754SHA512, "algid:sign:ECDSA:message-RFC4754:SHA512"),
    (.rsaEncryptionRaw, "algid:encrypt:RSA:raw"),
    (.rsaEncryptionPKCS1, "algid:encrypt:RSA:PKCS1"),
    (.rsaEncryptionOAEPSHA1, "algid:encrypt:RSA:OAEP:SHA1"),
    (.rsaEncryptionOAEPSHA224, "algid:encrypt:RSA:OAEP:SHA224"),
    (.rsaEncryptionOAEPSHA256, "algid:encrypt:RSA:OAEP:SHA256"),
    (.rsaEncryptionOAEPSHA384, "algid:encrypt:RSA:OAEP:SHA384"),
    (.rsaEncryptionOAEPSHA512, "algid:encrypt:RSA:OAEP:SHA512"),
    (.rsaEncryptionOAEPSHA1AESGCM, "algid:encrypt:RSA:OAEP:SHA1:AESGCM"),
    (.rsaEncryptionOAEPSHA224AESGCM, "algid:encrypt:RSA:OAEP:SHA224:AESGCM"),
    (.rsaEncryptionOAEPSHA256AESGCM, "algid:encrypt:RSA:OAEP:SHA256:AESGCM"),
    (.rsaEncryptionOAEPSHA384AESGCM, "algid:encrypt:RSA:OAEP:SHA384:AESGCM"),
    (.rsaEncryptionOAEPSHA512AESGCM, "algid:encrypt:RSA:OAEP:SHA512:AESGCM"),
    (
      .eciesEncryptionStandardX963SHA1AESGCM, "algid:encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM"
    ),
    (
      .eciesEncryptionStandardX963SHA224AESGCM, "algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM"
    ),
    (
      .eciesEncryptionStandardX963SHA256AESGCM, "algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM"
    ),
    (
      .eciesEncryptionStandardX963SHA384AESGCM, "algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM"
    ),
    (
      .eciesEncryptionStandardX963SHA512AESGCM, "algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM"
    ),
    (
      .eciesEncryptionCofactorX963SHA1AESGCM, "algid:encrypt:ECIES:ECDHC:KDFX963:SHA1:AESGCM"
    ),
    (
      .eciesEncryptionCofactorX963SHA224AESGCM, "algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM"
    ),
    (
      .eciesEncryptionCofactorX963SHA256AESGCM, "algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM"
    ),
    (
      .eciesEncryptionCofactorX963SHA384AESGCM, "algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM"
    ),
    (
      .eciesEncryptionCofactorX963SHA512AESGCM, "algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM"
    ),
    (
      .eciesEncryptionStandardVariableIVX963SHA224AESGCM,
      "algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM-KDFIV"
    ),
    (
      .eciesEncryptionStandardVariableIVX963SHA256AESGCM,
      "algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM-KDFIV"
    ),
    (
      .eciesEncryptionStandardVariableIVX963SHA384AESGCM,
      "algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM-KDFIV"
    ),
    (
      .eciesEncryptionStandardVariableIVX963SHA512AESGCM,
      "algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM-KDFIV"
    ),
    (
      .eciesEncryptionCofactorVariableIVX963SHA224AESGCM,
      "algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM-KDFIV"
    ),
    (
      .eciesEncryptionCofactorVariableIVX963SHA256AESGCM,
      "algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM-KDFIV"
    ),
    (
      .eciesEncryptionCofactorVariableIVX963SHA384AESGCM,
      "algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM-KDFIV"
    ),
    (
      .eciesEncryptionCofactorVariableIVX963SHA512AESGCM,
      "algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM-KDFIV"
    ),
    (.ecdhKeyExchangeStandard, "algid:keyexchange:ECDH"),
    (.ecdhKeyExchangeStandardX963SHA1, "algid:keyexchange:ECDH:KDFX963:SHA1"),
    (.ecdhKeyExchangeStandardX963SHA224, "algid:keyexchange:ECDH:KDFX963:SHA224"),
    (.ecdhKeyExchangeStandardX963SHA256, "algid:keyexchange:ECDH:KDFX963:SHA256"),
    (.ecdhKeyExchangeStandardX963SHA384, "algid:keyexchange:ECDH:KDFX963:SHA384"),
    (.ecdhKeyExchangeStandardX963SHA512, "algid:keyexchange:ECDH:KDFX963:SHA512"),
    (.ecdhKeyExchangeCofactor, "algid:keyexchange:ECDHC"),
    (.ecdhKeyExchangeCofactorX963SHA1, "algid:keyexchange:ECDHC:KDFX963:SHA1"),
    (.ecdhKeyExchangeCofactorX963SHA224, "algid:keyexchange:ECDHC:KDFX963:SHA224"),
    (.ecdhKeyExchangeCofactorX963SHA256, "algid:keyexchange:ECDHC:KDFX963:SHA256"),
    (.ecdhKeyExchangeCofactorX963SHA384, "algid:keyexchange:ECDHC:KDFX963:SHA384"),
    (.ecdhKeyExchangeCofactorX963SHA512, "algid:keyexchange:ECDHC:KDFX963:SHA512"),
  ]

  /// The texts that begin with what an algorithm is for.
  static func texts(_ prefix: String) -> [String] {
    constants.map(\.1).filter { $0.hasPrefix("algid:\(prefix)") }
  }

  static let types = [kSecAttrKeyTypeECSECPrimeRandom as String, kSecAttrKeyTypeRSA as String]
  static let sizes = [256, 384, 521]
}

@Suite struct KeyAlgorithmTests {
  @Test("the algorithms have Apple's texts, and each is known")
  func texts() {
    for (algorithm, text) in Apple.constants {
      #expect(algorithm.rawValue as String == text)
      #expect(KeyAlgorithm(algorithm) != nil, "\(text)")
    }
    #expect(Set(Apple.constants.map(\.1)) == Set(KeyAlgorithm.all.keys))
  }

  @Test("a key supports the algorithms of its type, each half its own operations", arguments: Apple.types)
  func support(type: String) throws {
    let isRSA = type == kSecAttrKeyTypeRSA as String
    let key = try isRSA ? Keys.rsa2048.get() : Keys.ec()
    let publicKey = try #require(key.publicKey)
    for (algorithm, text) in Apple.constants {
      let parts = text.split(separator: ":")
      let operations: [(SecKeyOperationType, SecKey)] =
        switch parts[1] {
        case "sign": [(.sign, key), (.verify, publicKey)]
        case "encrypt": [(.decrypt, key), (.encrypt, publicKey)]
        default: [(.keyExchange, key)]
        }
      for half in [key, publicKey] {
        for operation in [SecKeyOperationType.sign, .verify, .encrypt, .decrypt, .keyExchange] {
          let expected =
            operations.contains { $0 == operation && $1 === half } && (parts[2] == "RSA") == isRSA
          #expect(
            SecKeyIsAlgorithmSupported(half, operation, algorithm) == expected, "\(text), \(operation)")
        }
      }
    }
  }

  @Test("an RSA key that is too short for a digest does not support it")
  func tooShort() throws {
    let short = try Keys.rsa1024.get()
    #expect(!SecKeyIsAlgorithmSupported(short, .sign, .rsaSignatureMessagePSSSHA512))
    #expect(SecKeyIsAlgorithmSupported(short, .sign, .rsaSignatureMessagePSSSHA384))
    #expect(SecKeyIsAlgorithmSupported(short, .sign, .rsaSignatureMessagePKCS1v15SHA512))
    #expect(!SecKeyIsAlgorithmSupported(short, .decrypt, .rsaEncryptionOAEPSHA512))
    #expect(SecKeyIsAlgorithmSupported(short, .decrypt, .rsaEncryptionOAEPSHA384))
  }

  @Test("an algorithm that the key does not support, or that nobody knows, is a parameter error")
  func unsupported() throws {
    let key = try Keys.ec()
    let publicKey = try #require(key.publicKey)
    let data = Data("x".utf8)
    let unknown = SecKeyAlgorithm(rawValue: "algid:sign:ECDSA:message-X962:MD5" as CFString)
    for algorithm in [unknown, .rsaSignatureMessagePKCS1v15SHA256, .ecdhKeyExchangeStandard] {
      #expect(throws: KeyError.parameter) { try key.sign(data, algorithm) }
      #expect(throws: KeyError.parameter) { try publicKey.verify(data, data, algorithm) }
      #expect(throws: KeyError.parameter) { try publicKey.encrypt(data, algorithm) }
      #expect(throws: KeyError.parameter) { try key.decrypt(data, algorithm) }
    }
    #expect(throws: KeyError.parameter) { try publicKey.sign(data, .ecdsaSignatureMessageX962SHA256) }
    #expect(throws: KeyError.parameter) { try key.exchange(publicKey, .ecdsaSignatureMessageX962SHA256) }
    #expect(throws: KeyError.parameter) {
      try key.encrypt(data, .eciesEncryptionCofactorVariableIVX963SHA256AESGCM)
    }
  }

  // MARK: Round trips

  /// What an algorithm takes: a message, or as many bytes as its digest has.
  private func input(_ text: String, _ generator: inout SeededGenerator) -> Data {
    let digest = Digest.allCases.first { text.contains($0.rawValue) }
    let count = text.contains("digest") ? digest?.size ?? 20 : Int.random(in: 0...300, using: &generator)
    return Data((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }

  @Test(
    "what a private key signs its public half verifies, and nothing else", arguments: Apple.sizes,
    Apple.texts("sign:ECDSA"))
  func ecSignatures(size: Int, text: String) throws {
    var generator = SeededGenerator(seed: UInt64(size))
    let algorithm = SecKeyAlgorithm(rawValue: text as CFString)
    let key = try Keys.ec(size)
    let publicKey = try #require(key.publicKey)
    for _ in 1...2 {
      let data = input(text, &generator)
      let signature = try key.sign(data, algorithm)
      if text.contains("RFC4754") { #expect(signature.count == 2 * SecKeyGetBlockSize(key)) }
      try publicKey.verify(data, signature, algorithm)
      let wrong = KeyError.status(errSecVerifyFailed)
      #expect(throws: wrong) { try publicKey.verify(data, signature.flipped(-1), algorithm) }
      #expect(throws: wrong) { try publicKey.verify(data, signature.dropLast(), algorithm) }
      #expect(throws: wrong) { try publicKey.verify(data, Data(), algorithm) }
      if !data.isEmpty {
        #expect(throws: wrong) { try publicKey.verify(data.flipped(0), signature, algorithm) }
      }
    }
  }

  @Test("the same with RSA", arguments: Apple.texts("sign:RSA"))
  func rsaSignatures(text: String) throws {
    var generator = SeededGenerator(seed: 1)
    let algorithm = SecKeyAlgorithm(rawValue: text as CFString)
    let key = try (text.contains("SHA512") ? Keys.rsa2048 : Keys.rsa1024).get()
    let publicKey = try #require(key.publicKey)
    for _ in 1...2 {
      var data = input(text, &generator)
      if text.hasSuffix("raw") { data = Data([7]) + data.prefix(100) }
      let signature = try key.sign(data, algorithm)
      #expect(signature.count == SecKeyGetBlockSize(key))
      try publicKey.verify(data, signature, algorithm)
      let wrong = KeyError.status(errSecVerifyFailed)
      #expect(throws: wrong) { try publicKey.verify(data, signature.flipped(-1), algorithm) }
      #expect(throws: wrong) { try publicKey.verify(data, signature.dropLast(), algorithm) }
      if !data.isEmpty {
        #expect(throws: wrong) { try publicKey.verify(data.flipped(-1), signature, algorithm) }
      }
    }
  }

  @Test("a digest of another length than the algorithm says is a parameter error")
  func digestLength() throws {
    let ec = try Keys.ec()
    let rsa = try Keys.rsa1024.get()
    #expect(throws: KeyError.parameter) { try ec.sign(Data(count: 31), .ecdsaSignatureDigestX962SHA256) }
    #expect(throws: KeyError.parameter) { try rsa.sign(Data(count: 33), .rsaSignatureDigestPKCS1v15SHA256) }
    #expect(throws: KeyError.parameter) { try rsa.sign(Data(count: 19), .rsaSignatureDigestPSSSHA1) }
    #expect(throws: KeyError.parameter) { try rsa.sign(Data(count: 129), .rsaSignatureRaw) }
    let large = Data(repeating: 0xFF, count: 128)
    #expect(throws: KeyError.parameter) { try rsa.sign(large, .rsaSignatureRaw) }
    #expect(throws: KeyError.parameter) { try rsa.sign(Data(count: 118), .rsaSignatureDigestPKCS1v15Raw) }
    #expect(throws: Never.self) { try ec.sign(Data(count: 7), .ecdsaSignatureDigestX962) }
    let signature = try ec.sign(Data(count: 32), .ecdsaSignatureDigestX962SHA256)
    #expect(throws: KeyError.parameter) {
      try ec.publicKey?.verify(Data(count: 31), signature, .ecdsaSignatureDigestX962SHA256)
    }
    #expect(throws: KeyError.status(errSecVerifyFailed)) {
      try rsa.publicKey?.verify(Data(count: 31), signature, .rsaSignatureDigestPKCS1v15SHA256)
    }
  }

  @Test(
    "what a public key encrypts its private half decrypts", arguments: Apple.sizes,
    Apple.texts("encrypt:ECIES"))
  func ecies(size: Int, text: String) throws {
    var generator = SeededGenerator(seed: UInt64(size))
    let algorithm = SecKeyAlgorithm(rawValue: text as CFString)
    let key = try Keys.ec(size)
    let publicKey = try #require(key.publicKey)
    let point = 1 + 2 * SecKeyGetBlockSize(key)
    for _ in 1...2 {
      let plain = input(text, &generator)
      let cipher = try publicKey.encrypt(plain, algorithm)
      #expect(cipher.count == point + plain.count + 16)
      #expect(try key.decrypt(cipher, algorithm) == plain)
      for index in [0, 1, -1] {
        #expect(throws: KeyError.parameter) { try key.decrypt(cipher.flipped(index), algorithm) }
      }
      #expect(throws: KeyError.parameter) { try key.decrypt(cipher.prefix(point + 15), algorithm) }
      #expect(throws: KeyError.parameter) { try key.decrypt(Data(), algorithm) }
    }
    let cipher = try publicKey.encrypt(Data(), algorithm)
    #expect(throws: KeyError.parameter) { try Keys.ec(size).decrypt(cipher, algorithm) }
  }

  @Test("the same with RSA", arguments: Apple.texts("encrypt:RSA"))
  func rsaEncryption(text: String) throws {
    var generator = SeededGenerator(seed: 2)
    let algorithm = SecKeyAlgorithm(rawValue: text as CFString)
    let key = try (text.contains("SHA512") ? Keys.rsa2048 : Keys.rsa1024).get()
    let publicKey = try #require(key.publicKey)
    let isRaw = text.hasSuffix("raw")
    let block = SecKeyGetBlockSize(key)
    for _ in 1...2 {
      var plain = input(text, &generator)
      if !text.contains("GCM") { plain = Data([1]) + plain.prefix(20) }
      let cipher = try publicKey.encrypt(plain, algorithm)
      let decrypted = try key.decrypt(cipher, algorithm)
      #expect(decrypted == (isRaw ? Data(count: block - plain.count) + plain : plain))
      #expect(throws: KeyError.parameter) { try key.decrypt(cipher + cipher + [1], algorithm) }
      // PKCS#1 of newer libraries decrypts what is wrong to something random.
      if text.contains("OAEP") {
        #expect(throws: KeyError.parameter) { try key.decrypt(cipher.flipped(-1), algorithm) }
        #expect(throws: KeyError.parameter) { try key.decrypt(Data(), algorithm) }
      }
    }
    if !text.contains("GCM") {
      #expect(throws: KeyError.parameter) { try publicKey.encrypt(Data(count: block + 1), algorithm) }
    }
  }

  @Test(
    "both sides of a key exchange get the same secret", arguments: Apple.sizes, Apple.texts("keyexchange"))
  func exchange(size: Int, text: String) throws {
    let algorithm = SecKeyAlgorithm(rawValue: text as CFString)
    let (ada, eve) = (try Keys.ec(size), try Keys.ec(size))
    let (adas, eves) = (try #require(ada.publicKey), try #require(eve.publicKey))
    let derives = text.contains("KDF")
    for count in derives ? [0, 1, 16, 32, 273] : [0] {
      let info = Data("both know".utf8)
      let secret = try ada.exchange(eves, algorithm, size: count, info: info)
      #expect(secret.count == (derives ? count : SecKeyGetBlockSize(ada)))
      #expect(try eve.exchange(adas, algorithm, size: count, info: info) == secret)
      if derives, count > 0 {
        #expect(try eve.exchange(adas, algorithm, size: count) != secret || count == 1)
      }
    }
    let other = try #require(Keys.ec(size == 256 ? 384 : 256).publicKey)
    #expect(throws: KeyError.parameter) { try ada.exchange(other, algorithm, size: 16) }
    #expect(throws: KeyError.parameter) { try ada.exchange(try Keys.rsa1024.get(), algorithm, size: 16) }
    if derives {
      #expect(throws: KeyError.parameter) { try ada.exchange(eves, algorithm) }
      for size in [-1, Int.max] {
        #expect(throws: KeyError.parameter) { try ada.exchange(eves, algorithm, size: size) }
      }
      let parameters: [CFString: Any] = [
        SecKeyKeyExchangeParameter.requestedSize.rawValue: 16,
        SecKeyKeyExchangeParameter.sharedInfo.rawValue: "text",
      ]
      #expect(throws: KeyError.parameter) {
        try Keys.value {
          SecKeyCopyKeyExchangeResult(ada, algorithm, eves, parameters as CFDictionary, $0)
        }
      }
    }
  }
}
