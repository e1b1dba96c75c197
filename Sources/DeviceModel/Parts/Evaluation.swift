/// A pending *evaluatePolicy*: who asked for what, with the context's settings as they were then.
struct Evaluation: Equatable, Sendable {
  /// Who is answered: the first to ask, and those who asked again with the same context meanwhile.
  private(set) var callers: [Caller]
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

  init(
    caller: Caller, app: String, request: EvaluationRequest, options: ContextOptions, reason: String
  ) {
    callers = [caller]
    self.app = app
    context = request.context
    policy = request.policy
    self.reason = reason
    fallbackTitle = request.fallbackTitle ?? options.fallbackTitle
    cancelTitle = request.cancelTitle ?? options.cancelTitle
    reuseDuration = request.reuseDuration ?? options.reuseDuration
    interactionNotAllowed = request.interactionNotAllowed ?? options.interactionNotAllowed
  }

  /// Another call of the same context waits for this one's outcome.
  mutating func join(_ other: Evaluation) { callers += other.callers }

  /// Lets one of several calls go; returns whether it did, for the last one cannot.
  mutating func release(_ call: CallID) -> Bool {
    guard callers.count > 1, let index = callers.firstIndex(where: { $0.call == call }) else { return false }
    callers.remove(at: index)
    return true
  }

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
