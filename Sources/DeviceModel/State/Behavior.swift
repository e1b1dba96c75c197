import JSON
package import Schema

/// The knobs of a device: every rule on which sources are silent or disagree, with our default first.
package struct Behavior: Equatable, Sendable, Described {
  /// Which machine's rules hold.
  package enum Profile: String, CaseIterable, Sendable {
    /// The rules of a phone.
    case device
    /// What Apple's iOS Simulator is reported to do: no lockout, no invalidation on re-enrolment, and a
    /// passcode pane that accepts anything.
    case simulator
  }

  /// Where "no passcode" stands among the reasons a biometric policy is unavailable.
  package enum PasscodeNotSetPrecedence: String, CaseIterable, Sendable {
    /// Last, as Apple's header words it.
    case header
    case first
  }

  /// What Face ID's second failure does in a prompt whose fallback title is empty.
  package enum EmptyFallbackSecondFailure: String, CaseIterable, Sendable {
    /// The dialog offers cancel only.
    case cancelOnly
    /// The prompt ends with authenticationFailed.
    case fail
  }

  /// What a second evaluation does while another context's prompt is up.
  package enum Concurrency: String, CaseIterable, Sendable {
    /// It takes the screen; the older one ends with systemCancel.
    case replace
    /// It waits its turn.
    case serialize
  }

  /// What reading an item bound to a changed enrolment answers.
  package enum CurrentSetInvalidation: String, CaseIterable, Sendable {
    case notFound, authFailed
  }

  /// Whether an item that never leaves the device can be synchronizable.
  package enum SynchronizableThisDeviceOnly: String, CaseIterable, Sendable {
    case store, refuse
  }

  /// How the use of a private key fails whose enrolment is gone.
  package enum InvalidatedKeyError: String, CaseIterable, Sendable {
    case corruptedData, authFailed
  }

  /// What becomes of an app that has no usage description when it is about to use Face ID.
  package enum MissingUsageDescription: String, CaseIterable, Sendable {
    /// The system terminates it, as Apple documents.
    case terminate
    /// The prompt begins with the passcode where it takes one, as people report from iOS 15.
    case passcode
    /// Face ID is not available to it.
    case notAvailable
  }

  package var profile = Profile.device
  /// Failed scans in a row that lock biometry out.
  package var maxFailures = 5
  package var passcodeNotSetPrecedence = PasscodeNotSetPrecedence.header
  /// Whether the scan that locks Face ID out ends its prompt at once with biometryLockout.
  package var lockoutEndsFaceIDPrompt = false
  package var emptyFallbackSecondFailure = EmptyFallbackSecondFailure.cancelOnly
  package var concurrency = Concurrency.replace
  /// How long an authenticated context needs no new prompt.
  package var contextAuthenticationLifetime = Nanoseconds(seconds: 600)
  package var currentSetInvalidation = CurrentSetInvalidation.notFound
  package var invalidatedKeyError = InvalidatedKeyError.corruptedData
  package var enclaveKeyNeedsPrivateKeyUsage = true
  package var synchronizableThisDeviceOnly = SynchronizableThisDeviceOnly.store
  package var missingUsageDescription = MissingUsageDescription.terminate
  /// The back-off after the 4th, 5th … wrong passcode in a row; one more than these disables the device.
  package var passcodeDelays = Self.defaultPasscodeDelays
  /// How long a scan takes: a number drawn evenly between the two.
  package var scanLatency = LatencyRange()
  /// How often a genuine scan is refused, 0 … 1.
  package var falseRejectRate = 0.0
  /// How long an answered prompt takes to leave the screen; its app is inactive until then.
  package var dismissDelay = Nanoseconds.zero
  /// Where the device's random numbers start.
  package var seed: UInt64 = 0
  /// Real time after which an unanswered prompt ends with systemCancel; `nil`: never, as on a device.
  package var promptTimeout: Nanoseconds?

  package init() {}

  private static let defaultPasscodeDelays = [0, 0, 60, 300, 900, 3600].map { Nanoseconds(seconds: $0) }

  /// The shortest and the longest a scan may take.
  package struct LatencyRange: Equatable, Sendable {
    package var minimum = Nanoseconds.zero
    package var maximum = Nanoseconds.zero

    package init(minimum: Nanoseconds = .zero, maximum: Nanoseconds = .zero) {
      self.minimum = minimum
      self.maximum = maximum
    }
  }
}

