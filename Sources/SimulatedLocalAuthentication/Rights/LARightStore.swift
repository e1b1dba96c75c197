public import Foundation

/// A right that was stored, with the secret that it protects.
public final class LAPersistedRight: LARight, @unchecked Sendable {
  /// The name that it was stored under.
  let identifier: String

  init(_ identifier: String, _ requirement: LAAuthenticationRequirement) {
    self.identifier = identifier
    super.init(requirement: requirement)
  }

  /// The key, which can be used while the right is authorized.
  public var key: LAPrivateKey { LAPrivateKey(self) }

  /// The secret, which can be read while the right is authorized.
  public var secret: LASecret { LASecret(self) }
}

/// Data that a stored right protects.
public final class LASecret: NSObject, Sendable {
  private let right: LAPersistedRight

  init(_ right: LAPersistedRight) { self.right = right }

  /// The data.
  ///
  /// - Throws: an ``LAError``: `notInteractive` if the right is not authorized.
  public var rawData: Data {
    get async throws {
      guard let authorization = right.authorization else { throw LAError(.notInteractive) }
      var result: CFTypeRef?
      let query: [String: Any] = RightItem.secret.query(right.identifier).merging([
        kSecReturnData as String: true, kSecUseAuthenticationContext as String: authorization.context,
        kSecUseAuthenticationUI as String: kSecUseAuthenticationUIFail,
      ]) { $1 }
      try RightItem.check(SecItemCopyMatching(query as CFDictionary, &result))
      return result as? Data ?? Data()
    }
  }

  /// Reads the data, or tells why not.
  @preconcurrency public func loadData(
    completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) {
    LARightStore.run(handler) { try await self.rawData }
  }
}

/// Where an app stores rights: its keychain on the device.
public final class LARightStore: NSObject, Sendable {
  /// The store of the app.
  public static let shared = LARightStore()

  private override init() {}

  /// Finds a right.
  ///
  /// - Throws: an error of `NSOSStatusErrorDomain`, `errSecItemNotFound` if there is none of that name.
  public func right(forIdentifier identifier: String) async throws -> LAPersistedRight {
    var query = RightItem.requirement.query(identifier)
    query[kSecReturnData as String] = true
    var result: CFTypeRef?
    try RightItem.check(SecItemCopyMatching(query as CFDictionary, &result))
    let text = (result as? Data).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let flags = UInt(text).map { SecAccessControlCreateFlags(rawValue: $0) } ?? .userPresence
    return LAPersistedRight(identifier, LAAuthenticationRequirement(flags))
  }

  /// Stores a right without a secret, replacing one of the same name.
  public func saveRight(_ right: LARight, identifier: String) async throws -> LAPersistedRight {
    try await saveRight(right, identifier: identifier, secret: Data())
  }

  /// Stores a right with a secret, replacing one of the same name.
  public func saveRight(
    _ right: LARight, identifier: String, secret: Data
  ) async throws -> LAPersistedRight {
    try? RightItem.remove(identifier)
    let flags = right.requirement.flags
    try RightItem.secret.add(identifier, secret, flags)
    try RightKey.make(identifier, flags)
    try RightItem.requirement.add(identifier, Data("\(flags.rawValue)".utf8), [])
    return LAPersistedRight(identifier, right.requirement)
  }

  /// Deletes a right with its secret.
  public func removeRight(_ right: LAPersistedRight) async throws {
    try await removeRight(forIdentifier: right.identifier)
  }

  /// Deletes a right with its secret.
  public func removeRight(forIdentifier identifier: String) async throws {
    try RightItem.remove(identifier)
  }

  /// Deletes all rights of the app.
  public func removeAllRights() async throws {
    do {
      try RightItem.remove(nil)
    } catch let error as NSError where error.code == Int(errSecItemNotFound) {
      // There was none.
    }
  }

  /// Finds a right, or tells why not.
  @preconcurrency public func right(
    forIdentifier identifier: String,
    completion handler: @escaping @Sendable (LAPersistedRight?, (any Error)?) -> Void
  ) {
    Self.run(handler) { try await self.right(forIdentifier: identifier) }
  }

  /// Stores a right without a secret, or tells why not.
  @preconcurrency public func saveRight(
    _ right: LARight, identifier: String,
    completion handler: @escaping @Sendable (LAPersistedRight?, (any Error)?) -> Void
  ) {
    Self.run(handler) { try await self.saveRight(right, identifier: identifier) }
  }

  /// Stores a right with a secret, or tells why not.
  @preconcurrency public func saveRight(
    _ right: LARight, identifier: String, secret: Data,
    completion handler: @escaping @Sendable (LAPersistedRight?, (any Error)?) -> Void
  ) {
    Self.run(handler) { try await self.saveRight(right, identifier: identifier, secret: secret) }
  }

  /// Deletes a right, or tells why not.
  @preconcurrency public func removeRight(
    _ right: LAPersistedRight, completion handler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    LARight.run(handler) { try await self.removeRight(right) }
  }

  /// Deletes a right, or tells why not.
  @preconcurrency public func removeRight(
    forIdentifier identifier: String, completion handler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    LARight.run(handler) { try await self.removeRight(forIdentifier: identifier) }
  }

  /// Deletes all rights of the app, or tells why not.
  @preconcurrency public func removeAllRights(completion handler: @escaping @Sendable ((any Error)?) -> Void)
  {
    LARight.run(handler) { try await self.removeAllRights() }
  }

  /// Runs the awaited form for one with a handler.
  static func run<Value: Sendable>(
    _ handler: @escaping @Sendable (Value?, (any Error)?) -> Void,
    _ body: @escaping @Sendable () async throws -> Value
  ) {
    Task(executorPreference: GrowingExecutor.shared) {
      do {
        handler(try await body(), nil)
      } catch {
        handler(nil, error)
      }
    }
  }
}

/// The keychain items that a right is stored in: its requirement, and its secret and its key under an access
/// control.
enum RightItem: String {
  case requirement = "com.apple.LocalAuthentication.right"
  case secret = "com.apple.LocalAuthentication.right.secret"
  case key = "com.apple.LocalAuthentication.right.key"

  /// The item of a right, or of all rights.
  func query(_ identifier: String?) -> [String: Any] {
    var query: [String: Any] = [
      kSecClass as String: self == .key ? kSecClassKey : kSecClassGenericPassword,
      kSecAttrService as String: rawValue,
    ]
    query[kSecAttrAccount as String] = identifier
    return query
  }

  func add(_ identifier: String, _ value: Data, _ flags: SecAccessControlCreateFlags) throws {
    var item = query(identifier)
    item[kSecValueData as String] = value
    item[kSecAttrAccessControl as String] = SecAccessControl(.whenPasscodeSetThisDeviceOnly, flags)
    try Self.check(SecItemAdd(item as CFDictionary, nil))
  }

  static func remove(_ identifier: String?) throws {
    for item in [secret, key] { SecItemDelete(item.query(identifier) as CFDictionary) }
    try check(SecItemDelete(requirement.query(identifier) as CFDictionary))
  }

  static func check(_ status: OSStatus) throws {
    if status != errSecSuccess { throw NSError(domain: NSOSStatusErrorDomain, code: Int(status)) }
  }
}
