import Foundation

// The older functions, which take memory and return a number.

/// How an older function pads.
public struct SecPadding: OptionSet, Hashable, Sendable {
  /// The number, which is Apple's.
  public let rawValue: UInt32
  /// Takes a number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// PKCS#1 of RSA; of elliptic curves: DER.
  public static let PKCS1 = Self(rawValue: 1)
  /// OAEP with SHA-1, to encrypt.
  public static let OAEP = Self(rawValue: 2)
  /// The two numbers of ECDSA one after the other.
  public static let sigRaw = Self(rawValue: 0x4000)
  /// PKCS#1 of an MD2 digest, which nothing here signs.
  public static let PKCS1MD2 = Self(rawValue: 0x8000)
  /// PKCS#1 of an MD5 digest, which nothing here signs.
  public static let PKCS1MD5 = Self(rawValue: 0x8001)
  /// PKCS#1 of a SHA-1 digest.
  public static let PKCS1SHA1 = Self(rawValue: 0x8002)
  /// PKCS#1 of a SHA-224 digest.
  public static let PKCS1SHA224 = Self(rawValue: 0x8003)
  /// PKCS#1 of a SHA-256 digest.
  public static let PKCS1SHA256 = Self(rawValue: 0x8004)
  /// PKCS#1 of a SHA-384 digest.
  public static let PKCS1SHA384 = Self(rawValue: 0x8005)
  /// PKCS#1 of a SHA-512 digest.
  public static let PKCS1SHA512 = Self(rawValue: 0x8006)
}

/// Underlying cryptographic error: what ``SecKeyRawVerify(_:_:_:_:_:_:)`` returns for a wrong signature.
public let errSSLCrypto: OSStatus = -9809

/// Signs a digest with a private key, after the prompt that its access control asks for.
///
/// - Parameter sigLen: how much room there is, and then how long the signature is.
/// - Returns: the number of the error, whatever its domain: -2 if the user cancelled.
public func SecKeyRawSign(
  _ key: SecKey, _ padding: SecPadding, _ dataToSign: UnsafePointer<UInt8>, _ dataToSignLen: Int,
  _ sig: UnsafeMutablePointer<UInt8>, _ sigLen: UnsafeMutablePointer<Int>
) -> OSStatus {
  status { () throws(KeyFailure) in
    let input = try bytes(dataToSign, dataToSignLen)
    let algorithm = try key.signatureAlgorithm(padding)
    try write(try key.sign(input, algorithm), to: sig, sigLen)
  }
}

/// Verifies a signature of a digest.
///
/// - Returns: ``errSSLCrypto`` if the signature is wrong.
public func SecKeyRawVerify(
  _ key: SecKey, _ padding: SecPadding, _ signedData: UnsafePointer<UInt8>, _ signedDataLen: Int,
  _ sig: UnsafePointer<UInt8>, _ sigLen: Int
) -> OSStatus {
  let status = status { () throws(KeyFailure) in
    let input = try bytes(signedData, signedDataLen)
    let algorithm = try key.signatureAlgorithm(padding)
    try key.verify(input, try bytes(sig, sigLen), algorithm)
  }
  return status == errSecVerifyFailed ? errSSLCrypto : status
}

/// Encrypts with a public key of RSA.
public func SecKeyEncrypt(
  _ key: SecKey, _ padding: SecPadding, _ plainText: UnsafePointer<UInt8>, _ plainTextLen: Int,
  _ cipherText: UnsafeMutablePointer<UInt8>, _ cipherTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
  status { () throws(KeyFailure) in
    let input = try bytes(plainText, plainTextLen)
    try write(
      try key.encrypt(input, try key.encryptionAlgorithm(padding)), to: cipherText, cipherTextLen)
  }
}

/// Decrypts with a private key of RSA, after the prompt that its access control asks for.
public func SecKeyDecrypt(
  _ key: SecKey, _ padding: SecPadding, _ cipherText: UnsafePointer<UInt8>, _ cipherTextLen: Int,
  _ plainText: UnsafeMutablePointer<UInt8>, _ plainTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
  status { () throws(KeyFailure) in
    let input = try bytes(cipherText, cipherTextLen)
    let plain = try key.decrypt(input, try key.encryptionAlgorithm(padding))
    // Without padding the zeros in front are none of the text.
    try write(padding == [] ? Array(plain.drop { $0 == 0 }) : plain, to: plainText, plainTextLen)
  }
}

/// Runs a function that returns a number.
func status(of function: String = #function, _ body: () throws(KeyFailure) -> Void) -> OSStatus {
  do throws(KeyFailure) {
    try body()
    return errSecSuccess
  } catch {
    return error.status(of: String(function.prefix { $0 != "(" }))
  }
}

private func bytes(_ start: UnsafePointer<UInt8>, _ count: Int) throws(KeyFailure) -> [UInt8] {
  guard count >= 0 else { throw .parameter("a length is negative") }
  return Array(UnsafeBufferPointer(start: start, count: count))
}

private func write(
  _ bytes: [UInt8], to start: UnsafeMutablePointer<UInt8>, _ count: UnsafeMutablePointer<Int>
) throws(KeyFailure) {
  guard bytes.count <= count.pointee else {
    throw .parameter("buffer too small (required \(bytes.count), provided \(count.pointee))")
  }
  start.update(from: bytes, count: bytes.count)
  count.pointee = bytes.count
}

extension SecKey {
  /// What an older padding means for a signature of the key.
  fileprivate func signatureAlgorithm(_ padding: SecPadding) throws(KeyFailure) -> SecKeyAlgorithm {
    guard publicHalf.type == .rsa else {
      return padding == .sigRaw ? .ecdsaSignatureDigestRFC4754 : .ecdsaSignatureDigestX962
    }
    switch padding {
    case []: return .rsaSignatureRaw
    case .PKCS1: return .rsaSignatureDigestPKCS1v15Raw
    case .PKCS1SHA1: return .rsaSignatureDigestPKCS1v15SHA1
    case .PKCS1SHA224: return .rsaSignatureDigestPKCS1v15SHA224
    case .PKCS1SHA256: return .rsaSignatureDigestPKCS1v15SHA256
    case .PKCS1SHA384: return .rsaSignatureDigestPKCS1v15SHA384
    case .PKCS1SHA512: return .rsaSignatureDigestPKCS1v15SHA512
    default: throw .parameter("RSA does not sign with that padding")
    }
  }

  /// What an older padding means for a text that the key encrypts.
  fileprivate func encryptionAlgorithm(_ padding: SecPadding) throws(KeyFailure) -> SecKeyAlgorithm {
    switch padding {
    case _ where publicHalf.type != .rsa: throw .parameter("only an RSA key encrypts with a padding")
    case []: return .rsaEncryptionRaw
    case .PKCS1: return .rsaEncryptionPKCS1
    case .OAEP: return .rsaEncryptionOAEPSHA1
    default: throw .parameter("RSA does not encrypt with that padding")
    }
  }
}
