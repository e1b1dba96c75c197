package import DeviceModel
package import JSON
package import Schema

/// The kinds of events on the wire.
package enum EventKind: String, CaseIterable, Sendable {
  case promptShown, promptUpdated, promptDismissed
  case scan, unreadableScan, lockout, lockoutCleared
  case enrollmentChanged, passcodeChanged, stateChanged
  case deviceLocked, deviceUnlocked
  case appStateChanged, appTerminated
  case keychainChanged
  case clockAdvanced
  case deviceCreated, deviceDeleted
  case subscriptionGap

  /// The kinds that the log holds; a gap is told to one connection only.
  package static let logged = allCases.filter { $0 != .subscriptionGap }

  /// What documents say of a kind, with an event whose members stand for those of all of its kind.
  private struct Description {
    var summary: String
    /// Whether it tells of a state that may already hold; `waitFor` is then met without an event.
    var isState = false
    var example: Event.Body?
  }

  private var description: Description {
    switch self {
    case .promptShown:
      Description(
        summary: "a prompt came on screen", isState: true, example: .promptShown(PromptDescription()))
    case .promptUpdated:
      Description(
        summary: "the prompt on screen changed: other buttons, another pane, scanning or not",
        example: .promptUpdated(PromptDescription()))
    case .promptDismissed:
      Description(
        summary: "a prompt left the screen, and how",
        example: .promptDismissed(PromptDescription(), .cancelled))
    case .scan:
      Description(
        summary: "a scan reached the sensor of a prompt or of the lock screen",
        example: .scan(prompt: nil, matched: false, failedAttempts: 0))
    case .unreadableScan:
      Description(
        summary: "a scan reached the sensor of a prompt, which could not read it; it counts as nothing",
        example: .unreadableScan(prompt: PromptID(1)))
    case .lockout:
      Description(
        summary: "biometry waits for the passcode from now on", isState: true, example: .lockout(.sos))
    case .lockoutCleared:
      Description(summary: "biometry is usable again", isState: true, example: .lockoutCleared)
    case .enrollmentChanged:
      Description(summary: "who is enrolled changed", example: .enrollmentChanged(identities: []))
    case .passcodeChanged:
      Description(
        summary: "the passcode was set, changed or removed", example: .passcodeChanged(isSet: false))
    case .stateChanged:
      Description(
        summary: "fields of the state changed that have no event of their own",
        example: .stateChanged(fields: []))
    case .deviceLocked: Description(summary: "the device was locked", isState: true, example: .deviceLocked)
    case .deviceUnlocked:
      Description(summary: "the device was unlocked", isState: true, example: .deviceUnlocked(with: nil))
    case .appStateChanged:
      Description(
        summary: "an app came to the foreground, left it, started or stopped", isState: true,
        example: .appStateChanged(app: "", .foreground))
    case .appTerminated:
      Description(summary: "an app was terminated, and why", example: .appTerminated(app: "", .terminated))
    case .keychainChanged:
      Description(
        summary: "an app's keychain items changed",
        example: .keychainChanged(KeychainChange(app: "", operation: .reset)))
    case .clockAdvanced:
      Description(summary: "a manual clock was moved forward", example: .clockAdvanced(by: .zero))
    case .deviceCreated: Description(summary: "a device was created")
    case .deviceDeleted: Description(summary: "a device was deleted")
    case .subscriptionGap:
      Description(
        summary: "this connection missed events: they came too fast or were too long; not part of the log")
    }
  }

  /// One line for a person.
  package var summary: String { description.summary }

  /// Whether it tells of a state that may already hold; `waitFor` is then met without an event.
  package var isState: Bool { description.isState }

  /// The members of every event.
  package static let commonMembers: [Field] = [
    Field("seq", .integer(0...Int.max), required: true, "its place in the daemon's one sequence"),
    Field("device", .nonEmpty, required: true, "the device it happened on"),
    Field(
      "time", Coding<Nanoseconds>.seconds.type, required: true, "seconds on the device's monotonic clock"),
    Field("kind", .cases(EventKind.self), required: true, "what happened"),
  ]

  /// The members an event of this kind has besides the common ones.
  package var members: [Field] {
    var members = MemberList()
    if self == .subscriptionGap {
      members.member("from", 0, .unsigned, "seq of the first event missed")
      members.member("to", 0, .unsigned, "seq of the last event missed")
    }
    description.example?.visit(&members)
    return members.fields
  }

  /// What `waitFor` may ask of an event of this kind, as one type.
  package var conditions: ValueType {
    .object((Self.commonMembers.filter { $0.name != "kind" } + members).map { $0.required(false) })
  }

  /// Any event as one type.
  package static let anyEvent = ValueType.named(
    "Event",
    .choice(
      by: "kind",
      allCases.map { kind in
        let common = commonMembers.filter { $0.name != "kind" }
        return ValueType.Choice(
          name: kind.rawValue, fields: (kind == .subscriptionGap ? [common[0]] : common) + kind.members,
          summary: kind.summary)
      }))
}

