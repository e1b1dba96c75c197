package import DeviceModel
package import JSON

/// What the daemon's log holds: what happened on a device, or to it.
package enum LoggedEvent: Equatable, Sendable {
  case onDevice(Event.Body)
  case deviceCreated
  case deviceDeleted

  /// Its kind on the wire.
  package var kind: EventKind {
    switch self {
    case .onDevice(let body): body.kind
    case .deviceCreated: .deviceCreated
    case .deviceDeleted: .deviceDeleted
    }
  }
}

/// Writes events: the object that `getEvents` lists and that is the params of a notification.
package enum EventEncoding {
  /// The event's object.
  package static func write(
    _ event: LoggedEvent, seq: UInt64, device: String, time: Nanoseconds, into writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.key("seq")
    writer.unsigned(seq)
    writer.member("device", device)
    writer.key("time")
    writer.seconds(nanoseconds: time.value)
    writer.member("kind", event.kind.rawValue)
    if case .onDevice(let body) = event { body.writeMembers(into: &writer) }
    writer.endObject()
  }

  /// The object that takes the place of events a connection was too slow for; `to` is also its `seq`.
  package static func writeGap(from: UInt64, to: UInt64, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("seq")
    writer.unsigned(to)
    writer.member("kind", EventKind.subscriptionGap.rawValue)
    writer.key("from")
    writer.unsigned(from)
    writer.key("to")
    writer.unsigned(to)
    writer.endObject()
  }

  /// A notification around an event's object.
  package static func writeNotification(
    _ event: UnsafeBufferPointer<UInt8>, into writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.member("jsonrpc", text: "2.0")
    writer.member("method", text: "event")
    writer.key("params")
    writer.verbatim(event)
    writer.endObject()
  }
}

extension Event.Body {
  /// Its kind on the wire.
  package var kind: EventKind {
    switch self {
    case .promptShown: .promptShown
    case .promptUpdated: .promptUpdated
    case .promptDismissed: .promptDismissed
    case .scan: .scan
    case .lockout: .lockout
    case .lockoutCleared: .lockoutCleared
    case .enrollmentChanged: .enrollmentChanged
    case .passcodeChanged: .passcodeChanged
    case .stateChanged: .stateChanged
    case .deviceLocked: .deviceLocked
    case .deviceUnlocked: .deviceUnlocked
    case .appStateChanged: .appStateChanged
    case .appTerminated: .appTerminated
    case .keychainChanged: .keychainChanged
    case .clockAdvanced: .clockAdvanced
    }
  }

  fileprivate func writeMembers(into writer: inout JSONWriter) {
    switch self {
    case .promptShown(let prompt), .promptUpdated(let prompt):
      prompt.writeMembers(id: "prompt", into: &writer)
    case .promptDismissed(let prompt, let outcome):
      writer.member("prompt", prompt.id.description)
      writer.member("app", prompt.app)
      writer.member("pane", prompt.pane.rawValue)
      prompt.writePurpose(into: &writer)
      outcome.writeMembers(into: &writer)
    case .scan(let prompt, let matched, let failedAttempts):
      writer.member("prompt", prompt?.description)
      writer.member("matched", matched)
      writer.member("failedAttempts", failedAttempts)
    case .lockout(let reason): writer.member("reason", reason.rawValue)
    case .enrollmentChanged(let identities): writer.member("identities", identities)
    case .passcodeChanged(let isSet): writer.member("passcodeSet", isSet)
    case .stateChanged(let fields): writer.member("fields", fields.names)
    case .deviceUnlocked(let method): writer.member("method", method?.rawValue)
    case .appStateChanged(let app, let state):
      writer.member("app", app)
      writer.member("state", state.rawValue)
    case .appTerminated(let app, let reason):
      writer.member("app", app)
      writer.member("reason", reason.rawValue)
    case .keychainChanged(let change): change.writeMembers(into: &writer)
    case .clockAdvanced(let duration): writer.member("seconds", duration)
    case .lockoutCleared, .deviceLocked: break
    }
  }
}

extension PromptOutcome {
  fileprivate func writeMembers(into writer: inout JSONWriter) {
    switch self {
    case .succeeded(let method):
      writer.member("outcome", ResponseReport.Outcome.succeeded.rawValue)
      writer.member("method", method.rawValue)
    case .failed(let code):
      let isFailure = code == .authenticationFailed || code == .biometryLockout
      let outcome: ResponseReport.Outcome = isFailure ? .failed : .ended
      writer.member("outcome", outcome.rawValue)
      write(WireError(code: code.rawValue, in: .localAuthentication, ""), into: &writer)
    case .cancelled: writeEnded(.cancelled, into: &writer)
    case .appTerminated: writeEnded(WireError("appTerminated", in: .devicesim, ""), into: &writer)
    case .timedOut(let awaited):
      writeEnded(
        WireError(code: LAErrorCode.systemCancel.rawValue, in: .localAuthentication, ""), into: &writer)
      writer.member("awaited", awaited)
    }
  }

  private func writeEnded(_ error: WireError, into writer: inout JSONWriter) {
    writer.member("outcome", ResponseReport.Outcome.ended.rawValue)
    write(error, into: &writer)
  }

  private func write(_ error: WireError, into writer: inout JSONWriter) {
    writer.member("error", error.name)
    writer.member("code", error.code)
  }
}
