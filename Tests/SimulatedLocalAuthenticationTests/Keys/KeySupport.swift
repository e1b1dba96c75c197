import Foundation
import LocalAuthentication
import Security

/// An error of a key function, to compare.
struct KeyError: Error, Equatable {
  let domain: String
  let code: Int

  init(_ domain: String, _ code: Int) {
    self.domain = domain
    self.code = code
  }

  static let parameter = KeyError(NSOSStatusErrorDomain, Int(errSecParam))
  static func status(_ status: OSStatus) -> Self { KeyError(NSOSStatusErrorDomain, Int(status)) }
  static func authentication(_ code: LAError.Code) -> Self { KeyError(LAErrorDomain, code.rawValue) }
}

/// The key functions as Swift code wraps them: with values and errors.
enum Keys {
  typealias Failure = UnsafeMutablePointer<Unmanaged<CFError>?>

  /// Runs a function that returns `nil` and an error.
  static func value<Value>(_ body: (Failure) -> Value?) throws(KeyError) -> Value {
    var error: Unmanaged<CFError>?
    if let value = body(&error) { return value }
    guard let reason = error?.takeRetainedValue() else { throw KeyError("no error", 0) }
    throw KeyError(CFErrorGetDomain(reason) as String, CFErrorGetCode(reason))
  }

  static func random(
    _ type: CFString, _ size: Int, _ more: [String: Any] = [:]
  ) throws(KeyError) -> SecKey {
    let parameters = [kSecAttrKeyType as String: type, kSecAttrKeySizeInBits as String: size].merging(more) {
      $1
    }
    return try value { SecKeyCreateRandomKey(parameters as CFDictionary, $0) }
  }

  static func ec(_ size: Int = 256, _ more: [String: Any] = [:]) throws(KeyError) -> SecKey {
    try random(kSecAttrKeyTypeECSECPrimeRandom, size, more)
  }

  static func rsa(_ size: Int = 1024) throws(KeyError) -> SecKey { try random(kSecAttrKeyTypeRSA, size) }

  /// Keys for tests that need any, as they take long to make.
  static let rsa1024 = Result { () throws(KeyError) in try rsa(1024) }
  static let rsa2048 = Result { () throws(KeyError) in try rsa(2048) }

  static func make(_ type: CFString, _ keyClass: CFString, _ data: Data) throws(KeyError) -> SecKey {
    let attributes = [kSecAttrKeyType: type, kSecAttrKeyClass: keyClass]
    return try value { SecKeyCreateWithData(data as CFData, attributes as CFDictionary, $0) }
  }

  static func make(ec hex: String, isPrivate: Bool = true) throws(KeyError) -> SecKey {
    try make(
      kSecAttrKeyTypeECSECPrimeRandom, isPrivate ? kSecAttrKeyClassPrivate : kSecAttrKeyClassPublic,
      Data(hex: hex))
  }
}

extension SecKey {
  var publicKey: SecKey? { SecKeyCopyPublicKey(self) }

  func exported() throws(KeyError) -> Data {
    try Keys.value { SecKeyCopyExternalRepresentation(self, $0) as Data? }
  }

  func sign(_ data: Data, _ algorithm: SecKeyAlgorithm) throws(KeyError) -> Data {
    try Keys.value { SecKeyCreateSignature(self, algorithm, data as CFData, $0) as Data? }
  }

  /// Throws `errSecVerifyFailed` for a wrong signature.
  func verify(_ data: Data, _ signature: Data, _ algorithm: SecKeyAlgorithm) throws(KeyError) {
    _ = try Keys.value {
      SecKeyVerifySignature(self, algorithm, data as CFData, signature as CFData, $0) ? true : nil
    }
  }

  func encrypt(_ data: Data, _ algorithm: SecKeyAlgorithm) throws(KeyError) -> Data {
    try Keys.value { SecKeyCreateEncryptedData(self, algorithm, data as CFData, $0) as Data? }
  }

  func decrypt(_ data: Data, _ algorithm: SecKeyAlgorithm) throws(KeyError) -> Data {
    try Keys.value { SecKeyCreateDecryptedData(self, algorithm, data as CFData, $0) as Data? }
  }

  func exchange(
    _ other: SecKey, _ algorithm: SecKeyAlgorithm, size: Int? = nil, info: Data? = nil
  ) throws(KeyError) -> Data {
    var parameters: [String: Any] = [:]
    parameters[SecKeyKeyExchangeParameter.requestedSize.rawValue as String] = size
    parameters[SecKeyKeyExchangeParameter.sharedInfo.rawValue as String] = info
    return try Keys.value {
      SecKeyCopyKeyExchangeResult(self, algorithm, other, parameters as CFDictionary, $0) as Data?
    }
  }
}

extension Data {
  /// Reads hexadecimal digits.
  init(hex: String) {
    let digits = hex.compactMap(\.hexDigitValue)
    self.init(stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) })
  }

  /// With one bit of a byte changed.
  func flipped(_ index: Int) -> Data {
    var copy = Data(self)
    copy[copy.startIndex + (index < 0 ? copy.count + index : index)] ^= 1
    return copy
  }
}

/// A DER form.
func der(_ tag: UInt8, _ content: Data) -> Data {
  let count = content.count
  let low = UInt8(count & 0xFF)
  let length: [UInt8] = count < 128 ? [low] : count < 256 ? [0x81, low] : [0x82, UInt8(count >> 8), low]
  return Data([tag] + length) + content
}

/// The DER form of an RSA key of PKCS#1.
func pkcs1(_ numbers: [String]) -> Data {
  let content = numbers.reduce(Data()) { content, number in
    var digits = Data(hex: number)
    if digits.first.map({ $0 > 0x7F }) ?? true { digits.insert(0, at: 0) }
    return content + der(0x02, digits)
  }
  return der(0x30, content)
}
