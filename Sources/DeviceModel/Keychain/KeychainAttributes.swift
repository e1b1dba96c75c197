import JSON
package import Schema

/// What a keychain item is called and found by.
///
/// Apple: *kSecAttr…*; the names on the wire are the case names.
package enum KeychainAttribute: String, CaseIterable, Sendable {
  case account, service, accessGroup, label, description, comment, generic
  case creator, type, isInvisible, isNegative
  case server, `protocol`, port, path, securityDomain, authenticationType
  case applicationTag, applicationLabel, keyClass, keyType, keySizeInBits, tokenID, publicKey
}

/// Attributes of a keychain item, or those that a query asks for.
package struct KeychainAttributes: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// Those that are given, in the order of their names: so equal ones print the same.
  package private(set) var entries: [Entry] = []

  /// An attribute with its value.
  package struct Entry: Hashable, Sendable {
    package let attribute: KeychainAttribute
    package var value: Value
  }

  /// The value of an attribute. A text is another value than the same bytes given as bytes.
  package enum Value: Sendable {
    case text(String)
    case bytes([UInt8])
    case number(Int)
    case flag(Bool)
  }

  package init(dictionaryLiteral elements: (KeychainAttribute, Value)...) {
    for (attribute, value) in elements { self[attribute] = value }
  }

  package subscript(_ attribute: KeychainAttribute) -> Value? {
    get { entries.first { $0.attribute == attribute }?.value }
    set {
      if let index = entries.firstIndex(where: { $0.attribute == attribute }) { entries.remove(at: index) }
      guard let newValue else { return }
      let entry = Entry(attribute: attribute, value: newValue)
      // Mostly there is one, or they come in their order.
      if let index = entries.firstIndex(where: { $0.attribute.rawValue > attribute.rawValue }) {
        entries.insert(entry, at: index)
      } else {
        entries.append(entry)
      }
    }
  }

  /// A text; empty if the attribute is none.
  func text(of attribute: KeychainAttribute) -> String {
    if case .text(let text) = self[attribute] { text } else { "" }
  }

  /// As the keychain compares them: an empty attribute is an absent one.
  func compared(_ attribute: KeychainAttribute) -> Value? { self[attribute]?.compared }

  /// Those of some attributes, as the keychain compares them.
  func compared(_ attributes: [KeychainAttribute]) -> Self {
    attributes.reduce(into: [:]) { $0[$1] = compared($1) }
  }

  /// What the values take up.
  package var size: Int { entries.reduce(0) { $0 + $1.value.size } }
}

extension KeychainAttributes.Value: Hashable {
  /// Texts are equal byte for byte.
  package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): left.isSameText(as: right)
    case (.bytes(let left), .bytes(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.flag(let left), .flag(let right)): left == right
    case (.text, _), (.bytes, _), (.number, _), (.flag, _): false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .text(let text): Name(text).hash(into: &hasher)
    case .bytes(let bytes): bytes.hash(into: &hasher)
    case .number(let number): number.hash(into: &hasher)
    case .flag(let flag): flag.hash(into: &hasher)
    }
  }

  /// As the keychain compares it: an empty one is none.
  var compared: Self? { isEmpty ? nil : self }

  var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .bytes(let bytes): bytes.isEmpty
    case .number(let number): number == 0
    case .flag(let flag): !flag
    }
  }

  fileprivate var size: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .bytes(let bytes): bytes.count
    case .number, .flag: 8
    }
  }
}

extension KeychainAttributes.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  package init(stringLiteral value: String) { self = .text(value) }
  package init(integerLiteral value: Int) { self = .number(value) }
  package init(booleanLiteral value: Bool) { self = .flag(value) }
}

/// What kind of secret a keychain item keeps.
///
/// Apple: *kSecClass*; the names on the wire are the case names.
package enum KeychainClass: String, CaseIterable, Sendable {
  case genericPassword, internetPassword
  /// Half of a key pair, or a symmetric key.
  case key

  /// The attributes that, with access group and synchronizability, tell items of the class apart.
  package var primaryAttributes: [KeychainAttribute] {
    switch self {
    case .genericPassword: [.account, .service]
    case .internetPassword:
      [.account, .server, .protocol, .port, .path, .securityDomain, .authenticationType]
    case .key: [.account, .service, .applicationTag, .applicationLabel, .keyClass, .keyType, .keySizeInBits]
    }
  }

  /// Whether items of the class have the attribute.
  func has(_ attribute: KeychainAttribute) -> Bool {
    switch attribute {
    case .accessGroup, .label, .description, .comment, .generic, .creator: true
    case .type, .isInvisible, .isNegative: self != .key
    case .tokenID, .publicKey: self == .key
    case .account, .service, .server, .protocol, .port, .path, .securityDomain, .authenticationType,
      .applicationTag, .applicationLabel, .keyClass, .keyType, .keySizeInBits:
      primaryAttributes.contains(attribute)
    }
  }
}

/// Which half of a pair a key is.
///
/// Apple: *kSecAttrKeyClass*; the names on the wire are the case names.
package enum KeyClass: String, CaseIterable, Sendable {
  case `public`, `private`, symmetric
}

