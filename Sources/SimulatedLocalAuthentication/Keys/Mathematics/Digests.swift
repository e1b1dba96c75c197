/// The digests of the algorithms, by their names in them and in libcrypto.
enum Digest: String, CaseIterable, Sendable {
  case sha1 = "SHA1"
  case sha224 = "SHA224"
  case sha256 = "SHA256"
  case sha384 = "SHA384"
  case sha512 = "SHA512"

  /// How many bytes it has.
  var size: Int {
    switch self {
    case .sha1: 20
    case .sha224: 28
    case .sha256: 32
    case .sha384: 48
    case .sha512: 64
    }
  }

  /// The object of libcrypto that computes it.
  func object(_ library: LibCrypto) -> LibCrypto.Object? { library.EVP_get_digestbyname(rawValue) }

  /// Computes the digest of a message.
  func callAsFunction(_ message: [UInt8]) throws(KeyFailure) -> [UInt8] {
    let library = try LibCrypto.system
    var digest = [UInt8](repeating: 0, count: size)
    let result = library.EVP_Digest(message, message.count, &digest, nil, object(library), nil)
    try library.check(result, "libcrypto does not compute \(rawValue)")
    return digest
  }

  /// The key derivation of ANSI X9.63: digests of the secret, a counter and what both sides know.
  func deriveKey(_ secret: [UInt8], sharedInfo: [UInt8], count: Int) throws(KeyFailure) -> [UInt8] {
    var key: [UInt8] = []
    var counter: UInt32 = 1
    while key.count < count {
      let bytes = withUnsafeBytes(of: counter.bigEndian) { Array($0) }
      key += try self(secret + bytes + sharedInfo)
      counter += 1
    }
    return Array(key.prefix(count))
  }
}
