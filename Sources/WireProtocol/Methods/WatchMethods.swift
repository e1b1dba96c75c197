import JSON

extension MethodTable {
  static let watchMethods: [Method] = [
    Method(
      "subscribe", .watching, "Sends this connection the events from now on, or from `since` on.",
      details:
        "The reply has the state at its `seq`, and the events follow without a gap. A second subscribe takes "
        + "the place of the first.",
      parameters: [.since, .kinds, .allDevices],
      result: [Field("state", StateFields.state, "the device's state at seq; absent with allDevices")],
      errors: ["limitExceeded"],
      example: (#"{"kinds":["promptShown","promptDismissed"],"allDevices":true}"#, #"{"seq":12}"#)
    ) {
      .subscribe(
        since: $0.since, kinds: $0.enumerations("kinds"), allDevices: $0.bool("allDevices") ?? false)
    },

    Method(
      "unsubscribe", .watching, "Sends this connection no more events.",
      result: [.changed],
      example: ("{}", #"{"changed":true,"seq":12}"#)
    ) { _ in .unsubscribe },

    Method(
      "waitFor", .watching, "Answers with the first event of a kind, or at once if its state already holds.",
      details:
        "promptShown, lockout, lockoutCleared, deviceLocked, deviceUnlocked and appStateChanged tell of states: a "
        + "state that holds answers at once. The other kinds need to know where to look: from `since` on, or the "
        + "prompt in `where.prompt`; without either the request is refused, so that no script loses a race.",
      parameters: [
        Field("kind", .enumeration(EventKind.logged.map(\.rawValue)), required: true, "which event"),
        Field("where", .anyObject, "members the event must have, by the names it has them under"),
        .since,
        .timeout,
      ], positional: 1,
      result: EventKind.commonMembers.filter { $0.name != "seq" }, resultType: EventKind.anyEvent,
      errors: ["timeout", "refused", "limitExceeded"],
      example: (
        #"{"kind":"promptShown","timeout":5}"#,
        #"{"seq":3,"device":"default","time":0,"kind":"promptShown","prompt":"p1","app":"com.example.app","#
          + #""pane":"biometry","policy":"deviceOwnerAuthenticationWithBiometrics","reason":"devicesim","#
          + #""buttons":["cancel"],"scanning":true,"attempt":0}"#
      )
    ) { arguments throws(WireError) in
      let kind: EventKind = arguments.enumeration("kind") ?? .promptShown
      let members = arguments.value("where")
      if let members {
        try Validation.check(members, is: .object(kind.conditions), named: "where")
      }
      return .waitFor(
        EventQuery(kind: kind, members: members.map { Array($0.raw) }), since: arguments.since,
        arguments.deadline())
    },

    Method(
      "getEvents", .watching, "Returns events of the log, oldest first.",
      parameters: [
        .since, .kinds,
        Field("limit", .integer(1...10_000), "at most so many, the oldest first; all without it"),
        .allDevices,
      ],
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
      .getEvents(
        since: $0.since, kinds: $0.enumerations("kinds"), limit: $0.integer("limit"),
        allDevices: $0.bool("allDevices") ?? false)
    },
  ]
}

extension Arguments {
  fileprivate var since: UInt64? { integer("since").map(UInt64.init(clamping:)) }
}
