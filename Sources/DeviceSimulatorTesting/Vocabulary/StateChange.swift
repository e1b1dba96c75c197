import SimulatedLocalAuthentication

extension SimulatedDevice {
  /// A field of a device's state, or a knob of its behaviour, with its new value.
  public struct StateChange: Sendable {
    private let isKnob: Bool
    private let name: String
    private let value: WireValue

    private init(_ name: String, _ value: WireValue, isKnob: Bool = false) {
      self.name = name
      self.value = value
      self.isKnob = isKnob
    }

    static func field(_ name: String, _ value: WireValue) -> Self { Self(name, value) }
    static func knob(_ name: String, _ value: WireValue) -> Self { Self(name, value, isKnob: true) }

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

/// What is not called as on the wire.
extension SimulatedDevice.StateChange {
  /// Whether a paired device is in reach.
  public static func companionNear(_ isNear: Bool) -> Self { field("companion", ["near": .boolean(isNear)]) }

  /// Whether a missing passcode is the first reason against biometry instead of the last.
  public static func passcodeNotSetFirst(_ isFirst: Bool) -> Self {
    passcodeNotSetPrecedence(isFirst ? .first : .header)
  }

  /// Whether Face ID's second failure ends a prompt without a fallback button, instead of offering cancel.
  public static func secondFailureFailsWithoutFallback(_ fails: Bool) -> Self {
    emptyFallbackSecondFailure(fails ? .fail : .cancelOnly)
  }

  /// Whether reading an item bound to a changed enrolment fails with authFailed instead of itemNotFound.
  public static func currentSetInvalidationIsAuthFailed(_ isAuthFailed: Bool) -> Self {
    currentSetInvalidation(isAuthFailed ? .authFailed : .notFound)
  }

  /// How long a prompt waits in real time; the parameter of `withSimulatedDevice`.
  static func promptTimeout(_ timeout: Duration?) -> Self {
    knob("promptTimeout", timeout.map(WireValue.seconds) ?? .null)
  }

  /// Whose rules hold.
  public typealias Profile = SimulatedDevice.Profile
  /// What a second evaluation does while another context's prompt is on screen.
  public typealias Concurrency = SimulatedDevice.Concurrency
}
