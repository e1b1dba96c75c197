/// A pending *evaluatePolicy*: who asked for what, with the context's settings as they were then.
struct Evaluation: Equatable, Sendable {
  let caller: Caller
  let app: String
  /// `nil`: a fresh context of its own that nobody can name.
  let context: ContextID?
  let policy: Policy
  let reason: String
  /// `nil`: the default title. Empty: no fallback button.
  let fallbackTitle: String?
  let cancelTitle: String?
  let reuseDuration: Nanoseconds
  let interactionNotAllowed: Bool

  /// Whether the user may be offered a fallback button at all.
  var offersFallback: Bool { fallbackTitle?.isEmpty != true }

  /// Whether failing biometry leads on to the passcode instead of ending the call.
  var acceptsPasscode: Bool { policy == .deviceOwnerAuthentication }

  /// Whether a companion may answer it.
  var acceptsCompanion: Bool {
    policy == .deviceOwnerAuthenticationWithCompanion
      || policy == .deviceOwnerAuthenticationWithBiometricsOrCompanion
  }
}
