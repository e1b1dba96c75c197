package import DeviceModel

extension ValueType {
  /// The text of a case of a vocabulary.
  static func cases<T: CaseIterable & RawRepresentable<String>>(_: T.Type) -> ValueType {
    .enumeration(T.allCases.map(\.rawValue))
  }

  /// A text that says something.
  static let nonEmpty = ValueType.string(minimumLength: 1)

  /// A policy by its name on the wire or its short name.
  static let policy = ValueType.enumeration(PolicyName.all)

  /// A policy as the wire shows it.
  static let policyShown = ValueType.enumeration(Policy.allCases.map(\.wireName))

  /// An error inside of a result.
  static let error = ValueType.named(
    "Error",
    .object([
      Field("code", .integer(), required: true, "the native number of its domain"),
      Field("message", .nonEmpty, required: true, "one sentence for a person"),
      Field(
        "data",
        .object([
          Field("domain", .cases(ErrorDomain.self), required: true, "whose number it is"),
          Field("name", .nonEmpty, required: true, "what to key on"),
        ]), required: true, "at least the domain and the name"),
    ]))
}

extension Field {
  /// The device a request is for; every method takes it.
  package static let device = Field(
    "device", .nonEmpty,
    "which device; without it the one chosen with useDevice, else default, else the only one there is")

  /// The log's position after the reply.
  static let sequence = Field(
    "seq", .integer(0...Int.max), required: true, "the log's position after this reply")

  /// Whether a verb did anything.
  static let changed = Field(
    "changed", .boolean, required: true, "false if the state already was as asked")

  /// The app that an app method speaks for, or that a harness method is about.
  static let app = Field("app", .nonEmpty, "bundle id of the app; com.example.app without it")

  static let identity = Field("identity", .nonEmpty, "name of an enrolment identity")

  static let passcode = Field("passcode", .nonEmpty, "the device's passcode").secret()

  static let timeout = Field(
    "timeout", .nullable(.seconds), "how long to wait, in real seconds; null: for ever; 10 without it")

  static let whenPrompted = Field(
    "whenPrompted", .boolean, "wait for a prompt that takes it, or take the one that is up; false without it")

  static let since = Field("since", .integer(0...Int.max), "only events with a greater seq")

  static let kinds = Field("kinds", .array(of: .cases(EventKind.self)), "only events of these kinds")

  static let allDevices = Field(
    "allDevices", .boolean, "events of every device, not of this one only; false without it")

  static let policy = Field("policy", .policy, "what is asked of the device owner")

  static let context = Field(
    "context", .identifier("c"), "a context of this connection; a fresh one without it")
}

/// Policies by name: the four of the wire, and a short one for each.
package enum PolicyName {
  /// Each short name with what it stands for.
  package static let short: [(name: String, policy: Policy)] = [
    ("biometrics", .deviceOwnerAuthenticationWithBiometrics),
    ("owner", .deviceOwnerAuthentication),
    ("companion", .deviceOwnerAuthenticationWithCompanion),
    ("biometricsOrCompanion", .deviceOwnerAuthenticationWithBiometricsOrCompanion),
  ]

  /// Every name that a request may give.
  package static let all = Policy.allCases.map(\.wireName) + short.map(\.name)

  /// Looks a policy up by either name.
  package static func policy(_ name: String) -> Policy? {
    Policy.allCases.first { $0.wireName == name } ?? short.first { $0.name == name }?.policy
  }
}
