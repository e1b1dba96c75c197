extension KeyMaterial {
  /// Encrypts with RSA.
  func encryptRSA(_ plain: [UInt8], _ padding: Padding, _ digest: Digest?) throws(KeyFailure) -> [UInt8] {
    let input = padding == .none ? try filled(plain) : plain
    let library = try LibCrypto.system
    return try library.withContext(self, library.EVP_PKEY_encrypt_init) { context throws(KeyFailure) in
      try library.setEncryption(context, padding, digest)
      return try library.transform(context, input, library.EVP_PKEY_encrypt, "RSAencrypt wrong input size")
    }
  }

  /// Decrypts with RSA.
  func decryptRSA(_ cipher: [UInt8], _ padding: Padding, _ digest: Digest?) throws(KeyFailure) -> [UInt8] {
    let input = try filled(cipher)
    let library = try LibCrypto.system
    return try library.withContext(self, library.EVP_PKEY_decrypt_init) { context throws(KeyFailure) in
      try library.setEncryption(context, padding, digest)
      return try library.transform(context, input, library.EVP_PKEY_decrypt, "RSAdecrypt wrong input")
    }
  }

  /// Encrypts with a new AES key, which is encrypted with OAEP and stands in front. The public key is
  /// authenticated.
  func sealRSA(_ plain: [UInt8], _ digest: Digest) throws(KeyFailure) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    let key = (0..<sessionKeySize).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    let wrapped = try encryptRSA(key, .oaep, digest)
    return wrapped + (try AESGCM(key: key).seal(plain, authenticating: bytes))
  }

  /// Decrypts what ``sealRSA(_:_:)`` makes, which is long enough.
  func openRSA(_ cipher: [UInt8], _ digest: Digest) throws(KeyFailure) -> [UInt8] {
    guard cipher.count >= blockSize + AESGCM.tagSize else {
      throw .parameter("RSA-WRAP too short input data")
    }
    let key = try decryptRSA(Array(cipher.prefix(blockSize)), .oaep, digest)
    guard key.count == sessionKeySize else { throw .parameter("RSA-WRAP bad ciphertext") }
    let publicBytes = try publicHalf.bytes
    return try AESGCM(key: key).open(cipher.dropFirst(blockSize), authenticating: publicBytes)
  }

  /// How long the AES key beside an RSA key is.
  private var sessionKeySize: Int { sizeInBits >= 4096 ? 32 : 16 }

  /// Throws if another key is of another type or size, so that the two cannot agree.
  func requireSameKind(as other: KeyMaterial) throws(KeyFailure) {
    guard other.type == type, other.sizeInBits == sizeInBits else {
      throw .parameter("ECpriv sharedsecret: the public key is of another kind")
    }
  }

  /// The shared secret of this private and another public key: the X coordinate of their product.
  ///
  /// All curves here have the cofactor 1, so the standard and the cofactor form are one.
  func agreeEC(with other: KeyMaterial) throws(KeyFailure) -> [UInt8] {
    let library = try LibCrypto.system
    return try library.withContext(self, library.EVP_PKEY_derive_init) { context throws(KeyFailure) in
      try library.withKey(other) { peer throws(KeyFailure) in
        let message = "ECpriv sharedsecret: bad public key"
        try library.check(library.EVP_PKEY_derive_set_peer(context, peer), message)
        var count = blockSize
        var secret = [UInt8](repeating: 0, count: count)
        try library.check(library.EVP_PKEY_derive(context, &secret, &count), message)
        return Array(secret.prefix(count))
      }
    }
  }

  /// Encrypts with ECIES: a new key pair of the same curve agrees with this key on an AES key. Its public half
  /// stands in front, and is what both sides know.
  func encryptEC(
    _ plain: [UInt8], _ digest: Digest, derivesIV: Bool
  ) throws(KeyFailure) -> [UInt8] {
    let ephemeral = try KeyMaterial(generating: .ec, sizeInBits: sizeInBits)
    let front = try ephemeral.publicHalf.bytes
    let secret = try ephemeral.agreeEC(with: self)
    let aes = try self.aes(secret, front, digest, derivesIV: derivesIV)
    return front + (try aes.seal(plain, authenticating: []))
  }

  /// Decrypts what ``encryptEC(_:_:derivesIV:)`` makes, which is long enough.
  func decryptEC(
    _ cipher: [UInt8], _ digest: Digest, derivesIV: Bool
  ) throws(KeyFailure) -> [UInt8] {
    let front = Array(cipher.prefix(1 + 2 * blockSize))
    let ephemeral = try KeyMaterial(.ec, isPrivate: false, external: front)
    let aes = try self.aes(try agreeEC(with: ephemeral), front, digest, derivesIV: derivesIV)
    return try aes.open(cipher.dropFirst(front.count), authenticating: [])
  }

  /// The AES key of a shared secret: 128 bits up to P-256, else 256; then the IV, if it is derived, too.
  private func aes(
    _ secret: [UInt8], _ sharedInfo: [UInt8], _ digest: Digest, derivesIV: Bool
  ) throws(KeyFailure) -> AESGCM {
    let keySize = sizeInBits > 256 ? 32 : 16
    let count = derivesIV ? keySize + AESGCM.ivSize : keySize
    let derived = try digest.deriveKey(secret, sharedInfo: sharedInfo, count: count)
    var aes = AESGCM(key: Array(derived.prefix(keySize)))
    if derivesIV { aes.iv = Array(derived.dropFirst(keySize)) }
    return aes
  }
}

