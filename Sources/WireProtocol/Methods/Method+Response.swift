import DeviceModel
import Schema

extension Method {
  /// A method that answers a prompt: now, or when one is shown.
  static func response(
    _ name: String, _ group: Group, _ summary: String, details: String = "", positional: Int = 0,
    errors: @autoclosure @escaping @Sendable () -> [String],
    example: @autoclosure @escaping @Sendable () -> (parameters: String, result: String),
    aliasOf: String? = nil, _ response: @escaping @Sendable () -> Parameters<PromptResponse>
  ) -> Method {
    Method(
      name, group, summary, details: details, positional: positional, result: reportFields,
      errors: ["notDelivered"] + errors() + ["timeout"], example: example(), response: response,
      aliasOf: aliasOf
    ) {
      response().adding(.whenPrompted) { ($0, $1) }.adding(patience) { asked, deadline in
        .respond(asked.0, wait: asked.1 ? deadline : nil)
      }
    }
  }

  private static let patience = Parameter<Deadline>.timeout.summary(
    "with whenPrompted: how long to wait, in real seconds; null: for ever")

  private static let reportFields = [
    Field("prompt", .identifier("p"), required: true, "which prompt it reached"),
    Field("matched", .boolean, required: true, "whether the scan or passcode was the right one"),
    Field(
      "outcome", .cases(ResponseReport.Outcome.self), required: true,
      "what became of the app's call; pending: the prompt is still on screen"),
    Field(
      "failedAttempts", .integer(0...Int.max), required: true, "failed scans in a row, on the whole device"),
  ]
}
