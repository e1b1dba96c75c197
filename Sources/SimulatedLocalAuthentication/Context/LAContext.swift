public import Foundation

/// The longest time for which a biometric device unlock counts as an authentication, in seconds.
public let LATouchIDAuthenticationMaximumAllowableReuseDuration: TimeInterval = 300

/// An app's dealings with the device owner.
///
/// A context that was authenticated stays so for a while: use a fresh one for each question. Releasing it
/// ends what it evaluates, as ``invalidate()`` does.
open class LAContext: NSObject {
  /// The title of the fallback button; `nil`: the system's own, empty: no button.
  open var localizedFallbackTitle: String?
  /// The title of the cancel button; `nil` or empty: the system's own.
  open var localizedCancelTitle: String?
  /// What keychain functions that use this context say the prompt is for.
  open var localizedReason = ""
  /// For how many seconds a biometric device unlock counts as an authentication; at most 300 count.
  open var touchIDAuthenticationAllowableReuseDuration: TimeInterval = 0
  /// Whether evaluations fail with `notInteractive` rather than show a prompt.
  open var interactionNotAllowed = false

  let core: ContextCore

  /// Makes a context on the device of this task or process; the app's first one launches the app there.
  public override init() {
    core = ContextCore()
    super.init()
  }

  deinit { core.invalidate() }

  /// The sensor; `none` until the first ``canEvaluatePolicy(_:error:)`` or evaluation of this context, whatever
  /// that comes to.
  open var biometryType: LABiometryType { core.biometryType }

  /// A value that changes with every change of the enrolment; `nil` unless a biometric check or match of
  /// this context succeeded. See ``domainState``.
  open var evaluatedPolicyDomainState: Data? { core.domainState }

  /// Who can authenticate on the device, as values to keep and compare.
  open var domainState: LADomainState {
    LADomainState(
      biometry: LADomainStateBiometry(biometryType: biometryType, stateHash: evaluatedPolicyDomainState),
      companion: LADomainStateCompanion(availableCompanionTypes: [], stateHash: nil))
  }

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
  /// - Parameters:
  ///   - localizedReason: is shown to the user; empty is a programming error and traps.
  ///   - reply: is called once, on a queue of the library; with an ``LAError`` if it is not a success, or with a
  ///     ``DeviceSimulatorError`` if the simulation failed.
  open func evaluatePolicy(
    _ policy: LAPolicy, localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    requireReason(localizedReason)
    var parameters = options
    parameters["policy"] = .string(policy.wireName)
    parameters["reason"] = .string(localizedReason)
    core.evaluate("evaluatePolicy", parameters, options, reply: reply)
  }

  /// Asks the device owner, and waits for the answer.
  ///
  /// - Returns: always true.
  /// - Throws: an ``LAError``, or a ``DeviceSimulatorError`` if the simulation failed.
  @discardableResult
  open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      evaluatePolicy(policy, localizedReason: localizedReason) { continuation.resume(with: outcome($0, $1)) }
    }
  }

  /// Asks the device owner for what an access control requires; keychain functions with this context then
  /// ask no more.
  open func evaluateAccessControl(
    _ accessControl: SecAccessControl, operation: LAAccessControlOperation, localizedReason: String,
    reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    requireReason(localizedReason)
    var parameters = options
    parameters["reuseDuration"] = nil
    parameters["accessControl"] = accessControl.wireValue
    parameters["operation"] = .string(operation.wireName)
    parameters["reason"] = .string(localizedReason)
    core.evaluate("evaluateAccessControl", parameters, options, reply: reply)
  }

  /// Asks the device owner for what an access control requires, and waits for the answer.
  ///
  /// - Returns: always true.
  @discardableResult
  open func evaluateAccessControl(
    _ accessControl: SecAccessControl, operation: LAAccessControlOperation, localizedReason: String
  ) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      evaluateAccessControl(accessControl, operation: operation, localizedReason: localizedReason) {
        continuation.resume(with: outcome($0, $1))
      }
    }
  }

  /// Ends the context: what it evaluates fails with `appCancel`, whatever follows with `invalidContext`.
  open func invalidate() { core.invalidate() }

  /// Gives the context a credential, so that nobody is asked for it, or takes it away.
  ///
  /// - Returns: whether the context took it.
  @discardableResult
  open func setCredential(_ credential: Data?, type: LACredentialType) -> Bool {
    core.setCredential(credential, options)
  }

  /// Whether the context has a credential of this type.
  open func isCredentialSet(_ type: LACredentialType) -> Bool { core.isCredentialSet }

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

private func outcome(_ success: Bool, _ error: (any Error)?) -> Result<Bool, any Error> {
  error.map(Result.failure) ?? .success(success)
}
