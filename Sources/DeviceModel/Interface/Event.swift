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

/// The prompt as a person sees it.
package struct PromptDescription: Equatable, Sendable {
  package var id: PromptID
  package var pane: Pane
  package var app: String
  package var purpose: Purpose
  /// `nil`: the app did not ask for a policy.
  package var policy: Policy?
  package var reason: String
  package var buttons: [Button]
  /// Whether the sensor looks for somebody; it may be at a scan already (`Behavior.scanLatency`).
  package var isScanning: Bool
  /// Failed scans in this prompt.
  package var attempt: Int
  /// What the app calls the buttons, where it says so.
  package var fallbackTitle: String?
  package var cancelTitle: String?

  package init(
    id: PromptID, pane: Pane, app: String, purpose: Purpose = .evaluatePolicy, policy: Policy?,
    reason: String, buttons: [Button], isScanning: Bool, attempt: Int, fallbackTitle: String? = nil,
    cancelTitle: String? = nil
  ) {
    self.id = id
    self.pane = pane
    self.app = app
    self.purpose = purpose
    self.policy = policy
    self.reason = reason
    self.buttons = buttons
    self.isScanning = isScanning
    self.attempt = attempt
    self.fallbackTitle = fallbackTitle
    self.cancelTitle = cancelTitle
  }

  /// The call that needs the prompt.
  package enum Purpose: String, CaseIterable, Sendable {
    case evaluatePolicy, evaluateAccessControl, secItemCopyMatching, secItemUpdate
  }
}

/// What a prompt shows.
package enum Pane: String, CaseIterable, Sendable {
  case biometry, passcode, permission, companion
}

/// What a person can tap.
package enum Button: String, CaseIterable, Sendable {
  case cancel, fallback, tryAgain, allow, deny
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
