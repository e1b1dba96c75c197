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
    settings = try before.patched(by: patch, at: clock.now)
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
  ///   - device: The rest as it was; `nil`: nothing but settings can have changed.
  /// - Returns: Whether anything is.
  mutating func reportChanges(
    from before: Settings, and device: Device? = nil, _ effects: inout [Effect]
  ) -> Bool {
    let start = effects.count
    var fields: [String] = []
    if biometryType != before.biometryType { fields.append("biometryType") }
    if lockout.failedAttempts != before.lockout.failedAttempts { fields.append("failedAttempts") }
    if passcode.failures != before.passcode.failures { fields.append("passcodeFailures") }
    if let device, apps.mapValues(\.status) != device.apps.mapValues(\.status) { fields.append("apps") }
    if isCompanionNear != before.isCompanionNear { fields.append("companion") }
    if let device {
      if lockScreen.unlockedSinceBoot != device.lockScreen.unlockedSinceBoot {
        fields.append("unlockedSinceBoot")
      }
      if lockScreen.lastUnlock != device.lockScreen.lastUnlock { fields.append("lastUnlock") }
      if keychain.counts != device.keychain.counts { fields.append("keychain") }
      if !clock.agrees(with: device.clock) { fields.append("clock") }
    }
    if behavior != before.behavior { fields.append("behavior") }
    if !fields.isEmpty { emit(.stateChanged(fields: fields), &effects) }
    if enrolment.identities != before.enrolment.identities {
      emit(.enrollmentChanged(identities: enrolment.identities), &effects)
    }
    if passcode.passcode != before.passcode.passcode {
      emit(.passcodeChanged(isSet: passcode.isSet), &effects)
    }
    if lockout.reason != before.lockout.reason {
      emit(lockout.reason.map(Event.Body.lockout) ?? .lockoutCleared, &effects)
    }
    if let device, lockScreen.isLocked != device.lockScreen.isLocked {
      emit(lockScreen.isLocked ? .deviceLocked : .deviceUnlocked(with: nil), &effects)
    }
    return effects.count > start
  }

  /// The same for all that a device is.
  mutating func reportChanges(from before: Device, _ effects: inout [Effect]) -> Bool {
    reportChanges(from: before.settings, and: before, &effects)
  }
}
