import Schema

/// Whether the device is locked, and how it was last opened.
struct LockScreen: Equatable, Sendable {
  var isLocked = false
  var unlockedSinceBoot = true
  var lastUnlock: DeviceState.LastUnlock?
  /// The app that comes back to the foreground when the device is unlocked.
  var appBehind: String?

  /// For how long a biometric unlock may count as an answer, at most.
  ///
  /// Apple: *LATouchIDAuthenticationMaximumAllowableReuseDuration*.
  static let longestReuse = Nanoseconds(seconds: 300)

  /// Tells when it was unlocked as from `now` on, as far as anything depends on it.
  mutating func countTimes(from now: Nanoseconds) {
    guard let unlock = lastUnlock else { return }
    let age = min(now - unlock.time, Self.longestReuse + Nanoseconds(1))
    lastUnlock?.time = unlock.method == .biometry ? .zero - age : .zero
  }
}

extension LockScreen: Described {
  static let record = Record<LockScreen>([
    Member("locked", \.isLocked, .boolean, "whether the device is locked"),
    Member("unlockedSinceBoot", \.unlockedSinceBoot, .boolean, "whether it was unlocked since it started"),
    Member(
      "lastUnlock", \.lastUnlock,
      .nullable(
        .object(DeviceState.LastUnlock.record(time: .nanoseconds), from: DeviceState.LastUnlock.init)),
      "how and when it was last unlocked"),
    Member("appBehind", \.appBehind, optional: .nonEmpty, "the app that returns to the foreground"),
  ])
}

/// Locking, unlocking, restarting.
///
/// Apple Platform Security, "Face ID, Touch ID, passcodes, and passwords".
extension Device {
  mutating func lock(_ effects: inout [Effect]) -> Bool {
    if lockScreen.isLocked { return false }
    lockScreen.isLocked = true
    emit(.deviceLocked, &effects)
    if let front = appInFront { lockScreen.appBehind = front }
    leaveFront(&effects)
    return true
  }

  /// A passcode clears the lockout, a biometric unlock opens the reuse window. Without a passcode nothing is
  /// asked.
  mutating func unlock(_ method: UnlockMethod, _ effects: inout [Effect]) throws(Failure) -> Bool {
    guard lockScreen.isLocked else { return false }
    var used: AuthenticationMethod?
    if passcode.isSet {
      switch method {
      case .biometry(let identity):
        try unlockByBiometry(identity, &effects)
        used = .biometry
      case .passcode(let entry):
        guard try check(entry, &effects) else {
          throw .refused(
            .wrongPasscode, "that is not the passcode; wrong entries in a row: \(passcode.failures)")
        }
        used = .passcode
      }
    }
    lockScreen.isLocked = false
    lockScreen.unlockedSinceBoot = true
    lockScreen.lastUnlock = used.map { .init(method: $0, time: clock.now) }
    emit(.deviceUnlocked(with: used), &effects)
    if let app = lockScreen.appBehind {
      lockScreen.appBehind = nil
      setAppState(app, .foreground, &effects)
    }
    return true
  }

  private mutating func unlockByBiometry(
    _ identity: String?, _ effects: inout [Effect]
  ) throws(Failure) {
    let scan = Scan(isGenuine: true, identity: identity)
    try checkModality(scan)
    try checkSensorIsReady()
    if enrolment.isEmpty { throw .refused(.notEnrolled, "nobody is enrolled: unlock with the passcode") }
    if !lockScreen.unlockedSinceBoot {
      throw .refused(.notUnlockedSinceBoot, "the first unlock after a restart takes the passcode")
    }
    if lockout.isLockedOut {
      throw .refused(.lockedOut, "biometry is locked out: unlock with the passcode")
    }
    guard scanAtLockScreen(scan, &effects) else {
      throw .refused(.noMatch, "no match; failed attempts in a row: \(lockout.failedAttempts)")
    }
  }

  /// Biometry needs the passcode first; without one there is nothing to wait for.
  mutating func restart(_ effects: inout [Effect]) -> Bool {
    endAll(.other, &effects)
    let running = apps.sorted.filter(\.app.isRunning).map(\.name)
    for app in running { terminate(app, .restart, &effects) }
    let before = self
    lockScreen = LockScreen(isLocked: true, unlockedSinceBoot: false)
    if passcode.isSet, biometryType != .none { lockout.lockOut(.restart, behavior) }
    return reportChanges(from: before, &effects) || !running.isEmpty
  }
}

/// How the lock screen is opened.
package enum UnlockMethod: Equatable, Sendable {
  /// With the given identity, or the first enrolled one.
  case biometry(identity: String?)
  case passcode(String)
}
