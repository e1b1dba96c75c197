import LocalAuthentication

/// Why the owner was not authenticated.
public nonisolated enum AuthenticationFailure: Error, Hashable, Sendable {
  /// The sensor saw somebody else, several times.
  case notRecognised
  /// Too many failed scans; the sensor waits for the passcode.
  case lockedOut
  /// Nobody is enrolled.
  case notEnrolled
  /// There is no sensor, or the user does not let this app use it.
  case notAvailable
  /// The device has no passcode, and so no owner.
  case noPasscode
  /// The app is not on screen, or the device is locked, so a prompt is not allowed.
  case notOnScreen
  /// An error that this app does not expect, by its code.
  case unexpected(Int)

  init(_ code: LAError.Code) {
    self =
      switch code {
      case .authenticationFailed: .notRecognised
      case .biometryLockout: .lockedOut
      case .biometryNotEnrolled: .notEnrolled
      case .biometryNotAvailable: .notAvailable
      case .passcodeNotSet: .noPasscode
      case .notInteractive: .notOnScreen
      default: .unexpected(code.rawValue)
      }
  }

  /// Reads what `canEvaluatePolicy` puts into its error.
  init(_ error: NSError?) {
    switch error {
    case let error as LAError: self.init(error.code)
    case let error?: self = .unexpected(error.code)
    case nil: self = .notAvailable
    }
  }
}

nonisolated extension AuthenticationOutcome {
  /// Reads the errors of the system that are not failures for the user.
  init?(_ code: LAError.Code) {
    switch code {
    case .userCancel: self = .cancelled(by: .user)
    case .systemCancel: self = .cancelled(by: .system)
    case .appCancel: self = .cancelled(by: .app)
    case .userFallback: self = .fallbackChosen
    default: return nil
    }
  }
}
