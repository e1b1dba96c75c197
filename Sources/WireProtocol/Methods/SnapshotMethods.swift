import DeviceModel
import JSON
import Schema

extension MethodTable {
  static let snapshotMethods: [Method] = [
    Method(
      "saveSnapshot", .devices, "Keeps the state of a device under a name, in place of what had it.",
      details:
        "Everything about the device is kept, its keychain, its clock and its random numbers too, but not its "
        + "connections: no prompt, no context. Costs the same whatever is in the keychain.",
      positional: 1, result: [.changed],
      example: (#"{"name":"signed-in"}"#, #"{"changed":true,"seq":7}"#)
    ) { Parameters(name) { .saveSnapshot($0) } },

    Method(
      "restoreSnapshot", .devices, "Brings a device back to a state that was saved, its clock too.",
      details:
        "Pending calls end with systemCancel and contexts are dropped; no app and no connection is killed. "
        + "Prompt and context ids count on from where they were. Costs the same whatever is in the keychain. "
        + "A reset still leads to the state the device was made with.",
      positional: 1, result: [.changed], errors: ["unknownSnapshot"],
      example: (#"{"name":"signed-in"}"#, #"{"changed":true,"seq":31}"#)
    ) { Parameters(name) { .restoreSnapshot($0) } },

    Method(
      "deleteSnapshot", .devices, "Forgets a state that was saved.",
      positional: 1, result: [.changed], errors: ["unknownSnapshot"],
      example: (#"{"name":"signed-in"}"#, #"{"changed":true,"seq":31}"#)
    ) { Parameters(name) { .deleteSnapshot($0) } },

    Method(
      "listSnapshots", .devices, "Lists the saved states of a device in the order of their names.",
      result: [
        Field(
          "snapshots",
          .array(
            of: .object([
              Field("name", .nonEmpty, required: true, "what it is called"),
              Field(
                "time", Coding<Nanoseconds>.seconds.type, required: true,
                "when it was saved, on the device's monotonic clock"),
            ])), required: true, "every state that is kept")
      ],
      example: ("{}", #"{"snapshots":[{"name":"signed-in","time":12.5}],"seq":31}"#)
    ) { Parameters { .listSnapshots } },

    Method(
      "exportState", .devices, "Returns everything a device is made of, for importState, secrets included.",
      details:
        "Passcode, keychain values, counters, random numbers and the state that a reset leads to; not its "
        + "connections: no prompt, no context. The form belongs to the program and may be another one in a "
        + "later version, which then says so in `format`.",
      result: [Field("state", .anyObject, required: true, "the device")],
      example: ("{}", #"{"state":\#(exampleExport),"seq":0}"#)
    ) { Parameters { .exportState } },

    Method(
      "importState", .devices, "Makes a device the one that was exported, on this daemon or another.",
      details:
        "All or nothing. Pending calls end with systemCancel and contexts are dropped; no app and no connection "
        + "is killed. A clock goes on from where it stood; the wall of a real one is as far from the host's as "
        + "it was.",
      result: [.changed],
      example: (#"{"state":\#(exampleExport)}"#, #"{"changed":true,"seq":15}"#)
    ) {
      Parameters(.required("state", .exported, "what exportState returned").secret()) { .importState($0) }
    },
  ]

  private static let name = Parameter<String>.required("name", .nonEmpty, "name of the snapshot")

  /// A fresh device, exported.
  private static let exampleExport: String = {
    var writer = JSONWriter()
    do throws(Failure) {
      let device = try Device(clock: .manual, at: .zero, wallTime: 0)
      device.snapshot.write(at: .unknown, into: &writer)
    } catch {
      preconditionFailure("a device of defaults only cannot be contradictory")
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }()
}