/// Receives the members of an event, one after the other: to write them, or to describe them.
private protocol EventVisitor: ~Copyable {
  mutating func member<Value>(
    _ name: StaticString, _ value: Value, _ coding: Coding<Value>, _ summary: StaticString)
  /// A member that is left out where it is `nil`.
  mutating func member<Value>(
    _ name: StaticString, optional value: Value?, _ coding: Coding<Value>, _ summary: StaticString)
  mutating func members<Root>(of record: Record<Root>, _ value: Root)
}

extension JSONWriter: EventVisitor {
  fileprivate mutating func member<Value>(
    _ name: StaticString, _ value: Value, _ coding: Coding<Value>, _: StaticString
  ) {
    key(name)
    coding.write(value, &self)
  }

  fileprivate mutating func member<Value>(
    _ name: StaticString, optional value: Value?, _ coding: Coding<Value>, _ summary: StaticString
  ) {
    if let value { member(name, value, coding, summary) }
  }

  fileprivate mutating func members<Root>(of record: Record<Root>, _ value: Root) {
    record.writeMembers(value, into: &self)
  }
}

/// Collects what the members of an event are.
private struct MemberList: EventVisitor {
  private(set) var fields: [Field] = []

  mutating func member<Value>(
    _ name: StaticString, _: Value, _ coding: Coding<Value>, _ summary: StaticString
  ) {
    fields.append(Field("\(name)", coding.type, required: true, "\(summary)"))
  }

  mutating func member<Value>(
    _ name: StaticString, optional _: Value?, _ coding: Coding<Value>, _ summary: StaticString
  ) {
    fields.append(Field("\(name)", coding.type, "\(summary)"))
  }

  mutating func members<Root>(of record: Record<Root>, _: Root) { fields += record.fields }
}

