public import Foundation

// The functions block the calling thread for as long as a prompt is up, as on a device.

/// Signs with a private key, after the prompt that its access control asks for.
///
/// - Parameters:
///   - dataToSign: a digest or a message, as the algorithm says.
///   - error: where to put why not: an ``LAError`` if the user did not authenticate.
public func SecKeyCreateSignature(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ dataToSign: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  result(error) { () throws(KeyFailure) in
    try key.sign([UInt8](dataToSign as Data), algorithm).data
  }
}

/// Whether a signature was made by the private half of a public key.
///
/// - Parameter error: where to put why not: `errSecVerifyFailed` for a wrong signature.
public func SecKeyVerifySignature(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ signedData: CFData, _ signature: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  let verified: Void? = result(error) { () throws(KeyFailure) in
    try key.verify([UInt8](signedData as Data), [UInt8](signature as Data), algorithm)
  }
  return verified != nil
}

/// Encrypts with a public key.
public func SecKeyCreateEncryptedData(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ plaintext: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  result(error) { () throws(KeyFailure) in
    try key.encrypt([UInt8](plaintext as Data), algorithm).data
  }
}

/// Decrypts with a private key, after the prompt that its access control asks for.
public func SecKeyCreateDecryptedData(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ ciphertext: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  result(error) { () throws(KeyFailure) in
    try key.decrypt([UInt8](ciphertext as Data), algorithm).data
  }
}

/// What a derived key of a key exchange is to be.
public struct SecKeyKeyExchangeParameter: RawRepresentable, Hashable, Sendable {
  private let text: String

  /// Takes the key of an entry.
  public init(rawValue: CFString) { text = rawValue as String }

  /// The key of the entry.
  public var rawValue: CFString { text as CFString }

  /// How many bytes it has, a number. Algorithms with X9.63 require it.
  public static var requestedSize: Self { Self(rawValue: "requestedSize" as CFString) }
  /// What both sides know, bytes.
  public static var sharedInfo: Self { Self(rawValue: "sharedInfo" as CFString) }
}

/// Agrees with the owner of another public key on a secret that nobody else knows, after the prompt that the access
/// control of the private key asks for.
///
/// - Parameter parameters: the entries of ``SecKeyKeyExchangeParameter``.
public func SecKeyCopyKeyExchangeResult(
  _ privateKey: SecKey, _ algorithm: SecKeyAlgorithm, _ publicKey: SecKey, _ parameters: CFDictionary,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  result(error) { () throws(KeyFailure) in
    try privateKey.exchange(publicKey, algorithm, parameters).data
  }
}

extension SecKey {
  /// Signs, after the prompt.
  func sign(_ input: [UInt8], _ algorithm: SecKeyAlgorithm) throws(KeyFailure) -> [UInt8] {
    let known = try require(.sign, algorithm)
    let prepared = try known.prepare(input)
    return try known.sign(prepared, with: try half.material(for: .useKeySign))
  }

  /// Throws if a signature is wrong.
  func verify(
    _ input: [UInt8], _ signature: [UInt8], _ algorithm: SecKeyAlgorithm
  ) throws(KeyFailure) {
    let known = try require(.verify, algorithm)
    guard try known.verify(input, signature, with: publicHalf) else {
      let kind = publicHalf.type == .ec ? "EC" : "RSA"
      throw .status(errSecVerifyFailed, "\(kind) signature verification failed, no match")
    }
  }

  /// Encrypts.
  func encrypt(_ plain: [UInt8], _ algorithm: SecKeyAlgorithm) throws(KeyFailure) -> [UInt8] {
    try require(.encrypt, algorithm).encrypt(plain, with: publicHalf)
  }

  /// Decrypts, after the prompt.
  func decrypt(_ cipher: [UInt8], _ algorithm: SecKeyAlgorithm) throws(KeyFailure) -> [UInt8] {
    let known = try require(.decrypt, algorithm)
    guard cipher.count >= known.shortestCipher(of: publicHalf) else {
      throw .parameter("the ciphertext is too short")
    }
    return try known.decrypt(cipher, with: try half.material(for: .useKeyDecrypt))
  }

  /// Agrees on a secret, after the prompt.
  func exchange(
    _ other: SecKey, _ algorithm: SecKeyAlgorithm, _ parameters: CFDictionary
  ) throws(KeyFailure) -> [UInt8] {
    let known = try require(.keyExchange, algorithm)
    let derivation = try known == .exchange(nil) ? nil : KeyDerivation(parameters)
    try publicHalf.requireSameKind(as: other.publicHalf)
    return try known.exchange(
      try half.material(for: .useKeyKeyExchange), other.publicHalf, derivation)
  }

  private func require(
    _ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm
  ) throws(KeyFailure) -> KeyAlgorithm {
    guard let known = supported(operation, algorithm) else {
      throw .parameter("\(algorithm.text): algorithm not supported by the key \(self)")
    }
    return known
  }
}

extension KeyDerivation {
  fileprivate init(_ parameters: CFDictionary) throws(KeyFailure) {
    let entries = parameters as? [String: Any] ?? [:]
    let size = entries[SecKeyKeyExchangeParameter.requestedSize.rawValue as String]
    guard let count = size.flatMap({ wholeNumber($0) }), (0...Self.limit).contains(count) else {
      throw .parameter("kSecKeyKeyExchangeParameterRequestedSize is missing, or no size")
    }
    let info = entries[SecKeyKeyExchangeParameter.sharedInfo.rawValue as String]
    guard info == nil || info is Data else {
      throw .parameter("ECDHKeyExchange wrong sharedInfo type (must be CFData/NSData)")
    }
    self.init(count: count, sharedInfo: [UInt8](info as? Data ?? Data()))
  }
}

extension [UInt8] {
  /// As functions return it.
  fileprivate var data: CFData { Data(self) as CFData }
}
