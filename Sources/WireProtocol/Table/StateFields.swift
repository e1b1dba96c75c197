import DeviceModel

/// The fields of a device's state, each described once: as `getState` shows them, and as `setState`
/// and `createDevice` take them.
package enum StateFields {
  /// Everything that is shown, in the order of the reference.
  package static let shown: [Field] = [
    biometryType, identities, enrolled, passcodeSet, failedAttempts, lockedOut, lockoutReason,
    passcodeFailures,
    passcodeRetryAfter, deviceLocked, unlockedSinceBoot, lastUnlock, apps, companion, prompt, keychain, clock,
    behavior,
  ].map { shown in
    var field = shown
    field.isRequired = true
    return field
  }

  /// What a request may set, and after it what it is refused by name.
  package static let settable: [Field] =
    [
      biometryType, identities, enrolled, passcode, failedAttempts, lockedOut, lockoutReason,
      passcodeFailures,
      companion, behaviorPatch,
    ] + [
      passcodeSet.readOnly(changedBy: "passcode"),
      passcodeRetryAfter.readOnly(changedBy: "passcodeFailures or advanceClock"),
      deviceLocked.readOnly(changedBy: "lockDevice or unlockDevice"),
      unlockedSinceBoot.readOnly(changedBy: "restartDevice or unlockDevice"),
      lastUnlock.readOnly(changedBy: "unlockDevice"),
      apps.readOnly(changedBy: "setApp"),
      prompt.readOnly(changedBy: "evaluatePolicy"),
      keychain.readOnly(changedBy: "secItemAdd, secItemDelete or resetKeychain"),
      clock.readOnly(changedBy: "setClock"),
    ]

  /// The state of a device as one type.
  package static let state = ValueType.named("State", .object(shown))

  /// The prompt on screen as one type.
  package static let promptShown = ValueType.named("Prompt", .object(promptMembers(id: "id")))

  /// What describes a prompt; events call its id `prompt`.
  package static func promptMembers(id: String) -> [Field] {
    [
      Field(id, .identifier("p"), required: true, "which prompt of this device"),
      Field("app", .nonEmpty, required: true, "bundle id of the app that asks"),
      Field("pane", .cases(Pane.self), required: true, "what the prompt shows"),
      policyAsked, purpose,
      Field("reason", .string(), required: true, "what the app says it is for; may be empty for an item"),
      Field("buttons", .array(of: .cases(Button.self)), required: true, "what can be tapped"),
      Field("scanning", .boolean, required: true, "whether the sensor takes a scan now"),
      Field("attempt", .integer(0...Int.max), required: true, "failed scans in this prompt"),
      Field("fallbackTitle", .string(), "the app's title of the fallback button"),
      Field("cancelTitle", .string(), "the app's title of the cancel button"),
    ]
  }

  /// What a prompt is for, if a policy is evaluated.
  static let policyAsked = Field(
    "policy", .nullable(.policyShown), required: true, "the policy; null: the call evaluates none")

  /// What a prompt is for otherwise.
  static let purpose = Field(
    "purpose",
    .enumeration(PromptDescription.Purpose.allCases.filter { $0 != .evaluatePolicy }.map(\.rawValue)),
    "the call, if it evaluates no policy")

  private static let biometryType = Field(
    "biometryType", .enumeration(BiometryType.allCases.map(\.wireName)),
    "the sensor; set without identities or enrolled, the new sensor's default identity is enrolled")
  private static let identities = Field(
    "identities", .array(of: .nonEmpty), "who is enrolled; Touch ID holds 5, Face ID 2, Optic ID 1")
  private static let enrolled = Field(
    "enrolled", .boolean, "whether anybody is; true enrols the default identity if nobody was, false nobody")
  private static let passcode = Field(
    "passcode", .nullable(.nonEmpty), "null: none is set; never shown, see passcodeSet"
  ).secret()
  private static let passcodeSet = Field("passcodeSet", .boolean, "whether the device has a passcode")
  private static let failedAttempts = Field(
    "failedAttempts", .integer(0...1_000_000), "failed scans in a row, on the whole device")
  private static let lockedOut = Field("lockedOut", .boolean, "whether biometry waits for the passcode")
  private static let lockoutReason = Field(
    "lockoutReason", .nullable(.cases(LockoutReason.self)), "why biometry waits for the passcode, or null")
  private static let passcodeFailures = Field(
    "passcodeFailures", .integer(0...1_000_000), "different wrong passcodes in a row")
  private static let passcodeRetryAfter = Field(
    "passcodeRetryAfter", .nullable(.seconds),
    "seconds until the next passcode is taken; null: never, the device is disabled")
  private static let deviceLocked = Field("deviceLocked", .boolean, "whether the lock screen is up")
  private static let unlockedSinceBoot = Field(
    "unlockedSinceBoot", .boolean, "whether the device was unlocked after its last start")
  private static let lastUnlock = Field(
    "lastUnlock",
    .nullable(
      .object([
        Field("method", .cases(AuthenticationMethod.self), required: true, "how"),
        Field("time", .seconds, required: true, "when, on the device's monotonic clock"),
      ])), "how and when the lock screen was last opened, or null")
  private static let apps = Field(
    "apps",
    .dictionary(
      of: .object([
        Field("installed", .boolean, required: true, "whether the app is there"),
        Field("state", .cases(AppState.self), required: true, "where it is in its life"),
        Field(
          "permission", .cases(Permission.self), required: true, "whether it may use Face ID or Optic ID"),
        Field("usageDescription", .boolean, required: true, "whether it says what it uses Face ID for"),
      ])), "the apps this device knows, by bundle id")
  private static let companion = Field(
    "companion", .object([Field("near", .boolean, required: true, "whether it is in reach")]),
    "the paired Mac, Watch or Vision Pro")
  private static let prompt = Field("prompt", .nullable(promptShown), "the prompt on screen, or null")
  private static let keychain = Field(
    "keychain", .dictionary(of: .integer(0...Int.max)), "how many keychain items each app has")
  private static let clock = Field(
    "clock",
    .object([
      Field("mode", .cases(ClockMode.self), required: true, "whose time the device runs on"),
      Field("monotonic", .seconds, required: true, "seconds since the device was made; never goes back"),
      Field("wall", .number(), required: true, "what the device shows as date and time, in Unix seconds"),
    ]), "the device's two clocks")
  private static let behavior = Field(
    "behavior", .named("Behavior", .object(BehaviorFields.shown)), "the knobs")
  private static let behaviorPatch = Field(
    "behavior", .named("BehaviorPatch", .object(BehaviorFields.settable)), "knobs; those not given stay")
}
