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
  indirect case failNext(FailureOrder)
  case setPasscode(String)
  case clearPasscode
  case lock
  case unlock(UnlockMethod)
  case restart
  indirect case setApp(String, AppChanges)
  case launchApp(String, inBackground: Bool = false)
  case activateApp(String)
  case backgroundApp(String)
  case coverApp(String)
  case uncoverApp(String)
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
  /// Sets or removes the application password of the context.
  case setCredential(app: String?, ContextID, Secret?)
  indirect case secItemAdd(app: String?, KeychainAddition)
  indirect case secItemCopyMatching(app: String?, KeychainQuery)
  indirect case secItemUpdate(app: String?, KeychainQuery, KeychainChanges)
  indirect case secItemDelete(app: String?, KeychainQuery)
  /// Hands out a private key.
  indirect case secKeyUse(app: String?, KeychainQuery)

  // What ends a pending call.
  /// The caller gave up: the call ends with `cancelled`.
  case cancelCall(CallID)
  /// The connection is gone, with its contexts; what it waited for ends with appCancel.
  case clientClosed(ClientID)
  /// `Behavior.promptTimeout` has passed in real time.
  case promptTimedOut(PromptID)
  /// The device is deleted: everything pending ends with systemCancel.
  case shutDown
}

extension Command {
  /// Whether the device becomes another one, or the one it was before.
  package var replacesState: Bool {
    switch self {
    case .reset, .restore, .importState: true
    case .setState, .enroll, .unenroll, .respond, .arm, .disarm, .failNext, .setPasscode, .clearPasscode,
      .lock, .unlock, .restart, .setApp, .launchApp, .activateApp, .backgroundApp, .coverApp, .uncoverApp,
      .terminateApp, .installApp, .uninstallApp, .listKeychainItems, .resetKeychain, .setClock,
      .advanceClock, .createContext, .invalidateContext, .canEvaluatePolicy, .evaluate, .domainState,
      .setCredential, .secItemAdd, .secItemCopyMatching, .secItemUpdate, .secItemDelete, .secKeyUse,
      .cancelCall, .clientClosed, .promptTimedOut, .shutDown:
      false
    }
  }
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
