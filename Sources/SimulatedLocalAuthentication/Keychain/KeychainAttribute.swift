import Foundation

/// The attributes of items: Apple's keys, and the names and types of the wire.
struct KeychainAttribute: Sendable {
  let key: String
  let wireName: String
  let type: ValueType

  enum ValueType: Sendable {
    case text, bytes, number, flag, date, accessibility, accessControl
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
    Self(kSecAttrSynchronizable, "synchronizable", .flag),
    Self(kSecAttrAccessible, "accessible", .accessibility),
    Self(kSecAttrAccessControl, "accessControl", .accessControl),
    Self(kSecAttrCreationDate, "creationDate", .date),
    Self(kSecAttrModificationDate, "modificationDate", .date),
  ]

  static let byKey = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })

  /// An app's value for the wire; `nil` if it has the wrong type.
  func encode(_ value: Any) -> WireValue? {
    switch type {
    // Wrappers give accounts as bytes, too, and the keychain does not mind.
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
    case .accessControl:
      value["accessible"]?.string.flatMap(Accessibility.init(rawValue:)).map { accessibility in
        let flags = value["flags"]?.elements.compactMap(\.string) ?? []
        return SecAccessControl(accessibility, SecAccessControlCreateFlags(wireNames: flags))
      }
    }
  }
}

/// A Boolean in any of its forms.
func flag(_ value: Any) -> Bool? { value as? Bool }

/// A whole number in any of its forms, of which a Boolean is none.
func wholeNumber(_ value: Any) -> Int? { value is Bool && !(value is Int) ? nil : value as? Int }
