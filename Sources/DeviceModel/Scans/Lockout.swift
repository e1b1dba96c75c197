import Schema

/// Failed scans in a row over the whole device, and what they lead to.
///
/// Only a right passcode clears a lockout: never time, a restart, or another enrolment.
struct BiometricLockout: Equatable, Sendable {
  var failedAttempts = 0
  /// `nil`: not locked out.
  private(set) var reason: LockoutReason?

  var isLockedOut: Bool { reason != nil }

  /// Counts a delivered scan that failed; returns whether it locked biometry out.
  mutating func recordFailure(_ behavior: Behavior) -> Bool {
    failedAttempts = failedAttempts.next(in: StatePatch.counts)
    return lockOutIfDue(behavior)
  }

  /// Holds the counter against its limit; returns whether that locked biometry out.
  mutating func lockOutIfDue(_ behavior: Behavior) -> Bool {
    guard behavior.profile == .device, failedAttempts >= behavior.maxFailures, reason == nil else {
      return false
    }
    reason = .failedAttempts
    return true
  }

  mutating func recordMatch() { failedAttempts = 0 }

  /// An earlier reason stays: the passcode answers both.
  mutating func lockOut(_ reason: LockoutReason, _ behavior: Behavior) {
    if behavior.profile == .device { self.reason = self.reason ?? reason }
  }

  mutating func changeReason(_ reason: LockoutReason?) { self.reason = reason }

  mutating func clear() {
    failedAttempts = 0
    reason = nil
  }
}

extension BiometricLockout: Described {
  static let record = Record<BiometricLockout>([
    Member("failedAttempts", \.failedAttempts, .integer(StatePatch.counts), "failed scans in a row"),
    Member("reason", \.reason, .nullable(.cases), "why biometry is locked out"),
  ])

  /// What is wrong with it under these knobs; `nil`: nothing.
  func problem(under behavior: Behavior) -> Mismatch? {
    var same = self
    guard same.lockOutIfDue(behavior) || isLockedOut && behavior.profile == .simulator else { return nil }
    return .mustBe("what the failed attempts and the profile make it").within(.member("reason"))
  }
}

/// Why biometry waits for the passcode.
///
/// Apple Platform Security, "When a passcode or password is required".
package enum LockoutReason: String, CaseIterable, Sendable {
  case failedAttempts, restart, remoteLock, sos
  /// No passcode for 48 h, or for 6.5 days with no recent biometric unlock.
  case passcodeExpired
}
