/// Something that happened on a device, as the log keeps it.
package struct Event: Equatable, Sendable {
  /// The device's own monotonic clock.
  package var time: Nanoseconds
  package var body: Body

  package init(time: Nanoseconds, _ body: Body) {
    self.time = time
    self.body = body
  }

  /// What happened. What is large is kept elsewhere, for the log keeps many.
  package enum Body: Equatable, Sendable {
    indirect case promptShown(PromptDescription)
    indirect case promptUpdated(PromptDescription)
    indirect case promptDismissed(PromptDescription, PromptOutcome)
    /// A scan that reached a sensor: a prompt's, or the lock screen's (`nil`).
    case scan(prompt: PromptID?, matched: Bool, failedAttempts: Int)
    /// A scan that a prompt's sensor could not read.
    case unreadableScan(prompt: PromptID)
    case lockout(LockoutReason)
    case lockoutCleared
    case enrollmentChanged(identities: [String])
    case passcodeChanged(isSet: Bool)
    /// Fields changed that have no event of their own, by their names in the state.
    case stateChanged(fields: ChangedFields)
    case deviceLocked
    /// `nil`: no passcode was set, nothing was asked.
    case deviceUnlocked(with: AuthenticationMethod?)
    case appStateChanged(app: String, AppState)
    case appTerminated(app: String, TerminationReason)
    indirect case keychainChanged(KeychainChange)
    case clockAdvanced(by: Nanoseconds)
  }
}

/// How a prompt left the screen.
package enum PromptOutcome: Equatable, Sendable {
  case succeeded(AuthenticationMethod)
  case failed(LAErrorCode)
  /// The caller cancelled its own request.
  case cancelled
  case appTerminated
  /// `Behavior.promptTimeout` passed; what the prompt waited for.
  case timedOut(awaited: [String])
}
