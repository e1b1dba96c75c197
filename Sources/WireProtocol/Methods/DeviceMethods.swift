import DeviceModel

extension MethodTable {
  static let deviceMethods: [Method] = [
    Method(
      "listDevices", .devices, "Lists the devices in the order of their names.",
      result: [
        Field(
          "devices",
          .array(
            of: .object([
              Field("device", .nonEmpty, required: true, "its name"),
              Field(
                "biometryType", .enumeration(BiometryType.allCases.map(\.wireName)), required: true,
                "its sensor"),
              Field("clock", .cases(ClockMode.self), required: true, "whose time it runs on"),
              Field("ephemeral", .boolean, required: true, "gone with the connection that made it"),
            ])), required: true, "every device there is")
      ],
      example: (
        "{}",
        #"{"devices":[{"device":"default","biometryType":"faceID","clock":"real","ephemeral":false}],"seq":0}"#
      )
    ) { _ in .listDevices },

    Method(
      "createDevice", .devices, "Makes a device.",
      details:
        "With a manual clock from the start its monotonic clock begins at 0 and its wall clock at a fixed "
        + "date, so that the same commands give the same events byte for byte.",
      parameters: [
        Field.device.required().summary("its name"),
        Field(
          "state", .named("StatePatch", .object(StateFields.settable)), "fields that differ from the defaults"
        ),
        Field("ephemeral", .boolean, "gone with the connection that made it; false without it"),
        Field("template", .nonEmpty, "a template of the daemon's that it begins as, changed by state"),
        Field(
          "clock", .cases(ClockMode.self), "whose time it runs on; the template's, or real, without it"),
      ], positional: 1,
      result: [.changed], errors: ["deviceExists", "refused"],
      example: (
        #"{"device":"phone","state":{"biometryType":"touchID"},"clock":"manual"}"#,
        #"{"changed":true,"seq":1}"#
      )
    ) { arguments throws(WireError) in
      let state = try arguments.object("state")?.statePatch() ?? StatePatch()
      return .createDevice(
        DeviceCreation(
          template: arguments.string("template"), state: state,
          isEphemeral: arguments.bool("ephemeral") ?? false, clock: arguments.enumeration("clock")))
    },

    Method(
      "cloneDevice", .devices, "Makes a device that begins as another one is now, keychain included.",
      details:
        "A reset brings the copy back to what it began as. Connections are not copied: the copy has no prompt "
        + "and no contexts, and snapshots stay with the original.",
      parameters: [
        Field.device.summary("the one to copy"),
        Field("as", .nonEmpty, required: true, "name of the copy"),
        Field("ephemeral", .boolean, "gone with the connection that made it; false without it"),
      ], positional: 2,
      result: [.changed], errors: ["deviceExists"],
      example: (#"{"device":"phone","as":"phone-2"}"#, #"{"changed":true,"seq":4}"#)
    ) { arguments throws(WireError) in
      .cloneDevice(
        DeviceCloning(
          name: arguments.string("as") ?? "", isEphemeral: arguments.bool("ephemeral") ?? false))
    },

    Method(
      "deleteDevice", .devices, "Takes a device away; what is pending on it ends with systemCancel.",
      parameters: [.device], positional: 1,
      result: [.changed],
      example: (#"{"device":"phone"}"#, #"{"changed":true,"seq":9}"#)
    ) { _ in .deleteDevice },

    Method(
      "resetDevice", .devices, "Brings a device back to the state it was made with, its clock too.",
      details:
        "Pending calls end with systemCancel, contexts are dropped, armed responses too; prompt and context "
        + "ids start again at 1. No app and no connection is killed.",
      parameters: [.device], positional: 1,
      result: [.changed],
      example: ("{}", #"{"changed":true,"seq":20}"#)
    ) { _ in .command(.reset) },

    Method(
      "getState", .devices, "Shows every field of a device; its passcode only as `passcodeSet`.",
      result: StateFields.shown,
      example: ("{}", StateFields.exampleState)
    ) { _ in .getState },

    Method(
      "setState", .devices, "Sets any of the settable fields of a device, all or nothing.",
      details:
        "Acts as the verbs do that change the same fields: events are sent, and a prompt that can no longer be "
        + "is ended with systemCancel. Nested objects merge by name. A field that cannot be set is refused by name.",
      parameters: StateFields.settable,
      result: [.changed], errors: ["refused"],
      example: (#"{"lockedOut":true,"behavior":{"maxFailures":3}}"#, #"{"changed":true,"seq":6}"#)
    ) { arguments throws(WireError) in .command(.setState(try arguments.statePatch())) },
  ]
}
