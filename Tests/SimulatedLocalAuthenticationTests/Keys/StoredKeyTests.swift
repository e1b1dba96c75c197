import DeviceSimulatorTesting
import LocalAuthentication
import Security
import Testing

/// A key of an app, as the app makes and finds it.
struct AppKey: Sendable {
  var tag = "com.example.key"
  var flags: SecAccessControlCreateFlags?
  var isOfEnclave = false
  var isPermanent = true
  var isRSA = false
  var context: Authenticated?

  /// A context that is handed to another task, which alone uses it then.
  struct Authenticated: @unchecked Sendable {
    let context: LAContext
  }

  /// The attributes of the private half.
  var attributes: [String: Any] {
    var attributes: [String: Any] = [
      kSecAttrIsPermanent as String: isPermanent, kSecAttrApplicationTag as String: Data(tag.utf8),
      kSecAttrLabel as String: "Key of \(tag)",
    ]
    if let flags {
      attributes[kSecAttrAccessControl as String] = SecAccessControlCreateWithFlags(
        nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, flags, nil)
    }
    attributes[kSecUseAuthenticationContext as String] = context?.context
    return attributes
  }

  var query: [String: Any] {
    [kSecClass as String: kSecClassKey, kSecAttrApplicationTag as String: Data(tag.utf8)]
  }

  func make() throws(KeyError) -> SecKey {
    var more: [String: Any] = [kSecPrivateKeyAttrs as String: attributes]
    if isOfEnclave { more[kSecAttrTokenID as String] = kSecAttrTokenIDSecureEnclave }
    return try isRSA ? Keys.random(kSecAttrKeyTypeRSA, 1024, more) : Keys.ec(256, more)
  }

  func find(_ options: [String: Any] = [:]) -> (status: OSStatus, object: AnyObject?) {
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query.merging(options) { $1 } as CFDictionary, &result)
    return (status, result)
  }

  func found(_ options: [String: Any] = [:]) throws -> SecKey {
    let (status, object) = find([kSecReturnRef as String: true].merging(options) { $1 })
    guard let key = object as? SecKey else { throw KeyError.status(status) }
    return key
  }
}

/// How many items there are in the keychains of a device; `nil`: it does not say.
func count(_ device: SimulatedDevice) async -> Int? { try? await device.keychainItems().count }

private let message = Data("message".utf8)
private let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256

/// Keys in the keychain of a device.
@Suite struct StoredKeyTests {
  @Test("a permanent key is found again by its tag, and signs", arguments: [false, true])
  func life(isOfEnclave: Bool) async throws {
    try await withSimulatedDevice { device in
      let app = AppKey(isOfEnclave: isOfEnclave)
      #expect(app.find().status == errSecItemNotFound)
      let made = try app.make()
      let found = try app.found()
      #expect(found == made)
      let publicKey = try #require(SecKeyCopyPublicKey(found))
      try publicKey.verify(message, try found.sign(message, algorithm), algorithm)
      try publicKey.verify(message, try made.sign(message, algorithm), algorithm)
      let listed = try await device.keychainItems()
      #expect(listed.count == 1)
      #expect(SecItemDelete(app.query as CFDictionary) == errSecSuccess)
      #expect(app.find().status == errSecItemNotFound)
      #expect(throws: KeyError.status(errSecItemNotFound)) { try found.sign(message, algorithm) }
    }
  }

  @Test("a key that is not permanent is in no keychain")
  func notPermanent() async throws {
    try await withSimulatedDevice { device in
      let key = try AppKey(flags: .privateKeyUsage, isOfEnclave: true, isPermanent: false).make()
      try #require(key.publicKey).verify(message, try key.sign(message, algorithm), algorithm)
      #expect(await count(device) == 0)
    }
  }

  @Test("a key of the Secure Enclave is permanent unless it says otherwise, another one is not")
  func permanence() async throws {
    try await withSimulatedDevice { device in
      _ = try Keys.ec(256, [kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave])
      #expect(await count(device) == 1)
      _ = try Keys.ec()
      _ = try Keys.ec(
        256,
        [
          kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave,
          kSecPrivateKeyAttrs as String: [kSecAttrIsPermanent as String: false],
        ])
      #expect(await count(device) == 1)
      _ = try Keys.ec(256, [kSecAttrIsPermanent as String: true])
      #expect(await count(device) == 3)
    }
  }

