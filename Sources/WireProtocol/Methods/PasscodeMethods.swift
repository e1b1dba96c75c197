import DeviceModel
import Schema

extension MethodTable {
  static let passcodeMethods: [Method] = [
    Method(
      "setPasscode", .passcode, "Sets or changes the device's passcode, as in Settings; clears a lockout.",
      positional: 1,
      result: [.changed],
      example: (#"{"passcode":"1234"}"#, #"{"changed":true,"seq":8}"#)
    ) {
      Parameters(.required("passcode", .nonEmpty, "the new passcode").secret()) { .command(.setPasscode($0)) }
    },

    Method(
      "clearPasscode", .passcode, "Removes the device's passcode, as in Settings; clears a lockout.",
      result: [.changed],
      example: ("{}", #"{"changed":true,"seq":9}"#)
    ) { Parameters { .command(.clearPasscode) } },

    Method(
      "lockDevice", .passcode,
      "Locks the screen: prompts end with systemCancel, the app goes to the background.",
      result: [.changed],
      example: ("{}", #"{"changed":true,"seq":10}"#)
    ) { Parameters { .command(.lock) } },

    Method(
      "unlockDevice", .passcode, "Unlocks the device with biometry or the passcode.",
      details:
        "The parameters say how: with a passcode or an identity; without either, by biometry. Biometry is refused "
        + "while locked out, with nobody enrolled and before the first unlock after a start. A scan that does not "
        + "match and a wrong passcode are refused and count. Without a passcode nothing is asked.",
      positional: 1,
      result: [.changed], errors: ["refused"],
      example: (#"{"passcode":"1234"}"#, #"{"changed":true,"seq":11}"#)
    ) {
      Parameters(
        .passcode.summary("what is entered on the lock screen"),
        .optional("with", .cases, "how; default: what the other parameters say, else biometry"),
        .identity.summary("who looks or touches; default: the first enrolled identity")
      ) { (passcode: String?, way: UnlockWay?, identity: String?) throws(Mismatch) in
        .command(.unlock(try unlockMethod(way, passcode, identity)))
      }
    },

    Method(
      "restartDevice", .passcode, "Restarts the device: locked, and biometry waits for the passcode.",
      details:
        "Pending calls end with systemCancel and the apps are not running afterwards; new connections launch "
        + "them.",
      result: [.changed],
      example: ("{}", #"{"changed":true,"seq":12}"#)
    ) { Parameters { .command(.restart) } },
  ]

  private enum UnlockWay: String, CaseIterable { case biometry, passcode }

  /// One unlock is by biometry or by passcode; what is given says by which.
  private static func unlockMethod(
    _ way: UnlockWay?, _ passcode: String?, _ identity: String?
  ) throws(Mismatch) -> UnlockMethod {
    switch (way, passcode, identity) {
    case (nil, _?, _?):
      throw .rule(
        "identity", "identity and passcode do not go together: one unlock is by biometry or by passcode",
        accepted: .values(["identity", "passcode"]))
    case (.biometry?, _?, _):
      throw .rule(
        "passcode", "passcode does not go with biometry; leave one of them out",
        accepted: .values(["identity"]))
    case (.passcode?, _, _?):
      throw .rule(
        "identity", "identity does not go with passcode; leave one of them out",
        accepted: .values(["passcode"]))
    case (.passcode?, nil, _):
      throw .rule(
        "passcode", "unlockDevice needs passcode: a non-empty string", accepted: .phrase("a non-empty string")
      )
    case (_, let passcode?, _): return .passcode(passcode)
    case (.biometry?, nil, _), (nil, nil, _): return .biometry(identity: identity)
    }
  }
}
