import DeviceModel

extension Method {
  /// A method that answers a prompt: now, or when one comes up.
  static func response(
    _ name: String, _ group: Group, _ summary: String, details: String = "",
    parameters: @autoclosure @escaping @Sendable () -> [Field] = [], positional: Int = 0,
    errors: @autoclosure @escaping @Sendable () -> [String],
    example: @autoclosure @escaping @Sendable () -> (parameters: String, result: String),
    aliasOf: String? = nil,
    _ decode: @escaping @Sendable (Arguments) -> PromptResponse
  ) -> Method {
    Method(
      name, group, summary, details: details, parameters: parameters() + [.whenPrompted, patience],
      positional: positional, result: reportFields, errors: ["notDelivered"] + errors() + ["timeout"],
      example: example(), response: Response(parameters: parameters, decode: decode), aliasOf: aliasOf
    ) { arguments throws(WireError) in
      let wait = arguments.bool("whenPrompted") == true ? arguments.deadline() : nil
      return .respond(decode(arguments), wait: wait)
    }
  }

  private static let patience = Field.timeout.summary(
    "with whenPrompted: how long to wait, in real seconds; null: for ever; 10 without it")

  private static let reportFields = [
    Field("prompt", .identifier("p"), required: true, "which prompt it reached"),
    Field("matched", .boolean, required: true, "whether the scan or passcode was the right one"),
    Field(
      "outcome", .cases(ResponseReport.Outcome.self), required: true,
      "what the app's call came to; pending: the prompt is still up"),
    Field(
      "failedAttempts", .integer(0...Int.max), required: true, "failed scans in a row, on the whole device"),
  ]
}

extension Arguments {
  /// The `timeout`: seconds, null for ever, 10 s without it.
  func deadline() -> Deadline {
    if isNull("timeout") { return .never }
    return nanoseconds("timeout").map(Deadline.after) ?? .default
  }
}
