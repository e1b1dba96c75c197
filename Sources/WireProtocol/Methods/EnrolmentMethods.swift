import DeviceModel

extension MethodTable {
  static let enrolmentMethods: [Method] = [
    Method(
      "enroll", .enrolment, "Enrols an identity: another finger, the alternate appearance.",
      details:
        "Without a name it enrols the default identity if nobody is enrolled, and else changes nothing.",
      parameters: [.identity], positional: 1,
      result: [.changed], errors: ["refused"],
      example: (#"{"identity":"face-2"}"#, #"{"changed":true,"seq":4}"#)
    ) { .command(.enroll(identity: $0.string("identity"))) },

    Method(
      "unenroll", .enrolment, "Takes an identity out of the enrolment; without a name, all of them.",
      parameters: [.identity], positional: 1,
      result: [.changed],
      example: ("{}", #"{"changed":true,"seq":5}"#)
    ) { .command(.unenroll(identity: $0.string("identity"))) },
  ]
}
