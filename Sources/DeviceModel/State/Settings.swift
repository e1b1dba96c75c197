import Schema

/// What a harness sets on a device: its sensor and who is enrolled, passcode, lockout, knobs.
///
/// It is apart from the rest so that changing it copies nothing but itself.
struct Settings: Equatable, Sendable {
  var biometryType = BiometryType.faceID
  var sensor = SensorState.ready
  var enrolment = Enrolment()
  var lockout = BiometricLockout()
  var passcode = PasscodeGuard("1234")
  var companion = Companion()
  var behavior: Behavior {
    _read { yield knobs.value }
    set { knobs = Shared(newValue) }
  }
  /// Apart, for they are many, and hardly ever change while the rest does.
  private var knobs = Self.defaultKnobs
  private static let defaultKnobs = Shared(Behavior())
  /// Starts where `behavior.seed` says.
  var random = SplitMix64(seed: 0)

  /// The same as comparing `behavior`, but mostly for nothing.
  func hasSameBehavior(as other: Settings) -> Bool { knobs == other.knobs }

  /// The defaults, with somebody enrolled.
  init() { enrolment.replace(with: [biometryType.defaultIdentity].compactMap(\.self)) }
}

/// The settings by the names that rules call them.
extension Device {
  package internal(set) var biometryType: BiometryType {
    get { settings.biometryType }
    set { settings.biometryType = newValue }
  }

  var enrolment: Enrolment {
    get { settings.enrolment }
    set { settings.enrolment = newValue }
  }

  var lockout: BiometricLockout {
    get { settings.lockout }
    set { settings.lockout = newValue }
  }

  var passcode: PasscodeGuard {
    get { settings.passcode }
    set { settings.passcode = newValue }
  }

  var companion: Companion { settings.companion }

  package internal(set) var behavior: Behavior {
    _read { yield settings.behavior }
    set { settings.behavior = newValue }
  }

  var random: SplitMix64 {
    get { settings.random }
    set { settings.random = newValue }
  }
}

extension Settings {
  /// Applies a patch. Where it contradicts itself or the sensor it throws, and the settings must not be used.
  ///
  /// - Parameter now: The device's time, at which a back-off would start.
  mutating func apply(_ patch: StatePatch, at now: Nanoseconds) throws(Failure) {
    try patch.validate()
    if let behavior = patch.behavior { apply(behavior) }
    try applyEnrolment(patch)
    try applySensor(patch)
    switch patch.passcode {
    case .set(let new) where new != passcode.passcode: change(passcode: new)
    case .cleared where passcode.isSet: change(passcode: nil)
    default: break
    }
    if let count = patch.passcodeFailures, count != passcode.failures {
      if !passcode.isSet {
        throw .refused(.contradiction, "passcodeFailures=\(count) without a passcode: setPasscode first")
      }
      passcode.setFailures(count, at: now, behavior)
    }
    try applyLockout(patch)
    if let patch = patch.companion { companion = patch.applied(to: companion) }
  }

  /// Settings asks for the old passcode, so either change clears the lockout.
  fileprivate mutating func change(passcode new: String?) {
    passcode.change(to: new)
    lockout.clear()
  }

  private mutating func applyEnrolment(_ patch: StatePatch) throws(Failure) {
    if patch.biometryType == nil, patch.identities == nil, patch.enrolled == nil { return }
    var identities = enrolment.identities
    let before = biometryType
    if let type = patch.biometryType, type != biometryType {
      biometryType = type
      sensor = .ready
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
    if Set(identities.map(Name.init)).count < identities.count || identities.contains("") {
      throw .invalidParameter("identities", "names must not be empty or repeated")
    }
    enrolment.replace(with: identities, onOtherSensor: biometryType != before)
  }

  /// Another sensor is ready, unless the patch says otherwise.
  private mutating func applySensor(_ patch: StatePatch) throws(Failure) {
    sensor = patch.sensor ?? sensor
    if sensor.isPossible(on: biometryType) { return }
    if biometryType == .none { throw noRoom(for: 1) }
    throw .refused(
      .contradiction,
      "sensor=\(sensor) is for Touch ID in a keyboard, and the sensor is \(biometryType): "
        + "setState biometryType=touchID")
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
      if !passcode.isSet { throw Self.lockoutWithoutPasscode }
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
    case nil:
      if lockout.lockOutIfDue(behavior), !passcode.isSet { throw Self.lockoutWithoutPasscode }
    }
  }

