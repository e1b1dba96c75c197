import Foundation
import LocalAuthentication
import Security

/// Keeps the token of a session for those who are enrolled now.
///
/// The vault is empty once another face or finger is enrolled, or the passcode removed.
public actor TokenVault {
  private let service: String
  private let account: String

  /// - Parameter account: whose token it is.
  public init(service: String, account: String) {
    self.service = service
    self.account = account
  }

  /// Stores a token, replacing the one before. Shows no prompt.
  public func store(_ token: String) throws(VaultError) {
    var item = key
    item[kSecValueData as String] = Data(token.utf8)
    item[kSecAttrAccessControl as String] = try Self.guarding()
    SecItemDelete(key as CFDictionary)
    switch SecItemAdd(item as CFDictionary, nil) {
    case errSecSuccess: return
    case errSecAuthFailed: throw .cannotBeGuarded
    case let status: throw .keychain(status)
    }
  }

  /// Whether there is a token that can still be read. Shows no prompt.
  public func holdsToken() throws(VaultError) -> Bool {
    let silent = LAContext()
    silent.interactionNotAllowed = true
    var query = key
    query[kSecUseAuthenticationContext as String] = silent
    switch SecItemCopyMatching(query as CFDictionary, nil) {
    case errSecSuccess, errSecInteractionNotAllowed: return true
    case errSecItemNotFound: return false
    case let status: throw .keychain(status)
    }
  }

  /// Asks for the owner and returns the token.
  ///
  /// - Parameter reason: tells the user what it is for.
  /// - Returns: `nil` if the user or the system cancelled.
  public func token(reason: String) async throws -> String? {
    guard try holdsToken() else { throw VaultError.empty }
    let context = LAContext()
    guard try await Self.opens(context, reason: reason) else { return nil }
    var query = key
    query[kSecReturnData as String] = true
    query[kSecUseAuthenticationContext as String] = context
    var item: CFTypeRef?
    try Self.check(SecItemCopyMatching(query as CFDictionary, &item))
    guard let data = item as? Data, let token = String(data: data, encoding: .utf8) else {
      throw VaultError.keychain(errSecDecode)
    }
    return token
  }

  /// Asks for the owner and changes the token. It stays bound to those who were enrolled when it was stored.
  ///
  /// - Returns: `false` if the user or the system cancelled; the old token then stays.
  public func replace(with token: String, reason: String) async throws -> Bool {
    guard try holdsToken() else { throw VaultError.empty }
    let context = LAContext()
    guard try await Self.opens(context, reason: reason) else { return false }
    var query = key
    query[kSecUseAuthenticationContext as String] = context
    let change = [kSecValueData as String: Data(token.utf8)]
    try Self.check(SecItemUpdate(query as CFDictionary, change as CFDictionary))
    return true
  }

  /// Deletes the token. Shows no prompt.
  public func clear() throws(VaultError) {
    switch SecItemDelete(key as CFDictionary) {
    case errSecSuccess, errSecItemNotFound: return
    case let status: throw .keychain(status)
    }
  }

  /// What identifies the token in the keychain.
  private var key: [String: Any] {
    [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: service,
      kSecAttrAccount as String: account,
    ]
  }

  private static func guarding() throws(VaultError) -> SecAccessControl {
    var error: Unmanaged<CFError>?
    let accessControl = SecAccessControlCreateWithFlags(
      kCFAllocatorDefault, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, .biometryCurrentSet, &error)
    if let accessControl { return accessControl }
    let reason = error?.takeRetainedValue() as (any Error)?
    throw .keychain(reason.map { OSStatus(($0 as NSError).code) } ?? errSecParam)
  }

  /// Asks on a context, which then opens the token without asking again. The keychain would ask by itself,
  /// but it would block this actor meanwhile, and its errors say less.
  private static func opens(_ context: LAContext, reason: String) async throws -> Bool {
    do {
      return try await context.evaluateAccessControl(
        guarding(), operation: .useItem, localizedReason: reason)
    } catch let error as LAError {
      if AuthenticationOutcome(error.code) != nil { return false }
      throw VaultError.notAuthenticated(AuthenticationFailure(error.code))
    }
  }

  private static func check(_ status: OSStatus) throws(VaultError) {
    switch status {
    case errSecSuccess: return
    case errSecItemNotFound: throw .empty
    default: throw .keychain(status)
    }
  }
}
