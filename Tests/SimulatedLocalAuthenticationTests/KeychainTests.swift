import DeviceSimulatorTesting
import LocalAuthentication
import Security
import Testing

/// A token in the keychain, as apps keep one.
struct Vault: Sendable {
  var service = "com.example.notes"
  var flags: SecAccessControlCreateFlags?

  var key: [String: Any] {
    [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
      kSecAttrAccount as String: "token",
    ]
  }

  /// What is added, and deleted with the very same dictionary.
  func item(_ secret: String) -> CFDictionary {
    var item = key
    item[kSecValueData as String] = Data(secret.utf8)
    if let flags {
      item[kSecAttrAccessControl as String] = SecAccessControlCreateWithFlags(
        nil, kSecAttrAccessibleWhenUnlocked, flags, nil)
    }
    return item as CFDictionary
  }

  func save(_ secret: String) -> OSStatus { SecItemAdd(item(secret), nil) }

  /// Blocks while a prompt is up.
  func read(_ options: [String: Any] = [:]) -> (status: OSStatus, secret: String?) {
    var query = key.merging(options) { $1 }
    query[kSecReturnData as String] = true
    var item: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &item)
    return (status, (item as? Data).map { String(decoding: $0, as: UTF8.self) })
  }
}

@Suite struct KeychainTests {
  @Test("an item is added, found, changed and deleted")
  func life() async throws {
    try await withSimulatedDevice { device in
      let vault = Vault()
      #expect(vault.read() == (errSecItemNotFound, nil))
      #expect(vault.save("one") == errSecSuccess)
      #expect(vault.save("two") == errSecDuplicateItem)
      #expect(vault.read() == (errSecSuccess, "one"))
      let changes = [kSecValueData as String: Data("two".utf8)] as CFDictionary
      #expect(SecItemUpdate(vault.key as CFDictionary, changes) == errSecSuccess)
      #expect(vault.read() == (errSecSuccess, "two"))
      #expect(SecItemDelete(vault.key as CFDictionary) == errSecSuccess)
      #expect(SecItemDelete(vault.key as CFDictionary) == errSecItemNotFound)
      let items = try await device.keychainItems()
      #expect(items.isEmpty)
    }
  }

  @Test("the dictionary that is added next deletes what is there, twice in a row")
  func deleteThenAdd() async throws {
    try await withSimulatedDevice { device in
      let vault = Vault(flags: .biometryCurrentSet)
      for secret in ["one", "two"] {
        let item = vault.item(secret)
        SecItemDelete(item)
        #expect(SecItemAdd(item, nil) == errSecSuccess)
      }
      let items = try await device.keychainItems()
      #expect(items.count == 1)
      #expect(items.first?.flags == ["biometryCurrentSet"])
      #expect(items.first?.usable == true)
    }
  }

  @Test("attributes come back under Apple's keys, with Apple's types")
  func attributes() async throws {
    try await withSimulatedDevice(clock: .manual) { device in
      var item = Vault(flags: [.biometryAny, .or, .devicePasscode]).key
      let access = SecAccessControlCreateWithFlags(
        nil, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, [.biometryAny, .or, .devicePasscode], nil)
      item[kSecAttrAccessControl as String] = access
      item[kSecAttrGeneric as String] = Data([0xFF, 0])
      item[kSecAttrLabel as String] = "Token"
      item[kSecValueData as String] = Data("secret".utf8)
      item[kSecReturnAttributes as String] = true
      var result: CFTypeRef?
      #expect(SecItemAdd(item as CFDictionary, &result) == errSecSuccess)
      let attributes = try #require(result as? [String: Any])
      #expect(attributes[kSecClass as String] as? String == kSecClassGenericPassword as String)
      #expect(attributes[kSecAttrAccount as String] as? String == "token")
      #expect(attributes[kSecAttrGeneric as String] as? Data == Data([0xFF, 0]))
      #expect(attributes[kSecAttrLabel as String] as? String == "Token")
      #expect(attributes[kSecAttrSynchronizable as String] as? Bool == false)
      #expect(attributes[kSecAttrAccessible as String] as? String == "akpu")
      #expect(attributes[kSecAttrAccessControl as String] is SecAccessControl)
      #expect(attributes[kSecAttrCreationDate as String] as? Date == (try await device.state().wallTime))
      #expect(attributes[kSecValueData as String] == nil)
    }
  }

