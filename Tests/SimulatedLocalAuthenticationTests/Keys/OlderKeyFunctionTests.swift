import LocalAuthentication
import Security
import Testing

/// The functions that take memory and return numbers.
@Suite struct OlderKeyFunctionTests {
  private func sign(_ key: SecKey, _ padding: SecPadding, _ digest: [UInt8], room: Int? = nil) -> (
    status: OSStatus, signature: [UInt8]
  ) {
    var count = room ?? SecKeyGetBlockSize(key) * 2 + 16
    var signature = [UInt8](repeating: 0, count: count)
    let status = SecKeyRawSign(key, padding, digest, digest.count, &signature, &count)
    return (status, Array(signature.prefix(status == errSecSuccess ? count : 0)))
  }

  private func verify(
    _ key: SecKey, _ padding: SecPadding, _ digest: [UInt8], _ signature: [UInt8]
  ) -> OSStatus {
    SecKeyRawVerify(key, padding, digest, digest.count, signature, signature.count)
  }

  @Test("a pair is made, and both halves are returned")
  func pair() throws {
    var publicKey: SecKey?
    var privateKey: SecKey?
    let parameters = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 1024] as [CFString: Any]
    #expect(SecKeyGeneratePair(parameters as CFDictionary, &publicKey, &privateKey) == errSecSuccess)
    let key = try #require(privateKey)
    #expect(publicKey == key.publicKey)
    #expect(SecKeyGeneratePair([:] as CFDictionary, &publicKey, &privateKey) == errSecParam)
    #expect(SecKeyGeneratePair(parameters as CFDictionary, nil, nil) == errSecSuccess)
  }

  @Test(
    "a digest that is signed with a padding verifies with it",
    arguments: [
      ([], 20), (.PKCS1, 20), (.PKCS1SHA1, 20), (.PKCS1SHA224, 28), (.PKCS1SHA256, 32), (.PKCS1SHA384, 48),
      (.PKCS1SHA512, 64),
    ] as [(SecPadding, Int)])
  func rsa(padding: SecPadding, count: Int) throws {
    let key = try Keys.rsa1024.get()
    let publicKey = try #require(key.publicKey)
    let digest = (1...count).map { UInt8($0) }
    let (status, signature) = sign(key, padding, digest)
    #expect(status == errSecSuccess)
    #expect(signature.count == 128)
    #expect(verify(publicKey, padding, digest, signature) == errSecSuccess)
    #expect(verify(publicKey, padding, digest.reversed(), signature) == errSSLCrypto)
    #expect(verify(publicKey, padding, digest, signature.reversed()) == errSSLCrypto)
    #expect(sign(key, padding, digest, room: 127).status == errSecParam)
    if padding.rawValue > 1 { #expect(sign(key, padding, digest + [0]).status == errSecParam) }
  }

  @Test("an EC key signs DER, or the two numbers, whatever else the padding says")
  func ec() throws {
    let key = try Keys.ec()
    let publicKey = try #require(key.publicKey)
    let digest = [UInt8](repeating: 9, count: 32)
    for padding in [[], .PKCS1, .PKCS1SHA256, .sigRaw] as [SecPadding] {
      let (status, signature) = sign(key, padding, digest)
      #expect(status == errSecSuccess)
      #expect((signature.count == 64) == (padding == .sigRaw))
      #expect(verify(publicKey, padding, digest, signature) == errSecSuccess)
      #expect(verify(publicKey, padding, digest.dropLast(), signature) == errSSLCrypto)
    }
    #expect(sign(publicKey, .PKCS1, digest).status == errSecParam)
    #expect(sign(key, .PKCS1, digest, room: 10).status == errSecParam)
  }

  @Test("RSA encrypts and decrypts with a padding", arguments: [[], .PKCS1, .OAEP] as [SecPadding])
  func encryption(padding: SecPadding) throws {
    let key = try Keys.rsa1024.get()
    let publicKey = try #require(key.publicKey)
    let plain = [UInt8]("secret".utf8)
    var count = 128
    var cipher = [UInt8](repeating: 0, count: count)
    #expect(SecKeyEncrypt(publicKey, padding, plain, plain.count, &cipher, &count) == errSecSuccess)
    #expect(count == 128)
    var size = 128
    var decrypted = [UInt8](repeating: 0, count: size)
    #expect(SecKeyDecrypt(key, padding, cipher, count, &decrypted, &size) == errSecSuccess)
    #expect(Array(decrypted.prefix(size)) == plain)
    size = 3
    #expect(SecKeyDecrypt(key, padding, cipher, count, &decrypted, &size) == errSecParam)
    #expect(SecKeyEncrypt(publicKey, padding, cipher + [1], 129, &cipher, &count) == errSecParam)
  }

  @Test("a padding that the key does not have is a parameter error")
  func paddings() throws {
    let rsa = try Keys.rsa1024.get()
    let ec = try Keys.ec()
    let digest = [UInt8](repeating: 1, count: 20)
    for padding in [.OAEP, .PKCS1MD2, .PKCS1MD5, .sigRaw] as [SecPadding] {
      #expect(sign(rsa, padding, digest).status == errSecParam)
    }
    var count = 200
    var output = [UInt8](repeating: 0, count: count)
    let publicKey = try #require(ec.publicKey)
    #expect(SecKeyEncrypt(publicKey, .PKCS1, digest, 20, &output, &count) == errSecParam)
    #expect(SecKeyDecrypt(rsa, .PKCS1SHA1, output, 128, &output, &count) == errSecParam)
    #expect(SecKeyDecrypt(rsa, .PKCS1, digest, -1, &output, &count) == errSecParam)
  }
}
