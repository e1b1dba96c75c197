/// What a harness sets on a device: its sensor and who is enrolled, passcode, lockout, knobs.
///
/// It is apart from the rest so that changing it copies nothing but itself.
struct Settings: Equatable, Sendable {
  var biometryType = BiometryType.faceID
  var enrolment = Enrolment()
  var lockout = BiometricLockout()
  var passcode = PasscodeGuard("1234")
  var isCompanionNear = false
  var behavior: Behavior {
    get { knobs.behavior }
    set { knobs = Knobs(newValue) }
  }
  /// Apart, for they are many, and hardly ever change while the rest does.
  private var knobs = Knobs.usual
  /// Starts where `behavior.seed` says.
  var random = SplitMix64(seed: 0)

  /// The same as comparing `behavior`, but mostly for nothing.
  func hasSameBehavior(as other: Settings) -> Bool { knobs == other.knobs }

  /// The defaults, with somebody enrolled.
  init() { enrolment.replace(with: [biometryType.defaultIdentity].compactMap(\.self)) }
}

/// What `Settings` shares with its copies.
private final class Knobs: Equatable, Sendable {
  let behavior: Behavior

  /// Those of every device that nobody turned one at.
  static let usual = Knobs(Behavior())

  init(_ behavior: Behavior) { self.behavior = behavior }

  static func == (left: Knobs, right: Knobs) -> Bool { left === right || left.behavior == right.behavior }
}

/// The settings by the names that rules call them.
extension Device {
  var biometryType: BiometryType {
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

  var isCompanionNear: Bool {
    get { settings.isCompanionNear }
    set { settings.isCompanionNear = newValue }
  }

  package internal(set) var behavior: Behavior {
    get { settings.behavior }
    set { settings.behavior = newValue }
  }

  var random: SplitMix64 {
    get { settings.random }
    set { settings.random = newValue }
  }
}

extension Settings {
  /// Applies a patch. Where it contradicts itself or the sensor it throws, and the settings are of no more
  /// use.
  ///
  /// - Parameter now: The device's time, at which a back-off would start.
  mutating func apply(_ patch: StatePatch, at now: Nanoseconds) throws(Failure) {
    try patch.validate()
    if let behavior = patch.behavior { apply(behavior) }
    try applyEnrolment(patch)
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
    if let isNear = patch.companionNear { isCompanionNear = isNear }
  }

  /// Settings asks for the old passcode, so another one clears the lockout.
  private mutating func change(passcode new: String?) {
    passcode.change(to: new)
    lockout.clear()
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
}

extension Settings {
  init(_ object: inout ObjectReader<some ArchiveSource>) throws(ArchiveError) {
    biometryType = try object["biometryType"].name()
    enrolment = try Enrolment(object["enrollment"], sensor: biometryType)
    behavior = try Behavior(object["behavior"])
    random = try SplitMix64(object["random"])
    lockout = try BiometricLockout(object["lockout"], behavior)
    passcode = try PasscodeGuard(object["passcode"])
    isCompanionNear = try object["companionNear"].bool()
  }

  /// Its members; the caller opened the object.
  func write(into sink: inout some ArchiveSink & ~Copyable) {
    sink.member("biometryType", "\(biometryType)")
    enrolment.write("enrollment", into: &sink)
    behavior.write("behavior", into: &sink)
    random.write("random", into: &sink)
    lockout.write("lockout", into: &sink)
    passcode.write("passcode", into: &sink)
    sink.member("companionNear", isCompanionNear)
  }
}
