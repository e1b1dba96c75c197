/// What a command leads to, in the order in which it happened.
package enum Effect: Equatable, Sendable {
  /// Each call gets exactly one, now or later.
  case reply(CallID, Result<Reply, Failure>)
  case event(Event)
}

/// How a call ends when nothing went wrong.
package enum Reply: Equatable, Sendable {
  /// Whether a verb changed anything; its state may have held before.
  case changed(Bool)
  case responded(ResponseReport)
  case armed(waiting: Int)
  case disarmed(unused: [ArmedResponse], failures: [FailureOrder] = [])
  case context(ContextID)
  case canEvaluate(Availability)
  case evaluated(AuthenticationMethod, domainState: String?)
  case domainState(DomainState)
  /// What was read; or what was added, if the app wants it back.
  case keychainItems(ItemList<KeychainResult>)
  case keychainListing(ItemList<KeychainListing>)
  /// A private key, for the app that uses it.
  case key(Secret)
  /// How many items.
  case updated(Int)
  case deleted(Int)
}

/// What became of a scan, a tap or a passcode that reached a prompt.
package struct ResponseReport: Equatable, Sendable {
  package var prompt: PromptID
  /// Whether a scan or a passcode was the right one.
  package var matched: Bool
  package var outcome: Outcome
  package var failedAttempts: Int

  /// What the prompt's call came to.
  package enum Outcome: String, CaseIterable, Sendable {
    /// The prompt is still up.
    case pending
    case succeeded
    /// The prompt ended with authenticationFailed or biometryLockout.
    case failed
    /// The prompt ended in another way: cancel, fallback, a denied permission.
    case ended
  }

  package init(prompt: PromptID, matched: Bool, outcome: Outcome, failedAttempts: Int) {
    self.prompt = prompt
    self.matched = matched
    self.outcome = outcome
    self.failedAttempts = failedAttempts
  }
}

/// What *canEvaluatePolicy* found.
package struct Availability: Equatable, Sendable {
  /// `nil`: the policy can be evaluated.
  package var error: LAErrorCode?
  package var biometryType: BiometryType
  package var domainState: String?

  package init(error: LAErrorCode? = nil, biometryType: BiometryType, domainState: String? = nil) {
    self.error = error
    self.biometryType = biometryType
    self.domainState = domainState
  }
}

/// Who can authenticate, as values that an app keeps and compares.
///
/// Apple: *LADomainState*, *evaluatedPolicyDomainState*.
package struct DomainState: Equatable, Sendable {
  /// What the context's last biometric check or match showed; `nil`: none succeeded.
  package var evaluated: String?
  package var biometryType: BiometryType
  /// Changes with every change of the enrolment; `nil`: nobody is enrolled.
  package var stateHash: String?
  /// Those in reach.
  package var companions: [Companion.Kind]

  package init(
    evaluated: String?, biometryType: BiometryType, stateHash: String?, companions: [Companion.Kind]
  ) {
    self.evaluated = evaluated
    self.biometryType = biometryType
    self.stateHash = stateHash
    self.companions = companions
  }
}

/// Who satisfied an evaluation.
package enum AuthenticationMethod: String, CaseIterable, Sendable {
  case biometry, passcode, companion
  /// The password of a keychain item.
  case applicationPassword
  /// A biometric device unlock within the reuse duration.
  case reuse
  /// Nobody was asked: the context was authenticated before, or the access control asks for nothing.
  case context
}
