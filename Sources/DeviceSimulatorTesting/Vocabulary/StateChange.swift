public import SimulatedLocalAuthentication

extension SimulatedDevice {
  /// A field of a device's state, or a knob of its behaviour, with the value it is to have.
  public struct StateChange: Sendable {
    private let isKnob: Bool
    private let name: String
    private let value: WireValue

    private init(_ name: String, _ value: WireValue, isKnob: Bool = false) {
      self.name = name
      self.value = value
      self.isKnob = isKnob
    }

    private static func knob(_ name: String, _ value: WireValue) -> Self { Self(name, value, isKnob: true) }

    fileprivate func add(to members: inout [String: WireValue], _ knobs: inout [String: WireValue]) {
      if isKnob { knobs[name] = value } else { members[name] = value }
    }
  }
}

extension [SimulatedDevice.StateChange] {
  /// The object that `setState` takes.
  var merged: [String: WireValue] {
    var members: [String: WireValue] = [:]
    var knobs: [String: WireValue] = [:]
    for change in self { change.add(to: &members, &knobs) }
    if !knobs.isEmpty { members["behavior"] = .object(knobs) }
    return members
  }
}

extension SimulatedDevice.StateChange {
  /// The sensor, with its default identity enrolled.
  public static func biometryType(_ type: LABiometryType) -> Self { Self("biometryType", .string("\(type)")) }
  /// Who is enrolled.
  public static func identities(_ names: [String]) -> Self {
    Self("identities", .array(names.map(WireValue.string)))
  }
  /// Whether anybody is enrolled.
  public static func enrolled(_ isAnybody: Bool) -> Self { Self("enrolled", .boolean(isAnybody)) }
  /// The passcode; `nil`: none.
  public static func passcode(_ passcode: String?) -> Self {
    Self("passcode", passcode.map(WireValue.string) ?? .null)
  }
  /// Failed scans in a row.
  public static func failedAttempts(_ count: Int) -> Self { Self("failedAttempts", .integer(count)) }
  /// Whether biometry waits for the passcode.
  public static func lockedOut(_ isLockedOut: Bool) -> Self { Self("lockedOut", .boolean(isLockedOut)) }
  /// Why biometry waits for the passcode.
  public static func lockoutReason(_ reason: SimulatedDevice.LockoutReason) -> Self {
    Self("lockoutReason", .string(reason.rawValue))
  }
  /// Wrong passcodes in a row.
  public static func passcodeFailures(_ count: Int) -> Self { Self("passcodeFailures", .integer(count)) }
  /// Whether a paired device is in reach.
  public static func companionNear(_ isNear: Bool) -> Self { Self("companion", ["near": .boolean(isNear)]) }
}

/// The rules on which sources are silent or disagree; see the table of knobs in `Protocol/README.md`.
extension SimulatedDevice.StateChange {
  /// Whose rules hold.
  public enum Profile: String, Sendable {
    /// A phone's.
    case device
    /// What Apple's iOS Simulator is reported to do.
    case simulator
  }

  /// What a second evaluation does while another context's prompt is up.
  public enum Concurrency: String, Sendable {
    /// It takes the screen.
    case replace
    /// It waits its turn.
    case serialize
  }

  /// Whose rules hold.
  public static func profile(_ profile: Profile) -> Self { knob("profile", .string(profile.rawValue)) }
  /// Failed scans in a row that lock biometry out; 5.
  public static func maxFailures(_ count: Int) -> Self { knob("maxFailures", .integer(count)) }
  /// Whether a missing passcode is the first reason against biometry instead of the last.
  public static func passcodeNotSetFirst(_ isFirst: Bool) -> Self {
    knob("passcodeNotSetPrecedence", isFirst ? "first" : "header")
  }
  /// Whether the scan that locks Face ID out ends its prompt at once.
  public static func lockoutEndsFaceIDPrompt(_ ends: Bool) -> Self {
    knob("lockoutEndsFaceIDPrompt", .boolean(ends))
  }
  /// Whether Face ID's second failure ends a prompt without a fallback button, instead of offering cancel.
  public static func secondFailureFailsWithoutFallback(_ fails: Bool) -> Self {
    knob("emptyFallbackSecondFailure", fails ? "fail" : "cancelOnly")
  }
  /// What a second evaluation does while another context's prompt is up.
  public static func concurrency(_ concurrency: Concurrency) -> Self {
    knob("concurrency", .string(concurrency.rawValue))
  }
  /// How long an authenticated context needs no new prompt; 600 s.
  public static func contextAuthenticationLifetime(_ lifetime: Duration) -> Self {
    knob("contextAuthenticationLifetime", .seconds(lifetime))
  }
  /// Whether reading an item bound to a changed enrolment says authFailed instead of itemNotFound.
  public static func currentSetInvalidationIsAuthFailed(_ isAuthFailed: Bool) -> Self {
    knob("currentSetInvalidation", isAuthFailed ? "authFailed" : "notFound")
  }
  /// The back-off after the 4th, 5th … wrong passcode.
  public static func passcodeDelays(_ delays: [Duration]) -> Self {
    knob("passcodeDelays", .array(delays.map(WireValue.seconds)))
  }
  /// How long a scan takes; none.
  public static func scanLatency(_ latency: ClosedRange<Duration>) -> Self {
    knob("scanLatency", [.seconds(latency.lowerBound), .seconds(latency.upperBound)])
  }
  /// How often an enrolled identity is not recognised, 0 … 1.
  public static func falseRejectRate(_ rate: Double) -> Self { knob("falseRejectRate", .number(rate)) }
  /// Where the device's random numbers start.
  public static func seed(_ seed: Int) -> Self { knob("seed", .integer(seed)) }

  /// How long a prompt waits in real time; the parameter of `withSimulatedDevice`.
  static func promptTimeout(_ timeout: Duration?) -> Self {
    knob("promptTimeout", timeout.map(WireValue.seconds) ?? .null)
  }
}
