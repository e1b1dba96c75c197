public import Foundation

/// The private key of a stored right, which the Secure Enclave of the device keeps.
///
/// It can be used while the right is authorized; until then each use fails with `notInteractive`.
public final class LAPrivateKey: NSObject, Sendable {
  private let right: LAPersistedRight

  init(_ right: LAPersistedRight) { self.right = right }

  /// The public half, which everybody may use.
  public var publicKey: LAPublicKey { LAPublicKey(right) }

  /// Whether the key signs with an algorithm.
  public func canSign(using algorithm: SecKeyAlgorithm) -> Bool { can(.sign, algorithm) }

  /// Whether the key decrypts with an algorithm.
  public func canDecrypt(using algorithm: SecKeyAlgorithm) -> Bool { can(.decrypt, algorithm) }

  /// Whether the key agrees on a secret with an algorithm.
  public func canExchangeKeys(using algorithm: SecKeyAlgorithm) -> Bool { can(.keyExchange, algorithm) }

  private func can(_ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm) -> Bool {
    KeyAlgorithm(algorithm)?.isSupported(operation, by: RightKey.kind, isPrivate: true) ?? false
  }

  /// Signs data.
  ///
  /// - Throws: an ``LAError``: `notInteractive` if the right is not authorized.
  public func sign(_ data: Data, algorithm: SecKeyAlgorithm) async throws -> Data {
    try use { key throws(KeyFailure) in try key.sign([UInt8](data), algorithm) }
  }

  /// Decrypts data.
  public func decrypt(_ data: Data, algorithm: SecKeyAlgorithm) async throws -> Data {
    try use { key throws(KeyFailure) in try key.decrypt([UInt8](data), algorithm) }
  }

  /// Agrees on a secret with the owner of another public key.
  ///
  /// - Parameters:
  ///   - publicKey: the bytes of the other key, `04 || X || Y`.
  ///   - parameters: the entries of ``SecKeyKeyExchangeParameter``.
  public func exchangeKeys(
    publicKey: Data, algorithm: SecKeyAlgorithm, parameters: [AnyHashable: Any]
  ) async throws -> Data {
    let parameters = parameters as CFDictionary
    return try use { key throws(KeyFailure) in
      let other = try KeyMaterial(.ec, isPrivate: false, external: [UInt8](publicKey))
      return try key.exchange(try SecKey(other, .public(nil)), algorithm, parameters)
    }
  }

  private func use(_ body: (SecKey) throws(KeyFailure) -> [UInt8]) throws -> Data {
    guard let authorization = right.authorization else { throw LAError(.notInteractive) }
    let key = try RightKey.find(right.identifier, authorization.context)
    do throws(KeyFailure) {
      return Data(try body(key))
    } catch {
      throw error.object
    }
  }

  /// Signs data, or tells why not.
  @preconcurrency public func sign(
    _ data: Data, algorithm: SecKeyAlgorithm,
    completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) {
    LARightStore.run(handler) { try await self.sign(data, algorithm: algorithm) }
  }

  /// Decrypts data, or tells why not.
  @preconcurrency public func decrypt(
    _ data: Data, algorithm: SecKeyAlgorithm,
    completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) {
    LARightStore.run(handler) { try await self.decrypt(data, algorithm: algorithm) }
  }

  /// Agrees on a secret, or tells why not.
  @preconcurrency public func exchangeKeys(
    publicKey: Data, algorithm: SecKeyAlgorithm, parameters: [AnyHashable: Any],
    completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) {
    nonisolated(unsafe) let parameters = parameters
    LARightStore.run(handler) {
      try await self.exchangeKeys(publicKey: publicKey, algorithm: algorithm, parameters: parameters)
    }
  }
}

/// The public half of the key of a stored right.
public final class LAPublicKey: NSObject, Sendable {
  private let right: LAPersistedRight

  init(_ right: LAPersistedRight) { self.right = right }

