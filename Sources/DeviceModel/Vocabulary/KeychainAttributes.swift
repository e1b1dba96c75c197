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