/// The algorithm of a key.
///
/// Apple: *kSecAttrKeyType*; the names on the wire are the case names.
package enum KeyType: String, CaseIterable, Sendable {
  case rsa
  /// The elliptic curves of NIST.
  case ec
}

extension KeychainAttributes {
  /// A member for each attribute, in the order of the reference.
  package static let members = members(of: KeychainAttribute.allCases)

  /// Members for some attributes, and behind them for those that may be given as bytes.
  package static func members(of attributes: [KeychainAttribute]) -> [Member<Self>] {
    attributes.map(member) + attributes.filter(\.takesBytes).map(bytesMember)
  }

  private static func member(_ attribute: KeychainAttribute) -> Member<Self> {
    let coding = attribute.coding
    return Member(
      Field(attribute.rawValue, coding.type, attribute.summary),
      read: { (node, attributes) throws(Mismatch) in
        try attributes.take(coding.read(node), as: attribute)
      },
      write: { attributes, writer in
        guard let value = attributes[attribute], !value.isBytes else { return }
        writer.key(attribute.rawValue)
        coding.write(value, &writer)
      })
  }

  private static func bytesMember(_ attribute: KeychainAttribute) -> Member<Self> {
    let name = attribute.rawValue + "Base64"
    return Member(
      Field(name, .string(), "the same as base64 of any bytes; not beside \(attribute.rawValue)"),
      read: { (node, attributes) throws(Mismatch) in
        try attributes.take(.bytes(Coding<[UInt8]>.base64.read(node)), as: attribute)
      },
      write: { attributes, writer in
        guard case .bytes(let bytes) = attributes[attribute] else { return }
        writer.key(name)
        Coding<[UInt8]>.base64.write(bytes, &writer)
      })
  }

  private mutating func take(_ value: Value, as attribute: KeychainAttribute) throws(Mismatch) {
    if self[attribute] != nil { throw .conflict(with: attribute.rawValue, rule: "base64") }
    self[attribute] = value
  }
}

extension KeychainAttributes.Value {
  fileprivate var isBytes: Bool { if case .bytes = self { true } else { false } }
}

extension Coding where Value == KeychainAttributes {
  static let attributes = object(Record(KeychainAttributes.members), from: { KeychainAttributes() })
}

extension Coding where Value == KeychainAttributes.Value {
  fileprivate static let textValue = Coding<String>.string.map(Value.text) {
    if case .text(let text) = $0 { text } else { "" }
  }

  fileprivate static func number(_ range: ClosedRange<Int>) -> Self {
    Coding<Int>.integer(range).map(Value.number) { if case .number(let number) = $0 { number } else { 0 } }
  }

  fileprivate static let flag = Coding<Bool>.boolean.map(Value.flag) {
    if case .flag(let flag) = $0 { flag } else { false }
  }

  /// A text of a vocabulary.
  fileprivate static func word<Word>(of: Word.Type) -> Self
  where Word: CaseIterable & RawRepresentable<String> & Sendable {
    Self(
      Coding<Word>.cases.type,
      convert: { $0.string.flatMap(Word.init(rawValue:)).map { .text($0.rawValue) } },
      write: textValue.write)
  }
}

extension KeychainAttribute {
  /// Whether it is a text that apps give as bytes, too.
  fileprivate var takesBytes: Bool { self == .account || self == .service }

  fileprivate var coding: Coding<KeychainAttributes.Value> {
    switch self {
    case .account, .service, .accessGroup, .label, .description, .comment, .generic, .server, .protocol,
      .path, .securityDomain, .authenticationType, .applicationTag, .applicationLabel, .tokenID, .publicKey:
      .textValue
    case .port: .number(0...65535)
    // Four characters, as a signed or an unsigned number.
    case .creator, .type: .number(Int(Int32.min)...Int(UInt32.max))
    case .keySizeInBits: .number(0...65536)
    case .isInvisible, .isNegative: .flag
    case .keyClass: .word(of: KeyClass.self)
    case .keyType: .word(of: KeyType.self)
    }
  }

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
    case .creator: "four characters of the app that made it, as a number"
    case .type: "four characters that tell the app's kinds of items apart, as a number"
    case .isInvisible: "whether people are not to see it"
    case .isNegative: "whether it only says that there is no password"
    case .server: "the host of an internet password; part of its primary key, as the next five are"
    case .protocol: "like https"
    case .port: "a number"
    case .path: "mostly that of a URL"
    case .securityDomain: "the realm"
    case .authenticationType: "like form"
    case .applicationTag: "what a key is found by; part of its primary key, as the next four are"
    case .applicationLabel: "mostly a hash of the public key"
    case .keyClass: "which half of a pair it is"
    case .keyType: "the algorithm; ec: the elliptic curves of NIST"
    case .keySizeInBits: "how long a key is"
    case .tokenID: "what keeps a key; its value is then never read"
    case .publicKey: "the public half of a private key, so that nobody is asked for it"
    }
  }
}
