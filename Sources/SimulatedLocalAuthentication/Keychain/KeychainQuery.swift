import Foundation

/// A dictionary that an app gave to a keychain function, checked and ready for the wire.
struct KeychainQuery {
  /// The members of the request.
  var parameters: [String: WireValue] = [:]
  var context: LAContext?
  var returning = Returning()
  /// Whether a list was asked for, with however many items in it.
  var returnsList = false
  /// Whether it is about keys, by its class or by the key that it refers to.
  let isAboutKeys: Bool
  /// What `kSecUseOperationPrompt` says.
  private var prompt: String?
  /// The key of `kSecValueRef`.
  private var key: SecKey?
  /// Whether it is about a class of which nothing can be stored here.
  private var isAboutCertificates = false

  /// What a dictionary is for: not every key goes with every function.
  enum Purpose {
    case add, search, update, delete, newAttributes
  }

  /// What is returned of each item.
  struct Returning {
    var secret = false
    var attributes = false
    /// A `SecKey` of a key. Of a password the reference is the dictionary of its attributes.
    var reference = false
    var persistentReference = false

    /// How an item is returned.
    enum Form {
      case secret, reference, persistentReference, dictionary
    }

    /// One thing alone is returned as it is, several are in a dictionary; `nil`: nothing is.
    func form(ofKey isKey: Bool) -> Form? {
      switch (secret, attributes || (reference && !isKey), reference && isKey, persistentReference) {
      case (false, false, false, false): nil
      case (true, false, false, false): .secret
      case (false, false, true, false): .reference
      case (false, false, false, true): .persistentReference
      default: .dictionary
      }
    }
  }

  /// Checks every key and every value.
  ///
  /// - Throws: `errSecParam` for a key that is not known here and a value of the wrong type.
  init(
    _ dictionary: CFDictionary, for purpose: Purpose, ofKeys: Bool = false
  ) throws(KeychainFailure) {
    guard let entries = dictionary as? [String: Any] else {
      throw .parameter("the keys of a query are texts")
    }
    isAboutKeys =
      ofKeys || entries[kSecValueRef as String] is SecKey
      || entries[kSecClass as String] as? CFString == kSecClassKey
    for (key, value) in entries {
      if let attribute = KeychainAttribute.named(key, ofKeys: isAboutKeys) {
        try take(value, as: attribute, purpose)
      } else if key == kSecValueData as String {
        guard let data = value as? Data else { throw .parameter("kSecValueData takes bytes") }
        parameters["valueBase64"] = .string(data.base64EncodedString())
      } else if isAboutKeys, DerivedAttributes.keys.contains(key) {
        guard value is Bool || value is Int else { throw .parameter("'\(key)' takes a number") }
      } else {
        guard purpose != .newAttributes, try takeOption(key, value, purpose) else {
          throw .parameter("there is no key '\(key)' here")
        }
      }
    }
    if let key { try take(key, purpose) }
    guard purpose == .newAttributes || parameters["class"] != nil || parameters["persistentRef"] != nil else {
      throw .parameter("a query needs kSecClass")
    }
    if isAboutCertificates {
      throw .status(purpose == .add ? errSecUnimplemented : errSecItemNotFound, "there are no certificates")
    }
  }

  private mutating func take(
    _ value: Any, as attribute: KeychainAttribute, _ purpose: Purpose
  ) throws(KeychainFailure) {
    if attribute.key == kSecAttrSynchronizable as String,
      value as? String == kSecAttrSynchronizableAny as String,
      purpose != .add, purpose != .newAttributes
    {
      parameters[attribute.wireName] = "any"
      return
    }
    guard let (name, encoded) = attribute.encode(value) else {
      throw .parameter("the value of '\(attribute.key)' (\(attribute.wireName)) has the wrong type")
    }
    parameters[name] = encoded
  }

  /// Reads whatever is no attribute; `false`: there is no such key.
  private mutating func takeOption(
    _ key: String, _ value: Any, _ purpose: Purpose
  ) throws(KeychainFailure) -> Bool {
    switch key as CFString {
    case kSecClass: parameters["class"] = .string(try itemClass(value))
    case kSecMatchLimit: try takeLimit(value, purpose)
    case kSecReturnData: returning.secret = try flag(value, key)
    case kSecReturnAttributes: returning.attributes = try flag(value, key)
    case kSecReturnRef: returning.reference = try flag(value, key)
    case kSecReturnPersistentRef: returning.persistentReference = try flag(value, key)
    case kSecValueRef: try takeReference(value, key, purpose)
    case kSecValuePersistentRef: try takePersistentReference(value, key, purpose)
    case kSecMatchItemList:
      // Several would be the union of as many queries.
      guard purpose != .add, let list = value as? [Any], list.count == 1 else {
        throw .parameter("kSecMatchItemList takes one reference here")
      }
      if list[0] is Data {
        try takePersistentReference(list[0], key, purpose)
      } else {
        try takeReference(list[0], key, purpose)
      }
    case kSecUseAuthenticationContext:
      guard let context = value as? LAContext else {
        throw .parameter("kSecUseAuthenticationContext takes an LAContext")
      }
      self.context = context
    case kSecUseAuthenticationUI: parameters["authenticationUI"] = .string(try userInterface(value))
    case kSecUseNoAuthenticationUI: if try flag(value, key) { parameters["authenticationUI"] = "fail" }
    case kSecUseOperationPrompt:
      guard let reason = value as? String else { throw .parameter("kSecUseOperationPrompt takes a text") }
      if !reason.isEmpty { prompt = reason }
      if purpose == .search || purpose == .update { parameters["reason"] = prompt.map(WireValue.string) }
    case kSecUseDataProtectionKeychain: _ = try flag(value, key)
    case kSecAttrSyncViewHint:
      guard value is String else { throw .parameter("kSecAttrSyncViewHint takes a text") }
    case kSecMatchCaseInsensitive, kSecMatchDiacriticInsensitive, kSecMatchWidthInsensitive,
      kSecMatchTrustedOnly:
      guard purpose != .add else { return false }
      _ = try flag(value, key)
    case kSecMatchSearchList, kSecMatchPolicy, kSecMatchIssuers, kSecMatchEmailAddressIfPresent,
      kSecMatchSubjectContains, kSecMatchSubjectStartsWith, kSecMatchSubjectEndsWith,
      kSecMatchSubjectWholeString, kSecMatchValidOnDate:
      // They narrow certificates, and keychains of macOS.
      guard purpose != .add else { return false }
    default: return false
    }
    return true
  }