extension LibCrypto {
  fileprivate func setEncryption(
    _ context: Object?, _ padding: KeyMaterial.Padding, _ digest: Digest?
  ) throws(KeyFailure) {
    try check(EVP_PKEY_CTX_set_rsa_padding(context, padding.number), "no such padding")
    guard padding == .oaep, let digest else { return }
    try check(EVP_PKEY_CTX_set_rsa_oaep_md(context, digest.object(self)), "no such digest")
    try check(EVP_PKEY_CTX_set_rsa_mgf1_md(context, digest.object(self)), "no such digest")
  }
}

/// AES in Galois/counter mode, with an IV of 16 bytes and a tag of 16 bytes at the end.
struct AESGCM {
  static let ivSize = 16
  static let tagSize = 16

  let key: [UInt8]
  var iv = [UInt8](repeating: 0, count: ivSize)

  private static let setIVSize: Int32 = 0x9
  private static let getTag: Int32 = 0x10
  private static let setTag: Int32 = 0x11

  init(key: [UInt8]) { self.key = key }

  /// Encrypts, and adds the tag.
  func seal(_ plain: [UInt8], authenticating data: [UInt8]) throws(KeyFailure) -> [UInt8] {
    let library = try LibCrypto.system
    return try withContext(library, encrypts: true) { context throws(KeyFailure) in
      var cipher = try update(library, context, data: data, plain)
      var tag = [UInt8](repeating: 0, count: Self.tagSize)
      var count: Int32 = 0
      try library.check(library.EVP_CipherFinal_ex(context, &tag, &count), "AES-GCM failed")
      let result = library.EVP_CIPHER_CTX_ctrl(context, Self.getTag, Int32(tag.count), &tag)
      try library.check(result, "AES-GCM failed")
      cipher += tag
      return cipher
    }
  }

  /// Checks the tag, and decrypts.
  func open(_ cipher: ArraySlice<UInt8>, authenticating data: [UInt8]) throws(KeyFailure) -> [UInt8] {
    let library = try LibCrypto.system
    return try withContext(library, encrypts: false) { context throws(KeyFailure) in
      let plain = try update(library, context, data: data, Array(cipher.dropLast(Self.tagSize)))
      var tag = Array(cipher.suffix(Self.tagSize))
      let result = library.EVP_CIPHER_CTX_ctrl(context, Self.setTag, Int32(tag.count), &tag)
      try library.check(result, "AES-GCM failed")
      var count: Int32 = 0
      try library.check(
        library.EVP_CipherFinal_ex(context, &tag, &count), "failed to aes-gcm decrypt data")
      return plain
    }
  }

  private func withContext(
    _ library: LibCrypto, encrypts: Bool,
    _ body: (LibCrypto.Object?) throws(KeyFailure) -> [UInt8]
  ) throws(KeyFailure) -> [UInt8] {
    let context = library.EVP_CIPHER_CTX_new()
    defer { library.EVP_CIPHER_CTX_free(context) }
    let name = key.count == 16 ? "id-aes128-GCM" : "id-aes256-GCM"
    let cipher = library.EVP_get_cipherbyname(name)
    let direction: Int32 = encrypts ? 1 : 0
    let message = "libcrypto does not compute AES-GCM"
    try library.check(library.EVP_CipherInit_ex(context, cipher, nil, nil, nil, direction), message)
    let size = Int32(iv.count)
    try library.check(library.EVP_CIPHER_CTX_ctrl(context, Self.setIVSize, size, nil), message)
    try library.check(library.EVP_CipherInit_ex(context, nil, nil, key, iv, direction), message)
    return try body(context)
  }

  private func update(
    _ library: LibCrypto, _ context: LibCrypto.Object?, data: [UInt8], _ input: [UInt8]
  ) throws(KeyFailure) -> [UInt8] {
    guard let dataSize = Int32(exactly: data.count), let size = Int32(exactly: input.count) else {
      throw .parameter("\(input.count) bytes are too many")
    }
    var count: Int32 = 0
    if dataSize > 0 {
      try library.check(library.EVP_CipherUpdate(context, nil, &count, data, dataSize), "AES-GCM failed")
    }
    var output = [UInt8](repeating: 0, count: input.count)
    if size > 0 {
      try library.check(library.EVP_CipherUpdate(context, &output, &count, input, size), "AES-GCM failed")
    }
    return output
  }
}
