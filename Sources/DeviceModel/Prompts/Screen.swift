import Schema

/// The prompt on screen: how it comes, changes and goes. There is at most one.
extension Device {
  /// Puts an evaluation on the screen. An older prompt gives way with systemCancel.
  mutating func present(
    _ evaluation: consuming Evaluation, of status: AppStatus, asking remaining: Requirement,
    _ effects: inout [Effect]
  ) throws(Failure) {
    let app = evaluation.app
    guard let firstPane = try firstPane(for: remaining, app: app, status) else {
      // The call goes down with its app, as it would had it been on screen.
      queue.append(evaluation)
      terminate(app, .privacy, &effects)
      return
    }
    let id = try Counted.id(after: lastPrompt, of: "prompt")
    let usesBiometry = firstPane == .biometry
    dismiss(.failed(.systemCancel), leavingTo: .other, &effects)
    let asksPermission =
      usesBiometry && biometryType.needsPermission && status.permission == .notDetermined
    lastPrompt = id
    show(
      Prompt(
        id: PromptID(id), sensor: biometryType, evaluation: evaluation, remaining: remaining,
        pane: asksPermission ? .permission : firstPane))
    leavingSheets.remove(app)
    setAppState(app, .inactive, &effects)
    emit(.promptShown(onScreen.description), &effects)
  }

  /// What a prompt begins with; `nil`: the app is terminated, for it does not say what it uses Face ID for.
  private func firstPane(
    for requirement: Requirement, app: String, _ status: AppStatus
  ) throws(Failure) -> Pane? {
    let pane = pane(for: requirement, app: app)
    guard pane == .biometry, biometryType == .faceID, !status.hasUsageDescription else { return pane }
    let takesPasscode = requirement.current.contains(.passcode) && passcode.isSet
    switch behavior.missingUsageDescription {
    case .terminate: return nil
    case .passcode: return takesPasscode ? .passcode : nil
    case .notAvailable:
      if takesPasscode { return .passcode }
      if requirement.current.contains(.companion), companion.isNear { return .companion }
      throw .localAuthentication(
        .biometryNotAvailable,
        "\(app) does not say what it uses Face ID for: setApp \(app) usageDescription=true")
    }
  }

  /// What asks for the first clause of a requirement that can be met.
  func pane(for requirement: Requirement, app: String) -> Pane {
    let factors = requirement.current
    if factors == .biometry { return .biometry }
    if factors == .applicationPassword { return .applicationPassword }
    if factors.contains(.biometry), biometryError(for: app) == nil { return .biometry }
    let hasPasscode = factors.contains(.passcode) && (passcode.isSet || !factors.contains(.companion))
    return hasPasscode ? .passcode : .companion
  }

  /// Turns the prompt to another pane, or to another dialog, and tells.
  mutating func updatePrompt(_ effects: inout [Effect], _ change: (inout Prompt) -> Void) {
    guard hasPrompt else { return }
    let before = onScreen.description
    change(&onScreen)
    let after = onScreen.description
    if after != before { emit(.promptUpdated(after), &effects) }
  }

  mutating func showPane(_ pane: Pane, _ effects: inout [Effect]) {
    updatePrompt(&effects) {
      $0.pane = pane
      $0.dialog = nil
      $0.scan = nil
      $0.standingGiven = []
    }
  }

  /// Somebody has shown what the prompt asks for: its call succeeds, or the next clause is asked for.
  mutating func satisfy(by method: AuthenticationMethod, _ effects: inout [Effect]) {
    guard hasPrompt else { return }
    onScreen.shown.append(method)
    onScreen.standingGiven = []
    let remaining = onScreen.remaining.remaining(after: Factors(method))
    onScreen.remaining = remaining
    if remaining.isMet { return dismiss(.succeeded(method), leavingTo: .app, &effects) }
    let app = onScreen.evaluation.app
    if let error = error(for: remaining, app: app) {
      fail(error, &effects)
    } else {
      showPane(pane(for: remaining, app: app), &effects)
    }
  }

