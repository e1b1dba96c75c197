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

/// What a keychain item is called and found by.
///
/// Apple: *kSecAttr…*; the names on the wire are the case names.
package enum KeychainAttribute: String, CaseIterable, Sendable {
  case account, service, accessGroup, label, description, comment, generic
  case server, `protocol`, port, path, securityDomain, authenticationType
  case applicationTag
}

/// Attributes of a keychain item, or those that a query asks for.
package struct KeychainAttributes: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  package private(set) var values: [KeychainAttribute: Value]

  /// A text, or the number of a port.
  package enum Value: Hashable, Sendable {
    case text(String)
    case number(Int)

    var text: String {
      switch self {
      case .text(let text): text
      case .number(let number): String(number)
      }
    }
  }

  package init(dictionaryLiteral elements: (KeychainAttribute, Value)...) {
    values = Dictionary(elements) { _, last in last }
  }

  package subscript(_ attribute: KeychainAttribute) -> Value? {
    get { values[attribute] }
    set { values[attribute] = newValue }
  }

  /// As the keychain compares them: an absent attribute is an empty one.
  func text(of attribute: KeychainAttribute) -> String { values[attribute]?.text ?? "" }
}

extension KeychainAttributes.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  package init(stringLiteral value: String) { self = .text(value) }
  package init(integerLiteral value: Int) { self = .number(value) }
}
