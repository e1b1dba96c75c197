/// *evaluatePolicy*: the checks before anything is shown, in their order.
///
/// Apple: *LAContext.evaluatePolicy(_:localizedReason:reply:)*.
extension Device {
  /// Returns the reply when there is one at once; otherwise a prompt, or the queue, owes it.
  mutating func evaluate(
    _ request: EvaluationRequest, _ app: String?, _ caller: Caller, _ effects: inout [Effect]
  ) throws(Failure) -> Reply? {
    // A call that is no call launches nothing.
    _ = try speaker(app, request.context, caller)
    let options = request.context.flatMap { contexts[$0]?.options } ?? ContextOptions()
    guard let reason = request.reason ?? options.reason, !reason.isEmpty else {
      throw .invalidParameter("reason", "it is shown to the user and must not be empty")
    }
    let app = try enter(app, request.context, caller, &effects)
    return try begin(
      Evaluation(caller: caller, app: app, request: request, options: options, reason: reason), &effects)
  }

  /// Also where an evaluation from the queue starts again: what was true then may not be now.
  private mutating func begin(
    _ evaluation: Evaluation, _ effects: inout [Effect]
  ) throws(Failure) -> Reply? {
    let (app, policy) = (evaluation.app, evaluation.policy)
    let context = evaluation.context.flatMap { contexts[$0] }
    if context?.isInvalidated == true { throw .localAuthentication(.invalidContext) }
    if let error = error(for: policy, app: app) { throw .localAuthentication(error) }
    if let context,
      context.satisfies(policy, at: clock.now, lifetime: behavior.contextAuthenticationLifetime)
    {
      return .evaluated(.context, domainState: context.domainState)
    }
    if isUnlockReusable(evaluation) { return authenticated(evaluation, by: .reuse) }
    if evaluation.interactionNotAllowed {
      throw .localAuthentication(.notInteractive, "the context does not allow interaction")
    }
    guard apps[app]?.isInFront == true else { throw notInFront(app) }
    if join(evaluation) { return nil }
    if prompt != nil, behavior.concurrency == .serialize {
      queue.append(evaluation)
      return nil
    }
    present(evaluation, &effects)
    return nil
  }

  /// A biometric device unlock counts for an app that allows its reuse, for at most five minutes.
  ///
  /// Apple: *touchIDAuthenticationAllowableReuseDuration* and its maximum.
  private func isUnlockReusable(_ evaluation: Evaluation) -> Bool {
    guard evaluation.policy != .deviceOwnerAuthenticationWithCompanion,
      biometryError(for: evaluation.app) == nil,
      let unlock = lockScreen.lastUnlock, unlock.method == .biometry
    else { return false }
    let window = min(evaluation.reuseDuration, Nanoseconds(seconds: 300))
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
    if prompt?.evaluation.context == context {
      prompt?.evaluation.join(evaluation)
      return true
    }
    guard let index = queue.firstIndex(where: { $0.context == context }) else { return false }
    queue[index].join(evaluation)
    return true
  }

  /// Notes who satisfied an evaluation, and makes its reply.
  mutating func authenticated(_ evaluation: Evaluation, by method: AuthenticationMethod) -> Reply {
    var state = evaluation.context.flatMap { contexts[$0]?.domainState }
    if method == .biometry || method == .reuse { state = enrolment.domainState(for: evaluation.app) }
    if let context = evaluation.context {
      contexts[context]?.authenticate(by: method, at: clock.now)
      contexts[context]?.domainState = state
    }
    return .evaluated(method, domainState: state)
  }

  /// Starts what waited for the screen, as long as nothing is on it.
  mutating func beginQueued(_ effects: inout [Effect]) {
    while prompt == nil, !queue.isEmpty {
      let next = queue.removeFirst()
      do throws(Failure) {
        if let reply = try begin(next, &effects) { answer(next, .success(reply), &effects) }
      } catch {
        answer(next, .failure(error), &effects)
      }
    }
  }

  /// Sends an evaluation's outcome to everyone who waits for it.
  func answer(_ evaluation: Evaluation, _ result: Result<Reply, Failure>, _ effects: inout [Effect]) {
    for caller in evaluation.callers { effects.append(.reply(caller.call, result)) }
  }
}
