/// How a call ends when something went wrong. The state is then as it was, but for entries that are refused
/// and counted: a wrong passcode, or no match, at the lock screen.
package enum Failure: Error, Equatable, Sendable {
  /// An app call's own failure; with a message where there is more to say than the code does.
  case localAuthentication(LAErrorCode, String? = nil)
  /// A keychain call's own failure; with a message where there is more to say than the code does, and with
  /// what an authentication failed with, which the app does not learn.
  case keychain(OSStatusCode, String? = nil, because: LAErrorCode? = nil)
  /// The failure of a key's use that is neither.
  case cryptoTokenKit(TokenErrorCode, String)
  /// A parameter whose value this device cannot take: the parameter, and what it takes.
  case invalidParameter(String, String)
  /// A scan for another sensor than the device has.
  case wrongModality(scanned: Modality, sensor: BiometryType)
  /// The prompt on screen does not have that control; the ones it has.
  case noSuchControl(String, shown: [Button], pane: Pane)
  /// A response that reached nobody.
  case notDelivered(NotDeliveredReason)
  /// A context that this connection never had, or that a reset dropped.
  case unknownContext(ContextID)
  /// The rules of the device forbid it; why, and what to do.
  case refused(RefusalReason, String)
  case appTerminated(app: String)
  /// There is no room; what to do, and the bound.
  case limitExceeded(String, limit: Int)
  case cancelled
}

/// Why a response reached nobody.
package enum NotDeliveredReason: String, CaseIterable, Sendable {
  case noPrompt, tryAgainShown, scanningEnded, scanInProgress, passcodePane, permissionAlert, companionPane
  case applicationPasswordPane
}

/// Why a device refused a command.
package enum RefusalReason: String, CaseIterable, Sendable {
  case lockedOut, notEnrolled, notUnlockedSinceBoot, noSensor, sensorNotReady, enrolmentFull
  case backOff, deviceDisabled, wrongPasscode, noMatch, realClock, contradiction
  case appNotInstalled, appNotRunning, appNotInFront
}

/// How the use of a key fails.
///
/// Apple: *TKError.Code*, domain `CryptoTokenKit`. The raw value is Apple's.
package enum TokenErrorCode: Int, Sendable {
  case corruptedData = -3
}

extension Failure {
  /// The failure as a keychain call reports it. What is not the app's own, such as its end, stays.
  var inKeychain: Failure {
    switch self {
    case .localAuthentication(let code, let message): .keychain(OSStatusCode(code), message, because: code)
    case .invalidParameter(let name, let message): .keychain(.param, "\(name): \(message)")
    default: self
    }
  }
}
