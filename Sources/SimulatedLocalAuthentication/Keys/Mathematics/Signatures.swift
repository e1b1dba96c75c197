extension KeyMaterial {
  /// How an RSA signature, or an RSA ciphertext, is padded.
  enum Padding: Hashable, Sendable {
    case none, pkcs1
    /// Of signatures: the salt is as long as the digest.
    case pss
    /// Of ciphertexts.
    case oaep

    /// The number of it in libcrypto.
    var number: Int32 {
      switch self {
      case .pkcs1: 1
      case .none: 3
      case .oaep: 4
      case .pss: 6
      }
    }
  }

  /// Signs with RSA.
  ///
  /// - Parameter digest: what `input` is the digest of; `nil`: it is signed as it is.
  func signRSA(_ input: [UInt8], _ padding: Padding, _ digest: Digest?) throws(KeyFailure) -> [UInt8] {
    let input = padding == .none ? try filled(input) : input
    let library = try LibCrypto.system
    return try library.withContext(self, library.EVP_PKEY_sign_init) { context throws(KeyFailure) in
      try library.setSignature(context, padding, digest)
      return try library.transform(context, input, library.EVP_PKEY_sign, "RSAsign wrong input data length")
    }
  }

  /// Whether a signature of RSA is right.
  func verifyRSA(
    _ input: [UInt8], _ signature: [UInt8], _ padding: Padding, _ digest: Digest?
  ) throws(KeyFailure) -> Bool {
    let library = try LibCrypto.system
    guard padding != .none else {
      // What is signed is compared without the zeros in front.
      let recovered = try? library.withContext(self, library.EVP_PKEY_verify_recover_init) {
        context throws(KeyFailure) in
        try library.setSignature(context, padding, nil)
        return try library.transform(context, signature, library.EVP_PKEY_verify_recover, "no signature")
      }
      return recovered.map { $0.drop { $0 == 0 } == input[...] } ?? false
    }
    return try library.withContext(self, library.EVP_PKEY_verify_init) { context throws(KeyFailure) in
      try library.setSignature(context, padding, digest)
      return library.verify(context, input, signature)
    }
  }

  /// Signs a digest with ECDSA; the signature is the DER form of X9.62.
  func signEC(_ digest: [UInt8]) throws(KeyFailure) -> [UInt8] {
    let library = try LibCrypto.system
    return try library.withContext(self, library.EVP_PKEY_sign_init) { context throws(KeyFailure) in
      try library.transform(context, digest, library.EVP_PKEY_sign, "X962 signing failed")
    }
  }

  /// Whether a signature of ECDSA is right.
  func verifyEC(_ digest: [UInt8], _ signature: [UInt8]) throws(KeyFailure) -> Bool {
    let library = try LibCrypto.system
    return try library.withContext(self, library.EVP_PKEY_verify_init) { context throws(KeyFailure) in
      library.verify(context, digest, signature)
    }
  }

  /// The two numbers of a DER signature one after the other, as RFC 4754 has them; `nil` if it is none.
  func plainSignature(_ der: [UInt8]) -> [UInt8]? {
    var reader = DERReader(der[...])
    guard let content = reader.next(.sequence), reader.isAtEnd else { return nil }
    var numbers = DERReader(content)
    guard let first = numbers.nextUnsigned(blockSize), let second = numbers.nextUnsigned(blockSize),
      numbers.isAtEnd
    else { return nil }
    return first + second
  }

  /// The DER form of a signature of RFC 4754; `nil` if it does not have the right length.
  func derSignature(_ plain: [UInt8]) -> [UInt8]? {
    guard plain.count == 2 * blockSize else { return nil }
    return DER.encode(
      .sequence, DER.encode(unsigned: plain.prefix(blockSize)) + DER.encode(unsigned: plain.suffix(blockSize))
    )
  }

  /// A number of RSA, with zeros in front.
  func filled(_ input: [UInt8]) throws(KeyFailure) -> [UInt8] {
    guard input.count <= blockSize else {
      throw .parameter("\(input.count) bytes are too many for an RSA key of \(sizeInBits) bits")
    }
    return Array(repeating: 0, count: blockSize - input.count) + input
  }
}

extension LibCrypto {
  /// Lends a context for one operation of a key.
  func withContext<Result>(
    _ material: KeyMaterial, _ prepare: Step, _ body: (Object?) throws(KeyFailure) -> Result
  ) throws(KeyFailure) -> Result {
    try withKey(material) { key throws(KeyFailure) in
      let context = EVP_PKEY_CTX_new(key, nil)
      defer { EVP_PKEY_CTX_free(context) }
      try check(prepare(context), "the key does not do that")
      return try body(context)
    }
  }

  /// Runs an operation on bytes.
  func transform(
    _ context: Object?, _ input: [UInt8], _ operation: Transform, _ message: String
  ) throws(KeyFailure) -> [UInt8] {
    var count = 0
    try check(operation(context, nil, &count, input, input.count), message)
    var output = [UInt8](repeating: 0, count: count)
    try check(operation(context, &output, &count, input, input.count), message)
    return Array(output.prefix(count))
  }

  fileprivate func verify(_ context: Object?, _ input: [UInt8], _ signature: [UInt8]) -> Bool {
    defer { ERR_clear_error() }
    return EVP_PKEY_verify(context, signature, signature.count, input, input.count) == 1
  }

  fileprivate func setSignature(
    _ context: Object?, _ padding: KeyMaterial.Padding, _ digest: Digest?
  ) throws(KeyFailure) {
    try check(EVP_PKEY_CTX_set_rsa_padding(context, padding.number), "no such padding")
    guard let digest else { return }
    try check(
      EVP_PKEY_CTX_set_signature_md(context, digest.object(self)),
      "the key is too short for \(digest.rawValue)")
    guard padding == .pss else { return }
    let asLongAsDigest: Int32 = -1
    try check(EVP_PKEY_CTX_set_rsa_pss_saltlen(context, asLongAsDigest), "no such salt")
  }
}
