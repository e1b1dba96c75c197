package import Schema

/// The parameters of *evaluatePolicy* and *evaluateAccessControl*; what is `nil` comes from the context.
package struct EvaluationRequest: Equatable, Sendable {
  package var subject: Subject
  package var reason: String?
  package var context: ContextID?
  package var fallbackTitle: String?
  package var cancelTitle: String?
  package var reuseDuration: Nanoseconds?
  package var interactionNotAllowed: Bool?

  package init(policy: Policy, reason: String? = nil, context: ContextID? = nil) {
    self.init(.policy(policy), reason: reason, context: context)
  }

  package init(_ subject: Subject, reason: String? = nil, context: ContextID? = nil) {
    self.subject = subject
    self.reason = reason
    self.context = context
  }

  /// What a call may say besides its subject and its reason; the rest comes from the context.
  package static let options = Record<Self>([
    Member("context", \.context, optional: .context, "a context of this connection; default: a fresh one"),
    Member("fallbackTitle", \.fallbackTitle, optional: .caption, ContextOptions.Wording.fallbackTitle),
    Member("cancelTitle", \.cancelTitle, optional: .caption, ContextOptions.Wording.cancelTitle),
    Member("reuseDuration", \.reuseDuration, optional: .seconds, ContextOptions.Wording.reuseDuration),
    Member(
      "interactionNotAllowed", \.interactionNotAllowed, optional: .boolean,
      ContextOptions.Wording.interactionNotAllowed),
  ])

  /// What is evaluated.
  package enum Subject: Equatable, Sendable {
    case policy(Policy)
    case accessControl(AccessControl)
  }
}

/// *evaluatePolicy* and *evaluateAccessControl*: the checks before anything is shown, in their order.
///
/// Apple: *LAContext.evaluatePolicy(_:localizedReason:reply:)*,
/// *LAContext.evaluateAccessControl(_:operation:localizedReason:reply:)*.
extension Device {
  /// Returns the reply when there is one at once; otherwise a prompt, or the queue, owes it.
  mutating func evaluate(
    _ request: EvaluationRequest, _ app: String?, _ caller: Caller, _ effects: inout [Effect]
  ) throws(Failure) -> Reply? {
    // A call that is no call launches nothing.
    _ = try speaker(app, request.context, caller)
    var options = options(of: request.context)
    options.override(by: request)
    guard let reason = options.reason, !reason.isEmpty else {
      throw .invalidParameter("reason", "it is shown to the user and must not be empty")
    }
    let (purpose, requirement) = try subject(of: request)
    let app = try enter(app, request.context, caller, &effects)
    return try begin(
      Evaluation(
        caller: caller, app: app, context: request.context, purpose: purpose, requirement: requirement,
        reason: reason, options: options), &effects)
  }

  /// A context's settings, or those of a fresh one.
  func options(of context: ContextID?) -> ContextOptions {
    context.flatMap { contexts[$0]?.options } ?? ContextOptions()
  }

  private func subject(
    of request: EvaluationRequest
  ) throws(Failure) -> (Evaluation.Purpose, Requirement) {
    switch request.subject {
    case .policy(let policy): return (.policy(policy), policy.requirement)
    case .accessControl(let control):
      if let problem = control.flags.problem { throw .keychain(.param, problem) }
      // Nothing is bound to an enrolment before it is stored.
      let requirement = control.flags.requirement(currentSetIsGone: false) ?? .none
      return (
        .accessControl,
        control.flags.contains(.applicationPassword) ? requirement.andApplicationPassword : requirement
      )
    }
  }

  /// Also where an evaluation from the queue starts again: what was true then may not be now.
  mutating func begin(
    _ evaluation: consuming Evaluation, _ effects: inout [Effect]
  ) throws(Failure) -> Reply? {
    let app = evaluation.app
    let context = evaluation.context.flatMap { contexts[$0] }
    if context?.isInvalidated == true { throw .localAuthentication(.invalidContext) }
    // What a context has shown opens a keychain item even if it could not be shown any more.
    if !evaluation.isForKeychain { try checkAvailability(of: evaluation.requirement, app) }
    let shown = context?.shown(at: clock.now, lifetime: behavior.contextAuthenticationLifetime) ?? []
    let remaining = evaluation.requirement.remaining(after: shown)
    if remaining.isMet { return try finish(evaluation, by: [.context], &effects) }
    if isUnlockReusable(for: remaining, evaluation) {
      return try finish(evaluation, by: [.reuse], &effects)
    }
    if evaluation.interactionNotAllowed {
      throw .localAuthentication(
        .notInteractive,
        evaluation.isForKeychain
          ? "a prompt is needed, and the call allows none" : "the context does not allow interaction")
    }
    if evaluation.isForKeychain { try checkAvailability(of: remaining, app) }
    guard let entry = apps[app], entry.isInFront else { throw notInFront(app) }
    if join(evaluation) { return nil }
    if hasPrompt, behavior.concurrency == .serialize {
      queue.append(evaluation)
      return nil
    }
    try present(evaluation, of: entry.status, asking: remaining, &effects)
    return nil
  }

  private func checkAvailability(of requirement: Requirement, _ app: String) throws(Failure) {
    if let error = error(for: requirement, app: app) { throw .localAuthentication(error) }
  }

