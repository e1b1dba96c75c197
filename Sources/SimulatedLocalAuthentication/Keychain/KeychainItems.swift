import Foundation

/// Items as the device returned them.
struct KeychainItems {
  private let items: [WireValue]

  init(_ answer: WireValue) { items = answer["items"]?.elements ?? [] }

  /// In the form that a query asked for; `nil` if it asked for nothing.
  func object(for query: KeychainQuery) throws(KeychainFailure) -> CFTypeRef? {
    var objects: [AnyObject] = []
    for item in items {
      if let object = try object(of: item, query) { objects.append(object) }
    }
    return query.returnsList && query.returning.form(ofKey: false) != nil ? objects as NSArray : objects.first
  }

  private func object(of item: WireValue, _ query: KeychainQuery) throws(KeychainFailure) -> AnyObject? {
    let isKey = item["attributes"]?["class"] == "key"
    switch query.returning.form(ofKey: isKey) {
    case nil: return nil
    case .secret: return Self.secret(item).map { $0 as NSData }
    case .persistentReference: return persistentReference(item).map { $0 as NSData }
    case .reference: return try key(item, query)
    case .dictionary:
      let returning = query.returning
      var entries = returning.attributes || (returning.reference && !isKey) ? attributes(item) : [:]
      entries[kSecValueData as String] = Self.secret(item)
      if returning.persistentReference {
        entries[kSecValuePersistentRef as String] = persistentReference(item)
      }
      if returning.reference, isKey { entries[kSecValueRef as String] = try key(item, query) }
      return entries as NSDictionary
    }
  }

  private func key(_ item: WireValue, _ query: KeychainQuery) throws(KeychainFailure) -> SecKey? {
    do throws(KeyFailure) {
      return try SecKey(item, query.user)
    } catch {
      // As on a device, only keys have references.
      guard case .device(let error) = error else { return nil }
      throw KeychainFailure(error)
    }
  }

  /// What an item keeps.
  static func secret(_ item: WireValue) -> Data? {
    item["valueBase64"]?.string.flatMap { Data(base64Encoded: $0) }
      ?? item["value"]?.string.map { Data($0.utf8) }
  }

  private func persistentReference(_ item: WireValue) -> Data? {
    item["persistentRef"]?.string.flatMap { Data(base64Encoded: $0) }
  }

  /// The attributes under Apple's keys.
  private func attributes(_ item: WireValue) -> [String: Any] {
    guard let attributes = item["attributes"] else { return [:] }
    var entries: [String: Any] = [:]
    for attribute in KeychainAttribute.all {
      // A text that was given as bytes comes back as bytes.
      let value: Any? =
        attributes[attribute.wireName].flatMap(attribute.decode)
        ?? attributes["\(attribute.wireName)Base64"]?.string.flatMap { Data(base64Encoded: $0) }
      if let value { entries[attribute.key] = value }
    }
    entries[kSecClass as String] = itemClass(attributes["class"]?.string)
    // Every item has an access control, if only one that asks nobody.
    if entries[kSecAttrAccessControl as String] == nil,
      let accessibility = attributes["accessible"]?.string.flatMap(Accessibility.init(rawValue:))
    {
      entries[kSecAttrAccessControl as String] = SecAccessControl(accessibility, [])
    }
    entries.merge(DerivedAttributes.values(of: attributes)) { $1 }
    return entries
  }

  private func itemClass(_ name: String?) -> CFString? {
    switch name {
    case "genericPassword": kSecClassGenericPassword
    case "internetPassword": kSecClassInternetPassword
    case "key": kSecClassKey
    default: nil
    }
  }
}
