import DeviceModel

extension MethodTable {
  static let passcodeMethods: [Method] = [
    Method(
      "setPasscode", .passcode, "Sets or changes the device's passcode, as in Settings; clears a lockout.",
      parameters: [Field.passcode.required().summary("the new passcode")], positional: 1,
      result: [.changed],
      example: (#"{"passcode":"1234"}"#, #"{"changed":true,"seq":8}"#)
    ) { .command(.setPasscode($0.string("passcode") ?? "")) },

    Method(
      "clearPasscode", .passcode, "Removes the device's passcode, as in Settings; clears a lockout.",
      result: [.changed],
      example: ("{}", #"{"changed":true,"seq":9}"#)
    ) { _ in .command(.clearPasscode) },

    Method(
      "lockDevice", .passcode,
      "Locks the screen: prompts end with systemCancel, the app goes to the background.",
      result: [.changed],
      example: ("{}", #"{"changed":true,"seq":10}"#)
    ) { _ in .command(.lock) },

    Method(
      "unlockDevice", .passcode, "Opens the lock screen with biometry or the passcode.",
      details:
        "What is given says how: a passcode, or an identity; with neither it is biometry. Biometry is refused "
        + "while locked out, with nobody enrolled and before the first unlock after a start. A scan that does not "
        + "match and a wrong passcode are refused and count. Without a passcode nothing is asked.",
      parameters: [
        Field.passcode.summary("what is entered on the lock screen"),
        Field(
          "with", .enumeration(["biometry", "passcode"]), "how; inferred from what else is given without it"),
        Field.identity.summary("who looks or touches; the first enrolled without it"),
      ], positional: 1,
      result: [.changed], errors: ["refused"],
      example: (#"{"passcode":"1234"}"#, #"{"changed":true,"seq":11}"#)
    ) { arguments throws(WireError) in .command(.unlock(try unlockMethod(arguments))) },

    Method(
      "restartDevice", .passcode, "Restarts the device: locked, and biometry waits for the passcode.",
      details:
        "Pending calls end with systemCancel and the apps are not running afterwards; new connections launch "
        + "them.",
      result: [.changed],
      example: ("{}", #"{"changed":true,"seq":12}"#)
    ) { _ in .command(.restart) },
  ]

  private static func unlockMethod(_ arguments: Arguments) throws(WireError) -> UnlockMethod {
    let passcode = arguments.string("passcode")
    let identity = arguments.string("identity")
    switch (arguments.string("with"), passcode, identity) {
    case (nil, _?, _?):
      throw .invalidParams(
        "identity", "identity and passcode do not go together: one unlock is by biometry or by passcode",
        accepted: .strings(["identity", "passcode"]))
    case ("biometry", _?, _):
      throw .invalidParams(
        "passcode", "passcode does not go with biometry; leave one of them out",
        accepted: .strings(["identity"]))
    case ("passcode", _, _?):
      throw .invalidParams(
        "identity", "identity does not go with passcode; leave one of them out",
        accepted: .strings(["passcode"]))
    case ("passcode", nil, _):
      throw .invalidParams(
        "passcode", "unlockDevice needs passcode: a non-empty string", accepted: .string("a non-empty string")
      )
    case (_, let passcode?, _): return .passcode(passcode)
    default: return .biometry(identity: identity)
    }
  }
}
