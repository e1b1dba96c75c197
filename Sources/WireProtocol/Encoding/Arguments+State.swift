import DeviceModel
import JSON

extension Arguments {
  /// The settable fields of a device that are given. There are many and few of them are, so it goes by
  /// what is given.
  func statePatch() throws(WireError) -> StatePatch {
    var patch = StatePatch()
    guard let members else { return patch }
    for (key, value) in members {
      if key.equals("failedAttempts") {
        patch.failedAttempts = value.integer
      } else if key.equals("lockedOut") {
        patch.lockedOut = value.bool
      } else if key.equals("lockoutReason") {
        patch.lockoutReason = value.string.flatMap(LockoutReason.init(rawValue:))
      } else if key.equals("biometryType") {
        patch.biometryType = value.string.flatMap(BiometryType.init(wireName:))
      } else if key.equals("identities") {
        patch.identities = value.elements.compactMap(\.string)
      } else if key.equals("enrolled") {
        patch.enrolled = value.bool
      } else if key.equals("passcode") {
        patch.passcode = value.string.map(StatePatch.PasscodeChange.set) ?? .cleared
      } else if key.equals("passcodeFailures") {
        patch.passcodeFailures = value.integer
      } else if key.equals("companion") {
        patch.companionNear = value["near"]?.bool
      } else if key.equals("behavior") {
        patch.behavior = try Arguments(value, prefix: path("behavior") + ".").behaviorPatch()
      }
    }
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