  /// A biometric device unlock counts for an app that allows its reuse, for at most five minutes.
  ///
  /// Apple: *touchIDAuthenticationAllowableReuseDuration* and its maximum.
  private func isUnlockReusable(for requirement: Requirement, _ evaluation: borrowing Evaluation) -> Bool {
    guard let unlock = lockScreen.lastUnlock, unlock.method == .biometry,
      requirement.remaining(after: .biometry).isMet, biometryError(for: evaluation.app) == nil
    else { return false }
    let window = min(evaluation.reuseDuration, LockScreen.longestReuse)
    return window > .zero && clock.now - unlock.time <= window
  }

  private func notInFront(_ app: String) -> Failure {
    let state =
      lockScreen.isLocked
      ? "the device is locked: unlockDevice"
      : "\(appInFront.map { "\($0) is in front" } ?? "no app is in front"): activateApp \(app)"
    return .localAuthentication(.notInteractive, "\(app) is not in the foreground, \(state)")
  }

  /// A second evaluation of a context that already waits is answered with the first one's outcome.
  private mutating func join(_ evaluation: Evaluation) -> Bool {
    guard let context = evaluation.context else { return false }
    if hasPrompt, onScreen.evaluation.context == context {
      onScreen.evaluation.join(evaluation)
      return true
    }
    return queue.join(evaluation)
  }

  /// Notes who satisfied an evaluation, does what it was for, and makes its reply.
  mutating func finish(
    _ evaluation: Evaluation, by methods: [AuthenticationMethod], _ effects: inout [Effect]
  ) throws(Failure) -> Reply {
    var state = evaluation.context.flatMap { contexts[$0]?.domainState }
    for method in methods {
      if Factors(method) == .biometry { state = enrolment.domainState(for: evaluation.app) }
      if let context = evaluation.context { contexts[context]?.authenticate(by: method, at: clock.now) }
    }
    if let context = evaluation.context { contexts[context]?.domainState = state }
    switch evaluation.purpose {
    case .policy, .accessControl: return .evaluated(methods.last ?? .context, domainState: state)
    case .keychainRead(let asked, let returning):
      let items = try opened(asked, for: evaluation)
      return .keychainItems(ItemList(items.map { KeychainResult($0, returning) }))
    case .keychainUpdate(let asked, let changes):
      let items = try opened(asked, for: evaluation)
      return .updated(try update(items, changes, evaluation.context, &effects))
    case .keyUse(let asked): return .key(try opened(asked, for: evaluation)[0].item.value)
    }
  }

  /// Starts what waited for the screen, as long as nothing is on it.
  mutating func beginQueued(_ effects: inout [Effect]) {
    while !hasPrompt, var next = queue.popFirst() {
      do throws(Failure) {
        guard let reply = try begin(next, &effects) else { continue }
        queue.prepend(contentsOf: next.releaseJoined())
        answer(next, .success(reply), &effects)
      } catch {
        answer(next, .failure(error), &effects)
      }
    }
  }

  /// An evaluation has come to its end: answers it, and those that joined it.
  mutating func conclude(
    _ evaluation: consuming Evaluation, _ outcome: PromptOutcome, by methods: [AuthenticationMethod],
    _ effects: inout [Effect]
  ) {
    if let failure = outcome.failure(of: evaluation.app) {
      answer(evaluation, .failure(failure), &effects)
      return
    }
    let shown = methods.reduce(into: Factors()) { $0.formUnion(Factors($1)) }
    // Who asked for more than was shown has to ask again.
    let joined = evaluation.releaseJoined()
    queue.prepend(contentsOf: joined.filter { !$0.requirement.remaining(after: shown).isMet })
    do throws(Failure) {
      let reply = try finish(evaluation, by: methods, &effects)
      answer(evaluation, .success(reply), &effects)
    } catch {
      answer(evaluation, .failure(error), &effects)
    }
    for other in joined where other.requirement.remaining(after: shown).isMet {
      conclude(other, outcome, by: methods, &effects)
    }
  }

  /// Sends an outcome to everyone who waits for it; a keychain call gets it as a status.
  private func answer(
    _ evaluation: Evaluation, _ result: Result<Reply, Failure>, _ effects: inout [Effect]
  ) {
    let own = evaluation.purpose.answersWithStatus ? result.mapError(\.inKeychain) : result
    for caller in evaluation.callers { effects.append(.reply(caller.call, own)) }
    for other in evaluation.joined { answer(other, result, &effects) }
  }
}

extension PromptOutcome {
  /// How the prompt's call fails; `nil`: it succeeds.
  fileprivate func failure(of app: String) -> Failure? {
    switch self {
    case .succeeded: nil
    case .failed(let code): .localAuthentication(code)
    case .cancelled: .cancelled
    case .appTerminated: .appTerminated(app: app)
    case .timedOut: .localAuthentication(.systemCancel)
    }
  }
}

extension ContextOptions {
  fileprivate mutating func override(by request: EvaluationRequest) {
    if let reason = request.reason { self.reason = reason }
    if let title = request.fallbackTitle { fallbackTitle = title }
    if let title = request.cancelTitle { cancelTitle = title }
    if let duration = request.reuseDuration { reuseDuration = duration }
    if let isNotAllowed = request.interactionNotAllowed { interactionNotAllowed = isNotAllowed }
  }
}
