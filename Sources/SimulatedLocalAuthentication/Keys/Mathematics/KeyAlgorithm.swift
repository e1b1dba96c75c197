/// What an algorithm computes.
enum KeyAlgorithm: Hashable, Sendable {
  /// What a signature takes: a digest, or the message to compute it of.
  enum Input: CaseIterable, Sendable {
    case digest, message
  }

  /// No digest: whatever is given is signed.
  case signRSA(KeyMaterial.Padding, Input, Digest?)
  /// Plain: the two numbers one after the other, as RFC 4754 has them; else DER.
  case signEC(isPlain: Bool, Input, Digest?)
  case encryptRSA(KeyMaterial.Padding, Digest?)
  case sealRSA(Digest)
  case encryptEC(Digest, derivesIV: Bool)
  /// No digest: the shared secret itself.
  case exchange(Digest?)

  /// Finds it by Apple's text; `nil`: there is none.
  init?(_ algorithm: SecKeyAlgorithm) {
    guard let known = Self.all[algorithm.text] else { return nil }
    self = known
  }

  /// All by their texts.
  static let all: [String: Self] = {
    var all: [String: Self] = [
      "algid:sign:RSA:raw": .signRSA(.none, .digest, nil),
      "algid:sign:RSA:digest-PKCS1v15": .signRSA(.pkcs1, .digest, nil),
      "algid:sign:ECDSA:digest-X962": .signEC(isPlain: false, .digest, nil),
      "algid:sign:ECDSA:RFC4754": .signEC(isPlain: true, .digest, nil),
      "algid:sign:ECDSA:digest-RFC4754": .signEC(isPlain: true, .digest, nil),
      "algid:encrypt:RSA:raw": .encryptRSA(.none, nil),
      "algid:encrypt:RSA:PKCS1": .encryptRSA(.pkcs1, nil),
      "algid:keyexchange:ECDH": .exchange(nil),
      "algid:keyexchange:ECDHC": .exchange(nil),
    ]
    for digest in Digest.allCases {
      let name = digest.rawValue
      // The text of SHA-224 says 24; the salt is as long as the digest all the same.
      let salt = digest == .sha224 ? 24 : digest.size
      for input in Input.allCases {
        all["algid:sign:RSA:\(input)-PKCS1v15:\(name)"] = .signRSA(.pkcs1, input, digest)
        all["algid:sign:RSA:\(input)-PSS:\(name):\(name):\(salt)"] = .signRSA(.pss, input, digest)
        all["algid:sign:ECDSA:\(input)-X962:\(name)"] = .signEC(isPlain: false, input, digest)
        all["algid:sign:ECDSA:\(input)-RFC4754:\(name)"] = .signEC(isPlain: true, input, digest)
      }
      all["algid:encrypt:RSA:OAEP:\(name)"] = .encryptRSA(.oaep, digest)
      all["algid:encrypt:RSA:OAEP:\(name):AESGCM"] = .sealRSA(digest)
      for form in ["ECDH", "ECDHC"] {
        all["algid:keyexchange:\(form):KDFX963:\(name)"] = .exchange(digest)
        all["algid:encrypt:ECIES:\(form):KDFX963:\(name):AESGCM"] = .encryptEC(digest, derivesIV: false)
        if digest != .sha1 {
          all["algid:encrypt:ECIES:\(form):KDFX963:\(name):AESGCM-KDFIV"] = .encryptEC(
            digest, derivesIV: true)
        }
      }
    }
    return all
  }()

  /// Whether a key does an operation with it.
  ///
  /// - Parameter isPrivate: which half of the pair it is.
  func isSupported(_ operation: SecKeyOperationType, by key: KeyMaterial, isPrivate: Bool) -> Bool {
    let isOperation =
      switch (self, operation) {
      case (.signRSA, .sign), (.signEC, .sign), (.exchange, .keyExchange): isPrivate
      case (.signRSA, .verify), (.signEC, .verify): !isPrivate
      case (.encryptRSA, .encrypt), (.sealRSA, .encrypt), (.encryptEC, .encrypt): !isPrivate
      case (.encryptRSA, .decrypt), (.sealRSA, .decrypt), (.encryptEC, .decrypt): isPrivate
      default: false
      }
    return isOperation && isSupported(by: key)
  }

  private func isSupported(by key: KeyMaterial) -> Bool {
    switch self {
    case .signRSA(.pss, _, let digest): key.type == .rsa && key.sizeInBits >= 16 * (digest?.size ?? 0) + 9
    case .signRSA: key.type == .rsa
    case .encryptRSA(.oaep, let digest): key.type == .rsa && key.blockSize >= 2 * (digest?.size ?? 0) + 2
    case .encryptRSA: key.type == .rsa
    case .sealRSA(let digest): key.type == .rsa && key.blockSize >= 2 * digest.size + 2
    case .signEC, .encryptEC, .exchange: key.type == .ec
    }
  }

