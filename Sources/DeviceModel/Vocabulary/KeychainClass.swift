/// What kind of secret a keychain item keeps.
///
/// Apple: *kSecClass*; the names on the wire are the case names.
package enum KeychainClass: String, CaseIterable, Sendable {
  case genericPassword, internetPassword
  /// Stored and found like a password; nothing can be signed with it here.
  case key

  /// The attributes that, with access group and synchronizability, tell items of the class apart.
  package var primaryAttributes: [KeychainAttribute] {
    switch self {
    case .genericPassword: [.account, .service]
    case .internetPassword:
      [.account, .server, .protocol, .port, .path, .securityDomain, .authenticationType]
    case .key: [.account, .service, .applicationTag]
    }
  }

  /// Whether items of the class have the attribute.
  func has(_ attribute: KeychainAttribute) -> Bool {
    switch attribute {
    case .accessGroup, .label, .description, .comment, .generic: true
    default: primaryAttributes.contains(attribute)
    }
  }
}
