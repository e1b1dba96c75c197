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
    let before = self
    self.passcode.change(to: passcode)
    lockout.clear()
    return finishSettings(from: before, &effects)
  }

  mutating func setState(_ patch: StatePatch, _ effects: inout [Effect]) throws(Failure) -> Bool {
    let before = self
    self = try patched(by: patch)
    return finishSettings(from: before, &effects)
  }

  private mutating func finishSettings(from before: Device, _ effects: inout [Effect]) -> Bool {
    let changed = reportChanges(from: before, &effects)
    if changed {
      invalidateKeychain(from: before, &effects)
      reconcilePrompt(from: before, &effects)
    }
    return changed
  }

  /// The device with the patch applied; throws where the patch contradicts itself or the sensor.
  func patched(by patch: StatePatch) throws(Failure) -> Device {
    try patch.validate()
    var changed = self
    if let behavior = patch.behavior { changed.apply(behavior) }
    try changed.applyEnrolment(patch)
    switch patch.passcode {
    case .set(let passcode) where passcode != self.passcode.passcode: changed.passcode.change(to: passcode)
    case .cleared where self.passcode.isSet: changed.passcode.change(to: nil)
    default: break
    }
    if changed.passcode.passcode != passcode.passcode { changed.lockout.clear() }
    if let count = patch.passcodeFailures, count != changed.passcode.failures {
      if !changed.passcode.isSet {
        throw .refused(.contradiction, "passcodeFailures=\(count) without a passcode: setPasscode first")
      }
      changed.passcode.setFailures(count, at: clock.now, changed.behavior)
    }
    try changed.applyLockout(patch)
    if let isNear = patch.companionNear { changed.isCompanionNear = isNear }
    return changed
  }

  private mutating func applyEnrolment(_ patch: StatePatch) throws(Failure) {
    if patch.biometryType == nil, patch.identities == nil, patch.enrolled == nil { return }
    var identities = enrolment.identities
    let before = biometryType
    if let type = patch.biometryType, type != biometryType {
      biometryType = type
      identities = [type.defaultIdentity].compactMap(\.self)
    }
    identities = patch.identities ?? identities
    if let isEnrolled = patch.enrolled {
      if let given = patch.identities, given.isEmpty == isEnrolled {
        throw .refused(.contradiction, "enrolled and identities contradict each other: give one of them")
      }
      if !isEnrolled { identities = [] }
      if isEnrolled, identities.isEmpty {
        guard let name = biometryType.defaultIdentity else { throw noRoom(for: 1) }
        identities = [name]
      }
    }
    guard identities.count <= biometryType.capacity else { throw noRoom(for: identities.count) }
    if Set(identities).count < identities.count || identities.contains("") {
      throw .invalidParameter("identities", "names must not be empty or repeated")
    }
    enrolment.replace(with: identities, onOtherSensor: biometryType != before)
  }

  private func noRoom(for count: Int) -> Failure {
    biometryType == .none
      ? .refused(.noSensor, "the device has no biometric sensor: setState biometryType=faceID")
      : .refused(
        .enrolmentFull,
        "\(biometryType) holds \(biometryType.capacity) identities, not \(count): unenroll one")
  }

  /// The counter and the lockout belong together: the limit reached means locked out.
  private mutating func applyLockout(_ patch: StatePatch) throws(Failure) {
    if let count = patch.failedAttempts { lockout.failedAttempts = count }
    let wantsLockout = patch.lockedOut ?? (patch.lockoutReason != nil ? true : nil)
    if behavior.profile == .simulator {
      if wantsLockout == true {
        throw .refused(
          .contradiction, "the simulator's profile has no lockout: setState behavior.profile=device first")
      }
      lockout.changeReason(nil)
    }
    switch wantsLockout {
    case true?:
      let reason = patch.lockoutReason ?? lockout.reason ?? .failedAttempts
      if reason == .failedAttempts, patch.failedAttempts == nil, lockout.reason != .failedAttempts {
        lockout.failedAttempts = max(lockout.failedAttempts, behavior.maxFailures)
      }
      lockout.changeReason(reason)
    case false?:
      if patch.lockoutReason != nil {
        throw .refused(.contradiction, "lockedOut=false and a lockoutReason contradict each other")
      }
      let count = patch.failedAttempts ?? (lockout.isLockedOut ? 0 : lockout.failedAttempts)
      lockout.clear()
      lockout.failedAttempts = count
      if lockout.lockOutIfDue(behavior) {
        throw .refused(
          .contradiction,
          "lockedOut=false and failedAttempts=\(count) contradict each other: "
            + "\(behavior.maxFailures) failed attempts lock out")
      }
    case nil: _ = lockout.lockOutIfDue(behavior)
    }
  }

  private mutating func apply(_ patch: BehaviorPatch) {
    let seed = behavior.seed
    behavior = behavior.patched(by: patch)
    if behavior.seed != seed { random = SplitMix64(seed: behavior.seed) }
  }

  /// Emits what is different from before: events of their own where there are some, `stateChanged` for the
  /// rest. That real time runs is no difference.
  ///
  /// - Returns: Whether anything is.
  mutating func reportChanges(from before: Device, _ effects: inout [Effect]) -> Bool {
    let start = effects.count
    var fields: [String] = []
    if biometryType != before.biometryType { fields.append("biometryType") }
    if lockout.failedAttempts != before.lockout.failedAttempts { fields.append("failedAttempts") }
    if passcode.failures != before.passcode.failures { fields.append("passcodeFailures") }
    if apps != before.apps, apps.mapValues(\.status) != before.apps.mapValues(\.status) {
      fields.append("apps")
    }
    if isCompanionNear != before.isCompanionNear { fields.append("companion") }
    if lockScreen.unlockedSinceBoot != before.lockScreen.unlockedSinceBoot {
      fields.append("unlockedSinceBoot")
    }
    if lockScreen.lastUnlock != before.lockScreen.lastUnlock { fields.append("lastUnlock") }
    if keychain.counts != before.keychain.counts { fields.append("keychain") }
    if !clock.agrees(with: before.clock) { fields.append("clock") }
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
    if lockScreen.isLocked != before.lockScreen.isLocked {
      emit(lockScreen.isLocked ? .deviceLocked : .deviceUnlocked(with: nil), &effects)
    }
    return effects.count > start
  }
}
