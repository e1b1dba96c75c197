/// Why biometry waits for the passcode.
///
/// Apple Platform Security, "When a passcode or password is required".
package enum LockoutReason: String, CaseIterable, Sendable {
  case failedAttempts, restart, remoteLock, sos
  /// No passcode for 48 h, or for 6.5 days with no recent biometric unlock.
  case passcodeExpired
}
