import Foundation

/// Items as the device returned them.
struct KeychainItems {
  private let items: [WireValue]

  init(_ answer: WireValue) { items = answer["items"]?.elements ?? [] }

  /// In the form that a query asked for; `nil` if it asked for nothing.
  func object(for query: KeychainQuery) -> CFTypeRef? {
    guard let form = query.returning.form else { return nil }
    let objects: [AnyObject] = items.compactMap { item in
      switch form {
      case .secret: secret(item).map { $0 as NSData }
      case .persistentReference: persistentReference(item).map { $0 as NSData }
      case .dictionary: dictionary(item)
      }
    }
    return query.returnsList ? objects as NSArray : objects.first
  }

  private func secret(_ item: WireValue) -> Data? {
    item["valueBase64"]?.string.flatMap { Data(base64Encoded: $0) }
      ?? item["value"]?.string.map { Data($0.utf8) }
  }

  private func persistentReference(_ item: WireValue) -> Data? {
    item["persistentRef"]?.string.flatMap { Data(base64Encoded: $0) }
  }

  /// Attributes under Apple's keys, with the secret and the reference among them if they were asked for.
  private func dictionary(_ item: WireValue) -> AnyObject? {
    var entries: [String: Any] = [:]
    if let attributes = item["attributes"] {
      for attribute in KeychainAttribute.all {
        // A text that was given as bytes comes back as bytes.
        entries[attribute.key] =
          attributes[attribute.wireName].flatMap(attribute.decode)
          ?? attributes["\(attribute.wireName)Base64"]?.string.flatMap { Data(base64Encoded: $0) }
      }
      entries[kSecClass as String] = itemClass(attributes["class"]?.string)
      // Every item has an access control, if only one that asks nobody.
      if entries[kSecAttrAccessControl as String] == nil,
        let accessibility = attributes["accessible"]?.string.flatMap(Accessibility.init(rawValue:))
      {
        entries[kSecAttrAccessControl as String] = SecAccessControl(accessibility, [])
      }
    }
    entries[kSecValueData as String] = secret(item)
    entries[kSecValuePersistentRef as String] = persistentReference(item)
    return entries as NSDictionary
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
