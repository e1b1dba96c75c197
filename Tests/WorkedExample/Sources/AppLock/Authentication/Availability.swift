import LocalAuthentication

/// How the owner can authenticate now.
public nonisolated enum Availability: Hashable, Sendable {
  /// By this sensor.
  case biometry(Biometry)
  /// By the passcode alone; the sensor, if there is one, cannot help for this reason.
  case passcode(Biometry?, because: AuthenticationFailure)
  /// Not at all.
  case nothing(because: AuthenticationFailure)
}

/// A sensor, for buttons and settings that name it.
public nonisolated enum Biometry: String, Hashable, Sendable {
  case touchID = "Touch ID"
  case faceID = "Face ID"
  case opticID = "Optic ID"

  init?(_ type: LABiometryType) {
    switch type {
    case .touchID: self = .touchID
    case .faceID: self = .faceID
    case .opticID: self = .opticID
    case .none: return nil
    @unknown default: return nil
    }
  }
}
