/// What kind of key it is, by its name on the wire.
enum KeyType: String, CaseIterable, Sendable {
  case rsa, ec
}

/// One half of a key pair, as bytes: X9.63 of an elliptic curve (`04 || X || Y`, and `|| K` of a private key),
/// PKCS#1 of RSA.
///
/// The bytes of a private half are a secret, which neither its description nor its mirror shows.
struct KeyMaterial: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  let type: KeyType
  let isPrivate: Bool
  let sizeInBits: Int
  let bytes: [UInt8]

  /// How many bytes a signature of RSA, or a coordinate of a point, has.
  var blockSize: Int { (sizeInBits + 7) / 8 }

  var description: String { "\(sizeInBits) bits of \(type.rawValue)" }
  var customMirror: Mirror { Mirror(self, children: []) }

  /// The elliptic curves, by the size of their keys.
  private static let curves: [Int: (name: String, objectIdentifier: [UInt8])] = [
    256: ("P-256", [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]),
    384: ("P-384", [0x2B, 0x81, 0x04, 0x00, 0x22]),
    521: ("P-521", [0x2B, 0x81, 0x04, 0x00, 0x23]),
  ]

  /// The sizes of RSA keys, in bits.
  private static let modulusSizes = 512...8192

  private static func checkModulusSize(_ size: Int) throws(KeyFailure) {
    guard modulusSizes.contains(size) else {
      throw .parameter("an RSA key has 512 to 8192 bits, and not \(size)")
    }
  }

  private init(_ type: KeyType, isPrivate: Bool, sizeInBits: Int, _ bytes: [UInt8]) {
    self.type = type
    self.isPrivate = isPrivate
    self.sizeInBits = sizeInBits
    self.bytes = bytes
  }

  // MARK: From bytes, and from nothing

  /// Checks the bytes of a key.
  ///
  /// - Throws: a parameter error if they are none.
  init(_ type: KeyType, isPrivate: Bool, external bytes: [UInt8]) throws(KeyFailure) {
    let library = try LibCrypto.system
    switch (type, isPrivate) {
    case (.ec, false):
      let size = try Self.curveSize(ofCoordinates: 2, bytes.count)
      self.init(.ec, isPrivate: false, sizeInBits: size, bytes)
      try library.withKey(self) { key throws(KeyFailure) in
        let context = library.EVP_PKEY_CTX_new(key, nil)
        defer { library.EVP_PKEY_CTX_free(context) }
        try library.check(library.EVP_PKEY_public_check(context), "the point is not on the curve")
      }
    case (.ec, true):
      let size = try Self.curveSize(ofCoordinates: 3, bytes.count)
      self.init(.ec, isPrivate: true, sizeInBits: size, bytes)
      // libcrypto computes the point from the number.
      let point = try library.withKey(self) { key throws(KeyFailure) in
        try library.bytes(of: key, library.i2d_PublicKey)
      }
      guard point[...] == bytes.dropLast(blockSize) else {
        throw .parameter("EC private key creation from data failed")
      }
    case (.rsa, _):
      let key = try isPrivate ? library.rsaPrivateKey(bytes) : library.rsaPublicKey(bytes)
      defer { library.EVP_PKEY_free(key) }
      let size = Int(library.EVP_PKEY_get_bits(key))
      try Self.checkModulusSize(size)
      let export = isPrivate ? library.i2d_PrivateKey : library.i2d_PublicKey
      self.init(.rsa, isPrivate: isPrivate, sizeInBits: size, try library.bytes(of: key, export))
    }
  }

  private static func curveSize(ofCoordinates count: Int, _ length: Int) throws(KeyFailure) -> Int {
    for size in curves.keys where length == 1 + count * ((size + 7) / 8) { return size }
    throw .parameter("\(length) bytes are no EC \(count == 2 ? "public" : "private") key")
  }

  /// Makes a new private key.
  init(generating type: KeyType, sizeInBits size: Int) throws(KeyFailure) {
    let library = try LibCrypto.system
    let context = library.EVP_PKEY_CTX_new_from_name(nil, type == .ec ? "EC" : "RSA", nil)
    defer { library.EVP_PKEY_CTX_free(context) }
    try library.check(library.EVP_PKEY_keygen_init(context), "libcrypto makes no keys")
    switch type {
    case .ec:
      guard let curve = Self.curves[size] else {
        throw .parameter("an EC key has 256, 384 or 521 bits, and not \(size)")
      }
      let result = library.EVP_PKEY_CTX_set_group_name(context, curve.name)
      try library.check(result, "no curve \(curve.name)")
    case .rsa:
      try Self.checkModulusSize(size)
      try library.check(
        library.EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(size)), "no RSA key of \(size) bits")
    }
    var key: LibCrypto.Object?
    try library.check(library.EVP_PKEY_generate(context, &key), "failed to generate key")
    defer { library.EVP_PKEY_free(key) }
    var bytes = try library.bytes(of: key, library.i2d_PrivateKey)
    if type == .ec {
      // RFC 5915: the version, then the number.
      var reader = DERReader(bytes[...])
      var form = DERReader(reader.next(.sequence) ?? [])
      guard form.next(.integer) != nil, let number = form.next(.octetString) else {
        throw .parameter("failed to generate key")
      }
      bytes = try library.bytes(of: key, library.i2d_PublicKey) + number
    }
    self.init(type, isPrivate: true, sizeInBits: size, bytes)
  }

  /// The public half.
  var publicHalf: KeyMaterial {
    get throws(KeyFailure) {
      guard isPrivate else { return self }
      switch type {
      case .ec:
        return KeyMaterial(
          type, isPrivate: false, sizeInBits: sizeInBits, Array(bytes.prefix(1 + 2 * blockSize)))
      case .rsa:
        let library = try LibCrypto.system
        let bytes = try library.withKey(self) { key throws(KeyFailure) in
          try library.bytes(of: key, library.i2d_PublicKey)
        }
        return KeyMaterial(type, isPrivate: false, sizeInBits: sizeInBits, bytes)
      }
    }
  }

  /// The public half of a stored key, whose bytes were checked when it was made.
  init(stored type: KeyType, sizeInBits: Int, publicHalf bytes: [UInt8]) {
    self.init(type, isPrivate: false, sizeInBits: sizeInBits, bytes)
  }

  // MARK: As libcrypto reads it

  /// The DER form of an EC key: RFC 5915 of a private, a subject's public key of a public one.
  fileprivate var ecForm: [UInt8] {
    let curve = DER.encode(.objectIdentifier, Self.curves[sizeInBits]?.objectIdentifier ?? [])
    if isPrivate {
      let number = DER.encode(.octetString, bytes.suffix(blockSize))
      return DER.encode(
        .sequence, DER.encode(.integer, [1]) + number + DER.encode(.parameters, curve))
    }
    let ecPublicKey: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
    let algorithm = DER.encode(.sequence, DER.encode(.objectIdentifier, ecPublicKey) + curve)
    return DER.encode(.sequence, algorithm + DER.encode(.bitString, [0] + bytes))
  }
}

