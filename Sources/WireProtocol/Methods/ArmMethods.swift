import DeviceModel
import JSON
import Schema

extension MethodTable {
  static let armMethods: [Method] = [
    Method(
      "arm", .ahead, "Queues responses that coming prompts consume, one by one.",
      details:
        "A prompt takes the first of the queue as soon as it can. With `after` it waits that many seconds "
        + "on the device's clock first.",
      positional: 1,
      result: [Field("waiting", .integer(0...Int.max), required: true, "how many are queued now")],
      errors: ["wrongModality"],
      example: (
        #"{"responses":[{"method":"nonMatchingFace"},{"method":"tapCancel","after":2}]}"#,
        #"{"waiting":2,"seq":3}"#
      )
    ) {
      Parameters(.required("responses", .array(of: armedResponse), "what to do, in this order")) {
        .command(.arm($0))
      }
    },

    Method(
      "disarm", .ahead, "Removes the armed responses and returns the unused ones.",
      details: "An unused passcode entry comes back without its passcode.",
      result: [
        Field(
          "unused", .array(of: .named("UnusedResponse", .object(unusedResponse))), required: true, "in order")
      ],
      example: ("{}", #"{"unused":[{"method":"tapCancel","after":2}],"seq":5}"#)
    ) { Parameters { .command(.disarm) } },
  ]

  private static let after = Parameter<Nanoseconds>.optional(
    "after", .seconds, default: .zero, "seconds to wait once a prompt could take it")

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
    + Parameter<String?>.identity.fields + after.fields
}
