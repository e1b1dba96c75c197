import LocalAuthentication
import Security
import SimulatedLocalAuthentication
import Testing

/// Keys that only this process has: no device is needed.
@Suite struct KeyObjectTests {
  private func withoutDaemon<R>(_ body: () throws -> R) rethrows -> R {
    let nowhere = SimulatedDeviceAddress(socketPath: "/nonexistent/devicesim.sock")
    return try DeviceBinding.$ofTask.withValue(nowhere) { try body() }
  }

  @Test("a key that nobody stores or protects needs no device", arguments: [256, 384, 521])
  func noDevice(size: Int) throws {
    try withoutDaemon {
      let key = try Keys.ec(size)
      let message = Data("message".utf8)
      let signature = try key.sign(message, .ecdsaSignatureMessageX962SHA256)
      try #require(key.publicKey).verify(message, signature, .ecdsaSignatureMessageX962SHA256)
    }
  }

  @Test("a key comes back from its bytes", arguments: [256, 384, 521, 1024, 2048])
  func bytes(size: Int) throws {
    let isEC = size < 1000
    let type = isEC ? kSecAttrKeyTypeECSECPrimeRandom : kSecAttrKeyTypeRSA
    let key = try Keys.random(type, size)
    let external = try key.exported()
    if isEC { #expect(external.count == 1 + 3 * ((size + 7) / 8)) }
    let copy = try Keys.make(type, kSecAttrKeyClassPrivate, external)
    #expect(copy == key)
    #expect(try copy.exported() == external)
    let publicKey = try #require(key.publicKey)
    let publicCopy = try Keys.make(type, kSecAttrKeyClassPublic, try publicKey.exported())
    #expect(publicCopy == publicKey)
    #expect(publicCopy != key)
    #expect(SecKeyCopyPublicKey(publicKey) === publicKey)
    #expect(SecKeyGetBlockSize(key) == (size + 7) / 8)
    #expect(Set([key, copy]).count == 1)
  }

  @Test("new keys differ")
  func differ() throws {
    #expect(try Keys.ec() != Keys.ec())
    #expect(try Keys.rsa() != Keys.rsa())
  }

  @Test("a subject's public key of RSA is taken, too")
  func subject() throws {
    let publicKey = try #require(try Keys.rsa().publicKey)
    let bytes = try publicKey.exported()
    let front = Data(hex: "30819f300d06092a864886f70d010101050003818d00")
    let copy = try Keys.make(kSecAttrKeyTypeRSA, kSecAttrKeyClassPublic, front + bytes)
    #expect(copy == publicKey)
    #expect(try copy.exported() == bytes)
  }

  @Test("attributes say what a key is, and never the bytes of a private one")
  func attributes() throws {
    let key = try Keys.ec()
    let publicKey = try #require(key.publicKey)
    let attributes = try #require(SecKeyCopyAttributes(key) as? [String: Any])
    #expect(attributes[kSecClass as String] as? String == kSecClassKey as String)
    #expect(attributes[kSecAttrKeyClass as String] as? String == kSecAttrKeyClassPrivate as String)
    #expect(attributes[kSecAttrKeyType as String] as? String == kSecAttrKeyTypeECSECPrimeRandom as String)
    #expect(attributes[kSecAttrKeySizeInBits as String] as? Int == 256)
    #expect(attributes[kSecAttrEffectiveKeySize as String] as? Int == 256)
    #expect(attributes[kSecAttrCanSign as String] as? Bool == true)
    #expect(attributes[kSecAttrCanVerify as String] as? Bool == false)
    #expect(attributes[kSecAttrCanDecrypt as String] as? Bool == true)
    #expect(attributes[kSecAttrCanDerive as String] as? Bool == true)
    #expect(attributes[kSecAttrIsExtractable as String] as? Bool == true)
    #expect(attributes[kSecAttrTokenID as String] == nil)
    #expect(attributes[kSecValueData as String] == nil)
    let others = try #require(SecKeyCopyAttributes(publicKey) as? [String: Any])
    #expect(others[kSecAttrKeyClass as String] as? String == kSecAttrKeyClassPublic as String)
    #expect(others[kSecAttrCanSign as String] as? Bool == false)
    #expect(others[kSecAttrCanEncrypt as String] as? Bool == true)
    #expect(others[kSecValueData as String] as? Data == (try publicKey.exported()))
    let label = attributes[kSecAttrApplicationLabel as String] as? Data
    #expect(label?.count == 20)
    #expect(others[kSecAttrApplicationLabel as String] as? Data == label)
  }

  @Test("the application label is the SHA-1 digest of the public key")
  func label() throws {
    let key = try Keys.make(
      ec: """
        0460FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6\
        7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299
        """, isPrivate: false)
    let attributes = try #require(SecKeyCopyAttributes(key) as? [String: Any])
    #expect(
      attributes[kSecAttrApplicationLabel as String] as? Data
        == Data(hex: "1a9569579bce329a942d0769c9c0b56431563710"))
  }

