public import Foundation

/// The longest time for which a biometric device unlock counts as an authentication, in seconds.
public let LATouchIDAuthenticationMaximumAllowableReuseDuration: TimeInterval = 300

/// An app's dealings with the device owner.
///
/// A context that was authenticated stays so for a while: use a fresh one for each question. What it evaluates keeps
/// it until the reply, so the app need not.
open class LAContext: NSObject {
  /// The title of the fallback button; `nil`: the system's own, empty: no button. `nil` once invalidated.
  open var localizedFallbackTitle: String? {
    get { core.isInvalidated ? nil : fallbackTitle }
    set { fallbackTitle = newValue }
  }
  /// The title of the cancel button; `nil` or empty: the system's own. `nil` once invalidated.
  open var localizedCancelTitle: String? {
    get { core.isInvalidated ? nil : cancelTitle }
    set { cancelTitle = newValue }
  }
  /// What keychain functions that use this context say the prompt is for.
  open var localizedReason = ""
  /// For how many seconds a biometric device unlock counts as an authentication; at most 300 count.
  open var touchIDAuthenticationAllowableReuseDuration: TimeInterval = 0
  /// Whether evaluations fail with `notInteractive` rather than show a prompt.
  open var interactionNotAllowed = false

  /// Deprecated on Apple platforms since iOS 9, and without effect.
  open var maxBiometryFailures: NSNumber?

  let core: ContextCore
  private var fallbackTitle: String?
  private var cancelTitle: String?

  /// Makes a context on the device of this task or process; the app's first one launches the app there.
  public override init() {
    core = ContextCore()
    super.init()
  }

  /// The sensor; `none` until the first ``canEvaluatePolicy(_:error:)`` or evaluation of this context, whatever
  /// that comes to.
  open var biometryType: LABiometryType { core.biometryType }

  /// A value that changes with every change of the enrolment; `nil` unless a biometric check or match of
  /// this context succeeded. See ``domainState``.
  open var evaluatedPolicyDomainState: Data? { core.domainState }

  /// Who can authenticate on the device now, as values to keep and compare. Needs no check before it.
  open var domainState: LADomainState { LADomainState(wire: core.domainStateNow) }

  /// Whether a policy could be satisfied now; never shows a prompt.
  ///
  /// - Parameter error: where to put an ``LAError`` that says why not.
  @discardableResult
  open func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool {
    do {
      try core.check(policy, options)
      return true
    } catch let reason {
      error?.pointee = reason as NSError
      return false
    }
  }

  /// Asks the device owner.
  ///
  /// This and the form that is awaited are one method, as on Apple platforms: a subclass that overrides either
  /// changes both.
  ///
  /// - Parameters:
  ///   - localizedReason: is shown to the user; empty is a programming error and traps.
  ///   - reply: is called once, on a queue of the library; with an ``LAError`` if it is not a success, or with a
  ///     ``DeviceSimulatorError`` if the simulation failed.
  @preconcurrency open func evaluatePolicy(
    _ policy: LAPolicy, localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    if EvaluationForm.isOther(of: self) {
      ask(policy, localizedReason, reply)
    } else {
      EvaluationForm.awaited(self, reply) {
        try await $0.evaluatePolicy(policy, localizedReason: localizedReason)
      }
    }
  }

  /// Asks the device owner, and waits for the answer.
  ///
  /// - Returns: always true.
  /// - Throws: an ``LAError``, or a ``DeviceSimulatorError`` if the simulation failed.
  @discardableResult
  open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
    try await EvaluationForm.replied(self) { context, reply in
      context.ask(policy, localizedReason, reply)
    } overridden: { context, reply in
      context.evaluatePolicy(policy, localizedReason: localizedReason, reply: reply)
    }
  }

  private func ask(
    _ policy: LAPolicy, _ reason: String, _ reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    requireReason(reason)
    var parameters = options
    parameters["policy"] = .string(policy.wireName)
    parameters["reason"] = .string(reason)
    core.evaluate("evaluatePolicy", parameters, options, for: self, reply: reply)
  }

  /// Asks the device owner for what an access control requires; keychain functions with this context then
  /// ask no more.
  @preconcurrency open func evaluateAccessControl(
    _ accessControl: SecAccessControl, operation: LAAccessControlOperation, localizedReason: String,
    reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    if EvaluationForm.isOther(of: self) {
      ask(accessControl, operation, localizedReason, reply)
    } else {
      EvaluationForm.awaited(self, reply) {
        try await $0.evaluateAccessControl(
          accessControl, operation: operation, localizedReason: localizedReason)
      }
    }
  }

  /// Asks the device owner for what an access control requires, and waits for the answer.
  ///
  /// - Returns: always true.
  @discardableResult
  open func evaluateAccessControl(
    _ accessControl: SecAccessControl, operation: LAAccessControlOperation, localizedReason: String
  ) async throws -> Bool {
    try await EvaluationForm.replied(self) { context, reply in
      context.ask(accessControl, operation, localizedReason, reply)
    } overridden: { context, reply in
      context.evaluateAccessControl(
        accessControl, operation: operation, localizedReason: localizedReason, reply: reply)
    }
  }

  private func ask(
    _ accessControl: SecAccessControl, _ operation: LAAccessControlOperation, _ reason: String,
    _ reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    requireReason(reason)
    var parameters = options
    parameters["reuseDuration"] = nil
    parameters["accessControl"] = accessControl.wireValue
    parameters["operation"] = .string(operation.wireName)
    parameters["reason"] = .string(reason)
    core.evaluate("evaluateAccessControl", parameters, options, for: self, reply: reply)
  }

  /// Ends the context: what it evaluates fails with `appCancel`, whatever follows with `invalidContext`.
  open func invalidate() { core.invalidate() }

  /// Gives the context a credential, so that nobody is asked for it, or removes it.
  ///
  /// - Returns: whether the context took it; false once invalidated.
  @discardableResult
  open func setCredential(_ credential: Data?, type: LACredentialType) -> Bool {
    type == .applicationPassword && core.setCredential(credential, options)
  }

  /// Whether the context has a credential of this type.
  open func isCredentialSet(_ type: LACredentialType) -> Bool {
    type == .applicationPassword && core.isCredentialSet
  }

  /// How this context asks, as the device takes it.
  var options: [String: WireValue] {
    var options: [String: WireValue] = [:]
    if !localizedReason.isEmpty { options["reason"] = .string(localizedReason) }
    if let title = localizedFallbackTitle { options["fallbackTitle"] = .string(title) }
    if let title = localizedCancelTitle { options["cancelTitle"] = .string(title) }
    if touchIDAuthenticationAllowableReuseDuration > 0 {
      options["reuseDuration"] = .number(
        min(touchIDAuthenticationAllowableReuseDuration, LATouchIDAuthenticationMaximumAllowableReuseDuration)
      )
    }
    if interactionNotAllowed { options["interactionNotAllowed"] = true }
    return options
  }
}

private func requireReason(_ reason: String) {
  precondition(
    !reason.isEmpty, "localizedReason must not be empty: it tells the user what the authentication is for")
}
