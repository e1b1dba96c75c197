package import DeviceModel
package import JSON

/// Writes the state of a device, its fields in the order of the reference.
package enum StateEncoding {
  /// The fields as members of an object that the caller opened.
  package static func writeMembers(_ state: DeviceState, into writer: inout JSONWriter) {
    writer.member("biometryType", state.biometryType.wireName)
    writer.member("identities", state.identities)
    writer.member("enrolled", state.enrolled)
    writer.member("passcodeSet", state.passcodeSet)
    writer.member("failedAttempts", state.failedAttempts)
    writer.member("lockedOut", state.lockedOut)
    writer.member("lockoutReason", state.lockoutReason?.rawValue)
    writer.member("passcodeFailures", state.passcodeFailures)
    writer.member("passcodeRetryAfter", state.passcodeRetryAfter)
    writer.member("deviceLocked", state.deviceLocked)
    writer.member("unlockedSinceBoot", state.unlockedSinceBoot)
    writer.key("lastUnlock")
    write(state.lastUnlock, into: &writer)
    writer.key("apps")
    writer.beginObject()
    for entry in state.apps {
      writer.key(entry.app)
      write(entry.status, into: &writer)
    }
    writer.endObject()
    writer.key("companion")
    writer.beginObject()
    writer.member("near", state.companionNear)
    writer.endObject()
    writer.key("prompt")
    write(state.prompt, into: &writer)
    writer.key("keychain")
    writer.beginObject()
    for entry in state.keychain {
      writer.key(entry.app)
      writer.integer(entry.count)
    }
    writer.endObject()
    writer.key("clock")
    writer.beginObject()
    writer.member("mode", state.clock.mode.rawValue)
    writer.member("monotonic", state.clock.monotonic)
    writer.member("wall", state.clock.wall)
    writer.endObject()
    writer.key("behavior")
    writer.beginObject()
    write(state.behavior, into: &writer)
    writer.endObject()
  }

  /// The state as an object.
  package static func write(_ state: DeviceState, into writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(state, into: &writer)
    writer.endObject()
  }

  private static func write(_ unlock: DeviceState.LastUnlock?, into writer: inout JSONWriter) {
    guard let unlock else { return writer.null() }
    writer.beginObject()
    writer.member("method", unlock.method.rawValue)
    writer.member("time", unlock.time)
    writer.endObject()
  }

  private static func write(_ status: AppStatus, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("installed", status.isInstalled)
    writer.member("state", status.state.rawValue)
    writer.member("permission", status.permission.rawValue)
    writer.member("usageDescription", status.hasUsageDescription)
    writer.endObject()
  }

  private static func write(_ prompt: PromptDescription?, into writer: inout JSONWriter) {
    guard let prompt else { return writer.null() }
    writer.beginObject()
    prompt.writeMembers(id: "id", into: &writer)
    writer.endObject()
  }

  private static func write(_ behavior: Behavior, into writer: inout JSONWriter) {
    writer.member("profile", behavior.profile.rawValue)
    writer.member("maxFailures", behavior.maxFailures)
    writer.member("passcodeNotSetPrecedence", behavior.passcodeNotSetPrecedence.rawValue)
    writer.member("lockoutEndsFaceIDPrompt", behavior.lockoutEndsFaceIDPrompt)
    writer.member("emptyFallbackSecondFailure", behavior.emptyFallbackSecondFailure.rawValue)
    writer.member("concurrency", behavior.concurrency.rawValue)
    writer.member("contextAuthenticationLifetime", behavior.contextAuthenticationLifetime)
    writer.member("currentSetInvalidation", behavior.currentSetInvalidation.rawValue)
    writer.member("passcodeDelays", behavior.passcodeDelays)
    let latency = behavior.scanLatency
    if latency.minimum == latency.maximum {
      writer.member("scanLatency", latency.minimum)
    } else {
      writer.member("scanLatency", [latency.minimum, latency.maximum])
    }
    writer.member("falseRejectRate", behavior.falseRejectRate)
    writer.key("seed")
    writer.unsigned(behavior.seed)
    writer.member("promptTimeout", behavior.promptTimeout)
  }
}

extension PromptDescription {
  /// What describes a prompt, in an event and in the state.
  func writeMembers(id name: StaticString, into writer: inout JSONWriter) {
    writer.member(name, id.description)
    writer.member("app", app)
    writer.member("pane", pane.rawValue)
    writePurpose(into: &writer)
    writer.member("reason", reason)
    writer.key("buttons")
    writer.beginArray()
    for button in buttons { writer.string(button.rawValue) }
    writer.endArray()
    writer.member("scanning", isScanning)
    writer.member("attempt", attempt)
    if let fallbackTitle { writer.member("fallbackTitle", fallbackTitle) }
    if let cancelTitle { writer.member("cancelTitle", cancelTitle) }
  }

  /// The policy, or the call that evaluates none.
  func writePurpose(into writer: inout JSONWriter) {
    writer.member("policy", policy?.wireName)
    if policy == nil { writer.member("purpose", purpose.rawValue) }
  }
}
