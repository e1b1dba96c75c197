/// The knobs of a device: every rule on which sources are silent or disagree, with our default first.
package struct Behavior: Equatable, Sendable {
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
  /// The back-off after the 4th, 5th … wrong passcode in a row; one more than these disables the device.
  package var passcodeDelays = Self.defaultPasscodeDelays
  /// How long a scan takes: a number drawn evenly between the two.
  package var scanLatency = LatencyRange()
  /// How often a genuine scan is refused, 0 … 1.
  package var falseRejectRate = 0.0
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
