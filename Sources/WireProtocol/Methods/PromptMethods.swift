import DeviceModel
import Schema

extension MethodTable {
  static let promptMethods: [Method] = [
    tap("tapCancel", .tapCancel, "Taps cancel; the app's call ends with userCancel."),
    tap(
      "tapFallback", .tapFallback,
      "Taps the fallback button: userFallback under a biometric policy, else the passcode pane."),
    tap(
      "tapTryAgain", .tapTryAgain, "Taps try again after a failed scan; scanning resumes.", outcome: "pending"
    ),
    .response(
      "enterPasscode", .prompt, "Enters a passcode on the passcode pane.",
      details:
        "The passcode is never shown, in no reply, event or log. The same wrong one twice in a row counts "
        + "once; an entry during the back-off is refused and not counted.",
      positional: 1,
      errors: ["noSuchControl", "refused"],
      example: (
        #"{"passcode":"1234"}"#,
        #"{"prompt":"p7","matched":true,"outcome":"succeeded","failedAttempts":0,"seq":44}"#
      )
    ) {
      Parameters(.required("passcode", .nonEmpty, "what is entered, right or wrong").secret()) {
        .enterPasscode($0)
      }
    },
    .response(
      "enterApplicationPassword", .prompt, "Enters the password of a keychain item on its pane.",
      details:
        "The pane comes for items with applicationPassword when the context has no password. The right one opens "
        + "the item, and the context keeps it; a wrong one ends the call with authFailed. It is never shown.",
      positional: 1,
      errors: ["noSuchControl"],
      example: (
        #"{"password":"open sesame"}"#,
        #"{"prompt":"p7","matched":true,"outcome":"succeeded","failedAttempts":0,"seq":44}"#
      )
    ) {
      Parameters(.required("password", .nonEmpty, "what is entered, right or wrong").secret()) {
        .enterApplicationPassword(Secret($0))
      }
    },
    tap(
      "allowPermission", .allowPermission, "Allows Face ID or Optic ID in the permission alert.",
      outcome: "pending"),
    tap(
      "denyPermission", .denyPermission,
      "Denies it: biometryNotAvailable, or the passcode pane; the alert is not shown again."),
    tap(
      "approveCompanion", .approveCompanion, "Approves on the paired Mac, Watch or Vision Pro.",
      outcome: "succeeded"),
  ]

  private static func tap(
    _ name: String, _ response: PromptResponse, _ summary: String, outcome: String = "ended"
  ) -> Method {
    .response(
      name, .prompt, summary, errors: ["noSuchControl"],
      example: (
        "{}", #"{"prompt":"p7","matched":false,"outcome":"\#(outcome)","failedAttempts":1,"seq":42}"#
      )
    ) { Parameters { response } }
  }
}