  @Test("no description and no mirror shows the bytes of a private key")
  func secret() throws {
    let key = try Keys.ec()
    let number = try key.exported().suffix(32)
    let (hex, base64) = (number.map { String(format: "%02x", $0) }.joined(), number.base64EncodedString())
    var dumped = ""
    dump(key, to: &dumped)
    dump([key], to: &dumped)
    var texts = [dumped, "\(key)", String(reflecting: key), key.description, key.debugDescription]
    texts.append("\(String(describing: SecKeyCopyAttributes(key)))")
    texts.append(CFCopyDescription(key) as String)
    for text in texts {
      #expect(!text.lowercased().contains(hex) && !text.contains(base64))
      #expect(!text.contains("\(number[number.startIndex]), \(number[number.startIndex + 1])"))
    }
    #expect(Mirror(reflecting: key).children.isEmpty)
  }

  @Test("a key is a Core Foundation object of a kind of its own")
  func kind() throws {
    let key = try Keys.ec()
    let object: CFTypeRef = key
    #expect(CFGetTypeID(object) == SecKeyGetTypeID())
    #expect(SecKeyGetTypeID() != SecAccessControlGetTypeID())
    #expect((object as! SecKey) === key)
    #expect(CFEqual(key, try Keys.make(kSecAttrKeyTypeEC, kSecAttrKeyClassPrivate, key.exported())))
  }

  @Test("many threads use one key")
  func threads() async throws {
    let key = try Keys.rsa()
    let publicKey = try #require(key.publicKey)
    try await withThrowingTaskGroup { group in
      for index in 0..<32 {
        group.addTask {
          let data = Data("message \(index)".utf8)
          let signature = try key.sign(data, .rsaSignatureMessagePSSSHA256)
          try publicKey.verify(data, signature, .rsaSignatureMessagePSSSHA256)
        }
      }
      try await group.waitForAll()
    }
  }
}

/// What is no key, and no request for one.
@Suite struct MalformedKeyTests {
  private static let point = """
    0460FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6\
    7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299
    """

  @Test("bytes that are no key are a parameter error, and nothing crashes")
  func bytes() throws {
    let types = [kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyTypeRSA]
    let classes = [kSecAttrKeyClassPublic, kSecAttrKeyClassPrivate]
    let ec = try Keys.ec()
    let rsa = try Keys.rsa()
    var inputs = [
      Data(), Data([4]), Data(count: 65), Data(count: 97), Data([0x30]), Data([0x30, 0x82]),
      Data([0x30, 0x80]),
      Data([0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF]), Data("no key".utf8), pkcs1(["00", "01"]),
      pkcs1(["0A", "03"]), Data(hex: Self.point).flipped(-1), Data(hex: Self.point) + [0],
      Data(hex: Self.point) + Data(count: 32), Data(hex: Self.point) + Data(repeating: 0xFF, count: 32),
    ]
    for key in [ec, rsa] {
      let external = try key.exported()
      for count in stride(from: 0, to: external.count, by: 7) { inputs.append(external.prefix(count)) }
      inputs.append(external + [0])
    }
    for type in types {
      for keyClass in classes {
        for input in inputs {
          if type == kSecAttrKeyTypeECSECPrimeRandom, keyClass == kSecAttrKeyClassPublic,
            input == (try ec.publicKey?.exported())
          {
            continue
          }
          #expect(throws: KeyError.parameter) { try Keys.make(type, keyClass, input) }
        }
      }
    }
  }