  /// Takes what `kSecReturnRef` returned: a key, or the dictionary of a password.
  private mutating func takeReference(
    _ value: Any, _ key: String, _ purpose: Purpose
  ) throws(KeychainFailure) {
    if let reference = value as? SecKey {
      self.key = reference
      return
    }
    guard purpose != .add, let entries = value as? [String: Any],
      let itemClass = entries[kSecClass as String]
    else { throw .parameter("'\(key)' takes a reference of a query") }
    parameters["class"] = .string(try self.itemClass(itemClass))
    for attribute in KeychainAttribute.all where attribute.isIdentifying {
      if let value = entries[attribute.key], let (name, encoded) = attribute.encode(value) {
        parameters[name] = encoded
      }
    }
  }

  /// Takes what a key says of itself. What the query says wins.
  private mutating func take(_ key: SecKey, _ purpose: Purpose) throws(KeychainFailure) {
    guard parameters["class"] == nil || parameters["class"] == "key" else {
      throw .parameter("a SecKey is of the class kSecClassKey")
    }
    if purpose != .add, let item = key.half.item {
      parameters["persistentRef"] = .string(item.reference)
      return
    }
    parameters["class"] = "key"
    var described = key.wireAttributes
    if purpose == .add {
      do throws(KeyFailure) {
        described.merge(try key.wireValues) { $1 }
      } catch {
        throw KeychainFailure(error)
      }
      if parameters["accessible"] != nil { described["accessControl"] = nil }
    }
    parameters.merge(described) { given, _ in given }
  }

  private mutating func takePersistentReference(
    _ value: Any, _ key: String, _ purpose: Purpose
  ) throws(KeychainFailure) {
    guard purpose != .add, let reference = value as? Data else {
      throw .parameter("'\(key)' takes the bytes of a reference")
    }
    parameters["persistentRef"] = .string(reference.base64EncodedString())
  }

  /// Who uses the keys that it returns, where, and how they ask.
  var user: KeyUser {
    let home = context.map { try? $0.core.address() } ?? (try? DeviceBinding.resolve())
    return KeyUser(
      context: context, home: home, prompt: prompt, allowsPrompt: parameters["authenticationUI"] != "fail")
  }

  private mutating func itemClass(_ value: Any) throws(KeychainFailure) -> String {
    switch value as? CFString {
    case kSecClassGenericPassword: return "genericPassword"
    case kSecClassInternetPassword: return "internetPassword"
    case kSecClassKey: return "key"
    case kSecClassCertificate, kSecClassIdentity:
      isAboutCertificates = true
      return "certificate"
    default: throw .parameter("kSecClass takes one of the classes")
    }
  }

  /// Only a search can be limited; the others take "all", which they do anyway.
  private mutating func takeLimit(_ value: Any, _ purpose: Purpose) throws(KeychainFailure) {
    let isAll = value as? CFString == kSecMatchLimitAll
    if isAll, purpose == .update || purpose == .delete { return }
    guard purpose == .search else { throw .parameter("kSecMatchLimit is for SecItemCopyMatching") }
    if isAll {
      parameters["limit"] = "all"
      returnsList = true
    } else if let count = wholeNumber(value), count > 0 {
      parameters["limit"] = .integer(count)
      returnsList = count > 1
    } else if value as? CFString != kSecMatchLimitOne {
      throw .parameter("kSecMatchLimit takes a positive number, one or all")
    }
  }

  private func userInterface(_ value: Any) throws(KeychainFailure) -> String {
    switch value as? CFString {
    case kSecUseAuthenticationUIAllow: "allow"
    case kSecUseAuthenticationUIFail: "fail"
    case kSecUseAuthenticationUISkip: "skip"
    default: throw .parameter("kSecUseAuthenticationUI takes allow, fail or skip")
    }
  }

  private func flag(_ value: Any, _ key: String) throws(KeychainFailure) -> Bool {
    guard let value = value as? Bool else { throw .parameter("'\(key)' takes a Boolean") }
    return value
  }
}