  @Test("both halves are stored if both are to be, and each is found by its class")
  func halves() async throws {
    try await withSimulatedDevice { _ in
      let tag = Data("pair".utf8)
      let half: [String: Any] = [kSecAttrIsPermanent as String: true, kSecAttrApplicationTag as String: tag]
      let key = try Keys.random(
        kSecAttrKeyTypeRSA, 1024,
        [kSecPrivateKeyAttrs as String: half, kSecPublicKeyAttrs as String: half])
      let app = AppKey(tag: "pair")
      let publicKey = try app.found([kSecAttrKeyClass as String: kSecAttrKeyClassPublic])
      #expect(publicKey == SecKeyCopyPublicKey(key))
      #expect(try app.found([kSecAttrKeyClass as String: kSecAttrKeyClassPrivate]) == key)
      let all = app.find([kSecReturnRef as String: true, kSecMatchLimit as String: kSecMatchLimitAll])
      #expect((all.object as? [SecKey])?.count == 2)
      #expect(app.find([kSecAttrKeyType as String: kSecAttrKeyTypeEC]).status == errSecItemNotFound)
      #expect(app.find([kSecAttrKeyType as String: kSecAttrKeyTypeRSA]).status == errSecSuccess)
      #expect(app.find([kSecAttrKeySizeInBits as String: 1024]).status == errSecSuccess)
      #expect(app.find([kSecAttrKeySizeInBits as String: 2048]).status == errSecItemNotFound)
      #expect(SecItemDelete([kSecValueRef: publicKey] as CFDictionary) == errSecSuccess)
      #expect(app.find([kSecAttrKeyClass as String: kSecAttrKeyClassPublic]).status == errSecItemNotFound)
    }
  }

  @Test("attributes of a stored key come back under Apple's keys, without its bytes")
  func attributes() async throws {
    try await withSimulatedDevice { _ in
      let app = AppKey(flags: [.privateKeyUsage, .userPresence], isOfEnclave: true)
      let key = try app.make()
      let found = try #require(app.find([kSecReturnAttributes as String: true]).object as? [String: Any])
      let label = (SecKeyCopyAttributes(key) as? [String: Any])?[kSecAttrApplicationLabel as String] as? Data
      #expect(found[kSecClass as String] as? String == kSecClassKey as String)
      #expect(found[kSecAttrApplicationTag as String] as? Data == Data(app.tag.utf8))
      #expect(found[kSecAttrApplicationLabel as String] as? Data == label)
      #expect(found[kSecAttrLabel as String] as? String == "Key of com.example.key")
      #expect(found[kSecAttrKeyClass as String] as? String == kSecAttrKeyClassPrivate as String)
      #expect(found[kSecAttrKeyType as String] as? String == kSecAttrKeyTypeECSECPrimeRandom as String)
      #expect(found[kSecAttrKeySizeInBits as String] as? Int == 256)
      #expect(found[kSecAttrEffectiveKeySize as String] as? Int == 256)
      #expect(found[kSecAttrTokenID as String] as? String == kSecAttrTokenIDSecureEnclave as String)
      #expect(found[kSecAttrCanSign as String] as? Bool == true)
      #expect(found[kSecAttrCanVerify as String] as? Bool == false)
      #expect(found[kSecAttrIsExtractable as String] as? Bool == false)
      #expect(found[kSecAttrAccessControl as String] is SecAccessControl)
      #expect(found[kSecValueData as String] == nil && found[kSecValueRef as String] == nil)
      let own = try #require(SecKeyCopyAttributes(key) as? [String: Any])
      #expect(own[kSecAttrTokenID as String] as? String == kSecAttrTokenIDSecureEnclave as String)
      #expect(own[kSecAttrAccessControl as String] is SecAccessControl)
      #expect(own[kSecAttrIsSensitive as String] as? Bool == true)
    }
  }

  @Test("what a query asks for of a key has its form: the key, the dictionary, both")
  func forms() async throws {
    try await withSimulatedDevice { _ in
      let app = AppKey()
      let made = try app.make()
      let (reference, attributes) = (kSecReturnRef as String, kSecReturnAttributes as String)
      let (data, stored) = (kSecReturnData as String, kSecReturnPersistentRef as String)
      let key = try #require(app.find([reference: true]).object)
      #expect(CFGetTypeID(key) == SecKeyGetTypeID())
      let both = try #require(app.find([reference: true, attributes: true]).object as? [String: Any])
      #expect(both[kSecValueRef as String] as? SecKey == made)
      #expect(both[kSecAttrApplicationTag as String] as? Data == Data(app.tag.utf8))
      #expect(app.find([data: true]).object as? Data == (try made.exported()))
      let references = try #require(app.find([reference: true, stored: true]).object as? [String: Any])
      #expect(Set(references.keys) == [kSecValueRef as String, kSecValuePersistentRef as String])
      let persistent = try #require(app.find([stored: true]).object as? Data)
      var found: CFTypeRef?
      let query = [kSecValuePersistentRef: persistent, kSecReturnRef: true] as [CFString: Any]
      #expect(SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess)
      #expect(found as? SecKey == made)
      let list = app.find([reference: true, kSecMatchLimit as String: kSecMatchLimitAll]).object
      #expect((list as? [SecKey]) == [made])
    }
  }

