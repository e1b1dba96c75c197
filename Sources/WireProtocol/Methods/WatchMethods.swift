import DeviceModel
import JSON
import Schema

extension MethodTable {
  static let watchMethods: [Method] = [
    Method(
      "subscribe", .watching, "Sends events to this connection, from now on or from `since` on.",
      details:
        "The reply has the state at its `seq`, and the events follow without a gap. A second subscribe "
        + "replaces the first.",
      result: [Field("state", StateFields.state, "the device's state at seq; absent with allDevices")],
      errors: ["limitExceeded"],
      example: (#"{"kinds":["promptShown","promptDismissed"],"allDevices":true}"#, #"{"seq":12}"#)
    ) {
      Parameters(.since, .kinds, .allDevices) { .subscribe(since: $0, kinds: $1, allDevices: $2) }
    },

    Method(
      "unsubscribe", .watching, "Stops sending events to this connection.",
      result: [.changed],
      example: ("{}", #"{"changed":true,"seq":12}"#)
    ) { Parameters { .unsubscribe } },

    Method(
      "waitFor", .watching, "Waits for an event of a kind; answered at once if its state already holds.",
      details:
        "promptShown, lockout, lockoutCleared, deviceLocked, deviceUnlocked and appStateChanged tell of states: a "
        + "state that holds answers at once. The other kinds need a place to start from: `since`, or the "
        + "prompt in `where.prompt`; without either the request is refused, so that no script loses a race.",
      positional: 1,
      result: EventKind.commonMembers.filter { $0.name != "seq" }, resultType: EventKind.anyEvent,
      errors: ["timeout", "refused", "limitExceeded"],
      example: (
        #"{"kind":"promptShown","timeout":5}"#,
        #"{"seq":3,"device":"default","time":0,"kind":"promptShown","prompt":"p1","app":"com.example.app","#
          + #""pane":"biometry","policy":"deviceOwnerAuthenticationWithBiometrics","reason":"devicesim","#
          + #""buttons":["cancel"],"scanning":true,"attempt":0}"#
      )
    ) {
      Parameters(
        .required("kind", .cases(except: EventKind.subscriptionGap), "which event"),
        .optional("where", .text, "members the event must have, by the names it has them under"),
        .since, .timeout
      ) { (kind: EventKind, members: [UInt8]?, since: UInt64?, deadline: Deadline) throws(Mismatch) in
        if let members { try check(members, of: kind) }
        return .waitFor(EventQuery(kind: kind, members: members), since: since, deadline)
      }
    },

    Method(
      "getEvents", .watching, "Returns events of the log, oldest first.",
      result: [
        Field("events", .array(of: .named("Event", EventKind.anyEvent)), required: true, "what is in the log")
      ],
      errors: ["limitExceeded"],
      example: (
        #"{"since":2,"kinds":["scan"]}"#,
        #"{"events":[{"seq":4,"device":"default","time":1.5,"kind":"scan","prompt":"p1","matched":false,"#
          + #""failedAttempts":1}],"seq":9}"#
      )
    ) {
      Parameters(
        .since, .kinds,
        .optional("limit", .integer(1...10_000), "at most this many, the oldest first; default: all"),
        .allDevices
      ) { .getEvents(since: $0, kinds: $1, limit: $2, allDevices: $3) }
    },
  ]

  /// Refuses conditions that no event of the kind can meet.
  private static func check(_ members: [UInt8], of kind: EventKind) throws(Mismatch) {
    let problem = try? withJSON(members) { node -> Mismatch? in
      do throws(Mismatch) {
        try kind.conditions.check(node)
        return nil
      } catch {
        return error.within(.member("where"))
      }
    }
    if let problem { throw problem }
  }
}

extension Coding where Value == [UInt8] {
  /// An object, kept as the text it was written with.
  fileprivate static let text = Self(
    .anyObject, convert: { $0.kind == .object ? Array($0.raw) : nil }, write: { $1.raw($0) })
}