extension Event.Body {
  /// Its kind on the wire.
  package var kind: EventKind {
    switch self {
    case .promptShown: .promptShown
    case .promptUpdated: .promptUpdated
    case .promptDismissed: .promptDismissed
    case .scan: .scan
    case .unreadableScan: .unreadableScan
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

  /// Every member of every event: the only place where it is described.
  fileprivate func visit(_ visitor: inout some EventVisitor & ~Copyable) {
    switch self {
    case .promptShown(let prompt), .promptUpdated(let prompt):
      visitor.members(of: PromptDescription.inEvent, prompt)
    case .promptDismissed(let prompt, let outcome):
      visitor.members(of: PromptDescription.dismissed, prompt)
      outcome.visit(&visitor)
    case .scan(let prompt, let matched, let failedAttempts):
      visitor.member("prompt", prompt, .nullable(.prompt), "the prompt; null: the lock screen")
      visitor.member("matched", matched, .boolean, "whether the scan matched an enrolled identity")
      visitor.member("failedAttempts", failedAttempts, .count, "failed scans in a row after it")
    case .unreadableScan(let prompt): visitor.member("prompt", prompt, .prompt, "the prompt")
    case .lockout(let reason): visitor.member("reason", reason, .cases, "why")
    case .enrollmentChanged(let identities):
      visitor.member("identities", identities, .array(of: .nonEmpty), "who is enrolled now")
    case .passcodeChanged(let isSet):
      visitor.member("passcodeSet", isSet, .boolean, "whether a passcode is set now")
    case .stateChanged(let fields):
      visitor.member("fields", fields.names, .array(of: .nonEmpty), "which, by their names in getState")
    case .deviceUnlocked(let method):
      visitor.member(
        "method", method, .nullable(.cases), "how; null: nothing was asked, for there is no passcode")
    case .appStateChanged(let app, let state):
      visitor.app(app)
      visitor.member("state", state, .cases, "where it is now")
    case .appTerminated(let app, let reason):
      visitor.app(app)
      visitor.member("reason", reason, .cases, "why")
    case .keychainChanged(let change):
      visitor.app(change.app)
      visitor.member(
        "operation", change.operation, .cases,
        "what happened; invalidate: an enrolment or a passcode went, reset: all of the app's items did")
      visitor.member(
        "class", optional: change.item?.itemClass, .cases, "what kind of item; absent: more than one")
      visitor.member(
        "count", optional: change.count, .count,
        "how many items, where one event tells of all that a command changed, for there are more than 1,000")
      visitor.members(of: Self.identity, change.item?.attributes ?? [:])
    case .clockAdvanced(let duration): visitor.member("seconds", duration, .seconds, "how far")
    case .lockoutCleared, .deviceLocked: break
    }
  }

  /// What tells a keychain item from others.
  private static let identity = Record(
    KeychainAttributes.members(
      of: KeychainAttribute.allCases.filter { attribute in
        attribute == .accessGroup
          || KeychainClass.allCases.contains { $0.primaryAttributes.contains(attribute) }
      }))
}

extension EventVisitor where Self: ~Copyable {
  fileprivate mutating func app(_ app: String) {
    member("app", app, .nonEmpty, "bundle id of the app")
  }
}

extension PromptOutcome {
  fileprivate func visit(_ visitor: inout some EventVisitor & ~Copyable) {
    let (outcome, method, error, awaited) = told
    visitor.member(
      "outcome", outcome, .cases(except: .pending),
      "failed: not recognised or locked out; ended: in any other way")
    visitor.member("method", optional: method, .cases, "who satisfied it, if it succeeded")
    visitor.member("error", optional: error?.name, .nonEmpty, "name of the error the app got, if any")
    visitor.member("code", optional: error?.code, .integer(), "number of that error")
    visitor.member(
      "awaited", optional: awaited, .array(of: .nonEmpty),
      "what would have answered the prompt that promptTimeout ended, as method names")
  }

  /// The name of the error that the app got; `nil`: it succeeded.
  package var errorName: String? { told.2?.name }

  private var told: (ResponseReport.Outcome, AuthenticationMethod?, WireError?, awaited: [String]?) {
    switch self {
    case .succeeded(let method): (.succeeded, method, nil, nil)
    case .failed(let code):
      (
        code == .authenticationFailed || code == .biometryLockout ? .failed : .ended, nil,
        WireError(code: code.rawValue, in: .localAuthentication, ""), nil
      )
    case .cancelled: (.ended, nil, .cancelled, nil)
    case .appTerminated: (.ended, nil, WireError("appTerminated", in: .devicesim, ""), nil)
    case .timedOut(let awaited):
      (
        .ended, nil, WireError(code: LAErrorCode.systemCancel.rawValue, in: .localAuthentication, ""), awaited
      )
    }
  }
}

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

  /// How much of what clients named it holds, in bytes.
  package var weight: Int {
    switch self {
    case .onDevice(let body): body.weight
    case .deviceCreated, .deviceDeleted: 0
    }
  }
}

extension Event.Body {
  fileprivate var weight: Int {
    switch self {
    case .promptShown(let prompt), .promptUpdated(let prompt), .promptDismissed(let prompt, _): prompt.weight
    case .enrollmentChanged(let identities): identities.reduce(0) { $0 + $1.utf8.count }
    case .appStateChanged(let app, _), .appTerminated(let app, _): app.utf8.count
    case .keychainChanged(let change): change.app.utf8.count + (change.item?.attributes.size ?? 0)
    case .scan, .unreadableScan, .lockout, .lockoutCleared, .passcodeChanged, .stateChanged, .deviceLocked,
      .deviceUnlocked, .clockAdvanced:
      0
    }
  }
}

extension PromptDescription {
  fileprivate var weight: Int {
    app.utf8.count + reason.utf8.count + (fallbackTitle?.utf8.count ?? 0) + (cancelTitle?.utf8.count ?? 0)
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
    if case .onDevice(let body) = event { body.visit(&writer) }
    writer.endObject()
  }

  /// The object that replaces events a connection was too slow for; `to` is also its `seq`.
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
