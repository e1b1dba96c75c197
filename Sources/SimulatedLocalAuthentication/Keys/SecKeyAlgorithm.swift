public import Foundation

/// How a key signs, encrypts or agrees; see ``SecKeyIsAlgorithmSupported(_:_:_:)``.
///
/// The texts are Apple's, and their parts say what each does.
public struct SecKeyAlgorithm: RawRepresentable, Hashable, Sendable {
  let text: String

  /// Takes the text of an algorithm.
  public init(rawValue: CFString) { text = rawValue as String }

  /// The text of the algorithm.
  public var rawValue: CFString { text as CFString }

  private init(_ text: String) { self.text = "algid:\(text)" }
}

// RSA signatures.

extension SecKeyAlgorithm {
  /// No padding: the input is a number below the modulus.
  public static var rsaSignatureRaw: Self { Self("sign:RSA:raw") }
  /// PKCS#1 padding of any input.
  public static var rsaSignatureDigestPKCS1v15Raw: Self { Self("sign:RSA:digest-PKCS1v15") }
  /// PKCS#1 of a SHA1 digest.
  public static var rsaSignatureDigestPKCS1v15SHA1: Self { Self("sign:RSA:digest-PKCS1v15:SHA1") }
  /// PKCS#1 of a SHA224 digest.
  public static var rsaSignatureDigestPKCS1v15SHA224: Self { Self("sign:RSA:digest-PKCS1v15:SHA224") }
  /// PKCS#1 of a SHA256 digest.
  public static var rsaSignatureDigestPKCS1v15SHA256: Self { Self("sign:RSA:digest-PKCS1v15:SHA256") }
  /// PKCS#1 of a SHA384 digest.
  public static var rsaSignatureDigestPKCS1v15SHA384: Self { Self("sign:RSA:digest-PKCS1v15:SHA384") }
  /// PKCS#1 of a SHA512 digest.
  public static var rsaSignatureDigestPKCS1v15SHA512: Self { Self("sign:RSA:digest-PKCS1v15:SHA512") }
  /// PKCS#1 of a message, by SHA1.
  public static var rsaSignatureMessagePKCS1v15SHA1: Self { Self("sign:RSA:message-PKCS1v15:SHA1") }
  /// PKCS#1 of a message, by SHA224.
  public static var rsaSignatureMessagePKCS1v15SHA224: Self { Self("sign:RSA:message-PKCS1v15:SHA224") }
  /// PKCS#1 of a message, by SHA256.
  public static var rsaSignatureMessagePKCS1v15SHA256: Self { Self("sign:RSA:message-PKCS1v15:SHA256") }
  /// PKCS#1 of a message, by SHA384.
  public static var rsaSignatureMessagePKCS1v15SHA384: Self { Self("sign:RSA:message-PKCS1v15:SHA384") }
  /// PKCS#1 of a message, by SHA512.
  public static var rsaSignatureMessagePKCS1v15SHA512: Self { Self("sign:RSA:message-PKCS1v15:SHA512") }
  /// PSS of a SHA1 digest.
  public static var rsaSignatureDigestPSSSHA1: Self { Self("sign:RSA:digest-PSS:SHA1:SHA1:20") }
  /// PSS of a SHA224 digest.
  public static var rsaSignatureDigestPSSSHA224: Self { Self("sign:RSA:digest-PSS:SHA224:SHA224:24") }
  /// PSS of a SHA256 digest.
  public static var rsaSignatureDigestPSSSHA256: Self { Self("sign:RSA:digest-PSS:SHA256:SHA256:32") }
  /// PSS of a SHA384 digest.
  public static var rsaSignatureDigestPSSSHA384: Self { Self("sign:RSA:digest-PSS:SHA384:SHA384:48") }
  /// PSS of a SHA512 digest.
  public static var rsaSignatureDigestPSSSHA512: Self { Self("sign:RSA:digest-PSS:SHA512:SHA512:64") }
  /// PSS of a message, by SHA1.
  public static var rsaSignatureMessagePSSSHA1: Self { Self("sign:RSA:message-PSS:SHA1:SHA1:20") }
  /// PSS of a message, by SHA224.
  public static var rsaSignatureMessagePSSSHA224: Self { Self("sign:RSA:message-PSS:SHA224:SHA224:24") }
  /// PSS of a message, by SHA256.
  public static var rsaSignatureMessagePSSSHA256: Self { Self("sign:RSA:message-PSS:SHA256:SHA256:32") }
  /// PSS of a message, by SHA384.
  public static var rsaSignatureMessagePSSSHA384: Self { Self("sign:RSA:message-PSS:SHA384:SHA384:48") }
  /// PSS of a message, by SHA512.
  public static var rsaSignatureMessagePSSSHA512: Self { Self("sign:RSA:message-PSS:SHA512:SHA512:64") }
}

