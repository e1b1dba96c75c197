import Foundation
import LocalAuthentication
import Security
import TestSupport
import Testing

/// The same keys in the command `openssl`: what one side makes the other one reads.
@Suite(.enabled(if: InstalledPrograms.has("openssl"), "left out: the command openssl is not installed"))
struct OpenSSLTests {
  /// A folder for the files of the command, deleted with this object.
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "keys-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ data: Data, _ name: String) throws { try data.write(to: url.appending(path: name)) }
    func read(_ name: String) throws -> Data { try Data(contentsOf: url.appending(path: name)) }

    /// Runs the command, and returns its output and whether it succeeded.
    @discardableResult
    func run(_ words: String) throws -> (output: String, succeeded: Bool) {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["openssl"] + words.split(separator: " ").map(String.init)
      process.currentDirectoryURL = url
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      let bytes = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (String(decoding: bytes, as: UTF8.self), process.terminationStatus == 0)
    }

    /// Writes both halves of a key as the command reads them.
    func write(_ key: SecKey, _ name: String = "key") throws {
      let external = try key.exported()
      let size = SecKeyGetBlockSize(key)
      if let curve = Curve(size) {
        let point = external.prefix(1 + 2 * size)
        let number =
          der(0x02, Data([1])) + der(0x04, external.suffix(size)) + der(0xA0, der(0x06, curve.identifier))
        try write(der(0x30, number + der(0xA1, der(0x03, Data([0]) + point))), "\(name).der")
      } else {
        try write(external, "\(name).der")
      }
      try run("pkey -in \(name).der -inform DER -out \(name).pem")
      try run("pkey -in \(name).der -inform DER -pubout -out \(name).pub")
    }

