package import JSON
import Schema

/// The errors of JSON-RPC itself.
extension WireError {
  /// The line is no JSON text.
  package static func parseError(_ error: JSONSyntaxError) -> Self {
    Self(
      "parseError", in: .jsonrpc, "not a JSON text: \(error.reason) at byte \(error.offset)",
      [.integer("offset", error.offset)])
  }

  /// The header of another framing, such as that of language servers, whose messages are no lines.
  package static let headers = Self(
    "parseError", in: .jsonrpc,
    "this is a header; send one JSON text per line, without headers, and read the replies in the same way. What "
      + "follows cannot be told apart, so the connection ends",
    [.integer("offset", 0)])

  /// JSON, but no request.
  package static func invalidRequest(_ message: String) -> Self {
    Self("invalidRequest", in: .jsonrpc, message)
  }

  /// No method of that name.
  package static func methodNotFound(_ name: String) -> Self {
    let nearest = MethodTable.nearest(to: name)
    return Self(
      "methodNotFound", in: .jsonrpc,
      "there is no method \(quoted(name)); did you mean \(quoted(nearest))? rpc.discover lists them all",
      [.string("nearest", nearest)])
  }

  /// A parameter that is unknown, missing, given twice or of the wrong type.
  package static func invalidParams(
    _ parameter: String, _ message: String, accepted: Detail.Value
  ) -> Self {
    Self(
      "invalidParams", in: .jsonrpc, message,
      [.string("parameter", parameter), Detail(key: "accepted", value: accepted)])
  }

  /// A bug of the daemon.
  package static func internalError(_ message: String) -> Self {
    Self("internalError", in: .jsonrpc, message)
  }
}
