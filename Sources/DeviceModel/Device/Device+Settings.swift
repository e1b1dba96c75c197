/// Everything a harness sets: single verbs, and the fields of the state.
extension Device {
  /// Without a name: the default identity if nobody is enrolled, else nothing changes.
  mutating func enroll(_ identity: String?, _ effects: inout [Effect]) throws(Failure) -> Bool {
    guard let fallback = biometryType.defaultIdentity else { throw noSensor }
    if identity == nil, !enrolment.isEmpty { return false }
    let name = identity ?? fallback
    if enrolment.contains(name) { return false }
    var patch = StatePatch()
    patch.identities = enrolment.identities + [name]
    return try setState(patch, &effects)
  }

  /// Without a name: everybody.
  mutating func unenroll(_ identity: String?, _ effects: inout [Effect]) throws(Failure) -> Bool {
    var patch = StatePatch()
    patch.identities = identity.map { gone in enrolment.identities.filter { $0 != gone } } ?? []
    return try setState(patch, &effects)
  }

  /// Settings asks for the old passcode, so either change clears the lockout.
  mutating func setPasscode(_ passcode: String?, _ effects: inout [Effect]) throws(Failure) -> Bool {
    if passcode?.isEmpty == true { throw StatePatch.emptyPasscode }
    let before = settings
    settings.passcode.change(to: passcode)
    settings.lockout.clear()
    return finishSettings(from: before, &effects)
  }

  mutating func setState(_ patch: StatePatch, _ effects: inout [Effect]) throws(Failure) -> Bool {
    let before = settings
    do throws(Failure) {
      try settings.apply(patch, at: clock.now)
    } catch {
      settings = before
      throw error
    }
    return finishSettings(from: before, &effects)
  }

  private mutating func finishSettings(from before: Settings, _ effects: inout [Effect]) -> Bool {
    let changed = reportChanges(from: before, &effects)
    if changed {
      invalidateKeychain(from: before, &effects)
      reconcilePrompt(from: before, &effects)
    }
    return changed
  }

  /// Emits what is different from before: events of their own where there are some, `stateChanged` for the
  /// rest. That real time runs is no difference.
  ///
  /// - Parameters:
  ///   - before: The settings as they were.
  ///   - others: Which fields that are no settings changed.
  ///   - isLockChanged: Whether the lock screen came or went.
  /// - Returns: Whether anything is.
  mutating func reportChanges(
    from before: Settings, and others: ChangedFields = [], isLockChanged: Bool = false,
    _ effects: inout [Effect]
  ) -> Bool {
    let start = effects.count
    var fields = others
    if settings.biometryType != before.biometryType { fields.insert(.biometryType) }
    if settings.lockout.failedAttempts != before.lockout.failedAttempts { fields.insert(.failedAttempts) }
    if settings.passcode.failures != before.passcode.failures { fields.insert(.passcodeFailures) }
    if settings.isCompanionNear != before.isCompanionNear { fields.insert(.companion) }
    if !settings.hasSameBehavior(as: before) { fields.insert(.behavior) }
    if !fields.isEmpty { emit(.stateChanged(fields: fields), &effects) }
    if settings.enrolment.identities != before.enrolment.identities {
      emit(.enrollmentChanged(identities: enrolment.identities), &effects)
    }
    if settings.passcode.passcode != before.passcode.passcode {
      emit(.passcodeChanged(isSet: passcode.isSet), &effects)
    }
    if settings.lockout.reason != before.lockout.reason {
      emit(lockout.reason.map(Event.Body.lockout) ?? .lockoutCleared, &effects)
    }
    if isLockChanged {
      emit(lockScreen.isLocked ? .deviceLocked : .deviceUnlocked(with: nil), &effects)
    }
    return effects.count > start
  }

  /// The same for all that a device is.
  mutating func reportChanges(from before: Device, _ effects: inout [Effect]) -> Bool {
    var others: ChangedFields = []
    if apps.mapValues(\.status) != before.apps.mapValues(\.status) { others.insert(.apps) }
    if lockScreen.unlockedSinceBoot != before.lockScreen.unlockedSinceBoot {
      others.insert(.unlockedSinceBoot)
    }
    if lockScreen.lastUnlock != before.lockScreen.lastUnlock { others.insert(.lastUnlock) }
    if keychain.counts != before.keychain.counts { others.insert(.keychain) }
    if !clock.agrees(with: before.clock) { others.insert(.clock) }
    return reportChanges(
      from: before.settings, and: others, isLockChanged: lockScreen.isLocked != before.lockScreen.isLocked,
      &effects)
  }
}