extension Behavior {
  /// Every knob: the only place where it is described. Requests, replies, archives, documents, the command
  /// line and the clients' types are made from it; what is left to do for a new knob is the rule that uses it.
  package static let record = Record<Self>(
    [
      Member("profile", \.profile, .cases, "device, or what Apple's iOS Simulator is reported to do"),
      Member(
        "maxFailures", \.maxFailures, .integer(1...1000), "failed scans in a row that lock biometry out"),
      Member(
        "passcodeNotSetPrecedence", \.passcodeNotSetPrecedence, .cases,
        "where no passcode stands among the reasons why biometry is unavailable: last (header) or first"),
      Member(
        "lockoutEndsFaceIDPrompt", \.lockoutEndsFaceIDPrompt, .boolean,
        "whether the scan that locks Face ID out ends its prompt at once"),
      Member(
        "emptyFallbackSecondFailure", \.emptyFallbackSecondFailure, .cases,
        "what Face ID's second failure does when the fallback title is empty"),
      Member(
        "concurrency", \.concurrency, .cases,
        "whether a second evaluation takes the screen or waits its turn"),
      Member(
        "contextAuthenticationLifetime", \.contextAuthenticationLifetime, .seconds,
        "seconds for which an authenticated context needs no prompt"),
      Member(
        "currentSetInvalidation", \.currentSetInvalidation, .cases,
        "how reading an item bound to a changed enrolment fails"),
      Member(
        "invalidatedKeyError", \.invalidatedKeyError, .cases,
        "how using a private key bound to a changed enrolment fails"),
      Member(
        "enclaveKeyNeedsPrivateKeyUsage", \.enclaveKeyNeedsPrivateKeyUsage, .boolean,
        "whether the access control of a key in the Secure Enclave needs privateKeyUsage"),
      Member(
        "synchronizableThisDeviceOnly", \.synchronizableThisDeviceOnly, .cases,
        "whether an item that never leaves the device can be synchronizable"),
      Member(
        "missingUsageDescription", \.missingUsageDescription, .cases,
        "what an app without a usage description gets for Face ID: its end, the passcode, or notAvailable"),
      Member(
        "passcodeDelays", \.passcodeDelays, .array(of: .seconds),
        "seconds of back-off after the 4th, 5th … wrong passcode; one more disables the device"),
      Member("scanLatency", \.scanLatency, .latency, "seconds a scan takes, or [shortest, longest]"),
      Member("falseRejectRate", \.falseRejectRate, .number(0...1), "how often a genuine scan is refused"),
      Member(
        "dismissDelay", \.dismissDelay, .seconds,
        "seconds that an answered prompt takes to leave the screen; its app is inactive until then"),
      Member("seed", \.seed, .unsigned, "where the device's random numbers start"),
      Member(
        "promptTimeout", \.promptTimeout, .nullable(.seconds),
        "real seconds after which an unanswered prompt ends with systemCancel; null: never"),
    ], defaultsOf: Behavior.init)
}

/// Changes to single knobs.
package typealias BehaviorPatch = Patch<Behavior>

extension Coding where Value == Behavior.LatencyRange {
  /// One length of time, or the shortest and the longest.
  fileprivate static let latency = Self(
    .oneOf([Coding<Nanoseconds>.seconds.type, Coding<[Nanoseconds]>.array(of: .seconds).type]),
    read: { (node) throws(Mismatch) in
      if node.kind != .array {
        let latency = try Coding<Nanoseconds>.seconds.read(node)
        return Value(minimum: latency, maximum: latency)
      }
      let bounds = try Coding<[Nanoseconds]>.array(of: .seconds).read(node)
      guard bounds.count == 2, bounds[0] <= bounds[1] else {
        throw Mismatch.mustBe("a number of seconds, or [shortest, longest]")
      }
      return Value(minimum: bounds[0], maximum: bounds[1])
    },
    write: { latency, writer in
      if latency.minimum == latency.maximum {
        Coding<Nanoseconds>.seconds.write(latency.minimum, &writer)
      } else {
        Coding<[Nanoseconds]>.array(of: .seconds).write([latency.minimum, latency.maximum], &writer)
      }
    })
}
