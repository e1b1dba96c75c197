import DeviceModel
import JSON
import Schema

extension MethodTable {
  static let snapshotMethods: [Method] = [
    Method(
      "saveSnapshot", .devices, "Saves a snapshot of a device, replacing one of the same name.",
      details:
        "A snapshot has everything of the device, its keychain, its clock and its random numbers too, but not its "
        + "connections: no prompt, no context. It costs the same whatever is in the keychain.",
      positional: 1, result: [.changed],
      example: (#"{"name":"signed-in"}"#, #"{"changed":true,"seq":7}"#)
    ) { Parameters(.required("name", .name, nameSummary)) { .saveSnapshot($0) } },

    Method(
      "restoreSnapshot", .devices, "Restores a device from a snapshot, its clock too.",
      details:
        "Pending calls end with systemCancel and contexts are dropped; no app and no connection is killed. "
        + "Prompt and context ids continue from where they were. It costs the same whatever is in the "
        + "keychain. A reset still leads to the state the device was created with.",
      positional: 1, result: [.changed], errors: ["unknownSnapshot"],
      example: (#"{"name":"signed-in"}"#, #"{"changed":true,"seq":31}"#)
    ) { Parameters(known) { .restoreSnapshot($0) } },

    Method(
      "deleteSnapshot", .devices, "Deletes a snapshot.",
      positional: 1, result: [.changed], errors: ["unknownSnapshot"],
      example: (#"{"name":"signed-in"}"#, #"{"changed":true,"seq":31}"#)
    ) { Parameters(known) { .deleteSnapshot($0) } },

    Method(
      "listSnapshots", .devices, "Lists the snapshots of a device in the order of their names.",
      result: [
        Field(
          "snapshots",
          .array(
            of: .object([
              Field("name", .nonEmpty, required: true, "what it is called"),
              Field(
                "time", Coding<Nanoseconds>.seconds.type, required: true,
                "when it was saved, on the device's monotonic clock"),
            ])), required: true, "every snapshot")
      ],
      example: ("{}", #"{"snapshots":[{"name":"signed-in","time":12.5}],"seq":31}"#)
    ) { Parameters { .listSnapshots } },

    Method(
      "exportState", .devices, "Returns a device as a whole, secrets included, for importState.",
      details:
        "Passcode, keychain values, counters, random numbers and the state that a reset leads to; not its "
        + "connections: no prompt, no context. A later version may use another form, and says so in "
        + "`format`; it still reads this one.",
      result: [Field("state", .anyObject, required: true, "the device")],
      example: ("{}", #"{"state":\#(exampleExport),"seq":0}"#)
    ) { Parameters { .exportState } },

    Method(
      "importState", .devices, "Turns a device into one that was exported, by this daemon or another.",
      details:
        "All or nothing: a number beyond the range of what it says is refused. Pending calls end with "
        + "systemCancel and contexts are dropped; no app and no connection is killed. A clock continues from where it stood; the wall clock of a real one is as far from the host's as "
        + "it was.",
      result: [.changed],
      example: (#"{"state":\#(exampleExport)}"#, #"{"changed":true,"seq":15}"#)
    ) {
      Parameters(.required("state", .exported, "what exportState returned").secret()) { .importState($0) }
    },
  ]

  /// A snapshot of an older version may have a name that breaks the rule for names.
  private static let known = Parameter<String>.required("name", .nonEmpty, nameSummary)
  private static let nameSummary = "name of the snapshot"

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
