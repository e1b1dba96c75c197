/// What is on the screen for an evaluation.
struct Prompt: Equatable, Sendable {
  let id: PromptID
  let sensor: BiometryType
  var evaluation: Evaluation
  var pane: Pane
  /// What has still to be shown; its first clause is asked for now.
  var remaining: Requirement
  /// Who has shown the rest of it.
  var shown: [AuthenticationMethod] = []
  /// Failed scans in this prompt.
  var attempts = 0
  /// Where Face ID and Optic ID stop to ask.
  var dialog: Dialog?
  /// A scan on its way to its verdict.
  var scan: ScanInProgress?

  init(
    id: PromptID, sensor: BiometryType, evaluation: Evaluation, remaining: Requirement, pane: Pane
  ) {
    self.id = id
    self.sensor = sensor
    self.evaluation = evaluation
    self.remaining = remaining
    self.pane = pane
  }

  enum Dialog: CaseIterable {
    /// After the first failure: try again, or cancel.
    case tryAgain
    /// After the last: fallback, or cancel; scanning has ended.
    case final
  }

  struct ScanInProgress: Equatable {
    let isMatch: Bool
    let due: Nanoseconds
  }

  /// Whether failing biometry leads on to the passcode instead of ending the call.
  var acceptsPasscode: Bool { remaining.current.contains(.passcode) }

  /// Whether a companion may answer it.
  var acceptsCompanion: Bool { remaining.current.contains(.companion) }

  var isScanning: Bool { pane == .biometry && dialog == nil }

  /// What can be tapped now.
  var buttons: [Button] {
    switch pane {
    case .permission: [.allow, .deny]
    case .passcode, .companion: [.cancel]
    case .biometry:
      switch dialog {
      case .tryAgain: [.tryAgain, .cancel]
      case .final: evaluation.offersFallback ? [.fallback, .cancel] : [.cancel]
      // Touch ID's button appears after the first failure and stays; the others have it in their dialog.
      case nil:
        sensor == .touchID && attempts > 0 && evaluation.offersFallback ? [.fallback, .cancel] : [.cancel]
      }
    }
  }

  /// Why a scan would reach nobody; `nil`: the sensor takes it. The try-again dialog still takes a match.
  func refusal(ofMatch isMatch: Bool) -> NotDeliveredReason? {
    switch pane {
    case .permission: .permissionAlert
    case .passcode: .passcodePane
    case .companion: .companionPane
    case .biometry where dialog == .final: .scanningEnded
    case .biometry where scan != nil: .scanInProgress
    case .biometry: dialog == .tryAgain && !isMatch ? .tryAgainShown : nil
    }
  }

  var description: PromptDescription {
    PromptDescription(
      id: id, pane: pane, app: evaluation.app, purpose: purpose.name, policy: purpose.policy,
      reason: evaluation.reason, buttons: buttons, isScanning: isScanning, attempt: attempts,
      fallbackTitle: evaluation.fallbackTitle, cancelTitle: evaluation.cancelTitle)
  }

  private var purpose: (name: PromptDescription.Purpose, policy: Policy?) {
    switch evaluation.purpose {
    case .policy(let policy): (.evaluatePolicy, policy)
    case .accessControl: (.evaluateAccessControl, nil)
    case .keychainRead: (.secItemCopyMatching, nil)
    case .keychainUpdate: (.secItemUpdate, nil)
    }
  }
}
