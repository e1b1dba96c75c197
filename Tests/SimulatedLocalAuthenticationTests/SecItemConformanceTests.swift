import DeviceSimulatorTesting
import LocalAuthentication
import Security
import Testing

/// The keychain by function and attribute, as Apple's pages describe it.
@Suite struct SecItemConformanceTests {
  /// An attribute with a value, and another one.
  struct Attribute: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let key: String
    let value: any Sendable & Equatable
    let other: any Sendable & Equatable

    init<Value: Sendable & Equatable>(_ name: String, _ key: CFString, _ value: Value, _ other: Value) {
      testDescription = name
      self.key = key as String
      self.value = value
      self.other = other
    }

    /// Whether a dictionary has the value.
    func isIn(_ entries: [String: Any]?, _ expected: any Sendable & Equatable) -> Bool {
      guard let found = entries?[key] else { return false }
      return NSDictionary(dictionary: ["v": found]) == NSDictionary(dictionary: ["v": expected])
    }
  }

  private static let common = [
    Attribute("label", kSecAttrLabel, "Vault", "Safe"),
    Attribute("description", kSecAttrDescription, "a token", "a code"),
    Attribute("comment", kSecAttrComment, "mine", "yours"),
  ]
  private static let generic =
    [
      Attribute("account", kSecAttrAccount, "ada", "eve"),
      Attribute("service", kSecAttrService, "com.example.vault", "com.example.safe"),
      Attribute("generic", kSecAttrGeneric, Data([0xFF, 0, 1]), Data([2])),
    ] + common
  private static let internet =
    [
      Attribute("account", kSecAttrAccount, "ada", "eve"),
      Attribute("server", kSecAttrServer, "example.com", "example.org"),
      Attribute(
        "protocol", kSecAttrProtocol, kSecAttrProtocolHTTPS as String, kSecAttrProtocolHTTP as String),
      Attribute("port", kSecAttrPort, 443, 8443),
      Attribute("path", kSecAttrPath, "/a", "/b"),
      Attribute("security domain", kSecAttrSecurityDomain, "staff", "guests"),
      Attribute(
        "authentication type", kSecAttrAuthenticationType, kSecAttrAuthenticationTypeHTMLForm as String,
        kSecAttrAuthenticationTypeDefault as String),
    ] + common

  private func find(_ query: [String: Any]) -> (status: OSStatus, result: AnyObject?) {
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &result)
    return (status, result)
  }

  private func attributes(_ query: [String: Any]) -> [String: Any]? {
    var query = query
    query[kSecReturnAttributes as String] = true
    return find(query).result as? [String: Any]
  }

  /// Stores an item with an attribute, finds it by it, changes it, and finds it by the new value only.
  private func live(_ attribute: Attribute, _ itemClass: CFString) {
    let kind = [kSecClass as String: itemClass as Any]
    let query = kind.merging([attribute.key: attribute.value]) { $1 }
    let changed = kind.merging([attribute.key: attribute.other]) { $1 }
    var added: CFTypeRef?
    let item = query.merging([
      kSecValueData as String: Data("secret".utf8), kSecReturnAttributes as String: true,
    ]) { $1 }
    #expect(SecItemAdd(item as CFDictionary, &added) == errSecSuccess)
    #expect(attribute.isIn(added as? [String: Any], attribute.value))
    #expect(attribute.isIn(attributes(query), attribute.value))
    #expect(attributes(query)?[kSecClass as String] as? String == itemClass as String)
    #expect(find(changed).status == errSecItemNotFound)
    let update = [attribute.key: attribute.other] as CFDictionary
    #expect(SecItemUpdate(query as CFDictionary, update) == errSecSuccess)
    #expect(attribute.isIn(attributes(changed), attribute.other))
    #expect(find(query).status == errSecItemNotFound)
    #expect(SecItemDelete(query as CFDictionary) == errSecItemNotFound)
    #expect(SecItemDelete(changed as CFDictionary) == errSecSuccess)
    #expect(find(changed).status == errSecItemNotFound)
  }

  @Test("an attribute of a generic password is stored, found, returned and changed", arguments: generic)
  func genericPassword(attribute: Attribute) async throws {
    try await withSimulatedDevice { _ in live(attribute, kSecClassGenericPassword) }
  }

  @Test("an attribute of an internet password is stored, found, returned and changed", arguments: internet)
  func internetPassword(attribute: Attribute) async throws {
    try await withSimulatedDevice { _ in live(attribute, kSecClassInternetPassword) }
  }

  private static let password: [String: any Sendable] = [
    kSecClass as String: kSecClassGenericPassword as String, kSecAttrAccount as String: "ada",
    kSecAttrService as String: "vault",
  ]
  private var password: [String: Any] { Self.password }
  private var item: [String: Any] {
    password.merging([kSecValueData as String: Data("secret".utf8)]) { $1 }
  }

  private func store() { #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess) }

  @Test("each way to write a query finds the item")
  func writings() async throws {
    try await withSimulatedDevice { _ in
      store()
      let byConstant: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "ada"]
      let byHashable: [AnyHashable: Any] = [kSecClass: kSecClassGenericPassword, "acct": "ada"]
      let byObject: [NSString: NSObject] = [
        kSecClass: kSecClassGenericPassword, kSecAttrAccount: "ada" as NSString,
      ]
      let mutable = NSMutableDictionary(
        objects: [kSecClassGenericPassword, "ada", kCFBooleanTrue!, kSecMatchLimitOne],
        forKeys: [kSecClass, kSecAttrAccount, kSecReturnData, kSecMatchLimit])
      let literal: NSDictionary = [
        kSecClass: kSecClassGenericPassword, kSecAttrAccount: "ada" as NSString, kSecReturnData: true,
      ]
      for query in [
        byConstant as CFDictionary, byHashable as CFDictionary, byObject as CFDictionary, mutable, literal,
      ] {
        #expect(SecItemCopyMatching(query, nil) == errSecSuccess)
      }
      var result: AnyObject?
      #expect(SecItemCopyMatching(mutable, &result) == errSecSuccess)
      #expect(result as? Data == Data("secret".utf8))
      #expect(SecItemCopyMatching(literal, &result) == errSecSuccess)
      #expect(result as? NSData == Data("secret".utf8) as NSData)
      #expect((result as? Data).flatMap { String(data: $0, encoding: .utf8) } == "secret")
    }
  }

  @Test("what is returned has the form that was asked for")
  func forms() async throws {
    try await withSimulatedDevice { _ in
      store()
      let secret = [kSecReturnData as String: true]
      let attributes = [kSecReturnAttributes as String: true]
      let reference = [kSecReturnRef as String: true]
      let all = [kSecMatchLimit as String: kSecMatchLimitAll as Any]
      func result(_ options: [String: Any]...) -> AnyObject? {
        find(options.reduce(password) { $0.merging($1) { $1 } }).result
      }
      #expect(result() == nil)
      #expect(result(secret) is NSData)
      #expect((result(attributes) as? [String: Any])?[kSecValueData as String] == nil)
      for options in [[attributes, secret], [attributes, secret, reference], [secret, reference]] {
        let found = options.reduce(password) { $0.merging($1) { $1 } }
        #expect(
          (find(found).result as? [String: Any])?[kSecValueData as String] as? Data == Data("secret".utf8))
      }
      #expect((result(attributes, reference) as? [String: Any])?["acct"] as? String == "ada")
      #expect((result(secret, all) as? [Data]) == [Data("secret".utf8)])
      #expect((result(attributes, all) as? [[String: Any]])?.count == 1)
      #expect((result(attributes, all) as? NSArray)?.firstObject is NSDictionary)
      let two = [kSecMatchLimit as String: 2]
      #expect((result(attributes, two) as? [Any])?.count == 1)
    }
  }

  @Test("numbers, Booleans and dates are Apple's objects")
  func types() async throws {
    try await withSimulatedDevice { _ in
      let site: [String: Any] = [
        kSecClass as String: kSecClassInternetPassword, kSecAttrServer as String: "example.com",
        kSecAttrPort as String: NSNumber(value: 443), kSecReturnAttributes as String: kCFBooleanTrue as Any,
      ]
      var result: CFTypeRef?
      #expect(SecItemAdd(site as CFDictionary, &result) == errSecSuccess)
      let found = try #require(result as? NSDictionary)
      #expect(found[kSecAttrPort] as? NSNumber == 443)
      #expect(found[kSecAttrPort as String] as? Int == 443)
      #expect(found[kSecAttrSynchronizable] as? NSNumber == 0)
      #expect(found[kSecAttrSynchronizable] as? Bool == false)
      #expect(found[kSecAttrCreationDate] as? Date != nil)
      #expect(found[kSecAttrModificationDate] as? NSDate != nil)
      #expect(found[kSecAttrServer] as? String == "example.com")
    }
  }

  @Test(
    "an item has an access control in any case",
    arguments: [
      kSecAttrAccessibleWhenUnlocked, kSecAttrAccessibleAfterFirstUnlock, kSecAttrAccessibleAlways,
      kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
      kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, kSecAttrAccessibleAlwaysThisDeviceOnly,
    ].map { $0 as String })
  func accessControl(accessible: String) async throws {
    try await withSimulatedDevice { _ in
      let item = item.merging([kSecAttrAccessible as String: accessible]) { $1 }
      #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
      let found = try #require(attributes(password))
      #expect(found[kSecAttrAccessible as String] as? String == accessible)
      let access = try #require(found[kSecAttrAccessControl as String] as? SecAccessControl)
      #expect(CFGetTypeID(access) == SecAccessControlGetTypeID())
    }
  }

  @Test("a reference to a password finds, changes and deletes it, also after its secret has changed")
  func reference() async throws {
    try await withSimulatedDevice { _ in
      store()
      let other = item.merging([kSecAttrAccount as String: "eve"]) { $1 }
      #expect(SecItemAdd(other as CFDictionary, nil) == errSecSuccess)
      let asked = find(password.merging([kSecReturnRef as String: true]) { $1 })
      let reference = try #require(asked.result)
      let query = [kSecClass as String: kSecClassGenericPassword, kSecValueRef as String: reference]
      let changes =
        [kSecValueData as String: Data("new".utf8), kSecAttrLabel as String: "New"] as [String: Any]
      #expect(SecItemUpdate(query as CFDictionary, changes as CFDictionary) == errSecSuccess)
      #expect(
        find(query.merging([kSecReturnData as String: kCFBooleanTrue]) { $1 }).result as? Data
          == Data("new".utf8))
      let list: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword, kSecMatchItemList as String: [reference],
      ]
      #expect(find(list).status == errSecSuccess)
      #expect(SecItemDelete([kSecValueRef as String: reference] as CFDictionary) == errSecSuccess)
      #expect(find(query).status == errSecItemNotFound)
      #expect(find([kSecClass as String: kSecClassGenericPassword]).status == errSecSuccess)
    }
  }

  @Test("an app that empties its keychain class by class is told what is there")
  func wipe() async throws {
    try await withSimulatedDevice { _ in
      store()
      let classes = [
        kSecClassGenericPassword, kSecClassInternetPassword, kSecClassCertificate, kSecClassKey,
        kSecClassIdentity,
      ]
      let statuses = classes.map { SecItemDelete([kSecClass: $0] as CFDictionary) }
      #expect(statuses == [errSecSuccess] + Array(repeating: errSecItemNotFound, count: 4))
    }
  }

  @Test("no certificate is found, and none can be stored")
  func certificates() async throws {
    try await withSimulatedDevice { _ in
      let query: [String: Any] = [
        kSecClass as String: kSecClassCertificate, kSecMatchTrustedOnly as String: true,
        kSecMatchSubjectContains as String: "example", kSecReturnRef as String: true,
      ]
      #expect(find(query).status == errSecItemNotFound)
      let new = [kSecClass: kSecClassIdentity, kSecValueData: Data()] as [CFString: Any]
      #expect(SecItemAdd(new as CFDictionary, nil) == errSecUnimplemented)
    }
  }

  @Test("what narrows only certificates and keychains of macOS makes no difference to a password")
  func matching() async throws {
    try await withSimulatedDevice { _ in
      store()
      let options: [[String: Any]] = [
        [kSecMatchCaseInsensitive as String: true], [kSecMatchSearchList as String: [Any]()],
        [kSecAttrSyncViewHint as String: "hint"], [kSecUseDataProtectionKeychain as String: true],
        [kSecUseNoAuthenticationUI as String: false],
        [kSecUseAuthenticationUI as String: kSecUseAuthenticationUIAllow],
        [kSecReturnRef as String: false, kSecReturnPersistentRef as String: false],
      ]
      for option in options { #expect(find(password.merging(option) { $1 }).status == errSecSuccess) }
    }
  }

  @Test("a persistent reference is opaque data, survives an update and dies with the item")
  func persistentReference() async throws {
    try await withSimulatedDevice { _ in
      var result: CFTypeRef?
      let item = password.merging([
        kSecValueData as String: Data("one".utf8), kSecReturnPersistentRef as String: true,
      ]) { $1 }
      #expect(SecItemAdd(item as CFDictionary, &result) == errSecSuccess)
      let reference = try #require(result as? Data)
      let query: [String: Any] = [
        kSecValuePersistentRef as String: reference, kSecReturnData as String: true,
        kSecReturnPersistentRef as String: true,
      ]
      let changes: [String: Any] = [
        kSecValueData as String: Data("two".utf8), kSecAttrAccount as String: "eve",
      ]
      #expect(SecItemUpdate(password as CFDictionary, changes as CFDictionary) == errSecSuccess)
      #expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
      let found = result as? [String: Any]
      #expect(found?[kSecValueData as String] as? Data == Data("two".utf8))
      #expect(found?[kSecValuePersistentRef as String] as? Data == reference)
      let deletion = [kSecValuePersistentRef as String: reference] as CFDictionary
      #expect(SecItemDelete(deletion) == errSecSuccess)
      #expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecItemNotFound)
      #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
      #expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecItemNotFound)
    }
  }

  @Test("the codes of creator and type, and whether an item is hidden or negative, are stored and returned")
  func codes() async throws {
    try await withSimulatedDevice { _ in
      var result: CFTypeRef?
      let item = password.merging([
        kSecAttrCreator as String: 0x6164_6121, kSecAttrType as String: NSNumber(value: 7),
        kSecAttrIsInvisible as String: true, kSecAttrIsNegative as String: false,
        kSecReturnAttributes as String: true,
      ]) { $1 }
      #expect(SecItemAdd(item as CFDictionary, &result) == errSecSuccess)
      let found = try #require(result as? NSDictionary)
      #expect(found[kSecAttrCreator] as? NSNumber == 0x6164_6121)
      #expect(found[kSecAttrType] as? NSNumber == 7)
      #expect(found[kSecAttrIsInvisible] as? Bool == true)
      #expect(found[kSecAttrIsNegative] as? Bool == false)
    }
  }

  @Test("an account of bytes is another one than the text of the same bytes, and comes back as bytes")
  func bytes() async throws {
    try await withSimulatedDevice { _ in
      store()
      let bytes = Data("ada".utf8)
      let other = item.merging([kSecAttrAccount as String: bytes, kSecAttrService as String: Data([0xFF])]) {
        $1
      }
      #expect(SecItemAdd(other as CFDictionary, nil) == errSecSuccess)
      #expect(SecItemAdd(other as CFDictionary, nil) == errSecDuplicateItem)
      let kind = [kSecClass as String: kSecClassGenericPassword as Any]
      let found = try #require(attributes(kind.merging([kSecAttrAccount as String: bytes]) { $1 }))
      #expect(found[kSecAttrAccount as String] as? Data == bytes)
      #expect(found[kSecAttrService as String] as? Data == Data([0xFF]))
      #expect(
        attributes(kind.merging([kSecAttrAccount as String: "ada"]) { $1 })?["acct"] as? String == "ada")
      let reference = find(other.merging([kSecReturnRef as String: true]) { $1 }).result as Any
      #expect(SecItemDelete([kSecValueRef: reference] as CFDictionary) == errSecSuccess)
      #expect(find(other).status == errSecItemNotFound)
      #expect(find(password).status == errSecSuccess)
    }
  }

  @Test("a class in a query narrows reads and deletes, and an add collides all the same")
  func narrowing() async throws {
    try await withSimulatedDevice { _ in
      store()
      let other = password.merging([kSecAttrAccessible as String: kSecAttrAccessibleAlways]) { $1 }
      #expect(find(other).status == errSecItemNotFound)
      #expect(SecItemDelete(other as CFDictionary) == errSecItemNotFound)
      #expect(SecItemAdd(other as CFDictionary, nil) == errSecDuplicateItem)
      let own = password.merging([kSecAttrAccessible as String: kSecAttrAccessibleWhenUnlocked]) { $1 }
      #expect(find(own).status == errSecSuccess)
      #expect(SecItemDelete(own as CFDictionary) == errSecSuccess)
    }
  }

  /// Attributes of keys, for items of their class.
  private static let keys = [
    Attribute("application tag", kSecAttrApplicationTag, Data([1, 0xFF]), Data("tag".utf8)),
    Attribute("application label", kSecAttrApplicationLabel, Data([2, 0xFF]), Data("label".utf8)),
    Attribute(
      "key class", kSecAttrKeyClass, kSecAttrKeyClassPrivate as String, kSecAttrKeyClassPublic as String),
    Attribute("key type", kSecAttrKeyType, kSecAttrKeyTypeRSA as String, kSecAttrKeyTypeEC as String),
    Attribute("key size", kSecAttrKeySizeInBits, 2048, 256),
    Attribute("label", kSecAttrLabel, "Key", "Other key"),
  ]

  @Test("an attribute of a key is stored, found, returned and changed", arguments: keys)
  func key(attribute: Attribute) async throws {
    try await withSimulatedDevice { _ in live(attribute, kSecClassKey) }
  }
}
