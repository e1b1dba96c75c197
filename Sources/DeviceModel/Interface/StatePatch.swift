/// Changes to the settable fields of a device; what is `nil` stays. Applied as a whole or not at all.
package struct StatePatch: Equatable, Sendable {
  package var biometryType: BiometryType?
  package var identities: [String]?
  package var enrolled: Bool?
  package var passcode: PasscodeChange?
  package var failedAttempts: Int?
  package var lockedOut: Bool?
  package var lockoutReason: LockoutReason?
  package var passcodeFailures: Int?
  package var companionNear: Bool?
  /// Kept elsewhere, for it is large and seldom given.
  package var behavior: BehaviorPatch? {
    get { knobs?.patch }
    set { knobs = newValue.map(Knobs.init) }
  }
  private var knobs: Knobs?

  package init() {}

  private final class Knobs: Equatable, Sendable {
    let patch: BehaviorPatch
    init(_ patch: BehaviorPatch) { self.patch = patch }
    static func == (left: Knobs, right: Knobs) -> Bool { left.patch == right.patch }
  }

  /// A passcode to be set, or none.
  package enum PasscodeChange: Equatable, Sendable {
    case set(String)
    case cleared
  }
}

/// Changes to single knobs of `Behavior`; what is `nil` stays.
package struct BehaviorPatch: Equatable, Sendable {
  package var profile: Behavior.Profile?
  package var maxFailures: Int?
  package var passcodeNotSetPrecedence: Behavior.PasscodeNotSetPrecedence?
  package var lockoutEndsFaceIDPrompt: Bool?
  package var emptyFallbackSecondFailure: Behavior.EmptyFallbackSecondFailure?
  package var concurrency: Behavior.Concurrency?
  package var contextAuthenticationLifetime: Nanoseconds?
  package var currentSetInvalidation: Behavior.CurrentSetInvalidation?
  package var passcodeDelays: [Nanoseconds]?
  package var scanLatency: Behavior.LatencyRange?
  package var falseRejectRate: Double?
  package var seed: UInt64?
  /// `.some(nil)` takes the timeout away.
  package var promptTimeout: Nanoseconds??

  package init() {}
}

extension Behavior {
  /// The knobs with those of the patch turned.
  func patched(by patch: BehaviorPatch) -> Behavior {
    var behavior = self
    func set<Value>(_ knob: WritableKeyPath<Behavior, Value>, _ value: Value?) {
      if let value { behavior[keyPath: knob] = value }
    }
    set(\.profile, patch.profile)
    set(\.maxFailures, patch.maxFailures)
    set(\.passcodeNotSetPrecedence, patch.passcodeNotSetPrecedence)
    set(\.lockoutEndsFaceIDPrompt, patch.lockoutEndsFaceIDPrompt)
    set(\.emptyFallbackSecondFailure, patch.emptyFallbackSecondFailure)
    set(\.concurrency, patch.concurrency)
    set(\.contextAuthenticationLifetime, patch.contextAuthenticationLifetime)
    set(\.currentSetInvalidation, patch.currentSetInvalidation)
    set(\.passcodeDelays, patch.passcodeDelays)
    set(\.scanLatency, patch.scanLatency)
    set(\.falseRejectRate, patch.falseRejectRate)
    set(\.seed, patch.seed)
    set(\.promptTimeout, patch.promptTimeout)
    return behavior
  }
}
