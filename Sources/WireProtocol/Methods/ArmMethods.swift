import DeviceModel
import JSON
import Schema

extension MethodTable {
  static let armMethods: [Method] = [
    Method(
      "arm", .ahead, "Queues responses that coming prompts consume, one by one.",
      details:
        "A prompt takes the first of the queue as soon as it can. With `after` it waits that many seconds "
        + "on the device's clock first. With `standing` the responses are no queue: each serves every prompt that "
        + "takes it, once at each step, until disarm or a reset, and only where the queue has nothing for it.",
      positional: 1,
      result: [Field("waiting", .integer(0...Int.max), required: true, "how many are armed now")],
      errors: ["wrongModality"],
      example: (
        #"{"responses":[{"method":"nonMatchingFace"},{"method":"tapCancel","after":2}]}"#,
        #"{"waiting":2,"seq":3}"#
      )
    ) {
      Parameters(.required("responses", .array(of: armedResponse), "what to do, in this order"), standing) {
        (responses: [ArmedResponse], isStanding: Bool) in
        .command(.arm(responses.map { ArmedResponse($0.response, after: $0.delay, isStanding: isStanding) }))
      }
    },

    Method(
      "disarm", .ahead, "Removes armed responses and ordered failures, and returns the unused ones.",
      details: "An unused passcode entry comes back without its passcode.",
      result: [
        Field(
          "unused", .array(of: .named("UnusedResponse", .object(unusedResponse))), required: true, "in order"),
        Field(
          "unusedFailures", Coding<[FailureOrder]>.array(of: .order).type,
          "failures that too few calls met, in order; absent: none"),
      ],
      example: ("{}", #"{"unused":[{"method":"tapCancel","after":2}],"seq":5}"#)
    ) { Parameters { .command(.disarm) } },

    Method(
      "failNext", .ahead, "Lets the next calls of apps fail with an error, without a prompt.",
      details:
        "The call does nothing else; canEvaluatePolicy answers no. Without `method` an LAError fails the next call "
        + "of LocalAuthentication, an OSStatus the next of the keychain, and a number whichever comes first. "
        + "`getState` shows what is ordered, disarm and resetDevice remove it.",
      result: [.changed],
      example: (
        #"{"method":"secItemAdd","error":"missingEntitlement","times":2}"#, #"{"changed":true,"seq":6}"#
      )
    ) { Parameters(.members) { .command(.failNext($0)) } },
  ]

  private static let after = Parameter<Nanoseconds>.optional(
    "after", .seconds, default: .zero, "seconds to wait once a prompt could take it")

  private static let standing = Parameter<Bool>.optional(
    "standing", .boolean, default: false, "whether they serve every prompt that takes them, until disarmed")

  private static let armedResponse = Coding<ArmedResponse>.choice(
    by: "method",
    armable.compactMap { method in
      guard let parameters = method.response?().adding(after, { ArmedResponse($0, after: $1) }) else {
        return nil
      }
      return (
        ValueType.Choice(name: method.name, fields: parameters.fields, summary: method.summary), parameters
      )
    }
  ) { armed, writer in armed.write(into: &writer) }.named("ArmedResponse")

  private static let unusedResponse =
    [Field("method", .enumeration(armable.map(\.name)), required: true, "which response")]
    + Parameter<String?>.identity.fields + after.fields + standing.fields
}