    /// Reads a private key that the command has made.
    func key(_ name: String) throws -> SecKey {
      try run("pkey -in \(name).pem -traditional -outform DER -out \(name).der")
      let form = try read("\(name).der")
      guard let size = Int(try run("pkey -in \(name).pem -noout -text").output.prefix { $0 != "b" }.digits),
        let curve = Curve((size + 7) / 8)
      else { return try Keys.make(kSecAttrKeyTypeRSA, kSecAttrKeyClassPrivate, form) }
      let start = try #require(form.firstRange(of: [2, 1, 1, 4, UInt8(curve.size)])).upperBound
      let number = form[start..<start + curve.size]
      let external = form.suffix(1 + 2 * curve.size) + number
      return try Keys.make(kSecAttrKeyTypeEC, kSecAttrKeyClassPrivate, external)
    }
  }

  /// A curve, by the size of its numbers.
  private struct Curve {
    let size: Int
    let identifier: Data

    init?(_ size: Int) {
      let identifiers = [32: "2A8648CE3D030107", 48: "2B81040022", 66: "2B81040023"]
      guard let identifier = identifiers[size] else { return nil }
      self.size = size
      self.identifier = Data(hex: identifier)
    }
  }

  /// A signature algorithm, and the options of the command for it.
  struct Scheme: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let algorithm: SecKeyAlgorithm
    let options: String

    init(_ name: String, _ algorithm: SecKeyAlgorithm, _ options: String = "") {
      testDescription = "\(name) \(options)"
      self.algorithm = algorithm
      self.options = "-\(name) \(options)"
    }
  }

  private static let pss = "-sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:-1"
  private static let ecSchemes = [
    Scheme("sha1", .ecdsaSignatureMessageX962SHA1), Scheme("sha224", .ecdsaSignatureMessageX962SHA224),
    Scheme("sha256", .ecdsaSignatureMessageX962SHA256), Scheme("sha384", .ecdsaSignatureMessageX962SHA384),
    Scheme("sha512", .ecdsaSignatureMessageX962SHA512),
  ]
  private static let rsaSchemes = [
    Scheme("sha1", .rsaSignatureMessagePKCS1v15SHA1), Scheme("sha224", .rsaSignatureMessagePKCS1v15SHA224),
    Scheme("sha256", .rsaSignatureMessagePKCS1v15SHA256),
    Scheme("sha384", .rsaSignatureMessagePKCS1v15SHA384),
    Scheme("sha512", .rsaSignatureMessagePKCS1v15SHA512), Scheme("sha1", .rsaSignatureMessagePSSSHA1, pss),
    Scheme("sha224", .rsaSignatureMessagePSSSHA224, pss),
    Scheme("sha256", .rsaSignatureMessagePSSSHA256, pss),
    Scheme("sha384", .rsaSignatureMessagePSSSHA384, pss),
    Scheme("sha512", .rsaSignatureMessagePSSSHA512, pss),
  ]

  private let message = Data("what both sides sign".utf8)

  private func check(_ scheme: Scheme, ours key: SecKey, _ folder: Folder) throws {
    try folder.write(key)
    try folder.write(message, "message")
    try folder.write(try key.sign(message, scheme.algorithm), "signature")
    let options = scheme.options
    #expect(try folder.run("dgst \(options) -verify key.pub -signature signature message").succeeded)
    try folder.write(message.flipped(0), "message")
    #expect(try !folder.run("dgst \(options) -verify key.pub -signature signature message").succeeded)
  }

  private func check(_ scheme: Scheme, theirs name: String, _ folder: Folder) throws {
    let publicKey = try #require(folder.key(name).publicKey)
    try folder.write(message, "message")
    #expect(try folder.run("dgst \(scheme.options) -sign \(name).pem -out signature message").succeeded)
    let signature = try folder.read("signature")
    try publicKey.verify(message, signature, scheme.algorithm)
    #expect(throws: KeyError.status(errSecVerifyFailed)) {
      try publicKey.verify(message.flipped(0), signature, scheme.algorithm)
    }
  }

  @Test(
    "the command verifies our ECDSA signatures, and we verify its own", arguments: [256, 384, 521], ecSchemes)
  func ecdsa(size: Int, scheme: Scheme) throws {
    let folder = try Folder()
    try check(scheme, ours: try Keys.ec(size), folder)
    try folder.run("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-\(size) -out theirs.pem")
    try check(scheme, theirs: "theirs", folder)
  }

  @Test("the command verifies our RSA signatures, and we verify its own", arguments: rsaSchemes)
  func rsa(scheme: Scheme) throws {
    let folder = try Folder()
    try check(scheme, ours: try Keys.rsa2048.get(), folder)
    try folder.run("genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out theirs.pem")
    try check(scheme, theirs: "theirs", folder)
  }

  @Test(
    "the command decrypts what we encrypt with RSA, and we decrypt its own",
    arguments: [
      ("-pkeyopt rsa_padding_mode:pkcs1", SecKeyAlgorithm.rsaEncryptionPKCS1),
      (oaep("sha1"), .rsaEncryptionOAEPSHA1), (oaep("sha224"), .rsaEncryptionOAEPSHA224),
      (oaep("sha256"), .rsaEncryptionOAEPSHA256), (oaep("sha384"), .rsaEncryptionOAEPSHA384),
      (oaep("sha512"), .rsaEncryptionOAEPSHA512),
    ])
  func encryption(options: String, algorithm: SecKeyAlgorithm) throws {
    let folder = try Folder()
    let key = try Keys.rsa2048.get()
    let publicKey = try #require(key.publicKey)
    try folder.write(key)
    try folder.write(try publicKey.encrypt(message, algorithm), "cipher")
    #expect(try folder.run("pkeyutl -decrypt -inkey key.pem -in cipher -out plain \(options)").succeeded)
    #expect(try folder.read("plain") == message)
    #expect(
      try folder.run("pkeyutl -encrypt -pubin -inkey key.pub -in plain -out cipher \(options)").succeeded)
    #expect(try key.decrypt(try folder.read("cipher"), algorithm) == message)
  }

  private static func oaep(_ digest: String) -> String {
    "-pkeyopt rsa_padding_mode:oaep -pkeyopt rsa_oaep_md:\(digest) -pkeyopt rsa_mgf1_md:\(digest)"
  }

  @Test("the command agrees on the same secret, and derives the same key of it", arguments: [256, 384, 521])
  func agreement(size: Int) throws {
    let folder = try Folder()
    let (ours, theirs) = (try Keys.ec(size), try Keys.ec(size))
    let publicKey = try #require(ours.publicKey)
    try folder.write(ours, "ours")
    try folder.write(theirs, "theirs")
    #expect(
      try folder.run("pkeyutl -derive -inkey ours.pem -peerkey theirs.pub -out secret").succeeded)
    let secret = try folder.read("secret")
    #expect(try theirs.exchange(publicKey, .ecdhKeyExchangeStandard) == secret)
    let hex = secret.map { String(format: "%02x", $0) }.joined()
    for (name, algorithm) in [
      ("SHA1", .ecdhKeyExchangeStandardX963SHA1), ("SHA512", .ecdhKeyExchangeCofactorX963SHA512),
    ] as [(String, SecKeyAlgorithm)] {
      let derived = try folder.run(
        "kdf -keylen 70 -kdfopt digest:\(name) -kdfopt hexkey:\(hex) -kdfopt hexinfo:0102 X963KDF")
      #expect(derived.succeeded)
      let key = try theirs.exchange(publicKey, algorithm, size: 70, info: Data([1, 2]))
      #expect(key == Data(hex: derived.output))
    }
  }
}

extension StringProtocol {
  /// Only the digits.
  fileprivate var digits: String { String(filter(\.isNumber)) }
}
