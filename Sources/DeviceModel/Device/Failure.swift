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
}

/// Why a device refused a command.
package enum RefusalReason: String, CaseIterable, Sendable {
  case lockedOut, notEnrolled, notUnlockedSinceBoot, noSensor, sensorNotReady, enrolmentFull
  case backOff, deviceDisabled, wrongPasscode, noMatch, realClock, contradiction
  case appNotInstalled, appNotRunning, appNotInFront
}

/// A failure of an authentication, as an app sees it; an unknown number stays representable.
///
/// Apple: *LAError.Code*, domain `com.apple.LocalAuthentication`. The raw values are Apple's.
package struct LAErrorCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let authenticationFailed = Self(rawValue: -1)
  package static let userCancel = Self(rawValue: -2)
  package static let userFallback = Self(rawValue: -3)
  package static let systemCancel = Self(rawValue: -4)
  package static let passcodeNotSet = Self(rawValue: -5)
  package static let biometryNotAvailable = Self(rawValue: -6)
  package static let biometryNotEnrolled = Self(rawValue: -7)
  package static let biometryLockout = Self(rawValue: -8)
  package static let appCancel = Self(rawValue: -9)
  package static let invalidContext = Self(rawValue: -10)
  package static let companionNotAvailable = Self(rawValue: -11)
  package static let biometryNotPaired = Self(rawValue: -12)
  package static let biometryDisconnected = Self(rawValue: -13)
  package static let invalidDimensions = Self(rawValue: -14)
  package static let notInteractive = Self(rawValue: -1004)
}

/// How a keychain call ends; an unknown number stays representable.
///
/// Apple: *OSStatus* as of `SecBase.h`, domain `NSOSStatusErrorDomain`. The raw values are Apple's.
package struct OSStatusCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let success = Self(rawValue: 0)
  package static let param = Self(rawValue: -50)
  package static let userCanceled = Self(rawValue: -128)
  package static let notAvailable = Self(rawValue: -25291)
  package static let authFailed = Self(rawValue: -25293)
  package static let duplicateItem = Self(rawValue: -25299)
  package static let itemNotFound = Self(rawValue: -25300)
  package static let noSuchAttr = Self(rawValue: -25303)
  package static let interactionNotAllowed = Self(rawValue: -25308)
  package static let decode = Self(rawValue: -26275)
  package static let missingEntitlement = Self(rawValue: -34018)

  /// What a keychain call makes of an authentication that failed: only a cancel and a forbidden prompt keep
  /// their meaning.
  package init(_ error: LAErrorCode) {
    switch error {
    case .userCancel: self = .userCanceled
    case .notInteractive: self = .interactionNotAllowed
    default: self = .authFailed
    }
  }
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
