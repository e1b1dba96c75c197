import DeviceModel
package import Schema

extension ValueType {
  /// The text of a case of a vocabulary.
  static func cases<T: CaseIterable & RawRepresentable<String>>(_: T.Type) -> ValueType {
    .enumeration(T.allCases.map(\.rawValue))
  }

  /// A text that says something.
  static let nonEmpty = ValueType.string(minimumLength: 1)

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
    "which device; default: the one chosen with useDevice, else default, else the only one")

  /// The name that a new device gets.
  static let newDevice = Field("device", .name, required: true, "its name")

  /// The log's position after the reply.
  static let sequence = Field(
    "seq", .integer(0...Int.max), required: true, "the log's position after this reply")

  /// Whether a verb did anything.
  static let changed = Field(
    "changed", .boolean, required: true, "false if the state already was as asked")
}

/// Parameters that several methods share.
extension Parameter where Value == String? {
  /// The device a request names.
  static func device(_ field: Field) -> Self {
    .optional("device", .nonEmpty, "").with { _ in field }
  }

  static let identity = optional("identity", .nonEmpty, "name of an enrolment identity")

  static let newIdentity = optional("identity", .name, "name of an enrolment identity")

  static let passcode = optional("passcode", .nonEmpty, "the device's passcode").secret()

  /// The app that an app method speaks for.
  static let appSide = optional(
    "app", .name, "bundle id of the app that asks; default: the context's, else com.example.app")

  /// The apps whose keychain items a harness means.
  static let ofOneApp = optional("app", .nonEmpty, "bundle id of an app; default: all apps")
}

extension Parameter where Value == String {
  /// The app that a harness method is about; one that is not known gets to be.
  static let app = optional("app", .name, default: Device.defaultApp, "bundle id of the app")

  /// The app that a harness method is about, which must be known. A name of an older version may break the rule
  /// for names and is found all the same.
  static let knownApp = optional("app", .nonEmpty, default: Device.defaultApp, "bundle id of the app")

  /// What an evaluation tells the user.
  static let reason = required("reason", .nonEmptyCaption, "what the app says it is for")
    .commandLineDefault("devicesim")
}

extension Parameter where Value == Bool {
  static let whenPrompted = optional(
    "whenPrompted", .boolean, default: false,
    "wait for a prompt that takes it, or answer the one on screen")

  static let allDevices = optional(
    "allDevices", .boolean, default: false, "events of every device, not of this one only")

  static let ephemeral = optional(
    "ephemeral", .boolean, default: false, "deleted with the connection that created it")
}

extension Parameter where Value == Deadline {
  static let timeout = optional(
    "timeout", .deadline, default: .default, "how long to wait, in real seconds; null: for ever")
}

extension Parameter where Value == UInt64? {
  static let since = optional("since", .unsigned, "only events with a greater seq")
}

extension Parameter where Value == [EventKind]? {
  static let kinds = optional("kinds", .array(of: .cases), "only events of these kinds")
}

extension Parameter where Value == Policy {
  static let policy = required("policy", .policy, "what is asked of the device owner")
    .commandLineDefault("biometrics")
}

extension Parameter where Value == ContextID? {
  static let context = optional("context", .context, "a context of this connection; default: a fresh one")
}

extension Parameter where Value == ContextID {
  static let context = required("context", .context, "which context")
}

extension Coding where Value == Deadline {
  /// Seconds, or null for ever.
  fileprivate static let deadline = Coding<Nanoseconds?>.nullable(.seconds)
    .map {
      $0.map(Deadline.after) ?? .never
    } _: { deadline in
      if case .after(let duration) = deadline { duration } else { nil }
    }
}
