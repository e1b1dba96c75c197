public import Foundation

/// Makes a new key pair, and stores the halves that are to be permanent in the keychain of the device.
///
/// - Parameters:
///   - parameters: `kSecAttrKeyType` and `kSecAttrKeySizeInBits`; `kSecPrivateKeyAttrs` and `kSecPublicKeyAttrs` with
///     the attributes of each half, which everything else here is added to; `kSecAttrTokenID` for a key of the Secure
///     Enclave, which is permanent unless it says otherwise.
///   - error: where to put why not.
/// - Returns: the private key.
public func SecKeyCreateRandomKey(
  _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
  result(error) { () throws(KeyFailure) in try KeyRequest(parameters).make() }
}

/// Makes a new key pair, as ``SecKeyCreateRandomKey(_:_:)`` does.
///
/// - Returns: the number of the error, whatever its domain.
public func SecKeyGeneratePair(
  _ parameters: CFDictionary, _ publicKey: UnsafeMutablePointer<SecKey?>?,
  _ privateKey: UnsafeMutablePointer<SecKey?>?
) -> OSStatus {
  status { () throws(KeyFailure) in
    let key = try KeyRequest(parameters).make()
    privateKey?.pointee = key
    publicKey?.pointee = SecKeyCopyPublicKey(key)
  }
}

/// Makes a key of its bytes, as ``SecKeyCopyExternalRepresentation(_:_:)`` returns them.
///
/// - Parameters:
///   - attributes: `kSecAttrKeyType` and `kSecAttrKeyClass`.
///   - error: where to put why not; `errSecParam` if the bytes are no such key.
public func SecKeyCreateWithData(
  _ keyData: CFData, _ attributes: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
  result(error) { () throws(KeyFailure) in
    let entries = attributes as? [String: Any] ?? [:]
    guard entries[kSecAttrTokenID as String] == nil else {
      throw .parameter("the bytes of a key of a token never leave it")
    }
    guard let type = entries[kSecAttrKeyType as String].flatMap({ KeyType($0) }) else {
      throw .parameter("Unsupported key type: kSecAttrKeyType takes kSecAttrKeyTypeRSA or …ECSECPrimeRandom")
    }
    let bytes = [UInt8](keyData as Data)
    switch entries[kSecAttrKeyClass as String].flatMap({ KeyClass($0) }) {
    case .public: return try SecKey(try KeyMaterial(type, isPrivate: false, external: bytes), .public(nil))
    case .private:
      let material = try KeyMaterial(type, isPrivate: true, external: bytes)
      return try SecKey(try material.publicHalf, .held(HeldKey(material)))
    case .symmetric: throw .status(errSecUnimplemented, "Unsupported symmetric key type")
    case nil: throw .parameter("Unsupported key class: kSecAttrKeyClass takes …Public or …Private")
    }
  }
}

/// What a new pair is to be.
struct KeyRequest {
  private let type: KeyType
  private let sizeInBits: Int
  private let isOfEnclave: Bool
  /// The attributes of each half.
  private let publicEntries: [String: Any]
  private let privateEntries: [String: Any]