  /// The prompt's call fails.
  mutating func fail(_ code: LAErrorCode, _ effects: inout [Effect]) {
    dismiss(.failed(code), leavingTo: .app, &effects)
  }

  /// Who has the screen after a prompt.
  enum Successor {
    /// The app is active again, and the next in the queue may come.
    case app
    /// What takes the prompt away takes the screen as well: another prompt, a restart, a reset.
    case other
  }

  /// Removes the prompt and answers its call, and those that joined it.
  mutating func dismiss(
    _ outcome: PromptOutcome, leavingTo successor: Successor, _ effects: inout [Effect]
  ) {
    guard let gone = takePrompt() else { return }
    emit(.promptDismissed(gone.description, outcome), &effects)
    conclude(gone.evaluation, outcome, by: gone.shown, &effects)
    guard successor == .app else { return }
    let app = gone.evaluation.app
    leaveSheet(of: app, &effects)
    beginQueued(&effects)
  }

  /// Ends the pending evaluations that something concerns, on screen and queued.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  mutating func endEvaluations(
    _ outcome: PromptOutcome, of concerned: EvaluationQueue.Concerned,
    leavingTo successor: Successor = .app, _ effects: inout [Effect]
  ) -> Bool {
    // The queue first: what ends here must not come on screen when the prompt goes.
    let ended = queue.isEmpty ? [] : queue.remove(concerned)
    let endsPrompt = hasPrompt && concerned.includes(onScreen.evaluation)
    if endsPrompt { dismiss(outcome, leavingTo: successor, &effects) }
    for evaluation in ended { conclude(evaluation, outcome, by: [], &effects) }
    return endsPrompt || !ended.isEmpty
  }

  /// Everything pending ends with systemCancel: a reset, a restart, a shutdown.
  @discardableResult
  mutating func endAll(_ successor: Successor, _ effects: inout [Effect]) -> Bool {
    endEvaluations(.failed(.systemCancel), of: .everyone, leavingTo: successor, &effects)
  }

  /// One caller cancels its call; the evaluation continues for those who joined it.
  mutating func cancel(_ call: CallID, _ effects: inout [Effect]) -> Bool {
    if release(call) {
      effects.append(.reply(call, .failure(.cancelled)))
      return true
    }
    queue.releaseJoined(by: call)
    if hasPrompt, onScreen.evaluation.isOf(call) {
      queue.prepend(contentsOf: onScreen.evaluation.releaseJoined())
    }
    return endEvaluations(.cancelled, of: .call(call), &effects)
  }

  private mutating func release(_ call: CallID) -> Bool {
    hasPrompt && onScreen.evaluation.release(call) || queue.release(call)
  }

  /// Nobody answered in `Behavior.promptTimeout`.
  mutating func timeOut(_ id: PromptID, _ effects: inout [Effect]) -> Bool {
    guard let prompt, prompt.id == id else { return false }
    dismiss(.timedOut(awaited: awaited(by: prompt)), leavingTo: .app, &effects)
    return true
  }

  /// A prompt that can no longer be is ended, after a change of settings.
  mutating func reconcilePrompt(from before: Settings, _ effects: inout [Effect]) {
    guard hasPrompt, let prompt else { return }
    let app = prompt.evaluation.app
    // Face ID's last dialog stays when biometry is locked out: the sensor is off already.
    func matters(_ error: LAErrorCode?) -> Bool {
      error != nil && !(prompt.dialog == .final && error == .biometryLockout)
    }
    let usesBiometry = prompt.pane == .biometry || prompt.pane == .permission
    if matters(error(for: prompt.remaining, app: app))
      || usesBiometry && (biometryType != before.biometryType || settings.sensor != .ready)
      || prompt.pane == .companion && !companion.isNear
    {
      fail(.systemCancel, &effects)
    } else if usesBiometry, matters(biometryError(for: app)) {
      showPane(pane(for: prompt.remaining, app: app), &effects)
    }
  }
}
