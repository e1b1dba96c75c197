package import DeviceModel
package import JSON

extension MethodTable {
  static let snapshotMethods: [Method] = [
    Method(
      "saveSnapshot", .devices, "Keeps the state of a device under a name, in place of what had it.",
      details:
        "Everything about the device is kept, its keychain, its clock and its random numbers too, but not its "
        + "connections: no prompt, no context. Costs the same whatever is in the keychain.",
      parameters: [name.required()], positional: 1, result: [.changed],
      example: (#"{"name":"signed-in"}"#, #"{"changed":true,"seq":7}"#)
    ) { arguments throws(WireError) in .saveSnapshot(arguments.string("name") ?? "") },

    Method(
      "restoreSnapshot", .devices, "Brings a device back to a state that was saved, its clock too.",
      details:
        "Pending calls end with systemCancel and contexts are dropped; no app and no connection is killed. "
        + "Prompt and context ids count on from where they were. Costs the same whatever is in the keychain. "
        + "A reset still leads to the state the device was made with.",
      parameters: [name.required()], positional: 1, result: [.changed], errors: ["unknownSnapshot"],
      example: (#"{"name":"signed-in"}"#, #"{"changed":true,"seq":31}"#)
    ) { arguments throws(WireError) in .restoreSnapshot(arguments.string("name") ?? "") },

    Method(
      "deleteSnapshot", .devices, "Forgets a state that was saved.",
      parameters: [name.required()], positional: 1, result: [.changed], errors: ["unknownSnapshot"],
      example: (#"{"name":"signed-in"}"#, #"{"changed":true,"seq":31}"#)
    ) { arguments throws(WireError) in .deleteSnapshot(arguments.string("name") ?? "") },

    Method(
      "listSnapshots", .devices, "Lists the saved states of a device in the order of their names.",
      result: [
        Field(
          "snapshots",
          .array(
            of: .object([
              Field("name", .nonEmpty, required: true, "what it is called"),
              Field("time", .seconds, required: true, "when it was saved, on the device's monotonic clock"),
            ])), required: true, "every state that is kept")
      ],
      example: ("{}", #"{"snapshots":[{"name":"signed-in","time":12.5}],"seq":31}"#)
    ) { _ in .listSnapshots },

    Method(
      "exportState", .devices, "Returns everything a device is made of, for importState, secrets included.",
      details:
        "Passcode, keychain values, counters, random numbers and the state that a reset leads to; not its "
        + "connections: no prompt, no context. The form belongs to the program and may be another one in a "
        + "later version, which then says so in `format`.",
      result: [Field("state", .anyObject, required: true, "the device")],
      example: ("{}", #"{"state":\#(exampleExport),"seq":0}"#)
    ) { _ in .exportState },

    Method(
      "importState", .devices, "Makes a device the one that was exported, on this daemon or another.",
      details:
        "All or nothing. Pending calls end with systemCancel and contexts are dropped; no app and no connection "
        + "is killed. A clock goes on from where it stood; the wall of a real one is as far from the host's as "
        + "it was.",
      parameters: [Field("state", .anyObject, required: true, "what exportState returned").secret()],
      result: [.changed],
      example: (#"{"state":\#(exampleExport)}"#, #"{"changed":true,"seq":15}"#)
    ) { arguments throws(WireError) in
      guard let state = arguments.value("state") else {
        preconditionFailure("validation lets no request through without a state")
      }
      return .importState(try DeviceSnapshot(checking: state, named: "state"))
    },
  ]

  private static let name = Field("name", .nonEmpty, "name of the snapshot")

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

extension DeviceSnapshot {
  /// Reads an exported device, as if the host's clocks stood at zero.
  package convenience init(checking node: JSONNode, named name: String) throws(WireError) {
    do throws(ArchiveError) {
      try self.init(node, at: .unknown)
    } catch {
      let place = error.path.isEmpty ? name : "\(name).\(error.path)"
      throw .invalidParams(
        place, "\(place) must be \(error.rule); give what exportState returned",
        accepted: .string(error.rule))
    }
  }
}
