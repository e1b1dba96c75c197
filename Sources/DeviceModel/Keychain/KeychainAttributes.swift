import JSON
package import Schema

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

extension KeychainAttributes {
  /// A member for each attribute, in the order of the reference.
  package static let members: [Member<KeychainAttributes>] = KeychainAttribute.allCases.map { attribute in
    let type: ValueType = attribute == .port ? .integer(0...65535) : .string()
    return Member(
      Field(attribute.rawValue, type, attribute.summary),
      read: { (node, attributes) throws(Mismatch) in
        attributes[attribute] =
          attribute == .port
          ? .number(try Coding.integer(0...65535).read(node)) : .text(try Coding.string.read(node))
      },
      write: { attributes, writer in
        guard let value = attributes[attribute] else { return }
        writer.key(attribute.rawValue)
        switch value {
        case .text(let text): writer.string(text)
        case .number(let number): writer.integer(number)
        }
      })
  }
}

extension KeychainAttribute {
  /// One line for a person.
  fileprivate var summary: String {
    switch self {
    case .account: "whose password it is; in every class part of the primary key"
    case .service: "what a generic password is for; part of its primary key"
    case .accessGroup: "part of the primary key; default: the app's bundle id"
    case .label: "a title for people"
    case .description: "what kind of item it is, for people"
    case .comment: "a remark"
    case .generic: "anything of the app's own"
    case .server: "the host of an internet password; part of its primary key, as the next five are"
    case .protocol: "like https"
    case .port: "a number"
    case .path: "mostly that of a URL"
    case .securityDomain: "the realm"
    case .authenticationType: "like form"
    case .applicationTag: "what a key is found by; part of its primary key"
    }
  }
}