  init(_ parameters: CFDictionary) throws(KeyFailure) {
    guard var entries = parameters as? [String: Any] else { throw .parameter("the keys are texts") }
    guard let type = entries[kSecAttrKeyType as String].flatMap({ KeyType($0) }) else {
      throw .parameter("incorrect or missing kSecAttrKeyType in key generation request")
    }
    let size = entries[kSecAttrKeySizeInBits as String]
    guard let sizeInBits = size.flatMap({ wholeNumber($0) ?? ($0 as? String).flatMap { Int($0) } }) else {
      throw .parameter("incorrect or missing kSecAttrKeySizeInBits in key generation request")
    }
    self.type = type
    self.sizeInBits = sizeInBits
    let publicOnes = try Self.entries(entries, kSecPublicKeyAttrs)
    let privateOnes = try Self.entries(entries, kSecPrivateKeyAttrs)
    for key in [kSecPublicKeyAttrs, kSecPrivateKeyAttrs, kSecAttrKeyType, kSecAttrKeySizeInBits] {
      entries[key as String] = nil
    }
    publicEntries = publicOnes.merging(entries) { given, _ in given }
    privateEntries = privateOnes.merging(entries) { given, _ in given }
    let token = privateEntries[kSecAttrTokenID as String]
    isOfEnclave = token as? String == kSecAttrTokenIDSecureEnclave as String
    if token != nil, !isOfEnclave { throw .parameter("there is no token but kSecAttrTokenIDSecureEnclave") }
    if isOfEnclave, type != .ec || sizeInBits != 256 {
      throw .parameter("the Secure Enclave makes EC keys of 256 bits")
    }
  }

  private static func entries(_ all: [String: Any], _ key: CFString) throws(KeyFailure) -> [String: Any] {
    guard let value = all[key as String] else { return [:] }
    guard let entries = value as? [String: Any] else { throw .parameter("'\(key)' takes a dictionary") }
    return entries
  }

  /// Makes the pair, and stores what is to be stored.
  func make() throws(KeyFailure) -> SecKey {
    let material = try KeyMaterial(generating: type, sizeInBits: sizeInBits)
    let publicHalf = try material.publicHalf
    if try isPermanent(publicEntries, by: false) {
      var entries = publicEntries
      entries[kSecAttrTokenID as String] = nil
      _ = try add(entries, try SecKey(publicHalf, .public(nil)))
    }
    var held = HeldKey(material)
    held.isOfEnclave = isOfEnclave
    let access = privateEntries[kSecAttrAccessControl as String]
    held.accessControl = access as? SecAccessControl
    if access != nil, held.accessControl == nil {
      throw .parameter("kSecAttrAccessControl takes a SecAccessControl")
    }
    let isPermanent = try isPermanent(privateEntries, by: isOfEnclave)
    let key = try SecKey(publicHalf, .held(held))
    guard isPermanent || held.accessControl != nil else { return key }
    let (item, user) = try add(privateEntries, key, isPermanent: isPermanent)
    if isPermanent {
      guard let stored = try SecKey(item, user) else { throw .parameter("failed to add key") }
      return stored
    }
    held.user = user
    let flags = held.accessControl?.flags ?? []
    if flags.contains(.biometryCurrentSet), !flags.contains(.or) {
      held.enrolment = try enrolment(user)
    }
    return SecKey(publicHalf, .held(held), label: key.label)
  }

  private func isPermanent(_ entries: [String: Any], by standard: Bool) throws(KeyFailure) -> Bool {
    guard let value = entries[kSecAttrIsPermanent as String] else { return standard }
    guard let flag = flag(value) else { throw .parameter("kSecAttrIsPermanent takes a Boolean") }
    return flag
  }

  /// Stores a half, or asks the device whether it could.
  ///
  /// - Returns: the item as the device describes it, and who uses it.
  private func add(
    _ entries: [String: Any], _ key: SecKey, isPermanent: Bool = true
  ) throws(KeyFailure) -> (WireValue, KeyUser) {
    var entries = entries
    entries[kSecClass as String] = kSecClassKey
    entries[kSecValueRef as String] = key
    do throws(KeychainFailure) {
      var query = try KeychainQuery(entries as CFDictionary, for: .add)
      query.returning.reference = true
      query.parameters["permanent"] = .boolean(isPermanent)
      if !isPermanent { query.parameters["valueBase64"] = nil }
      let items = try query.add()
      return (items["items"]?.elements.first ?? [:], query.user)
    } catch {
      throw KeyFailure(error)
    }
  }

  private func enrolment(_ user: KeyUser) throws(KeyFailure) -> String {
    do throws(DeviceSimulatorError) { return try user.enrolment() } catch { throw .device(error) }
  }
}
