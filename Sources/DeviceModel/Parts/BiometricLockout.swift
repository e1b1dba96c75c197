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
    failedAttempts += 1
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

extension BiometricLockout {
  init(_ reader: ArchiveReader<some ArchiveSource>, _ behavior: Behavior) throws(ArchiveError) {
    self = try reader.object { (object) throws(ArchiveError) in
      var lockout = BiometricLockout()
      lockout.failedAttempts = try object["failedAttempts"].integer()
      let reason = try object["reason"]
      lockout.reason = try reason.unlessNull?.text()
      var same = lockout
      if same.lockOutIfDue(behavior) || lockout.isLockedOut && behavior.profile == .simulator {
        throw reason.mismatch("what the failed attempts and the profile make it")
      }
      return lockout
    }
  }

  func write(_ name: StaticString, into sink: inout some ArchiveSink & ~Copyable) {
    sink.object(name) { sink in
      sink.member("failedAttempts", failedAttempts)
      sink.member("reason", reason?.rawValue)
    }
  }
}