// ECDSA signatures.

extension SecKeyAlgorithm {
  /// X9.62 of a digest of any length.
  public static var ecdsaSignatureDigestX962: Self { Self("sign:ECDSA:digest-X962") }
  /// X9.62 of a SHA1 digest.
  public static var ecdsaSignatureDigestX962SHA1: Self { Self("sign:ECDSA:digest-X962:SHA1") }
  /// X9.62 of a SHA224 digest.
  public static var ecdsaSignatureDigestX962SHA224: Self { Self("sign:ECDSA:digest-X962:SHA224") }
  /// X9.62 of a SHA256 digest.
  public static var ecdsaSignatureDigestX962SHA256: Self { Self("sign:ECDSA:digest-X962:SHA256") }
  /// X9.62 of a SHA384 digest.
  public static var ecdsaSignatureDigestX962SHA384: Self { Self("sign:ECDSA:digest-X962:SHA384") }
  /// X9.62 of a SHA512 digest.
  public static var ecdsaSignatureDigestX962SHA512: Self { Self("sign:ECDSA:digest-X962:SHA512") }
  /// X9.62 of a message, by SHA1.
  public static var ecdsaSignatureMessageX962SHA1: Self { Self("sign:ECDSA:message-X962:SHA1") }
  /// X9.62 of a message, by SHA224.
  public static var ecdsaSignatureMessageX962SHA224: Self { Self("sign:ECDSA:message-X962:SHA224") }
  /// X9.62 of a message, by SHA256.
  public static var ecdsaSignatureMessageX962SHA256: Self { Self("sign:ECDSA:message-X962:SHA256") }
  /// X9.62 of a message, by SHA384.
  public static var ecdsaSignatureMessageX962SHA384: Self { Self("sign:ECDSA:message-X962:SHA384") }
  /// X9.62 of a message, by SHA512.
  public static var ecdsaSignatureMessageX962SHA512: Self { Self("sign:ECDSA:message-X962:SHA512") }
  /// The older name of ``ecdsaSignatureDigestRFC4754``.
  public static var ecdsaSignatureRFC4754: Self { Self("sign:ECDSA:RFC4754") }
  /// RFC 4754 of a digest of any length.
  public static var ecdsaSignatureDigestRFC4754: Self { Self("sign:ECDSA:digest-RFC4754") }
  /// RFC 4754 of a SHA1 digest.
  public static var ecdsaSignatureDigestRFC4754SHA1: Self { Self("sign:ECDSA:digest-RFC4754:SHA1") }
  /// RFC 4754 of a SHA224 digest.
  public static var ecdsaSignatureDigestRFC4754SHA224: Self { Self("sign:ECDSA:digest-RFC4754:SHA224") }
  /// RFC 4754 of a SHA256 digest.
  public static var ecdsaSignatureDigestRFC4754SHA256: Self { Self("sign:ECDSA:digest-RFC4754:SHA256") }
  /// RFC 4754 of a SHA384 digest.
  public static var ecdsaSignatureDigestRFC4754SHA384: Self { Self("sign:ECDSA:digest-RFC4754:SHA384") }
  /// RFC 4754 of a SHA512 digest.
  public static var ecdsaSignatureDigestRFC4754SHA512: Self { Self("sign:ECDSA:digest-RFC4754:SHA512") }
  /// RFC 4754 of a message, by SHA1.
  public static var ecdsaSignatureMessageRFC4754SHA1: Self { Self("sign:ECDSA:message-RFC4754:SHA1") }
  /// RFC 4754 of a message, by SHA224.
  public static var ecdsaSignatureMessageRFC4754SHA224: Self { Self("sign:ECDSA:message-RFC4754:SHA224") }
  /// RFC 4754 of a message, by SHA256.
  public static var ecdsaSignatureMessageRFC4754SHA256: Self { Self("sign:ECDSA:message-RFC4754:SHA256") }
  /// RFC 4754 of a message, by SHA384.
  public static var ecdsaSignatureMessageRFC4754SHA384: Self { Self("sign:ECDSA:message-RFC4754:SHA384") }
  /// RFC 4754 of a message, by SHA512.
  public static var ecdsaSignatureMessageRFC4754SHA512: Self { Self("sign:ECDSA:message-RFC4754:SHA512") }
}

