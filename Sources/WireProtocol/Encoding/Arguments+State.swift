import DeviceModel
import JSON

extension Arguments {
  /// The settable fields of a device that are given.
  func statePatch() throws(WireError) -> StatePatch {
    var patch = StatePatch()
    patch.biometryType = string("biometryType").flatMap(BiometryType.init(wireName:))
    patch.identities = strings("identities")
    patch.enrolled = bool("enrolled")
    patch.passcode = isNull("passcode") ? .cleared : string("passcode").map(StatePatch.PasscodeChange.set)
    patch.failedAttempts = integer("failedAttempts")
    patch.lockedOut = bool("lockedOut")
    patch.lockoutReason = enumeration("lockoutReason")
    patch.passcodeFailures = integer("passcodeFailures")
    patch.companionNear = object("companion")?.bool("near")
    patch.behavior = try object("behavior")?.behaviorPatch()
    return patch
  }

  private func behaviorPatch() throws(WireError) -> BehaviorPatch {
    var patch = BehaviorPatch()
    patch.profile = enumeration("profile")
    patch.maxFailures = integer("maxFailures")
    patch.passcodeNotSetPrecedence = enumeration("passcodeNotSetPrecedence")
    patch.lockoutEndsFaceIDPrompt = bool("lockoutEndsFaceIDPrompt")
    patch.emptyFallbackSecondFailure = enumeration("emptyFallbackSecondFailure")
    patch.concurrency = enumeration("concurrency")
    patch.contextAuthenticationLifetime = nanoseconds("contextAuthenticationLifetime")
    patch.currentSetInvalidation = enumeration("currentSetInvalidation")
    patch.passcodeDelays = value("passcodeDelays")?.seconds
    patch.scanLatency = try latencyRange()
    patch.falseRejectRate = number("falseRejectRate")
    patch.seed = integer("seed").map(UInt64.init(clamping:))
    if has("promptTimeout") { patch.promptTimeout = .some(nanoseconds("promptTimeout")) }
    return patch
  }

  private func latencyRange() throws(WireError) -> Behavior.LatencyRange? {
    guard let value = value("scanLatency") else { return nil }
    if let duration = nanoseconds("scanLatency") {
      return Behavior.LatencyRange(minimum: duration, maximum: duration)
    }
    let bounds = value.seconds
    guard bounds.count == 2, bounds[0] <= bounds[1] else {
      let accepted = "a number of seconds, or [least, most]"
      let path = path("scanLatency")
      throw .invalidParams(path, "\(path) must be \(accepted)", accepted: .string(accepted))
    }
    return Behavior.LatencyRange(minimum: bounds[0], maximum: bounds[1])
  }
}

extension JSONNode {
  /// The elements of an array of seconds.
  fileprivate var seconds: [Nanoseconds] {
    elements.compactMap { $0.number.map(Nanoseconds.init(seconds:)) }
  }
}
