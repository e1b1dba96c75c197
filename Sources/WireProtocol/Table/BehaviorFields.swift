import DeviceModel

/// The knobs of a device, as `setState` takes and `getState` shows them; the default of each is first.
package enum BehaviorFields {
  /// Every knob, as `getState` shows them.
  package static let shown: [Field] = settable.map { $0.required() }

  /// Any of the knobs, as `setState` takes them.
  package static let settable: [Field] = [
    Field(
      "profile", .cases(Behavior.Profile.self), "device, or what Apple's iOS Simulator is reported to do"),
    Field("maxFailures", .integer(1...1000), "failed scans in a row that lock biometry out; 5"),
    Field(
      "passcodeNotSetPrecedence", .cases(Behavior.PasscodeNotSetPrecedence.self),
      "where no passcode stands among the reasons why biometry is unavailable: last (header) or first"),
    Field(
      "lockoutEndsFaceIDPrompt", .boolean,
      "whether the scan that locks Face ID out ends its prompt at once; false"),
    Field(
      "emptyFallbackSecondFailure", .cases(Behavior.EmptyFallbackSecondFailure.self),
      "what Face ID's second failure does when the fallback title is empty"),
    Field(
      "concurrency", .cases(Behavior.Concurrency.self),
      "whether a second evaluation takes the screen or waits its turn"),
    Field("contextAuthenticationLifetime", .seconds, "seconds an authenticated context needs no prompt; 600"),
    Field(
      "currentSetInvalidation", .cases(Behavior.CurrentSetInvalidation.self),
      "what reading an item bound to a changed enrolment answers"),
    Field(
      "passcodeDelays", .array(of: .seconds),
      "seconds of back-off after the 4th, 5th … wrong passcode; 0,0,60,300,900,3600, then disabled"),
    Field(
      "scanLatency", .oneOf([.seconds, .array(of: .seconds)]), "seconds a scan takes, or [least, most]; 0"),
    Field("falseRejectRate", .number(0...1), "how often a genuine scan is refused; 0"),
    Field("seed", .integer(0...Int.max), "where the device's random numbers start; 0"),
    Field(
      "promptTimeout", .nullable(.seconds),
      "real seconds after which an unanswered prompt ends with systemCancel; null: never"),
  ]
}