  @Test("all items come as a list, one alone does not")
  func list() async throws {
    try await withSimulatedDevice { _ in
      for service in ["a", "b"] { #expect(Vault(service: service).save(service) == errSecSuccess) }
      let all: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword, kSecMatchLimit as String: kSecMatchLimitAll,
        kSecReturnAttributes as String: true, kSecReturnData as String: kCFBooleanTrue!,
      ]
      var item: AnyObject?
      #expect(SecItemCopyMatching(all as CFDictionary, &item) == errSecSuccess)
      let list = try #require(item as? [[String: Any]])
      #expect(list.map { $0[kSecAttrService as String] as? String } == ["a", "b"])
      #expect(list.map { $0[kSecValueData as String] as? Data } == [Data("a".utf8), Data("b".utf8)])
      var one = all
      one[kSecMatchLimit as String] = kSecMatchLimitOne
      #expect(SecItemCopyMatching(one as CFDictionary, &item) == errSecSuccess)
      #expect((item as? [String: Any])?[kSecAttrService as String] as? String == "a")
      one[kSecReturnAttributes as String] = nil
      one[kSecReturnData as String] = nil
      #expect(SecItemCopyMatching(one as CFDictionary, &item) == errSecSuccess)
      #expect(item == nil)
    }
  }

  @Test("internet passwords and keys are found by what is theirs")
  func otherClasses() async throws {
    try await withSimulatedDevice { _ in
      let site: [String: Any] = [
        kSecClass as String: kSecClassInternetPassword, kSecAttrServer as String: "example.com",
        kSecAttrPort as String: 443, kSecAttrProtocol as String: kSecAttrProtocolHTTPS,
        kSecValueData as String: Data("site".utf8),
      ]
      let tag = Data("com.example.key".utf8)
      let key: [String: Any] = [
        kSecClass as String: kSecClassKey, kSecAttrApplicationTag as String: tag,
        kSecValueData as String: Data("key".utf8),
      ]
      for item in [site, key] {
        #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
        var query = item
        query[kSecReturnData as String] = true
        query[kSecReturnAttributes as String] = true
        var result: CFTypeRef?
        #expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
        let found = try #require(result as? [String: Any])
        #expect(found[kSecValueData as String] as? Data == item[kSecValueData as String] as? Data)
        #expect(found[kSecAttrPort as String] as? Int == item[kSecAttrPort as String] as? Int)
        #expect(
          found[kSecAttrApplicationTag as String] as? Data == item[kSecAttrApplicationTag as String] as? Data)
      }
    }
  }

  @Test("synchronizable items are found only when they are asked for")
  func synchronizable() async throws {
    try await withSimulatedDevice { _ in
      var item = Vault().key
      item[kSecAttrSynchronizable as String] = true
      item[kSecValueData as String] = Data()
      #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
      #expect(Vault().read().status == errSecItemNotFound)
      let any = [kSecAttrSynchronizable as String: kSecAttrSynchronizableAny]
      #expect(Vault().read(any) == (errSecSuccess, ""))
    }
  }

  @Test("a query that is wrong stores nothing")
  func nothingStored() async throws {
    try await withSimulatedDevice { device in
      var item = Vault().key
      item["nonsense"] = "x"
      #expect(SecItemAdd(item as CFDictionary, nil) == errSecParam)
      item["nonsense"] = nil
      item[kSecValueData as String] = "no data"
      #expect(SecItemAdd(item as CFDictionary, nil) == errSecParam)
      item[kSecValueData as String] = Data()
      item[kSecAttrAccessible as String] = kSecAttrAccessibleWhenUnlocked
      item[kSecAttrAccessControl as String] = SecAccessControlCreateWithFlags(
        nil, kSecAttrAccessibleWhenUnlocked, .userPresence, nil)
      #expect(SecItemAdd(item as CFDictionary, nil) == errSecParam)
      let items = try await device.keychainItems()
      #expect(items.isEmpty)
    }
  }
}
