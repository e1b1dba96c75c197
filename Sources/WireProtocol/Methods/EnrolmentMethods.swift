import DeviceModel
import Schema

extension MethodTable {
  static let enrolmentMethods: [Method] = [
    Method(
      "enroll", .enrolment, "Enrols an identity: another finger, the alternate appearance.",
      details:
        "Without a name it enrols the default identity if nobody is enrolled; otherwise nothing changes. "
        + "Refused while the sensor cannot be used.",
      positional: 1,
      result: [.changed], errors: ["refused"],
      example: (#"{"identity":"face-2"}"#, #"{"changed":true,"seq":4}"#)
    ) { Parameters(.newIdentity) { .command(.enroll(identity: $0)) } },

    Method(
      "unenroll", .enrolment, "Removes an identity from the enrolment; without a name, all of them.",
      positional: 1,
      result: [.changed], errors: ["refused"],
      example: ("{}", #"{"changed":true,"seq":5}"#)
    ) { Parameters(.identity) { .command(.unenroll(identity: $0)) } },
  ]
}
