import Client
import JSON
import Platform
import Presentation
import WireProtocol

extension Tool {
  /// Calls a method of the wire and prints the result.
  func call(_ method: Method) throws(ToolError) -> ExitStatus {
    CurrentProcess.ignoreBrokenPipes()
    let request = try MethodRequest(invocation, of: method, environment: Environment.nonEmpty)
    let client = try client()
    let parameters = request.parameters == Array("{}".utf8) ? nil : request.parameters
    let reply = try clientErrorsInWords { () throws(ClientError) in
      try client.call(method.name, parameters, until: limit(for: request))
    }
    switch reply {
    case .error(let remote):
      let error = ErrorRendering.toolError(remote.json)
      Output.complaint(
        invocation.options.isJSON ? JSONText.printed(remote.json, on: .standardError) : error.message)
      return error.status
    case .result(let json):
      let status = try show(json, of: request)
      if method.name == "subscribe" {
        try printEvents(from: client, showsDevice: request.isForAllDevices)
      }
      return status
    }
  }

  private func show(_ result: [UInt8], of request: MethodRequest) throws(ToolError) -> ExitStatus {
    let document = JSONDocument()
    return try withExtendedLifetime(document) { () throws(ToolError) in
      try result.withUnsafeBufferPointer { bytes throws(ToolError) in
        guard let node = try? document.parse(bytes), request.method.admits(node) else {
          throw toolError(.notUnderstood(result))
        }
        if let text = try text(of: node, for: request) { try Output.line(text) }
        // The status carries the answer too, for `if` in a shell.
        return node["canEvaluate"]?.bool == false ? .refused : .done
      }
    }
  }

  private func text(of result: JSONNode, for request: MethodRequest) throws(ToolError) -> String? {
    let isJSON = invocation.options.isJSON
    if !request.shownFields.isEmpty {
      return try BareFields.text(request.shownFields, of: result, asJSON: isJSON)
    }
    if isJSON { return JSONText.printed(result.raw) }
    if request.method.name == "subscribe" { return nil }
    let rendering = ResultRendering(
      of: request.method, device: request.device, showsDevice: request.isForAllDevices)
    let text = rendering.text(result)
    return text.isEmpty ? nil : text
  }

  /// Prints events as they come, until somebody ends the tool, the daemon or the reader.
  func printEvents(from client: Client, showsDevice: Bool = false) throws(ToolError) {
    func next() throws(ClientError) -> [UInt8]? {
      try client.notification(for: .standardOutput)?.parameters
    }
    while let event = try clientErrorsInWords(next) {
      let line =
        invocation.options.isJSON
        ? nil : fromJSON(event) { EventRendering.line($0, showsDevice: showsDevice) }
      guard try Output.line(line ?? JSONText.printed(event)) else { return }
    }
  }
}
