package import JSON

/// How an error object of the wire looks to a person and to the shell.
package enum ErrorRendering {
  /// `NAME (CODE): message`, in one line.
  package static func line(_ error: JSONNode) -> String {
    let name = error["data"]?["name"].map(PlainText.value) ?? "error"
    let code = error["code"].map(PlainText.value) ?? "?"
    return "\(name) (\(code)): \(error["message"].map(PlainText.value) ?? "no message")"
  }

  /// The exit status that tells a script what kind of error it was.
  package static func status(_ error: JSONNode) -> ExitStatus {
    guard let data = error["data"], data["domain"]?.equals("devicesim") == true, let name = data["name"]
    else { return .refused }
    if name.equals("notDelivered") { return .notDelivered }
    return name.equals("timeout") ? .timeout : .refused
  }
}

extension ErrorRendering {
  /// An error object of the wire as one of the tool.
  package static func toolError(_ json: [UInt8]) -> ToolError {
    do {
      return try withJSON(json) { ToolError(status($0), line($0)) }
    } catch {
      return ToolError(.refused, PlainText.oneLine(String(decoding: json, as: UTF8.self)))
    }
  }
}