  @Test("a query may have the capabilities of a key; of a password they are a parameter error")
  func capabilities() async throws {
    try await withSimulatedDevice { _ in
      let app = AppKey()
      _ = try app.make()
      let flags: [String: Any] = [
        kSecAttrCanSign as String: true, kSecAttrCanDecrypt as String: kCFBooleanTrue as Any,
        kSecAttrIsPermanent as String: true, kSecAttrIsExtractable as String: true,
        kSecAttrEffectiveKeySize as String: 256,
      ]
      #expect(app.find(flags).status == errSecSuccess)
      #expect(app.find([kSecAttrCanSign as String: "yes"]).status == errSecParam)
      let password = [kSecClass: kSecClassGenericPassword, kSecAttrCanSign: true] as [CFString: Any]
      #expect(SecItemCopyMatching(password as CFDictionary, nil) == errSecParam)
    }
  }

  @Test("a key of this process is stored by reference, found, and deleted by reference")
  func byReference() async throws {
    try await withSimulatedDevice { device in
      let key = try Keys.ec(384)
      var result: CFTypeRef?
      let item: [CFString: Any] = [
        kSecValueRef: key, kSecAttrApplicationTag: Data("added".utf8), kSecReturnRef: true,
      ]
      #expect(SecItemAdd(item as CFDictionary, &result) == errSecSuccess)
      #expect(result as? SecKey == key)
      #expect(SecItemAdd(item as CFDictionary, nil) == errSecDuplicateItem)
      let app = AppKey(tag: "added")
      let found = try app.found()
      #expect(found == key)
      #expect(try found.exported() == key.exported())
      try #require(key.publicKey).verify(message, try found.sign(message, algorithm), algorithm)
      // The public half is another item.
      let publicKey = try #require(key.publicKey)
      #expect(SecItemAdd([kSecValueRef: publicKey] as CFDictionary, nil) == errSecSuccess)
      #expect(await count(device) == 2)
      let query = [kSecClass: kSecClassKey, kSecValueRef: key] as [CFString: Any]
      #expect(SecItemCopyMatching(query as CFDictionary, nil) == errSecSuccess)
      #expect(SecItemUpdate(query as CFDictionary, [kSecAttrLabel: "new"] as CFDictionary) == errSecSuccess)
      let attributes = app.find([kSecReturnAttributes as String: true]).object as? [String: Any]
      #expect(attributes?[kSecAttrLabel as String] as? String == "new")
      #expect(SecItemDelete(query as CFDictionary) == errSecSuccess)
      #expect(SecItemDelete(query as CFDictionary) == errSecItemNotFound)
      #expect(
        SecItemDelete([kSecMatchItemList: [publicKey], kSecClass: kSecClassKey] as CFDictionary)
          == errSecSuccess)
      #expect(await count(device) == 0)
      let wrong = [kSecClass: kSecClassGenericPassword, kSecValueRef: key] as [CFString: Any]
      #expect(SecItemAdd(wrong as CFDictionary, nil) == errSecParam)
    }
  }

  @Test("the bytes of a key that were stored as data are a key with a reference", arguments: [false, true])
  func storedBytes(isPrivate: Bool) async throws {
    try await withSimulatedDevice { _ in
      let key = try Keys.rsa1024.get()
      let half = isPrivate ? key : try #require(key.publicKey)
      var result: CFTypeRef?
      let item: [CFString: Any] = [
        kSecClass: kSecClassKey, kSecAttrApplicationTag: Data("old".utf8),
        kSecAttrKeyType: kSecAttrKeyTypeRSA,
        kSecAttrKeyClass: isPrivate ? kSecAttrKeyClassPrivate : kSecAttrKeyClassPublic,
        kSecValueData: try half.exported(), kSecReturnPersistentRef: true,
      ]
      #expect(SecItemAdd(item as CFDictionary, &result) == errSecSuccess)
      #expect(result is Data)
      let found = try AppKey(tag: "old").found()
      #expect(found == half)
      if isPrivate {
        let signature = try found.sign(message, .rsaSignatureMessagePKCS1v15SHA256)
        try #require(key.publicKey).verify(message, signature, .rsaSignatureMessagePKCS1v15SHA256)
      }
    }
  }

  @Test("what is no key has no reference")
  func noKey() async throws {
    try await withSimulatedDevice { _ in
      let item: [CFString: Any] = [
        kSecClass: kSecClassKey, kSecAttrApplicationTag: Data("aes".utf8), kSecValueData: Data(count: 16),
        kSecAttrKeyClass: kSecAttrKeyClassSymmetric,
      ]
      #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
      let app = AppKey(tag: "aes")
      let found = app.find([kSecReturnRef as String: true])
      #expect(found.status == errSecSuccess && found.object == nil)
      #expect(app.find([kSecReturnData as String: true]).object as? Data == Data(count: 16))
      let attributes = app.find([kSecReturnAttributes as String: true]).object as? [String: Any]
      #expect(attributes?[kSecAttrKeyClass as String] as? String == kSecAttrKeyClassSymmetric as String)
      #expect(attributes?[kSecAttrCanSign as String] == nil)
    }
  }

  @Test("a key of the Secure Enclave is exported by nobody", arguments: [false, true])
  func enclave(isPermanent: Bool) async throws {
    try await withSimulatedDevice { _ in
      let app = AppKey(isOfEnclave: true, isPermanent: isPermanent)
      let key = try app.make()
      #expect(throws: KeyError.status(errSecUnimplemented)) { try key.exported() }
      #expect(try key.publicKey?.exported().count == 65)
      if isPermanent {
        let data = app.find([kSecReturnData as String: true]).object as? Data
        let publicBytes = try #require(key.publicKey).exported()
        #expect(data.map { $0.count < 97 || !$0.starts(with: publicBytes) } ?? true)
        #expect(SecItemAdd([kSecValueRef: key] as CFDictionary, nil) == errSecDuplicateItem)
      } else {
        #expect(SecItemAdd([kSecValueRef: key] as CFDictionary, nil) == errSecSuccess)
        let query = [kSecClass: kSecClassKey, kSecReturnRef: true] as [CFString: Any]
        var found: CFTypeRef?
        #expect(SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess)
        let stored = try #require(found as? SecKey)
        #expect(throws: KeyError.status(errSecUnimplemented)) { try stored.exported() }
        try #require(key.publicKey).verify(message, try stored.sign(message, algorithm), algorithm)
      }
    }
  }

  @Test("two keys may have one tag, and one of them is found first")
  func sameTag() async throws {
    try await withSimulatedDevice { device in
      let app = AppKey()
      let first = try app.make()
      let second = try app.make()
      #expect(await count(device) == 2)
      #expect(try app.found() == first)
      #expect(SecItemDelete([kSecValueRef: first] as CFDictionary) == errSecSuccess)
      #expect(try app.found() == second)
    }
  }

  @Test("another app finds no key, and cannot use one")
  func otherApp() async throws {
    try await withSimulatedDevice { _ in
      let app = AppKey()
      let key = try app.make()
      let address = try #require(DeviceBinding.ofTask)
      var other = address
      other.app = "com.example.other"
      DeviceBinding.$ofTask.withValue(other) {
        #expect(app.find([kSecReturnRef as String: true]).status == errSecItemNotFound)
        #expect(throws: KeyError.status(errSecItemNotFound)) { try key.sign(message, algorithm) }
        #expect(SecItemDelete(app.query as CFDictionary) == errSecItemNotFound)
      }
      #expect(throws: Never.self) { try key.sign(message, algorithm) }
    }
  }

  @Test("a locked device hands no key out", arguments: [false, true])
  func locked(isOfEnclave: Bool) async throws {
    try await withSimulatedDevice { device in
      let app = AppKey(isOfEnclave: isOfEnclave)
      let key = try app.make()
      try await device.lock()
      let locked = KeyError.status(errSecInteractionNotAllowed)
      #expect(throws: locked) { try key.sign(message, algorithm) }
      #expect(throws: locked) { try app.found() }
      #expect(throws: locked) { try AppKey(tag: "new").make() }
      try await device.unlock(passcode: "1234")
      #expect(throws: Never.self) { try key.sign(message, algorithm) }
    }
  }

  @Test("the bytes of a key are in no list and no event")
  func secret() async throws {
    try await withSimulatedDevice { device in
      let key = try AppKey(flags: .biometryAny).make()
      try await device.arm(.matchingFace, .matchingFace)
      let external = try key.exported()
      _ = try key.sign(message, algorithm)
      try await device.waitFor(.promptDismissed)
      let number = external.suffix(32).base64EncodedString().prefix(30)
      let shown = "\(device.events) \(try await device.keychainItems()) \(try await device.state())"
      #expect(!shown.contains(external.base64EncodedString()) && !shown.contains(number))
    }
  }
}