// RSA encryption.

extension SecKeyAlgorithm {
  /// No padding: the input is a number below the modulus.
  public static var rsaEncryptionRaw: Self { Self("encrypt:RSA:raw") }
  /// PKCS#1 padding.
  public static var rsaEncryptionPKCS1: Self { Self("encrypt:RSA:PKCS1") }
  /// OAEP by SHA1.
  public static var rsaEncryptionOAEPSHA1: Self { Self("encrypt:RSA:OAEP:SHA1") }
  /// OAEP by SHA224.
  public static var rsaEncryptionOAEPSHA224: Self { Self("encrypt:RSA:OAEP:SHA224") }
  /// OAEP by SHA256.
  public static var rsaEncryptionOAEPSHA256: Self { Self("encrypt:RSA:OAEP:SHA256") }
  /// OAEP by SHA384.
  public static var rsaEncryptionOAEPSHA384: Self { Self("encrypt:RSA:OAEP:SHA384") }
  /// OAEP by SHA512.
  public static var rsaEncryptionOAEPSHA512: Self { Self("encrypt:RSA:OAEP:SHA512") }
  /// AES-GCM, its key encrypted with OAEP by SHA1; for messages of any length.
  public static var rsaEncryptionOAEPSHA1AESGCM: Self { Self("encrypt:RSA:OAEP:SHA1:AESGCM") }
  /// AES-GCM, its key encrypted with OAEP by SHA224; for messages of any length.
  public static var rsaEncryptionOAEPSHA224AESGCM: Self { Self("encrypt:RSA:OAEP:SHA224:AESGCM") }
  /// AES-GCM, its key encrypted with OAEP by SHA256; for messages of any length.
  public static var rsaEncryptionOAEPSHA256AESGCM: Self { Self("encrypt:RSA:OAEP:SHA256:AESGCM") }
  /// AES-GCM, its key encrypted with OAEP by SHA384; for messages of any length.
  public static var rsaEncryptionOAEPSHA384AESGCM: Self { Self("encrypt:RSA:OAEP:SHA384:AESGCM") }
  /// AES-GCM, its key encrypted with OAEP by SHA512; for messages of any length.
  public static var rsaEncryptionOAEPSHA512AESGCM: Self { Self("encrypt:RSA:OAEP:SHA512:AESGCM") }
}

// ECIES.