  /// The bytes of the key, `04 || X || Y`.
  public var bytes: Data {
    get async throws { Data(try RightKey.find(right.identifier).publicHalf.bytes) }
  }

  /// Whether the key encrypts with an algorithm.
  public func canEncrypt(using algorithm: SecKeyAlgorithm) -> Bool { can(.encrypt, algorithm) }

  /// Whether the key verifies signatures of an algorithm.
  public func canVerify(using algorithm: SecKeyAlgorithm) -> Bool { can(.verify, algorithm) }

  private func can(_ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm) -> Bool {
    KeyAlgorithm(algorithm)?.isSupported(operation, by: RightKey.kind, isPrivate: false) ?? false
  }

  /// Encrypts data.
  public func encrypt(_ data: Data, algorithm: SecKeyAlgorithm) async throws -> Data {
    try use { key throws(KeyFailure) in Data(try key.encrypt([UInt8](data), algorithm)) }
  }

  /// Verifies a signature.
  ///
  /// - Throws: `errSecVerifyFailed` if it is wrong.
  public func verify(_ data: Data, signature: Data, algorithm: SecKeyAlgorithm) async throws {
    try use { key throws(KeyFailure) in
      try key.verify([UInt8](data), [UInt8](signature), algorithm)
    }
  }

  private func use<Value>(_ body: (SecKey) throws(KeyFailure) -> Value) throws -> Value {
    let key = try RightKey.find(right.identifier)
    do throws(KeyFailure) {
      return try body(SecKey(key.publicHalf, .public(nil), label: key.label))
    } catch {
      throw error.object
    }
  }

  /// Returns the bytes of the key, or tells why not.
  @preconcurrency public func exportBytes(
    completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) {
    LARightStore.run(handler) { try await self.bytes }
  }

  /// Encrypts data, or tells why not.
  @preconcurrency public func encrypt(
    _ data: Data, algorithm: SecKeyAlgorithm,
    completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) {
    LARightStore.run(handler) { try await self.encrypt(data, algorithm: algorithm) }
  }

  /// Verifies a signature, or tells why not.
  @preconcurrency public func verify(
    _ data: Data, signature: Data, algorithm: SecKeyAlgorithm,
    completion handler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    LARight.run(handler) { try await self.verify(data, signature: signature, algorithm: algorithm) }
  }
}

/// The key of a stored right, an item in the keychain of the app.
enum RightKey {
  /// What every such key is: a key of the Secure Enclave.
  static let kind = KeyMaterial(stored: .ec, sizeInBits: 256, publicHalf: [])

  /// Makes the key of a right. Without libcrypto the right has none; its secret needs none.
  static func make(_ identifier: String, _ flags: SecAccessControlCreateFlags) throws {
    var attributes = RightItem.key.query(identifier)
    attributes[kSecAttrAccessControl as String] = SecAccessControl(
      .whenPasscodeSetThisDeviceOnly, flags.union(.privateKeyUsage))
    let request: [String: Any] = [
      kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits as String: 256,
      kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave, kSecPrivateKeyAttrs as String: attributes,
    ]
    do throws(KeyFailure) {
      _ = try KeyRequest(request as CFDictionary).make()
    } catch {
      if !(DeviceSimulatorError.noLibcrypto ~= error.object) { throw error.object }
    }
  }

  /// Finds the key of a right.
  ///
  /// - Parameter context: is authenticated for its use.
  static func find(_ identifier: String, _ context: LAContext? = nil) throws -> SecKey {
    var query = RightItem.key.query(identifier)
    query[kSecReturnRef as String] = true
    query[kSecUseAuthenticationContext as String] = context
    query[kSecUseAuthenticationUI as String] = kSecUseAuthenticationUIFail
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &result)
    if let key = result as? SecKey { return key }
    do throws(KeyFailure) {
      _ = try LibCrypto.system
    } catch {
      throw error.object
    }
    throw NSError(domain: NSOSStatusErrorDomain, code: Int(status))
  }
}
