import DeviceModel
import JSON

extension MethodTable {
  static let armMethods: [Method] = [
    Method(
      "arm", .ahead, "Queues responses that coming prompts consume, one by one.",
      details:
        "A prompt takes the first of the queue as soon as it can. With `after`, that many seconds on the "
        + "device's clock go by first.",
      parameters: [
        Field("responses", .array(of: armedResponse), required: true, "what to do, in this order")
      ],
      positional: 1,
      result: [Field("waiting", .integer(0...Int.max), required: true, "how many are queued now")],
      errors: ["wrongModality"],
      example: (
        #"{"responses":[{"method":"nonMatchingFace"},{"method":"tapCancel","after":2}]}"#,
        #"{"waiting":2,"seq":3}"#
      )
    ) { arguments throws(WireError) in
      guard let elements = arguments.value("responses")?.elements else {
        preconditionFailure("validation lets no request through without responses")
      }
      var responses: [ArmedResponse] = []
      for element in elements {
        let armed = Arguments(element)
        guard let method = armed.string("method").flatMap(MethodTable.find), let response = method.response
        else {
          preconditionFailure("validation let a response through that is none")
        }
        responses.append(
          ArmedResponse(response.decode(armed), after: armed.nanoseconds("after") ?? .zero))
      }
      return .command(.arm(responses))
    },

    Method(
      "disarm", .ahead, "Empties the queue of armed responses and returns what was unused.",
      details: "An unused passcode entry comes back without its passcode.",
      result: [
        Field(
          "unused", .array(of: .named("UnusedResponse", .object(unusedResponse))), required: true, "in order")
      ],
      example: ("{}", #"{"unused":[{"method":"tapCancel","after":2}],"seq":5}"#)
    ) { _ in .command(.disarm) },
  ]

  private static let after = Field(
    "after", .seconds, "seconds to wait once a prompt could take it; 0 without it")

  private static let armedResponse = ValueType.named(
    "ArmedResponse",
    .choice(
      by: "method",
      armable.map { method in
        ValueType.Choice(
          name: method.name, fields: (method.response?.parameters ?? []) + [after], summary: method.summary)
      }))

  private static let unusedResponse = [
    Field("method", .enumeration(armable.map(\.name)), required: true, "which response"),
    Field.identity,
    after,
  ]
}
