extension StatePatch {
  /// Refuses values that no device can have, whatever its state; contradictions are the device's to find.
  func validate() throws(Failure) {
    let counts = 0...1_000_000
    let times = Nanoseconds.zero...Nanoseconds.distantFuture
    if case .set("") = passcode { throw Self.emptyPasscode }
    try Self.check("failedAttempts", failedAttempts, "0 to 1000000") { counts.contains($0) }
    try Self.check("passcodeFailures", passcodeFailures, "0 to 1000000") { counts.contains($0) }
    guard let behavior else { return }
    try Self.check("behavior.maxFailures", behavior.maxFailures, "1 or more") { $0 >= 1 }
    try Self.check(
      "behavior.contextAuthenticationLifetime", behavior.contextAuthenticationLifetime, "0 s or more"
    ) { times.contains($0) }
    try Self.check("behavior.passcodeDelays", behavior.passcodeDelays, "0 s or more each") {
      $0.allSatisfy(times.contains)
    }
    try Self.check("behavior.scanLatency", behavior.scanLatency, "0 s or more, the least before the most") {
      times.contains($0.minimum) && $0.minimum <= $0.maximum
    }
    try Self.check("behavior.falseRejectRate", behavior.falseRejectRate, "0 to 1") { (0...1).contains($0) }
    try Self.check("behavior.promptTimeout", behavior.promptTimeout ?? nil, "0 s or more, or null") {
      times.contains($0)
    }
  }

  static let emptyPasscode = Failure.invalidParameter(
    "passcode", "must not be empty; clearPasscode takes it away")

  private static func check<Value>(
    _ name: String, _ value: Value?, _ rule: String, _ isValid: (Value) -> Bool
  ) throws(Failure) {
    if let value, !isValid(value) { throw .invalidParameter(name, "must be \(rule)") }
  }
}
