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
  /// Those that are given, in the order of their names: so equal ones print the same.
  package private(set) var entries: [Entry] = []

  /// An attribute with its value.
  package struct Entry: Equatable, Sendable {
    package let attribute: KeychainAttribute
    package var value: Value
  }

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
    for (attribute, value) in elements { self[attribute] = value }
  }

  package subscript(_ attribute: KeychainAttribute) -> Value? {
    get { entries.first { $0.attribute == attribute }?.value }
    set {
      entries.removeAll { $0.attribute == attribute }
      guard let newValue else { return }
      let index = entries.firstIndex { $0.attribute.rawValue > attribute.rawValue }
      entries.insert(Entry(attribute: attribute, value: newValue), at: index ?? entries.endIndex)
    }
  }

  /// As the keychain compares them: an absent attribute is an empty one.
  func text(of attribute: KeychainAttribute) -> String { self[attribute]?.text ?? "" }
}

extension KeychainAttributes.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  package init(stringLiteral value: String) { self = .text(value) }
  package init(integerLiteral value: Int) { self = .number(value) }
}
