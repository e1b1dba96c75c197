public import Foundation

/// One half of a key pair: a public key, or a private one that this process or the device keeps.
///
/// The bytes of a private key are in no description of it, and in no mirror.
public final class SecKey: NSObject, Sendable, CustomReflectable {
  /// The public half of the pair, which everybody may know.
  let publicHalf: KeyMaterial
  /// Which half this is, and who keeps it.
  let half: KeyHalf
  /// The name of the pair: the SHA-1 digest of its public half.
  let label: Data

  init(_ publicHalf: KeyMaterial, _ half: KeyHalf, label: Data) {
    self.publicHalf = publicHalf
    self.half = half
    self.label = label
  }

  /// Makes one half, and computes its name.
  convenience init(_ publicHalf: KeyMaterial, _ half: KeyHalf) throws(KeyFailure) {
    self.init(publicHalf, half, label: Data(try Digest.sha1(publicHalf.bytes)))
  }

  /// Two are equal that are the same half of the same pair.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? SecKey else { return false }
    return publicHalf == other.publicHalf && half.isPrivate == other.half.isPrivate
  }

  /// Agrees with ``isEqual(_:)``.
  public override var hash: Int { publicHalf.hashValue }

  /// What kind of key it is.
  public override var description: String {
    "<SecKeyRef \(half.isPrivate ? "private" : "public") key, \(publicHalf)>"
  }

  /// Shows nothing of the key.
  public var customMirror: Mirror { Mirror(self, children: [], ancestorRepresentation: .suppressed) }
}

/// The kind of a key, for `CFGetTypeID`.
public func SecKeyGetTypeID() -> CFTypeID { 301 }

/// What a key does.
public enum SecKeyOperationType: Int, Sendable {
  /// A private key signs.
  case sign = 0
  /// A public key verifies a signature.
  case verify = 1
  /// A public key encrypts.
  case encrypt = 2
  /// A private key decrypts.
  case decrypt = 3
  /// A private key agrees on a secret with another public key.
  case keyExchange = 4
}

// MARK: What is known of a key

/// The public half of a pair.
public func SecKeyCopyPublicKey(_ key: SecKey) -> SecKey? {
  key.half.isPrivate ? SecKey(key.publicHalf, .public(nil), label: key.label) : key
}

/// How many bytes a block of the key has: a signature of RSA, a coordinate of an elliptic curve.
public func SecKeyGetBlockSize(_ key: SecKey) -> Int { key.publicHalf.blockSize }

/// The bytes of a key: PKCS#1 of RSA, `04 || X || Y` and then the private number of an elliptic curve.
///
/// A private key in the keychain is read for it, after the prompt that its access control asks for.
///
/// - Parameter error: where to put why not; `errSecUnimplemented` for a private key of the Secure Enclave.
public func SecKeyCopyExternalRepresentation(
  _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  result(error) { () throws(KeyFailure) in try key.exported() }
}

/// What the keychain would say of the key, without its bytes if it is private.
public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? {
  let type = key.publicHalf.type
  let isPrivate = key.half.isPrivate
  var attributes = DerivedAttributes.values(isPrivate: isPrivate, type, isOfEnclave: key.half.isOfEnclave)
  attributes[kSecClass as String] = kSecClassKey
  attributes[kSecAttrKeyClass as String] = key.half.keyClass.constant
  attributes[kSecAttrKeyType as String] = type.constant
  attributes[kSecAttrKeySizeInBits as String] = key.publicHalf.sizeInBits
  attributes[kSecAttrEffectiveKeySize as String] = key.publicHalf.sizeInBits
  attributes[kSecAttrApplicationLabel as String] = key.label
  attributes[kSecAttrAccessControl as String] = key.half.accessControl
  if key.half.isOfEnclave { attributes[kSecAttrTokenID as String] = kSecAttrTokenIDSecureEnclave }
  if !isPrivate { attributes[kSecValueData as String] = Data(key.publicHalf.bytes) }
  return attributes as CFDictionary
}

/// Whether a key does something with an algorithm.
public func SecKeyIsAlgorithmSupported(
  _ key: SecKey, _ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm
) -> Bool { key.supported(operation, algorithm) != nil }

extension SecKey {
  /// An algorithm that the key supports; `nil` if it does not.
  func supported(_ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm) -> KeyAlgorithm? {
    guard let known = KeyAlgorithm(algorithm),
      known.isSupported(operation, by: publicHalf, isPrivate: half.isPrivate)
    else { return nil }
    return known
  }

  /// The bytes of the key for the app.
  fileprivate func exported() throws(KeyFailure) -> CFData {
    if half.isOfEnclave { throw .status(errSecUnimplemented, "export not implemented for key \(self)") }
    let bytes: [UInt8]
    switch half {
    case .public: bytes = publicHalf.bytes
    case .held(let key): bytes = key.material.bytes
    case .stored(let item): bytes = try item.value()
    }
    return Data(bytes) as CFData
  }
}

/// Returns what a function makes, or `nil` and why not.
func result<Value>(
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?, _ body: () throws(KeyFailure) -> Value
) -> Value? {
  do throws(KeyFailure) {
    return try body()
  } catch let failure {
    #if canImport(Darwin)
      error?.pointee = Unmanaged.passRetained(failure.object as CFError)
    #else
      error?.pointee = Unmanaged.passRetained(failure.object)
    #endif
    return nil
  }
}