extension LibCrypto {
  private static let rsa: Int32 = 6
  private static let ec: Int32 = 408

  /// Throws what is wrong unless a function of libcrypto has succeeded.
  func check(_ result: Int32, _ message: @autoclosure () -> String) throws(KeyFailure) {
    guard result == 1 else {
      ERR_clear_error()
      throw .parameter(message())
    }
  }

  /// Lends a key in the form of libcrypto. Each call has its own, so that threads share nothing.
  func withKey<Result>(
    _ material: KeyMaterial, _ body: (Object?) throws(KeyFailure) -> Result
  ) throws(KeyFailure) -> Result {
    let key: Object
    switch (material.type, material.isPrivate) {
    case (.ec, true):
      key = try read(material.ecForm) { d2i_PrivateKey(Self.ec, nil, &$0, $1) }
    case (.ec, false): key = try read(material.ecForm) { d2i_PUBKEY(nil, &$0, $1) }
    case (.rsa, true): key = try rsaPrivateKey(material.bytes)
    case (.rsa, false): key = try rsaPublicKey(material.bytes)
    }
    defer { EVP_PKEY_free(key) }
    return try body(key)
  }

  /// Reads a PKCS#1 private key. libcrypto would take PKCS#8, too, which Apple's functions do not.
  fileprivate func rsaPrivateKey(_ bytes: [UInt8]) throws(KeyFailure) -> Object {
    var reader = DERReader(bytes[...])
    var form = DERReader(reader.next(.sequence) ?? [])
    guard form.next(.integer) != nil, form.next(.integer) != nil else {
      throw .parameter("RSA private key creation from data failed")
    }
    return try read(bytes) { d2i_PrivateKey(Self.rsa, nil, &$0, $1) }
  }

  /// Reads a PKCS#1 public key, or a subject's public key.
  fileprivate func rsaPublicKey(_ bytes: [UInt8]) throws(KeyFailure) -> Object {
    var reader = DERReader(bytes[...])
    var form = DERReader(reader.next(.sequence) ?? [])
    if form.next(.integer) != nil { return try read(bytes) { d2i_PublicKey(Self.rsa, nil, &$0, $1) } }
    let key = try read(bytes) { d2i_PUBKEY(nil, &$0, $1) }
    guard EVP_PKEY_get_base_id(key) == Self.rsa else {
      EVP_PKEY_free(key)
      throw .parameter("RSA public key creation from data failed")
    }
    return key
  }

  /// Reads a key, and requires that nothing follows it.
  private func read(
    _ bytes: [UInt8], _ parse: (inout Input?, Int) -> Object?
  ) throws(KeyFailure) -> Object {
    var key: Object?
    var isWhole = false
    bytes.withUnsafeBufferPointer { buffer in
      var position = buffer.baseAddress
      let end = position.map { $0 + buffer.count }
      key = parse(&position, buffer.count)
      isWhole = position == end
    }
    guard let key, isWhole else {
      EVP_PKEY_free(key)
      ERR_clear_error()
      throw .parameter("the data is no key")
    }
    return key
  }

  /// What a function writes of a key.
  func bytes(
    of key: Object?, _ write: (Object?, UnsafeMutablePointer<Output?>?) -> Int32
  ) throws(KeyFailure) -> [UInt8] {
    let count = write(key, nil)
    guard count > 0 else {
      ERR_clear_error()
      throw .parameter("libcrypto does not write the key")
    }
    return [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, written in
      var position = buffer.baseAddress
      written = max(0, Int(write(key, &position)))
    }
  }
}
