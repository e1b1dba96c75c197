import DeviceModel

extension EventKind {
  /// The members of every event.
  package static let commonMembers: [Field] = [
    Field("seq", .integer(0...Int.max), required: true, "its place in the daemon's one sequence"),
    Field("device", .nonEmpty, required: true, "the device it happened on"),
    Field("time", .seconds, required: true, "when, in seconds on the device's monotonic clock"),
    Field("kind", .cases(EventKind.self), required: true, "what happened"),
  ]

  /// One line for a person.
  package var summary: String {
    switch self {
    case .promptShown: "a prompt came on screen"
    case .promptUpdated: "the prompt on screen changed: other buttons, another pane, scanning or not"
    case .promptDismissed: "a prompt left the screen, and how"
    case .scan: "somebody was scanned, by a prompt or by the lock screen"
    case .lockout: "biometry waits for the passcode from now on"
    case .lockoutCleared: "biometry is usable again"
    case .enrollmentChanged: "somebody was enrolled or taken out"
    case .passcodeChanged: "the passcode was set, changed or removed"
    case .stateChanged: "fields of the state changed that have no event of their own"
    case .deviceLocked: "the lock screen came up"
    case .deviceUnlocked: "the lock screen was opened"
    case .appStateChanged: "an app came to the foreground, left it, started or stopped"
    case .appTerminated: "an app was killed, and why"
    case .keychainChanged: "an app's keychain items changed"
    case .clockAdvanced: "a manual clock was moved forward"
    case .deviceCreated: "a device was made"
    case .deviceDeleted: "a device was taken away"
    case .subscriptionGap: "this connection read too slowly and missed events; not part of the log"
    }
  }

  /// The members an event of this kind has besides the common ones.
  package var members: [Field] {
    switch self {
    case .promptShown, .promptUpdated: StateFields.promptMembers(id: "prompt")
    case .promptDismissed: Self.dismissal
    case .scan:
      [
        Field("prompt", .nullable(.identifier("p")), required: true, "the prompt; null: the lock screen"),
        Field("matched", .boolean, required: true, "whether it was somebody enrolled"),
        Field("failedAttempts", .integer(0...Int.max), required: true, "failed scans in a row after it"),
      ]
    case .lockout: [Field("reason", .cases(LockoutReason.self), required: true, "why")]
    case .enrollmentChanged:
      [Field("identities", .array(of: .nonEmpty), required: true, "who is enrolled now")]
    case .passcodeChanged: [Field("passcodeSet", .boolean, required: true, "whether there is one now")]
    case .stateChanged:
      [Field("fields", .array(of: .nonEmpty), required: true, "which, by their names in getState")]
    case .deviceUnlocked:
      [
        Field(
          "method", .nullable(.cases(AuthenticationMethod.self)), required: true,
          "how; null: nothing was asked, for there is no passcode")
      ]
    case .appStateChanged:
      [Self.app, Field("state", .cases(AppState.self), required: true, "where it is now")]
    case .appTerminated: [Self.app, Field("reason", .cases(TerminationReason.self), required: true, "why")]
    case .keychainChanged:
      [
        Self.app,
        Field(
          "operation", .cases(KeychainChange.Operation.self), required: true,
          "what happened; invalidate: an enrolment or a passcode went, reset: all of the app's items did"),
      ] + KeychainFields.identity
    case .clockAdvanced: [Field("seconds", .seconds, required: true, "how far")]
    case .subscriptionGap:
      [
        Field("from", .integer(0...Int.max), required: true, "seq of the first event missed"),
        Field("to", .integer(0...Int.max), required: true, "seq of the last event missed"),
      ]
    case .lockoutCleared, .deviceLocked, .deviceCreated, .deviceDeleted: []
    }
  }

  /// What `waitFor` may ask of an event of this kind.
  var conditions: [Field] {
    (Self.commonMembers.filter { $0.name != "kind" } + members).map { member in
      var condition = member
      condition.isRequired = false
      return condition
    }
  }

  /// Any event as one type.
  package static let anyEvent = ValueType.named(
    "Event",
    .choice(
      by: "kind",
      allCases.map { kind in
        let common = commonMembers.filter { $0.name != "kind" }
        return ValueType.Choice(
          name: kind.rawValue, fields: (kind == .subscriptionGap ? [common[0]] : common) + kind.members,
          summary: kind.summary)
      }))

  private static let app = Field("app", .nonEmpty, required: true, "bundle id of the app")

  private static let dismissal: [Field] = [
    Field("prompt", .identifier("p"), required: true, "which prompt"),
    app,
    Field("pane", .cases(Pane.self), required: true, "what it showed last"),
    StateFields.policyAsked, StateFields.purpose,
    Field(
      "outcome", .enumeration(["succeeded", "failed", "ended"]), required: true,
      "failed: not recognised or locked out; ended: in any other way"),
    Field("method", .cases(AuthenticationMethod.self), "who satisfied it, if it succeeded"),
    Field("error", .nonEmpty, "name of the error the app got, if it did not succeed"),
    Field("code", .integer(), "number of that error"),
    Field("awaited", .array(of: .nonEmpty), "what promptTimeout waited for in vain, as method names"),
  ]
}