  // MARK: With a key that supports it

  /// What is signed: the digest of the input, or the input itself. It is checked before anybody is asked.
  func prepare(_ input: [UInt8]) throws(KeyFailure) -> [UInt8] {
    switch self {
    case .signRSA(_, let kind, let digest), .signEC(_, let kind, let digest):
      guard let digest else { return input }
      if kind == .message { return try digest(input) }
      guard input.count == digest.size else {
        throw .parameter("a digest of \(digest.rawValue) has \(digest.size) bytes, and not \(input.count)")
      }
      return input
    case .encryptRSA, .sealRSA, .encryptEC, .exchange: throw Self.otherOperation
    }
  }

  /// Signs what was prepared with a private key.
  func sign(_ prepared: [UInt8], with key: KeyMaterial) throws(KeyFailure) -> [UInt8] {
    switch self {
    case .signRSA(let padding, _, let digest): return try key.signRSA(prepared, padding, digest)
    case .signEC(let isPlain, _, _):
      let signature = try key.signEC(prepared)
      guard isPlain else { return signature }
      guard let plain = key.plainSignature(signature) else { throw .parameter("Wrong ECDSA X962 signature") }
      return plain
    case .encryptRSA, .sealRSA, .encryptEC, .exchange: throw Self.otherOperation
    }
  }

  /// Whether a signature is that of the private half of a public key.
  func verify(
    _ input: [UInt8], _ signature: [UInt8], with key: KeyMaterial
  ) throws(KeyFailure) -> Bool {
    // RSA compares a digest of another length, and finds it different.
    if case .signRSA(_, .digest, let digest?) = self, digest.size != input.count { return false }
    let prepared = try prepare(input)
    switch self {
    case .signRSA(let padding, _, let digest):
      return try key.verifyRSA(prepared, signature, padding, digest)
    case .signEC(let isPlain, _, _):
      guard let der = isPlain ? key.derSignature(signature) : signature else { return false }
      return try key.verifyEC(prepared, der)
    case .encryptRSA, .sealRSA, .encryptEC, .exchange: throw Self.otherOperation
    }
  }

  /// Encrypts with a public key.
  func encrypt(_ plain: [UInt8], with key: KeyMaterial) throws(KeyFailure) -> [UInt8] {
    switch self {
    case .encryptRSA(let padding, let digest): return try key.encryptRSA(plain, padding, digest)
    case .sealRSA(let digest): return try key.sealRSA(plain, digest)
    case .encryptEC(let digest, let derivesIV):
      return try key.encryptEC(plain, digest, derivesIV: derivesIV)
    case .signRSA, .signEC, .exchange: throw Self.otherOperation
    }
  }

  /// How long a ciphertext is at least.
  func shortestCipher(of key: KeyMaterial) -> Int {
    switch self {
    case .sealRSA: key.blockSize + AESGCM.tagSize
    case .encryptEC: 1 + 2 * key.blockSize + AESGCM.tagSize
    case .encryptRSA, .signRSA, .signEC, .exchange: 0
    }
  }

  /// Decrypts with a private key.
  func decrypt(_ cipher: [UInt8], with key: KeyMaterial) throws(KeyFailure) -> [UInt8] {
    switch self {
    case .encryptRSA(let padding, let digest): return try key.decryptRSA(cipher, padding, digest)
    case .sealRSA(let digest): return try key.openRSA(cipher, digest)
    case .encryptEC(let digest, let derivesIV):
      return try key.decryptEC(cipher, digest, derivesIV: derivesIV)
    case .signRSA, .signEC, .exchange: throw Self.otherOperation
    }
  }

  /// Agrees on a secret with the owner of another public key.
  ///
  /// - Parameter derivation: how long the derived key is, and what goes into it; `nil` where nothing is derived.
  func exchange(
    _ key: KeyMaterial, _ other: KeyMaterial, _ derivation: KeyDerivation?
  ) throws(KeyFailure) -> [UInt8] {
    guard case .exchange(let digest) = self else { throw Self.otherOperation }
    let secret = try key.agreeEC(with: other)
    guard let digest, let derivation else { return secret }
    return try digest.deriveKey(secret, sharedInfo: derivation.sharedInfo, count: derivation.count)
  }

  private static let otherOperation = KeyFailure.parameter("the algorithm is for another operation")
}

/// What a key exchange derives of the shared secret.
struct KeyDerivation {
  /// How many bytes can be asked for.
  static let limit = 1 << 24

  let count: Int
  let sharedInfo: [UInt8]
}
