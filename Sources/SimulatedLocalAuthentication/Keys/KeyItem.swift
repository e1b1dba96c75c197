import Foundation

/// The item of a key in the keychain of a device.
struct KeyItem: Sendable {
  /// What finds the item, as base64.
  let reference: String
  let type: KeyType
  let keyClass: KeyClass
  let isOfEnclave: Bool
  let accessControl: SecAccessControl?
  let user: KeyUser

  /// The private key, after the prompt that its use asks for.
  func material(for operation: LAAccessControlOperation) throws(KeyFailure) -> KeyMaterial {
    let bytes = try call("secKeyUse", ["operation": .string(operation.wireName)])
    return try KeyMaterial(type, isPrivate: true, external: bytes)
  }

  /// The bytes of the item, after the prompt that reading it asks for.
  func value() throws(KeyFailure) -> [UInt8] { try call("secItemCopyMatching", ["returnData": true]) }

  private func call(_ method: String, _ options: [String: WireValue]) throws(KeyFailure) -> [UInt8] {
    var parameters = options
    parameters["persistentRef"] = .string(reference)
    parameters["reason"] = user.prompt.map(WireValue.string)
    if !user.allowsPrompt { parameters["authenticationUI"] = "fail" }
    do throws(DeviceSimulatorError) {
      let answer = try DeviceCall.ask(method, parameters, by: user.context, home: user.home)
      return [UInt8](KeychainItems.secret(answer["items"]?.elements.first ?? answer) ?? Data())
    } catch {
      throw .device(error)
    }
  }
}

extension SecKey {
  /// Reads a key that a query found; `nil` if the item is none.
  convenience init?(_ found: WireValue, _ user: KeyUser) throws(KeyFailure) {
    guard let attributes = found["attributes"], let reference = found["persistentRef"]?.string,
      let type = attributes["keyType"]?.string.flatMap(KeyType.init(rawValue:)),
      let keyClass = attributes["keyClass"]?.string.flatMap(KeyClass.init(rawValue:)), keyClass != .symmetric
    else { return nil }
    let item = KeyItem(
      reference: reference, type: type, keyClass: keyClass,
      isOfEnclave: attributes["tokenID"] != nil,
      accessControl: attributes["accessControl"].flatMap { SecAccessControl($0) }, user: user)
    let half = keyClass == .private ? KeyHalf.stored(item) : .public(item)
    if let bytes = attributes["publicKey"]?.string.flatMap({ Data(base64Encoded: $0) }),
      let size = attributes["keySizeInBits"]?.integer,
      let label = attributes["applicationLabel"]?.string.flatMap({ Data(base64Encoded: $0) })
    {
      self.init(KeyMaterial(stored: type, sizeInBits: size, publicHalf: [UInt8](bytes)), half, label: label)
    } else {
      // Somebody has stored the bytes of a key, and no more.
      let material = try KeyMaterial(type, isPrivate: keyClass == .private, external: try item.value())
      try self.init(try material.publicHalf, half)
    }
  }

  /// What finds the key among the items of a keychain.
  var wireAttributes: [String: WireValue] {
    [
      "keyClass": .string(half.keyClass.rawValue), "keyType": .string(publicHalf.type.rawValue),
      "keySizeInBits": .integer(publicHalf.sizeInBits),
      "applicationLabel": .string(label.base64EncodedString()),
    ]
  }

  /// What a new item of the key keeps.
  var wireValues: [String: WireValue] {
    get throws(KeyFailure) {
      var values: [String: WireValue] = ["publicKey": .string(Data(publicHalf.bytes).base64EncodedString())]
      let bytes: [UInt8]
      switch half {
      case .public: bytes = publicHalf.bytes
      case .held(let key): bytes = key.material.bytes
      case .stored(let item):
        // The device has it already, and hands it to nobody.
        if item.isOfEnclave { throw .status(errSecDuplicateItem, "the key is in the keychain") }
        bytes = try item.value()
      }
      values["valueBase64"] = .string(Data(bytes).base64EncodedString())
      values["tokenID"] = half.isOfEnclave ? .string(kSecAttrTokenIDSecureEnclave as String) : nil
      values["accessControl"] = half.accessControl?.wireValue
      return values
    }
  }
}
