import DeviceModel
import JSON
import Schema

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
              Field("udid", .nonEmpty, required: true, "a UUID, for harnesses of Apple's simulator"),
              Field(
                "biometryType", .cases(BiometryType.self), required: true,
                "its sensor"),
              Field(
                "clock", .cases(ClockMode.self), required: true, "which clock it runs on: real or manual"),
              Field("ephemeral", .boolean, required: true, "deleted with the connection that created it"),
            ])), required: true, "every device there is")
      ],
      example: (
        "{}",
        #"{"devices":[{"device":"default","udid":"\#(exampleUDID)","biometryType":"faceID","clock":"real","ephemeral":false}],"seq":0}"#
      )
    ) { Parameters { .listDevices } },

    Method(
      "createDevice", .devices, "Creates a device.",
      details:
        "With a manual clock from the start its monotonic clock begins at 0 and its wall clock at a fixed "
        + "date, so that the same commands give the same events byte for byte.",
      device: .newDevice, positional: 1,
      result: [.changed], errors: ["deviceExists", "refused"],
      example: (
        #"{"device":"phone","state":{"biometryType":"touchID"},"clock":"manual"}"#,
        #"{"changed":true,"seq":1}"#
      )
    ) {
      Parameters(
        .optional(
          "state", Coding<StatePatch>.object.named("StatePatch"), "fields that differ from the defaults"),
        .ephemeral,
        .optional("template", .nonEmpty, "a template of the daemon's that it begins as, changed by state"),
        .optional(
          "clock", .cases, "which clock it runs on: real or manual; default: the template's, else real")
      ) { state, isEphemeral, template, clock in
        .createDevice(
          DeviceCreation(
            template: template, state: state ?? StatePatch(), isEphemeral: isEphemeral, clock: clock))
      }
    },

    Method(
      "cloneDevice", .devices, "Creates a copy of a device as it is now, keychain included.",
      details:
        "A reset restores the copy to how it was created. Connections are not copied: the copy has no prompt "
        + "and no contexts, and snapshots stay with the original.",
      device: .device.summary("the one to copy"), positional: 2,
      result: [.changed], errors: ["deviceExists"],
      example: (#"{"device":"phone","as":"phone-2"}"#, #"{"changed":true,"seq":4}"#)
    ) {
      Parameters(.required("as", .name, "name of the copy"), .ephemeral) {
        .cloneDevice(DeviceCloning(name: $0, isEphemeral: $1))
      }
    },

    Method(
      "migrateDevice", .devices, "Creates another phone, set up from a backup of a device.",
      details:
        "Apps come along and ask for permission again; nobody is enrolled and no passcode is set. Of the keychain "
        + "comes what is not for this device only, and nothing without an encrypted backup.",
      device: .device.summary("the old one, which stays as it is"), positional: 2,
      result: [.changed], errors: ["deviceExists"],
      example: (#"{"device":"phone","as":"new-phone"}"#, #"{"changed":true,"seq":4}"#)
    ) {
      Parameters(
        .required("as", .name, "name of the new phone"),
        .optional(
          "encryptedBackup", .boolean, default: true,
          "whether the backup is encrypted; one that is not has no keychain; default: true"), .ephemeral
      ) {
        .cloneDevice(DeviceCloning(name: $0, isEphemeral: $2, by: .backup(isEncrypted: $1)))
      }
    },

    Method(
      "deleteDevice", .devices, "Deletes a device; calls that are pending on it end with systemCancel.",
      device: .device, positional: 1,
      result: [.changed],
      example: (#"{"device":"phone"}"#, #"{"changed":true,"seq":9}"#)
    ) { Parameters { .deleteDevice } },

    Method(
      "resetDevice", .devices, "Restores a device to the state it was created with, its clock too.",
      details:
        "Pending calls end with systemCancel, contexts are dropped, armed responses too; prompt and context "
        + "ids start again at 1. No app and no connection is killed.",
      device: .device, positional: 1,
      result: [.changed],
      example: ("{}", #"{"changed":true,"seq":20}"#)
    ) { Parameters { .command(.reset) } },

    Method(
      "getState", .devices, "Returns every field of a device; of the passcode only `passcodeSet`.",
      result: DeviceState.record.fields,
      example: ("{}", exampleState)
    ) { Parameters { .getState } },

    Method(
      "setState", .devices, "Sets any of the settable fields of a device, all or nothing.",
      details:
        "Acts like the methods that change the same fields: events are sent, and a prompt that has become "
        + "impossible ends with systemCancel. Nested objects merge by name. A field that cannot be set is refused by name.",
      result: [.changed], errors: ["refused"],
      example: (#"{"lockedOut":true,"behavior":{"maxFailures":3}}"#, #"{"changed":true,"seq":6}"#)
    ) { Parameters(.members) { .command(.setState($0)) } },
  ]

  private static let exampleUDID = UDID.ofDevice(named: "default")

  /// What `getState` shows of a fresh device.
  private static let exampleState: String = {
    var state = DeviceState()
    state.udid = exampleUDID
    state.identities = ["face-1"]
    state.passcodeSet = true
    state.clock.mode = .manual
    var writer = JSONWriter()
    writer.beginObject()
    DeviceState.record.writeMembers(state, into: &writer)
    Response.writeSequence(0, into: &writer)
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }()
}
