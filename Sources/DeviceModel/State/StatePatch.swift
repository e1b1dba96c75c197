package import Schema

/// Changes to the settable fields of a device; what is `nil` stays. Applied as a whole or not at all.
package struct StatePatch: Equatable, Sendable, Described {
  package var biometryType: BiometryType?
  package var sensor: SensorState?
  package var identities: [String]?
  package var enrolled: Bool?
  package var passcode: PasscodeChange?
  package var failedAttempts: Int?
  package var lockedOut: Bool?
  package var lockoutReason: LockoutReason?
  package var passcodeFailures: Int?
  package var companion: Patch<Companion>?
  /// Kept elsewhere, for it is large and seldom given.
  package var behavior: BehaviorPatch? {
    get { knobs?.value }
    set { knobs = newValue.map(Shared.init) }
  }
  private var knobs: Shared<BehaviorPatch>?

  /// Whether the companion is in reach.
  package var companionNear: Bool? {
    get { companion?.isNear }
    set {
      var change = companion ?? Patch()
      change.isNear = newValue
      companion = change
    }
  }

  /// A `lockoutReason` of null says nothing.
  var lockoutReasonChange: LockoutReason?? {
    get { .some(lockoutReason) }
    set { lockoutReason = newValue ?? nil }
  }

  package init() {}

  /// A passcode to be set, or none.
  package enum PasscodeChange: Equatable, Sendable {
    case set(String)
    case cleared
  }

  /// What a request may set, and after it what it is refused by name.
  package static let record = Record<Self>(
    DeviceState.fields.compactMap { $0.settable?() }
      + DeviceState.fields.compactMap(\.refused).map { Member($0, read: { _, _ in }) })

  /// The range of a counter that can be set. It counts no further.
  static let counts = 0...1_000_000

  /// Refuses values that no device can have, whatever its state; contradictions are the device's to find.
  func validate() throws(Failure) {
    if case .set("") = passcode { throw Self.emptyPasscode }
    if let failedAttempts, !Self.counts.contains(failedAttempts) { throw Self.badCount("failedAttempts") }
    if let passcodeFailures, !Self.counts.contains(passcodeFailures) {
      throw Self.badCount("passcodeFailures")
    }
    guard let problem = behavior?.mismatch?.within(.member("behavior")).requirement else { return }
    throw .invalidParameter(problem.path, "must be \(problem.rule)")
  }

  private static func badCount(_ name: String) -> Failure {
    .invalidParameter(name, "must be \(counts.lowerBound) to \(counts.upperBound)")
  }

  static let emptyPasscode = Failure.invalidParameter(
    "passcode", "must not be empty; clearPasscode removes it")
}

extension Coding where Value == StatePatch.PasscodeChange {
  /// A passcode, or null for none.
  static let passcodeChange = Coding<String?>.nullable(.nonEmpty)
    .map {
      $0.map(StatePatch.PasscodeChange.set) ?? .cleared
    } _: { change in
      if case .set(let passcode) = change { passcode } else { nil }
    }
}