extension SecKeyAlgorithm {
  /// AES-GCM with an IV of zeros, its key derived by SHA1.
  public static var eciesEncryptionStandardX963SHA1AESGCM: Self {
    Self("encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM")
  }
  /// AES-GCM with an IV of zeros, its key derived by SHA224.
  public static var eciesEncryptionStandardX963SHA224AESGCM: Self {
    Self("encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM")
  }
  /// AES-GCM with an IV of zeros, its key derived by SHA256.
  public static var eciesEncryptionStandardX963SHA256AESGCM: Self {
    Self("encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM")
  }
  /// AES-GCM with an IV of zeros, its key derived by SHA384.
  public static var eciesEncryptionStandardX963SHA384AESGCM: Self {
    Self("encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM")
  }
  /// AES-GCM with an IV of zeros, its key derived by SHA512.
  public static var eciesEncryptionStandardX963SHA512AESGCM: Self {
    Self("encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM")
  }
  /// AES-GCM with an IV of zeros, its key derived by SHA1.
  public static var eciesEncryptionCofactorX963SHA1AESGCM: Self {
    Self("encrypt:ECIES:ECDHC:KDFX963:SHA1:AESGCM")
  }
  /// AES-GCM with an IV of zeros, its key derived by SHA224.
  public static var eciesEncryptionCofactorX963SHA224AESGCM: Self {
    Self("encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM")
  }
  /// AES-GCM with an IV of zeros, its key derived by SHA256.
  public static var eciesEncryptionCofactorX963SHA256AESGCM: Self {
    Self("encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM")
  }
  /// AES-GCM with an IV of zeros, its key derived by SHA384.
  public static var eciesEncryptionCofactorX963SHA384AESGCM: Self {
    Self("encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM")
  }
  /// AES-GCM with an IV of zeros, its key derived by SHA512.
  public static var eciesEncryptionCofactorX963SHA512AESGCM: Self {
    Self("encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM")
  }
  /// AES-GCM, its key and IV derived by SHA224.
  public static var eciesEncryptionStandardVariableIVX963SHA224AESGCM: Self {
    Self("encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM-KDFIV")
  }
  /// AES-GCM, its key and IV derived by SHA256.
  public static var eciesEncryptionStandardVariableIVX963SHA256AESGCM: Self {
    Self("encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM-KDFIV")
  }
  /// AES-GCM, its key and IV derived by SHA384.
  public static var eciesEncryptionStandardVariableIVX963SHA384AESGCM: Self {
    Self("encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM-KDFIV")
  }
  /// AES-GCM, its key and IV derived by SHA512.
  public static var eciesEncryptionStandardVariableIVX963SHA512AESGCM: Self {
    Self("encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM-KDFIV")
  }
  /// AES-GCM, its key and IV derived by SHA224.
  public static var eciesEncryptionCofactorVariableIVX963SHA224AESGCM: Self {
    Self("encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM-KDFIV")
  }
  /// AES-GCM, its key and IV derived by SHA256.
  public static var eciesEncryptionCofactorVariableIVX963SHA256AESGCM: Self {
    Self("encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM-KDFIV")
  }
  /// AES-GCM, its key and IV derived by SHA384.
  public static var eciesEncryptionCofactorVariableIVX963SHA384AESGCM: Self {
    Self("encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM-KDFIV")
  }
  /// AES-GCM, its key and IV derived by SHA512.
  public static var eciesEncryptionCofactorVariableIVX963SHA512AESGCM: Self {
    Self("encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM-KDFIV")
  }
}

// Key exchange.

extension SecKeyAlgorithm {
  /// The shared secret itself.
  public static var ecdhKeyExchangeStandard: Self { Self("keyexchange:ECDH") }
  /// A key derived by SHA1.
  public static var ecdhKeyExchangeStandardX963SHA1: Self { Self("keyexchange:ECDH:KDFX963:SHA1") }
  /// A key derived by SHA224.
  public static var ecdhKeyExchangeStandardX963SHA224: Self { Self("keyexchange:ECDH:KDFX963:SHA224") }
  /// A key derived by SHA256.
  public static var ecdhKeyExchangeStandardX963SHA256: Self { Self("keyexchange:ECDH:KDFX963:SHA256") }
  /// A key derived by SHA384.
  public static var ecdhKeyExchangeStandardX963SHA384: Self { Self("keyexchange:ECDH:KDFX963:SHA384") }
  /// A key derived by SHA512.
  public static var ecdhKeyExchangeStandardX963SHA512: Self { Self("keyexchange:ECDH:KDFX963:SHA512") }
  /// The shared secret itself.
  public static var ecdhKeyExchangeCofactor: Self { Self("keyexchange:ECDHC") }
  /// A key derived by SHA1.
  public static var ecdhKeyExchangeCofactorX963SHA1: Self { Self("keyexchange:ECDHC:KDFX963:SHA1") }
  /// A key derived by SHA224.
  public static var ecdhKeyExchangeCofactorX963SHA224: Self { Self("keyexchange:ECDHC:KDFX963:SHA224") }
  /// A key derived by SHA256.
  public static var ecdhKeyExchangeCofactorX963SHA256: Self { Self("keyexchange:ECDHC:KDFX963:SHA256") }
  /// A key derived by SHA384.
  public static var ecdhKeyExchangeCofactorX963SHA384: Self { Self("keyexchange:ECDHC:KDFX963:SHA384") }
  /// A key derived by SHA512.
  public static var ecdhKeyExchangeCofactorX963SHA512: Self { Self("keyexchange:ECDHC:KDFX963:SHA512") }
}
