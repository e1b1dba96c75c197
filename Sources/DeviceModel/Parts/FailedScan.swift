/// What a failed scan leads to: the decision table of a biometric prompt.
///
/// Apple: *LAPolicy.deviceOwnerAuthenticationWithBiometrics* for Touch ID's three attempts and the five over
/// all; *LAError.userFallback* and the Face ID guidelines for the two dialogs.
enum FailedScan: Equatable {
  /// Touch ID goes on by itself.
  case scanningGoesOn
  case dialog(Prompt.Dialog)
  case passcodePane
  case ends(LAErrorCode)

  /// - Parameters:
  ///   - attempts: Failed scans in this prompt, this one included.
  ///   - isLockedOut: Whether this one locked biometry out.
  static func outcome(
    sensor: BiometryType, attempts: Int, isLockedOut: Bool, acceptsPasscode: Bool, offersFallback: Bool,
    _ behavior: Behavior
  ) -> Self {
    let isTouchID = sensor == .touchID
    if isLockedOut {
      if acceptsPasscode { return .passcodePane }
      return isTouchID || behavior.lockoutEndsFaceIDPrompt ? .ends(.biometryLockout) : .dialog(.final)
    }
    if isTouchID {
      if attempts < 3 { return .scanningGoesOn }
      return acceptsPasscode ? .passcodePane : .ends(.authenticationFailed)
    }
    if attempts < 2 { return .dialog(.tryAgain) }
    if offersFallback { return .dialog(.final) }
    if acceptsPasscode { return .passcodePane }
    return behavior.emptyFallbackSecondFailure == .fail ? .ends(.authenticationFailed) : .dialog(.final)
  }
}
