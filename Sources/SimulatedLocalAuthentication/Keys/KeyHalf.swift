import Foundation

/// Which half of a pair a key is, and who keeps it.
enum KeyHalf: Sendable {
  /// The public half, and its item if it was found in a keychain.
  case `public`(KeyItem?)
  /// A private key that only this process has.
  case held(HeldKey)
  /// A private key in the keychain of the device.
  case stored(KeyItem)

  /// Whether it is the private half.
  var isPrivate: Bool { keyClass == .private }

  /// Which half it is.
  var keyClass: KeyClass {
    switch self {
    case .public: .public
    case .held, .stored: .private
    }
  }

  /// Whether it is a private key of the Secure Enclave, which nobody can export.
  var isOfEnclave: Bool {
    switch self {
    case .public: false
    case .held(let key): key.isOfEnclave
    case .stored(let item): item.isOfEnclave
    }
  }

  /// What its use asks for; `nil`: for nothing.
  var accessControl: SecAccessControl? {
    switch self {
    case .public: nil
    case .held(let key): key.accessControl
    case .stored(let item): item.accessControl
    }
  }

  /// Its item in a keychain; `nil`: it has none.
  var item: KeyItem? {
    switch self {
    case .public(let item): item
    case .held: nil
    case .stored(let item): item
    }
  }

  /// The private key, after the prompt that its use asks for.
  func material(for operation: LAAccessControlOperation) throws(KeyFailure) -> KeyMaterial {
    switch self {
    case .public: throw .parameter("a public key does not do that")
    case .held(let key): return try key.material(for: operation)
    case .stored(let item): return try item.material(for: operation)
    }
  }
}

/// Who asks for the use of a key, where, and how.
struct KeyUser: @unchecked Sendable {
  /// The context of the query, which is only lent to calls.
  var context: LAContext?
  /// The device of the query; `nil`: there was none to be found.
  var home: SimulatedDeviceAddress?
  /// What the prompt says, if the query says so.
  var prompt: String?
  /// Whether a prompt may be shown.
  var allowsPrompt = true

  /// What changes with the enrolment of the device; empty if nobody is enrolled.
  func enrolment() throws(DeviceSimulatorError) -> String {
    try DeviceCall.send("getDomainState", [:], home: home)["stateHash"]?.string ?? ""
  }
}

/// A private key that only this process has.
struct HeldKey: Sendable {
  let material: KeyMaterial
  var isOfEnclave = false
  var accessControl: SecAccessControl?
  /// Who was enrolled when the key was made, if it is bound to them.
  var enrolment: String?
  var user = KeyUser()

  init(_ material: KeyMaterial) { self.material = material }

  /// The key, after the prompt that its access control asks for.
  func material(for operation: LAAccessControlOperation) throws(KeyFailure) -> KeyMaterial {
    guard let accessControl else { return material }
    do throws(DeviceSimulatorError) {
      if let enrolment, try user.enrolment() != enrolment { throw .keyEnded }
      var parameters = user.context?.options ?? [:]
      parameters["reuseDuration"] = nil
      parameters["accessControl"] = accessControl.wireValue
      parameters["operation"] = .string(operation.wireName)
      if let prompt = user.prompt { parameters["reason"] = .string(prompt) }
      if parameters["reason"] == nil { parameters["reason"] = "Use a private key" }
      if !user.allowsPrompt { parameters["interactionNotAllowed"] = true }
      _ = try DeviceCall.send(
        "evaluateAccessControl", parameters, by: user.context, home: user.home, waitsForPerson: true)
    } catch {
      throw .device(error)
    }
    return material
  }
}
