import Foundation

/// The attributes of keys that follow from what kind of key it is.
enum DerivedAttributes {
  /// What a key can do, and whether it leaves the keychain. A query may have them; they do not narrow it.
  static let keys: Set<String> = Set(values(isPrivate: true, .ec, isOfEnclave: true).keys)
    .union([kSecAttrEffectiveKeySize as String])

  /// The values for an item of the wire; none if it is no half of a pair.
  static func values(of attributes: WireValue) -> [String: Any] {
    guard let type = attributes["keyType"]?.string.flatMap(KeyType.init(rawValue:)),
      let keyClass = attributes["keyClass"]?.string.flatMap(KeyClass.init(rawValue:)), keyClass != .symmetric
    else { return [:] }
    var values = values(isPrivate: keyClass == .private, type, isOfEnclave: attributes["tokenID"] != nil)
    values[kSecAttrEffectiveKeySize as String] = attributes["keySizeInBits"]?.integer
    return values
  }

  /// The values for a key.
  static func values(isPrivate: Bool, _ type: KeyType, isOfEnclave: Bool) -> [String: Any] {
    [
      kSecAttrIsPermanent as String: true,
      kSecAttrIsSensitive as String: isOfEnclave,
      kSecAttrIsExtractable as String: !isOfEnclave,
      kSecAttrCanEncrypt as String: !isPrivate,
      kSecAttrCanDecrypt as String: isPrivate || type == .rsa,
      kSecAttrCanDerive as String: isPrivate && type == .ec,
      kSecAttrCanSign as String: isPrivate,
      kSecAttrCanVerify as String: !isPrivate,
      kSecAttrCanWrap as String: !isPrivate,
      kSecAttrCanUnwrap as String: isPrivate,
    ]
  }
}

/// Which half of a pair it is, by its name on the wire.
enum KeyClass: String, KeyConstant, Sendable {
  case `public`, `private`, symmetric

  /// Apple's constant.
  var constant: CFString {
    switch self {
    case .public: kSecAttrKeyClassPublic
    case .private: kSecAttrKeyClassPrivate
    case .symmetric: kSecAttrKeyClassSymmetric
    }
  }
}

extension KeyType: KeyConstant {
  /// Apple's constant.
  var constant: CFString {
    switch self {
    case .rsa: kSecAttrKeyTypeRSA
    case .ec: kSecAttrKeyTypeECSECPrimeRandom
    }
  }
}

/// A value that has a constant of Apple's. The constants are texts of numbers, and code gives the numbers, too.
protocol KeyConstant: CaseIterable {
  /// Apple's constant.
  var constant: CFString { get }
}

extension KeyConstant {
  /// Reads the constant, or its number.
  init?(_ value: Any) {
    guard let text = value as? String ?? wholeNumber(value).map(String.init),
      let known = Self.allCases.first(where: { $0.constant as String == text })
    else { return nil }
    self = known
  }
}
