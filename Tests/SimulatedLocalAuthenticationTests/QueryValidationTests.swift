import LocalAuthentication
import Security
import Testing

@Suite struct QueryValidationTests {
  private static var password: [String: Any] {
    [kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "a"]
  }

  /// What is wrong about a query, and the entry that makes it so.
  struct Mistake: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let key: String
    let value: any Sendable

    init(_ description: String, _ key: CFString, _ value: any Sendable) {
      testDescription = description
      self.key = key as String
      self.value = value
    }
  }

  private static let mistakes = [
    Mistake("an unknown key", "nonsense" as CFString, "x"),
    Mistake("a text as secret", kSecValueData, "secret"),
    Mistake("a number as account", kSecAttrAccount, 7),
    Mistake("a text as port", kSecAttrPort, "443"),
    Mistake("a Boolean as port", kSecAttrPort, true),
    Mistake("an unknown class", kSecClass, "nonsense"),
    Mistake("a text as Boolean", kSecReturnData, "yes"),
    Mistake("a text as Boolean of a reference", kSecReturnRef, "yes"),
    Mistake("a text as stored reference", kSecValuePersistentRef, "reference"),
    Mistake("a text as reference", kSecValueRef, "reference"),
    Mistake("a dictionary of nothing as reference", kSecValueRef, ["acct": "ada"]),
    Mistake("a text as code of the creator", kSecAttrCreator, "ada"),
    Mistake("a text as hidden", kSecAttrIsInvisible, "yes"),
    Mistake("an unknown accessibility", kSecAttrAccessible, "whenever"),
    Mistake("flags in the place of an access control", kSecAttrAccessControl, 1),
    Mistake("a text as context", kSecUseAuthenticationContext, "context"),
    Mistake("an unknown user interface", kSecUseAuthenticationUI, "maybe"),
  ]

  @Test("an unknown key and a wrong type are a parameter error in every function", arguments: mistakes)
  func mistake(_ mistake: Mistake) {
    var query = Self.password
    query[mistake.key] = mistake.value
    #expect(SecItemAdd(query as CFDictionary, nil) == errSecParam)
    #expect(SecItemCopyMatching(query as CFDictionary, nil) == errSecParam)
    #expect(SecItemUpdate(query as CFDictionary, [:] as CFDictionary) == errSecParam)
    #expect(SecItemDelete(query as CFDictionary) == errSecParam)
  }

  @Test("a query without a class is a parameter error")
  func noClass() {
    #expect(SecItemCopyMatching([kSecAttrAccount as String: "a"] as CFDictionary, nil) == errSecParam)
  }

  @Test("new attributes are attributes and nothing else")
  func newAttributes() {
    let options: [String: Any] = [kSecReturnData as String: true]
    #expect(SecItemUpdate(Self.password as CFDictionary, options as CFDictionary) == errSecParam)
    let itemClass: [String: Any] = [kSecClass as String: kSecClassKey]
    #expect(SecItemUpdate(Self.password as CFDictionary, itemClass as CFDictionary) == errSecParam)
  }

  @Test("a limit is for searches, and positive")
  func limits() {
    var query = Self.password
    query[kSecMatchLimit as String] = 0
    #expect(SecItemCopyMatching(query as CFDictionary, nil) == errSecParam)
    query[kSecMatchLimit as String] = kSecMatchLimitOne
    #expect(SecItemAdd(query as CFDictionary, nil) == errSecParam)
    #expect(SecItemDelete(query as CFDictionary) == errSecParam)
  }

  @Test(
    "an access control with flags that contradict each other is none",
    arguments: [
      [.biometryAny, .devicePasscode], [.or, .and, .biometryAny],
      SecAccessControlCreateFlags(rawValue: 1 << 2),
      [.userPresence, .biometryCurrentSet],
    ])
  func contradictions(flags: SecAccessControlCreateFlags) {
    #expect(SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, flags, nil) == nil)
  }

  @Test(
    "one constraint, joined ones, and restrictions are an access control",
    arguments: [
      [], .userPresence, [.biometryCurrentSet, .or, .devicePasscode],
      [.biometryAny, .and, .applicationPassword],
      [.privateKeyUsage, .biometryAny], .applicationPassword,
    ] as [SecAccessControlCreateFlags])
  func valid(flags: SecAccessControlCreateFlags) {
    #expect(SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, flags, nil) != nil)
  }

  @Test("only a value of kSecAttrAccessible is a protection")
  func protection() {
    #expect(SecAccessControlCreateWithFlags(nil, "nonsense" as CFString, [], nil) == nil)
  }
}