  private static let lockoutWithoutPasscode = Failure.refused(
    .contradiction, "a lockout waits for the passcode, and the device has none: setPasscode first")

  private mutating func apply(_ patch: BehaviorPatch) {
    let seed = behavior.seed
    behavior = patch.applied(to: behavior)
    if behavior.seed != seed { random = SplitMix64(seed: behavior.seed) }
  }
}

extension Settings {
  /// Everything that is kept of them.
  static let archive = Record<Settings>([
    Member("biometryType", \.biometryType, .cases, "the sensor"),
    Member("sensor", \.sensor, .cases, "whether it is there to be used").omitted { $0.sensor == .ready },
    Member("enrollment", \.enrolment, .object, "who is enrolled"),
    Member("behavior", \.behavior, .object, "the knobs"),
    Member("random", \.random, .random, "where the random numbers are"),
    Member("lockout", \.lockout, .object, "the lockout"),
    Member("passcode", \.passcode, .object, "the passcode"),
    Member("companionNear", \.companion.isNear, .boolean, "whether a companion is in reach"),
    Member("companionType", \.companion.type, .cases, "what the companion is"),
  ])

  /// What members say against each other; `nil`: nothing.
  var contradiction: Mismatch? {
    enrolment.problem(on: biometryType)?.within(.member("enrollment"))
      ?? sensorProblem
      ?? lockout.problem(under: behavior)?.within(.member("lockout"))
  }

  private var sensorProblem: Mismatch? {
    sensor.isPossible(on: biometryType)
      ? nil : .mustBe("what a sensor of type \(biometryType) can be").within(.member("sensor"))
  }
}

/// Everything a harness sets: single verbs, and the fields of the state.
extension Device {
  /// Without a name: the default identity if nobody is enrolled, else nothing changes.
  mutating func enroll(_ identity: String?, _ effects: inout [Effect]) throws(Failure) -> Bool {
    guard let fallback = biometryType.defaultIdentity else { throw noSensor }
    try checkSensorIsReady()
    if identity == nil, !enrolment.isEmpty { return false }
    let name = identity ?? fallback
    if enrolment.contains(name) { return false }
    var patch = StatePatch()
    patch.identities = enrolment.identities + [name]
    return try setState(patch, &effects)
  }

  /// Without a name: everybody.
  mutating func unenroll(_ identity: String?, _ effects: inout [Effect]) throws(Failure) -> Bool {
    if let identity, !enrolment.contains(identity) {
      let known = enrolment.isEmpty ? "nobody is" : enrolment.identities.joined(separator: ", ")
      throw .refused(.notEnrolled, "\(identity) is not enrolled; enrolled: \(known)")
    }
    var patch = StatePatch()
    patch.identities = identity.map { gone in enrolment.identities.filter { !$0.isSameText(as: gone) } } ?? []
    return try setState(patch, &effects)
  }

  /// Without a passcode: the device has none from now on.
  mutating func setPasscode(_ passcode: String?, _ effects: inout [Effect]) throws(Failure) -> Bool {
    if passcode?.isEmpty == true { throw StatePatch.emptyPasscode }
    let before = settings
    settings.change(passcode: passcode)
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
    if settings.sensor != before.sensor { fields.insert(.sensor) }
    if settings.lockout.failedAttempts != before.lockout.failedAttempts { fields.insert(.failedAttempts) }
    if settings.passcode.failures != before.passcode.failures { fields.insert(.passcodeFailures) }
    if settings.companion != before.companion { fields.insert(.companion) }
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
    if !apps.hasSameStatus(as: before.apps) { others.insert(.apps) }
    if lockScreen.unlockedSinceBoot != before.lockScreen.unlockedSinceBoot {
      others.insert(.unlockedSinceBoot)
    }
    if lockScreen.lastUnlock != before.lockScreen.lastUnlock { others.insert(.lastUnlock) }
    if !keychain.hasSameCounts(as: before.keychain) { others.insert(.keychain) }
    if failureOrders != before.failureOrders { others.insert(.failNext) }
    if !clock.agrees(with: before.clock) { others.insert(.clock) }
    return reportChanges(
      from: before.settings, and: others, isLockChanged: lockScreen.isLocked != before.lockScreen.isLocked,
      &effects)
  }
}
