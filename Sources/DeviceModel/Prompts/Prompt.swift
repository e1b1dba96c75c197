package import Schema

/// What is on the screen for an evaluation.
struct Prompt: Equatable, Sendable {
  var id: PromptID
  fileprivate(set) var sensor: BiometryType
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
  /// The standing responses, by their places, that it had since its last step: a failed scan, another pane,
  /// something shown.
  var standingGiven: [Int] = []

  init(
    id: PromptID, sensor: BiometryType, evaluation: consuming Evaluation, remaining: Requirement, pane: Pane
  ) {
    self.id = id
    self.sensor = sensor
    self.evaluation = evaluation
    self.remaining = remaining
    self.pane = pane
  }

  enum Dialog: String, CaseIterable {
    /// After the first failure: try again, or cancel.
    case tryAgain
    /// After the last: fallback, or cancel; scanning has ended.
    case final
  }

  /// A scan with its verdict, and when the prompt learns of it.
  struct ScanInProgress: Equatable, Described {
    var verdict = Verdict.nonMatch
    var due = Nanoseconds.zero

    private var isMatch: Bool {
      get { verdict == .match }
      set { if newValue { verdict = .match } }
    }

    private var isUnreadable: Bool {
      get { verdict == .unreadable }
      set { if newValue { verdict = .unreadable } }
    }

    static let record = Record<Self>([
      Member("isMatch", \.isMatch, .boolean, "whether it will match"),
      Member("isUnreadable", \.isUnreadable, .boolean, "whether the sensor cannot read it")
        .omitted { !$0.isUnreadable },
      Member("due", \.due, .nanoseconds, "when it is known"),
    ])
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
    case .passcode, .companion, .applicationPassword: [.cancel]
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
    case .applicationPassword: .applicationPasswordPane
    case .biometry where dialog == .final: .scanningEnded
    case .biometry where scan != nil: .scanInProgress
    case .biometry: dialog == .tryAgain && !isMatch ? .tryAgainShown : nil
    }
  }

  var description: PromptDescription {
    var description = PromptDescription()
    description.id = id
    description.app = evaluation.app
    description.pane = pane
    (description.purpose, description.policy) = purpose
    description.reason = evaluation.reason
    description.buttons = buttons
    description.isScanning = isScanning
    description.attempt = attempts
    description.fallbackTitle = evaluation.fallbackTitle
    description.cancelTitle = evaluation.cancelTitle
    return description
  }

  private var purpose: (name: PromptDescription.Purpose, policy: Policy?) {
    switch evaluation.purpose {
    case .policy(let policy): (.evaluatePolicy, policy)
    case .accessControl: (.evaluateAccessControl, nil)
    case .keychainRead: (.secItemCopyMatching, nil)
    case .keychainUpdate: (.secItemUpdate, nil)
    case .keyUse: (.secKeyUse, nil)
    }
  }
}

extension Coding where Value == Prompt {
  /// A prompt as an archive keeps it while connections are part of it.
  static let prompt = Self.object(
    Record<Prompt>([
      Member("id", \.id, .number, "its id").required(),
      Member("sensor", \.sensor, .cases, "the sensor it was shown for").required(),
      Member("evaluation", \.evaluation, .evaluation, "what it is for").required(),
      Member("remaining", \.remaining, .requirement, "what has still to be shown"),
      Member("pane", \.pane, .cases, "what it shows").required(),
      Member("shown", \.shown, .array(of: .cases), "what has been shown"),
      Member("attempts", \.attempts, .counted, "failed scans in it"),
      Member("dialog", \.dialog, optional: .cases, "the dialog it shows"),
      Member("scan", \.scan, optional: .object, "a scan without its verdict"),
      Member("standingGiven", \.standingGiven, .array(of: .counted), "the standing responses it had")
        .omitted { $0.standingGiven.isEmpty },
    ]),
    from: {
      Prompt(
        id: PromptID(0), sensor: .none, evaluation: .blank, remaining: .none, pane: .passcode)
    })
}

/// The prompt as a person sees it.
package struct PromptDescription: Equatable, Sendable, Described {
  package var id = PromptID(0)
  package var app = ""
  package var pane = Pane.biometry
  /// `nil`: the app did not ask for a policy.
  package var policy: Policy?
  package var purpose = Purpose.evaluatePolicy
  package var reason = ""
  package var buttons: [Button] = []
  /// Whether the sensor looks for somebody; it may be at a scan already (`Behavior.scanLatency`).
  package var isScanning = false
  /// Failed scans in this prompt.
  package var attempt = 0
  /// What the app calls the buttons, where it says so.
  package var fallbackTitle: String?
  package var cancelTitle: String?

  package init() {}

  /// The call that needs the prompt.
  package enum Purpose: String, CaseIterable, Sendable {
    case evaluatePolicy, evaluateAccessControl, secItemCopyMatching, secItemUpdate, secKeyUse
  }

  /// Every member, as `getState` shows it.
  package static let record = Record<Self>(members(id: "id"))

  /// Every member, as the events show it.
  package static let inEvent = Record<Self>(members(id: "prompt"))

  /// What the event tells of a prompt that left the screen.
  package static let dismissed = Record<Self>(Array(members(id: "prompt").prefix(5)))

  private static func members(id: StaticString) -> [Member<Self>] {
    [
      Member(id, \.id, .prompt, "which prompt of this device").required(),
      Member("app", \.app, .nonEmpty, "bundle id of the app that asks").required(),
      Member("pane", \.pane, .cases, "what the prompt shows, or showed last").required(),
      Member("policy", \.policy, .nullable(.cases), "the policy; null: the call evaluates none").required(),
      Member(
        "purpose", \.purpose, .cases(except: .evaluatePolicy), "the call, if it evaluates no policy"
      ).omitted { $0.policy != nil },
      Member("reason", \.reason, .string, "what the app says it is for; may be empty for a keychain item")
        .required(),
      Member("buttons", \.buttons, .array(of: .cases), "what can be tapped").required(),
      Member("scanning", \.isScanning, .boolean, "whether the sensor takes a scan now").required(),
      Member("attempt", \.attempt, .count, "failed scans in this prompt").required(),
      Member("fallbackTitle", \.fallbackTitle, optional: .string, "the app's title of the fallback button"),
      Member("cancelTitle", \.cancelTitle, optional: .string, "the app's title of the cancel button"),
    ]
  }
}

/// What a prompt shows.
package enum Pane: String, CaseIterable, Sendable {
  case biometry, passcode, permission, companion, applicationPassword
}

/// What a person can tap.
package enum Button: String, CaseIterable, Sendable {
  case cancel, fallback, tryAgain, allow, deny

  /// The method of the wire that taps it.
  package var method: String {
    switch self {
    case .cancel: "tapCancel"
    case .fallback: "tapFallback"
    case .tryAgain: "tapTryAgain"
    case .allow: "allowPermission"
    case .deny: "denyPermission"
    }
  }
}