  @Test("the number of an EC key has to belong to its point")
  func inconsistent() throws {
    let (one, other) = (try Keys.ec().exported(), try Keys.ec().exported())
    #expect(throws: KeyError.parameter) {
      try Keys.make(kSecAttrKeyTypeEC, kSecAttrKeyClassPrivate, one.prefix(65) + other.suffix(32))
    }
  }

  @Test("a bit of an RSA key that is wrong is an error or another key, and nothing crashes")
  func flippedBits() throws {
    let external = try Keys.rsa(512).exported()
    for index in 0..<external.count {
      let key = try? Keys.make(kSecAttrKeyTypeRSA, kSecAttrKeyClassPrivate, external.flipped(index))
      _ = try? key?.sign(Data(count: 20), .rsaSignatureDigestPKCS1v15SHA1)
      _ = try? key?.decrypt(Data(count: 64), .rsaEncryptionPKCS1)
    }
  }

  @Test("PKCS#8 is not taken")
  func pkcs8() throws {
    let octets = der(0x04, try Keys.rsa(512).exported())
    let form = der(0x30, Data(hex: "020100300d06092a864886f70d0101010500") + octets)
    #expect(throws: KeyError.parameter) {
      try Keys.make(kSecAttrKeyTypeRSA, kSecAttrKeyClassPrivate, form)
    }
  }

  @Test("attributes that say no kind of key are a parameter error")
  func attributes() throws {
    let data = Data(hex: Self.point) as CFData
    let type = [kSecAttrKeyType: kSecAttrKeyTypeEC] as [CFString: Any]
    let cases: [[CFString: Any]] = [
      [:], type, [kSecAttrKeyClass: kSecAttrKeyClassPublic],
      type.merging([kSecAttrKeyClass: "9"]) { $1 },
      [kSecAttrKeyType: kSecAttrKeyTypeAES, kSecAttrKeyClass: kSecAttrKeyClassPublic],
      type.merging([
        kSecAttrKeyClass: kSecAttrKeyClassPrivate, kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
      ]) { $1 },
    ]
    for attributes in cases {
      #expect(throws: KeyError.parameter) {
        try Keys.value { SecKeyCreateWithData(data, attributes as CFDictionary, $0) }
      }
    }
    let symmetric = type.merging([kSecAttrKeyClass: kSecAttrKeyClassSymmetric]) { $1 }
    #expect(throws: KeyError.status(errSecUnimplemented)) {
      try Keys.value { SecKeyCreateWithData(data, symmetric as CFDictionary, $0) }
    }
    // Numbers do as well as the texts of numbers.
    let numbers: [CFString: Any] = [kSecAttrKeyType: 73, kSecAttrKeyClass: 0]
    let key = try Keys.value { SecKeyCreateWithData(data, numbers as CFDictionary, $0) }
    #expect(try key.exported() == Data(hex: Self.point))
  }

  @Test("a request for no kind of key is a parameter error")
  func requests() throws {
    let enclave = [kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave as Any]
    let requests: [(CFString, Int, [String: Any])] = [
      (kSecAttrKeyTypeEC, 257, [:]), (kSecAttrKeyTypeEC, 0, [:]), (kSecAttrKeyTypeEC, -1, [:]),
      (kSecAttrKeyTypeEC, Int.max, [:]), (kSecAttrKeyTypeRSA, 0, [:]), (kSecAttrKeyTypeRSA, 256, [:]),
      (kSecAttrKeyTypeRSA, 1 << 20, [:]), (kSecAttrKeyTypeAES, 256, [:]), ("nonsense" as CFString, 256, [:]),
      (kSecAttrKeyTypeEC, 384, enclave), (kSecAttrKeyTypeRSA, 2048, enclave),
      (kSecAttrKeyTypeEC, 256, [kSecAttrTokenID as String: "com.example.token"]),
      (kSecAttrKeyTypeEC, 256, [kSecPrivateKeyAttrs as String: "text"]),
      (kSecAttrKeyTypeEC, 256, [kSecPrivateKeyAttrs as String: [kSecAttrIsPermanent as String: "yes"]]),
      (kSecAttrKeyTypeEC, 256, [kSecPrivateKeyAttrs as String: [kSecAttrAccessControl as String: 7]]),
    ]
    for (type, size, more) in requests {
      #expect(throws: KeyError.parameter) { try Keys.random(type, size, more) }
    }
    #expect(throws: KeyError.parameter) {
      try Keys.value { SecKeyCreateRandomKey([kSecAttrKeyType: kSecAttrKeyTypeEC] as CFDictionary, $0) }
    }
    #expect(SecKeyCreateRandomKey([:] as CFDictionary, nil) == nil)
  }
}
