import Foundation

/// The attributes of items: Apple's keys, and the names and types of the wire.
struct KeychainAttribute: Sendable {
  let key: String
  let wireName: String
  let type: ValueType

  enum ValueType: Sendable {
    case text, bytes, number, flag, date, accessibility, accessControl, keyClass, keyType
  }

  /// Whether a reference to an item names it.
  var isIdentifying: Bool { Self.identifying.contains(wireName) }

  private static let identifying: Set = [
    "account", "service", "accessGroup", "server", "protocol", "port", "path", "securityDomain",
    "authenticationType", "applicationTag", "synchronizable",
  ]

  private init(_ key: CFString, _ wireName: String, _ type: ValueType) {
    self.key = key as String
    self.wireName = wireName
    self.type = type
  }

  static let all: [Self] = [
    Self(kSecAttrAccount, "account", .text),
    Self(kSecAttrService, "service", .text),
    Self(kSecAttrAccessGroup, "accessGroup", .text),
    Self(kSecAttrLabel, "label", .text),
    Self(kSecAttrDescription, "description", .text),
    Self(kSecAttrComment, "comment", .text),
    Self(kSecAttrGeneric, "generic", .bytes),
    Self(kSecAttrCreator, "creator", .number),
    Self(kSecAttrType, "type", .number),
    Self(kSecAttrIsInvisible, "isInvisible", .flag),
    Self(kSecAttrIsNegative, "isNegative", .flag),
    Self(kSecAttrServer, "server", .text),
    Self(kSecAttrProtocol, "protocol", .text),
    Self(kSecAttrPort, "port", .number),
    Self(kSecAttrPath, "path", .text),
    Self(kSecAttrSecurityDomain, "securityDomain", .text),
    Self(kSecAttrAuthenticationType, "authenticationType", .text),
    Self(kSecAttrApplicationTag, "applicationTag", .bytes),
    Self(kSecAttrApplicationLabel, "applicationLabel", .bytes),
    Self(kSecAttrKeyClass, "keyClass", .keyClass),
    Self(kSecAttrKeyType, "keyType", .keyType),
    Self(kSecAttrKeySizeInBits, "keySizeInBits", .number),
    Self(kSecAttrTokenID, "tokenID", .text),
    Self(kSecAttrSynchronizable, "synchronizable", .flag),
    Self(kSecAttrAccessible, "accessible", .accessibility),
    Self(kSecAttrAccessControl, "accessControl", .accessControl),
    Self(kSecAttrCreationDate, "creationDate", .date),
    Self(kSecAttrModificationDate, "modificationDate", .date),
  ]

  private static let byKey = Dictionary(grouping: all) { $0.key }

  /// The attribute of a key of a query. The type of a key and that of a password have one key.
  static func named(_ key: String, ofKeys: Bool) -> Self? {
    let named = byKey[key] ?? []
    return named.count < 2 ? named.first : named.first { ($0.type == .keyType) == ofKeys }
  }

  /// An app's value for the wire, and the member for it; `nil` if it has the wrong type.
  func encode(_ value: Any) -> (name: String, value: WireValue)? {
    // An account of bytes is another account than the text of the same bytes.
    if Self.takingBytes.contains(wireName), let data = value as? Data {
      return ("\(wireName)Base64", .string(data.base64EncodedString()))
    }
    return encoded(value).map { (wireName, $0) }
  }

  private static let takingBytes: Set = ["account", "service"]

  private func encoded(_ value: Any) -> WireValue? {
    switch type {
    // Wrappers give texts as bytes, too, and the keychain does not mind.
    case .text:
      (value as? String ?? (value as? Data).flatMap { String(data: $0, encoding: .utf8) }).map(
        WireValue.string)
    case .bytes:
      (value as? Data ?? (value as? String).map { Data($0.utf8) }).map { .string($0.base64EncodedString()) }
    case .number: wholeNumber(value).map(WireValue.integer)
    case .flag: flag(value).map(WireValue.boolean)
    // The keychain sets the dates.
    case .date: nil
    case .accessibility: Accessibility(value).map { .string($0.rawValue) }
    case .accessControl: (value as? SecAccessControl)?.wireValue
    case .keyClass: KeyClass(value).map { .string($0.rawValue) }
    case .keyType: KeyType(value).map { .string($0.rawValue) }
    }
  }

  /// A value of the wire for the app.
  func decode(_ value: WireValue) -> Any? {
    switch type {
    case .text: value.string
    case .bytes: value.string.flatMap { Data(base64Encoded: $0) }
    case .number: value.integer.map { NSNumber(value: $0) }
    case .flag: value.bool.map { NSNumber(value: $0) }
    case .date: value.number.map { Date(timeIntervalSince1970: $0) }
    case .accessibility: value.string.flatMap(Accessibility.init(rawValue:))?.constant
    case .accessControl: SecAccessControl(value)
    case .keyClass: value.string.flatMap(KeyClass.init(rawValue:))?.constant
    case .keyType: value.string.flatMap(KeyType.init(rawValue:))?.constant
    }
  }
}

/// A Boolean in any of its forms.
func flag(_ value: Any) -> Bool? { value as? Bool }

/// A whole number in any of its forms, of which a Boolean is none.
func wholeNumber(_ value: Any) -> Int? { value is Bool && !(value is Int) ? nil : value as? Int }
