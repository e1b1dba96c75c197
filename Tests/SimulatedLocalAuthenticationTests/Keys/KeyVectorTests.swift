import LocalAuthentication
import Security
import Testing

@testable import SimulatedLocalAuthentication

/// Published keys, signatures and secrets.
@Suite struct KeyVectorTests {
  /// A signature that a document gives.
  struct Signature: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let point: String
    let number: String
    let algorithm: SecKeyAlgorithm
    let plainAlgorithm: SecKeyAlgorithm
    let message: String
    let r: String
    let s: String
  }

  private static let p256 = (
    point: """
    0460FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6\
    7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299
    """, number: "C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721"
  )

  private static let signatures = [
    Signature(
      testDescription: "RFC 6979 A.2.5, P-256 with SHA-256", point: p256.point, number: p256.number,
      algorithm: .ecdsaSignatureMessageX962SHA256, plainAlgorithm: .ecdsaSignatureMessageRFC4754SHA256,
      message: "sample", r: "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716",
      s: "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8"),
    Signature(
      testDescription: "RFC 6979 A.2.5, P-256 with SHA-1", point: p256.point, number: p256.number,
      algorithm: .ecdsaSignatureMessageX962SHA1, plainAlgorithm: .ecdsaSignatureMessageRFC4754SHA1,
      message: "sample", r: "61340C88C3AAEBEB4F6D667F672CA9759A6CCAA9FA8811313039EE4A35471D32",
      s: "6D7F147DAC089441BB2E2FE8F7A3FA264B9C475098FDCF6E00D7C996E1B8B7EB"),
    Signature(
      testDescription: "RFC 6979 A.2.6, P-384 with SHA-384",
      point: """
        04EC3A4E415B4E19A4568618029F427FA5DA9A8BC4AE92E02E06AAE5286B300C64DEF8F0EA9055866064A254515480BC13\
        8015D9B72D7D57244EA8EF9AC0C621896708A59367F9DFB9F54CA84B3F1C9DB1288B231C3AE0D4FE7344FD2533264720
        """,
      number:
        "6B9D3DAD2E1B8C1C05B19875B6659F4DE23C3B667BF297BA9AA47740787137D896D5724E4C70A825F872C9EA60D2EDF5",
      algorithm: .ecdsaSignatureMessageX962SHA384, plainAlgorithm: .ecdsaSignatureMessageRFC4754SHA384,
      message: "sample",
      r: "94EDBB92A5ECB8AAD4736E56C691916B3F88140666CE9FA73D64C4EA95AD133C81A648152E44ACF96E36DD1E80FABE46",
      s: "99EF4AEB15F178CEA1FE40DB2603138F130E740A19624526203B6351D0A3A94FA329C145786E679E7B82C71A38628AC8"),
    Signature(
      testDescription: "RFC 6979 A.2.7, P-521 with SHA-512",
      point: """
        0401894550D0785932E00EAA23B694F213F8C3121F86DC97A04E5A7167DB4E5BCD371123D46E45DB6B5D5370A7F20FB6\
        33155D38FFA16D2BD761DCAC474B9A2F5023A4\
        00493101C962CD4D2FDDF782285E64584139C2F91B47F87FF82354D6630F746A28A0DB25741B5B34A828008B22ACC23F\
        924FAAFBD4D33F81EA66956DFEAA2BFDFCF5
        """,
      number: """
        00FAD06DAA62BA3B25D2FB40133DA757205DE67F5BB0018FEE8C86E1B68C7E75CAA896EB32F1F47C70855836A6D16FCC\
        1466F6D8FBEC67DB89EC0C08B0E996B83538
        """, algorithm: .ecdsaSignatureMessageX962SHA512, plainAlgorithm: .ecdsaSignatureMessageRFC4754SHA512,
      message: "sample",
      r: """
        00C328FAFCBD79DD77850370C46325D987CB525569FB63C5D3BC53950E6D4C5F174E25A1EE9017B5D450606ADD152B53\
        4931D7D4E8455CC91F9B15BF05EC36E377FA
        """,
      s: """
        00617CCE7CF5064806C467F678D3B4080D6F1CC50AF26CA209417308281B68AF282623EAA63E5B5C0723D8B8C37FF077\
        7B1A20F8CCB1DCCC43997F1EE0E44DA4A67A
        """),
  ]

  @Test("a published key is imported and exported, and a published signature verifies", arguments: signatures)
  func signature(_ vector: Signature) throws {
    let external = Data(hex: vector.point + vector.number)
    let key = try Keys.make(kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyClassPrivate, external)
    #expect(try key.exported() == external)
    let publicKey = try #require(key.publicKey)
    #expect(try publicKey.exported() == Data(hex: vector.point))
    let message = Data(vector.message.utf8)
    let signature = Data(hex: vector.r + vector.s)
    try publicKey.verify(message, signature, vector.plainAlgorithm)
    #expect(throws: KeyError.status(errSecVerifyFailed)) {
      try publicKey.verify(message, signature.flipped(-1), vector.plainAlgorithm)
    }
    try publicKey.verify(message, try key.sign(message, vector.algorithm), vector.algorithm)
  }

  @Test("NIST's CAVS vector of ECDH with P-256 gives its shared secret")
  func agreement() throws {
    let key = try Keys.make(
      ec: """
        04ead218590119e8876b29146ff89ca61770c4edbbf97d38ce385ed281d8a6b230\
        28af61281fd35e2fa7002523acc85a429cb06ee6648325389f59edfce1405141\
        7d7dc5f71eb29ddaf80d6214632eeae03d9058af1fb6d22ed80badb62bc1a534
        """)
    let other = try Keys.make(
      ec: """
        04700c48f77f56584c5cc632ca65640db91b6bacce3a4df6b42ce7cc838833d287\
        db71e509e3fd9b060ddb20ba5c51dcc5948d46fbf640dfe0441782cab85fa4ac
        """, isPrivate: false)
    let secret = Data(hex: "46fc62106420ff012e54a434fbdd2d25ccc5852060561e68040dd7778997bd7b")
    #expect(try key.exchange(other, .ecdhKeyExchangeStandard) == secret)
    #expect(try key.exchange(other, .ecdhKeyExchangeCofactor) == secret)
  }

  @Test(
    "NIST's CAVS vectors of the X9.63 key derivation give their keys",
    arguments: [
      (
        Digest.sha1, "1c7d7b5f0597b03d06a018466ed1a93e30ed4b04dc64ccdd", "",
        "bf71dffd8f4d99223936beb46fee8ccc"
      ),
      (.sha256, "96c05619d56c328ab95fe84b18264b08725b85e33fd34f08", "", "443024c3dae66b95e6f5670601558f71"),
      (
        .sha256, "22518b10e70f2a3f243810ae3254139efbee04aa57c7af7d", "75eef81aa3041e33b80971203d2c0c52",
        """
        c498af77161cc59f2962b9a713e2b215152d139766ce34a776df11866a69bf2e\
        52a13d9c7c6fc878c50c5ea0bc7b00e0da2447cfd874f6cf92f30d0097111485\
        500c90c3af8b487872d04685d14c8d1dc8d7fa08beb0ce0ababc11f0bd496269\
        142d43525a78e5bc79a17f59676a5706dc54d54d4d1f0bd7e386128ec26afc21
        """
      ),
    ])
  func derivation(digest: Digest, secret: String, info: String, key: String) throws {
    let expected = [UInt8](Data(hex: key))
    let derived = try digest.deriveKey(
      [UInt8](Data(hex: secret)), sharedInfo: [UInt8](Data(hex: info)), count: expected.count)
    #expect(derived == expected)
  }

  @Test("what an iPhone encrypted with ECIES is decrypted")
  func ecies() throws {
    // Data of a question on Stack Overflow, 64702417.
    let bytes = try #require(
      Data(
        base64Encoded: """
          BBPT50Rn0PeeV0LxUbhDV7U1FUgVw9YLVctQx5HA+TiA3lp3k/cud8Xsjh6lytgaI5S7IUW1YouUiPNR/7LPArkWcIYOQWtd\
          kbTqmy++lz0cQ8ukWvUyhD9yzqZHPLQgQg==
          """))
    let cipher = try #require(
      Data(
        base64Encoded: """
          BNNzHjSJQxP8jNuj5W9XSW0XNgpOlEHY/S4KzZQJFxwjzoujuwz5kJeOLj6cASBaYKePGLhkbE0qN20y8aHpU+PmeuDJWY7L\
          Z25LjvutafOJGugdRZdURRwFSke7hzhXlSneaTFegT3xOoq9ffjCynwD7iRD
          """))
    let key = try Keys.make(kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyClassPrivate, bytes)
    let algorithm = SecKeyAlgorithm.eciesEncryptionCofactorVariableIVX963SHA256AESGCM
    let plain = try key.decrypt(cipher, algorithm)
    #expect(plain == Data("514227F0-51E9-41AC-9A39-42752E2ABADF".utf8))
    // With the curves' cofactor of 1 the standard form is the same.
    #expect(try key.decrypt(cipher, .eciesEncryptionStandardVariableIVX963SHA256AESGCM) == plain)
    #expect(throws: KeyError.parameter) {
      try key.decrypt(cipher, .eciesEncryptionCofactorX963SHA256AESGCM)
    }
  }

  /// Example 1 of the vectors of RSA Laboratories for PSS and for PKCS#1 v1.5.
  private static let rsaMessage = Data(
    hex: """
      cdc87da223d786df3b45e0bbbc721326d1ee2af806cc315475cc6f0d9c66e1b62371d45ce2392e1ac92844c310102f15\
      6a0d8d52c1f4c40ba3aa65095786cb769757a6563ba958fed0bcc984e8b517a3d5f515b23b8a41e74aa867693f90dfb0\
      61a6e86dfaaee64472c00e5f20945729cbebe77f06ce78e08f4098fba41f9d6193c0317e8b60d4b6084acb42d29e3808\
      a3bc372d85e331170fcbf7cc72d0b71c296648b3a4d10f416295d0807aa625cab2744fd9ea8fd223c42537029828bd16\
      be02546f130fd2e33b936d2676e08aed1b73318b750a0167d0
      """)

  @Test(
    "signatures of the vectors of RSA Laboratories verify",
    arguments: [
      (
        SecKeyAlgorithm.rsaSignatureMessagePSSSHA1,
        """
        9074308fb598e9701b2294388e52f971faac2b60a5145af185df5287b5ed2887e57ce7fd44dc8634e407c8e0e4360bc2\
        26f3ec227f9d9e54638e8d31f5051215df6ebb9c2f9579aa77598a38f914b5b9c1bd83c4e2f9f382a0d0aa3542ffee65\
        984a601bc69eb28deb27dca12c82c2d4c3f66cd500f1ff2b994d8a4e30cbb33c
        """
      ),
      (
        .rsaSignatureMessagePKCS1v15SHA1,
        """
        6bc3a06656842930a247e30d5864b4d819236ba7c68965862ad7dbc4e24af28e86bb531f03358be5fb74777c6086f850\
        caef893f0d6fcc2d0c91ec013693b4ea00b80cd49aac4ecb5f8911afe539ada4a8f3823d1d13e472d1490547c659c761\
        7f3d24087ddb6f2b72096167fc097cab18e9a458fcb634cdce8ee35894c484d7
        """
      ),
    ])
  func rsaSignature(_ algorithm: SecKeyAlgorithm, _ signature: String) throws {
    let modulus = """
      a56e4a0e701017589a5187dc7ea841d156f2ec0e36ad52a44dfeb1e61f7ad991d8c51056ffedb162b4c0f283a12a88a3\
      94dff526ab7291cbb307ceabfce0b1dfd5cd9508096d5b2b8b6df5d671ef6377c0921cb23c270a70e2598e6ff89d19f1\
      05acc2d3f0cb35f29280e1386b6f64c4ef22e1e1f20d0ce8cffb2249bd9a2137
      """
    let key = try Keys.make(kSecAttrKeyTypeRSA, kSecAttrKeyClassPublic, pkcs1([modulus, "010001"]))
    try key.verify(Self.rsaMessage, Data(hex: signature), algorithm)
    #expect(throws: KeyError.status(errSecVerifyFailed)) {
      try key.verify(Self.rsaMessage.flipped(0), Data(hex: signature), algorithm)
    }
  }

  @Test("the OAEP ciphertext of example 1.1 of RSA Laboratories is decrypted")
  func oaep() throws {
    let key = try Keys.make(kSecAttrKeyTypeRSA, kSecAttrKeyClassPrivate, pkcs1(["00"] + Self.oaepKey))
    let cipher = Data(
      hex: """
        354fe67b4a126d5d35fe36c777791a3f7ba13def484e2d3908aff722fad468fb21696de95d0be911c2d3174f8afcc201\
        035f7b6d8e69402de5451618c21a535fa9d7bfc5b8dd9fc243f8cf927db31322d6e881eaa91a996170e657a05a266426\
        d98c88003f8477c1227094a0d9fa1e8c4024309ce1ecccb5210035d47ac72e8a
        """)
    let plain = Data(hex: "6628194e12073db03ba94cda9ef9532397d50dba79b987004afefe34")
    #expect(try key.decrypt(cipher, .rsaEncryptionOAEPSHA1) == plain)
    #expect(try key.exported() == pkcs1(["00"] + Self.oaepKey))
    #expect(try key.publicKey?.exported() == pkcs1(Array(Self.oaepKey.prefix(2))))
  }

  private static let oaepKey = [
    """
    a8b3b284af8eb50b387034a860f146c4919f318763cd6c5598c8ae4811a1e0abc4c7e0b082d693a5e7fced675cf46685\
    12772c0cbc64a742c6c630f533c8cc72f62ae833c40bf25842e984bb78bdbf97c0107d55bdb662f5c4e0fab9845cb514\
    8ef7392dd3aaff93ae1e6b667bb3d4247616d4f5ba10d4cfd226de88d39f16fb
    """,
    "010001",
    """
    53339cfdb79fc8466a655c7316aca85c55fd8f6dd898fdaf119517ef4f52e8fd8e258df93fee180fa0e4ab29693cd83b\
    152a553d4ac4d1812b8b9fa5af0e7f55fe7304df41570926f3311f15c4d65a732c483116ee3d3d2d0af3549ad9bf7cbf\
    b78ad884f84d5beb04724dc7369b31def37d0cf539e9cfcdd3de653729ead5d1
    """,
    """
    d32737e7267ffe1341b2d5c0d150a81b586fb3132bed2f8d5262864a9cb9f30af38be448598d413a172efb802c21acf1\
    c11c520c2f26a471dcad212eac7ca39d
    """,
    """
    cc8853d1d54da630fac004f471f281c7b8982d8224a490edbeb33d3e3d5cc93c4765703d1dd791642f1f116a0dd852be\
    2419b2af72bfe9a030e860b0288b5d77
    """,
    """
    0e12bf1718e9cef5599ba1c3882fe8046a90874eefce8f2ccc20e4f2741fb0a33a3848aec9c9305fbecbd2d76819967d\
    4671acc6431e4037968db37878e695c1
    """,
    """
    95297b0f95a2fa67d00707d609dfd4fc05c89dafc2ef6d6ea55bec771ea333734d9251e79082ecda866efef13c459e1a\
    631386b7e354c899f5f112ca85d71583
    """,
    """
    4f456c502493bdc0ed2ab756a3a6ed4d67352a697d4216e93212b127a63d5411ce6fa98d5dbefd73263e372814274381\
    8166ed7dd63687dd2a8ca1d2f4fbd8e1
    """,
  ]
}
