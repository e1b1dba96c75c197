public import Foundation

// The attributes of keys.

/// The app's own name of a key, bytes.
public var kSecAttrApplicationTag: CFString { "atag" as CFString }
/// What finds a key, bytes: mostly a hash of its public half.
public var kSecAttrApplicationLabel: CFString { "klbl" as CFString }
/// Which half it is; the values follow.
public var kSecAttrKeyClass: CFString { "kcls" as CFString }
/// The public half of a pair.
public var kSecAttrKeyClassPublic: CFString { "0" as CFString }
/// The private half of a pair.
public var kSecAttrKeyClassPrivate: CFString { "1" as CFString }
/// A key that is no pair.
public var kSecAttrKeyClassSymmetric: CFString { "2" as CFString }
/// The algorithm of a key; the values follow.
public var kSecAttrKeyType: CFString { "type" as CFString }
/// RSA.
public var kSecAttrKeyTypeRSA: CFString { "42" as CFString }
/// DSA; macOS only.
public var kSecAttrKeyTypeDSA: CFString { "43" as CFString }
/// AES; macOS only.
public var kSecAttrKeyTypeAES: CFString { "2147483649" as CFString }
/// DES; macOS only.
public var kSecAttrKeyTypeDES: CFString { "14" as CFString }
/// Triple DES; macOS only.
public var kSecAttrKeyType3DES: CFString { "17" as CFString }
/// RC4; macOS only.
public var kSecAttrKeyTypeRC4: CFString { "25" as CFString }
/// RC2; macOS only.
public var kSecAttrKeyTypeRC2: CFString { "23" as CFString }
/// CAST; macOS only.
public var kSecAttrKeyTypeCAST: CFString { "56" as CFString }
/// The older name of elliptic curves; macOS only.
public var kSecAttrKeyTypeECDSA: CFString { "73" as CFString }
/// The older name of `kSecAttrKeyTypeECSECPrimeRandom`.
public var kSecAttrKeyTypeEC: CFString { "73" as CFString }
/// The elliptic curves of NIST.
public var kSecAttrKeyTypeECSECPrimeRandom: CFString { "73" as CFString }
/// How long a key is, a number.
public var kSecAttrKeySizeInBits: CFString { "bsiz" as CFString }
/// How many bits of a key count, a number.
public var kSecAttrEffectiveKeySize: CFString { "esiz" as CFString }
/// Whether a new key is stored, a Boolean.
public var kSecAttrIsPermanent: CFString { "perm" as CFString }
/// Whether a key leaves the keychain only encrypted, a Boolean.
public var kSecAttrIsSensitive: CFString { "sens" as CFString }
/// Whether a key can leave the keychain, a Boolean.
public var kSecAttrIsExtractable: CFString { "extr" as CFString }
/// Whether a key encrypts, a Boolean.
public var kSecAttrCanEncrypt: CFString { "encr" as CFString }
/// Whether a key decrypts, a Boolean.
public var kSecAttrCanDecrypt: CFString { "decr" as CFString }
/// Whether other keys are derived from a key, a Boolean.
public var kSecAttrCanDerive: CFString { "drve" as CFString }
/// Whether a key signs, a Boolean.
public var kSecAttrCanSign: CFString { "sign" as CFString }
/// Whether a key verifies signatures, a Boolean.
public var kSecAttrCanVerify: CFString { "vrfy" as CFString }
/// Whether a key encrypts other keys, a Boolean.
public var kSecAttrCanWrap: CFString { "wrap" as CFString }
/// Whether a key decrypts other keys, a Boolean.
public var kSecAttrCanUnwrap: CFString { "unwp" as CFString }
/// The token of keys that the Secure Enclave keeps.
public var kSecAttrTokenIDSecureEnclave: CFString { "com.apple.setoken" as CFString }
/// The attributes of the private half of a new pair.
public var kSecPrivateKeyAttrs: CFString { "private" as CFString }
/// The attributes of the public half of a new pair.
public var kSecPublicKeyAttrs: CFString { "public" as CFString }
