import DeviceModel
import JSON

extension Arguments {
  /// What to store.
  func keychainAddition() throws(WireError) -> KeychainAddition {
    var addition = KeychainAddition(keychainClass, keychainAttributes)
    addition.isSynchronizable = bool("synchronizable") ?? false
    addition.accessible = enumeration("accessible")
    addition.accessControl = accessControl
    addition.value = try secret("value", base64: "valueBase64") ?? addition.value
    addition.returning = keychainReturn
    addition.context = context
    addition.authenticationUI = enumeration("authenticationUI") ?? .allow
    return addition
  }

  /// Which items are meant.
  func keychainQuery() throws(WireError) -> KeychainQuery {
    var query = KeychainQuery(keychainClass, keychainAttributes)
    if let isSynchronizable = bool("synchronizable") {
      query.synchronizable = isSynchronizable ? .yes : .no
    } else if has("synchronizable") {
      query.synchronizable = .any
    }
    // Not part of the query, but not taken if it is nonsense.
    _ = try secret("value", base64: "valueBase64")
    query.returning = keychainReturn
    if has("limit") { query.limit = integer("limit") ?? .max }
    query.context = context
    query.authenticationUI = enumeration("authenticationUI") ?? .allow
    query.reason = string("reason")
    return query
  }

  /// What to change.
  func keychainChanges() throws(WireError) -> KeychainChanges {
    var changes = KeychainChanges(keychainAttributes)
    changes.isSynchronizable = bool("synchronizable")
    changes.accessible = enumeration("accessible")
    changes.accessControl = accessControl
    changes.value = try secret("value", base64: "valueBase64")
    return changes
  }

  /// What protects an item.
  var accessControl: AccessControl? {
    object("accessControl").map { control in
      AccessControl(
        accessible: control.enumeration("accessible") ?? .whenUnlocked,
        flags: AccessControlFlags((control.strings("flags") ?? []).compactMap(AccessControlFlags.init(name:)))
      )
    }
  }

  /// Bytes that come as text or as base64; neither, or null: none.
  func secret(_ name: StaticString, base64 otherName: StaticString) throws(WireError) -> Secret? {
    let text = string(name)
    guard let encoded = string(otherName) else { return text.map { Secret($0) } }
    if text != nil {
      throw .invalidParams(
        path(otherName), "\(path(name)) and \(path(otherName)) exclude each other: give one of them",
        accepted: .string("base64, without \(path(name))"))
    }
    guard let bytes = Base64.decode(encoded) else {
      let accepted = "base64 with its padding"
      throw .invalidParams(
        path(otherName), "\(path(otherName)) must be \(accepted)", accepted: .string(accepted))
    }
    return Secret(bytes: bytes)
  }

  private var keychainClass: KeychainClass { enumeration("class") ?? .genericPassword }

  private var keychainReturn: KeychainReturn {
    KeychainReturn(data: bool("returnData") ?? false, attributes: bool("returnAttributes") ?? false)
  }

  private var keychainAttributes: KeychainAttributes {
    var attributes = KeychainAttributes()
    for attribute in KeychainAttribute.allCases {
      attributes[attribute] =
        attribute == .port
        ? integer("port").map { .number($0) } : string(named: attribute.rawValue).map { .text($0) }
    }
    return attributes
  }
}
