/// Everything that can happen to a device. Time and randomness come from outside, so that the same
/// commands at the same times do the same. What is large is kept elsewhere, for a command is handed on often.
package enum Command: Equatable, Sendable {
  // The harness holds the device.
  case setState(StatePatch)
  case reset
  /// Back to a state that was saved; the one a reset leads to stays.
  case restore(DeviceSnapshot)
  /// To a state from elsewhere, with the one that a reset leads to.
  case importState(DeviceSnapshot)
  case enroll(identity: String?)
  case unenroll(identity: String?)
  case respond(PromptResponse)
  case arm([ArmedResponse])
  case disarm
  case setPasscode(String)
  case clearPasscode
  case lock
  case unlock(UnlockMethod)
  case restart
  case setApp(app: String, permission: Permission?, usageDescription: Bool?)
  case launchApp(String)
  case activateApp(String)
  case backgroundApp(String)
  case terminateApp(String)
  case installApp(String)
  case uninstallApp(String)
  /// `nil`: of every app.
  case listKeychainItems(app: String?)
  /// `nil`: of every app.
  case resetKeychain(app: String?)
  /// `wallTime` in Unix seconds.
  case setClock(mode: ClockMode?, wallTime: Double?)
  case advanceClock(Nanoseconds)

  // The app under test calls; without `app` it is the context's app, or `Device.defaultApp`.
  indirect case createContext(app: String?, ContextOptions)
  case invalidateContext(app: String?, ContextID)
  case canEvaluatePolicy(app: String?, Policy, context: ContextID?)
  /// A policy or an access control.
  indirect case evaluate(app: String?, EvaluationRequest)
  case domainState(app: String?, context: ContextID?)
  /// Gives the context an application password, or takes it away.
  case setCredential(app: String?, ContextID, Secret?)
  indirect case secItemAdd(app: String?, KeychainAddition)
  indirect case secItemCopyMatching(app: String?, KeychainQuery)
  indirect case secItemUpdate(app: String?, KeychainQuery, KeychainChanges)
  indirect case secItemDelete(app: String?, KeychainQuery)

  // What befalls a pending call.
  /// The caller gave up: the call ends with `cancelled`.
  case cancelCall(CallID)
  /// The connection is gone, with its contexts; what it waited for ends with appCancel.
  case clientClosed(ClientID)
  /// `Behavior.promptTimeout` has passed in real time.
  case promptTimedOut(PromptID)
  /// The device goes away: everything pending ends with systemCancel.
  case shutDown
}

/// Who calls, and under which number the reply goes back.
package struct Caller: Equatable, Sendable {
  package var call: CallID
  package var client: ClientID

  package init(call: CallID, client: ClientID) {
    self.call = call
    self.client = client
  }
}

/// What a person does with a prompt on screen.
package enum PromptResponse: Equatable, Sendable {
  case scan(Scan)
  case tapCancel, tapFallback, tapTryAgain
  case enterPasscode(String)
  case allowPermission, denyPermission
  case approveCompanion
}

/// A finger on the sensor, a face or eyes before it.
package struct Scan: Equatable, Sendable {
  /// Whether it shows who is enrolled (genuine) or somebody else (impostor).
  package var isGenuine: Bool
  /// `nil`: whatever the device's sensor scans.
  package var modality: Modality?
  /// Who; one that is not enrolled is an impostor.
  package var identity: String?

  package init(isGenuine: Bool, modality: Modality? = nil, identity: String? = nil) {
    self.isGenuine = isGenuine
    self.modality = modality
    self.identity = identity
  }
}

/// A response that waits for a coming prompt.
package struct ArmedResponse: Equatable, Sendable {
  package var response: PromptResponse
  /// How long after the prompt could take it, on the device's clock.
  package var delay: Nanoseconds

  package init(_ response: PromptResponse, after delay: Nanoseconds = .zero) {
    self.response = response
    self.delay = delay
  }
}

/// How the lock screen is opened.
package enum UnlockMethod: Equatable, Sendable {
  /// With the given identity, or the first enrolled one.
  case biometry(identity: String?)
  case passcode(String)
}

/// Whose time a device runs on.
package enum ClockMode: String, CaseIterable, Sendable {
  case real
  /// Moves only by `advanceClock`.
  case manual
}

/// The settable properties of an *LAContext*.
package struct ContextOptions: Equatable, Sendable {
  package var interactionNotAllowed = false
  /// Apple: *touchIDAuthenticationAllowableReuseDuration*; at most 300 s count.
  package var reuseDuration = Nanoseconds.zero
  /// `nil`: the default title. Empty: no fallback button.
  package var fallbackTitle: String?
  /// `nil` or empty: the default title.
  package var cancelTitle: String?
  package var reason: String?

  package init() {}
}

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

  /// What is evaluated.
  package enum Subject: Equatable, Sendable {
    case policy(Policy)
    case accessControl(AccessControl)
  }
}
