import Foundation

/// Items as the device returned them.
struct KeychainItems {
  private let items: [WireValue]

  init(_ answer: WireValue) { items = answer["items"]?.elements ?? [] }

  /// In the form that a query asked for; `nil` if it asked for nothing.
  func object(for query: KeychainQuery) -> CFTypeRef? {
    guard query.returnsData || query.returnsAttributes else { return nil }
    let objects = items.compactMap { query.returnsAttributes ? dictionary($0) : data($0) }
    return query.returnsList ? objects as NSArray : objects.first
  }

  private func data(_ item: WireValue) -> AnyObject? { secret(item).map { $0 as NSData } }

  private func secret(_ item: WireValue) -> Data? {
    item["valueBase64"]?.string.flatMap { Data(base64Encoded: $0) }
      ?? item["value"]?.string.map { Data($0.utf8) }
  }

  /// Attributes under Apple's keys, with the secret among them if it was returned.
  private func dictionary(_ item: WireValue) -> AnyObject? {
    var entries: [String: Any] = [:]
    for attribute in KeychainAttribute.all {
      entries[attribute.key] = item["attributes"]?[attribute.wireName].flatMap(attribute.decode)
    }
    entries[kSecClass as String] = itemClass(item["attributes"]?["class"]?.string)
    entries[kSecValueData as String] = secret(item)
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
