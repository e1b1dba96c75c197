import Client
import Platform
import Presentation

extension Tool {
  /// Connects to the daemon.
  ///
  /// - Parameter path: a socket other than the one in use.
  /// - Throws: `ToolError` with the status "no daemon", naming the path.
  func client(at path: String? = nil) throws(ToolError) -> Client {
    try clientErrorsInWords { () throws(ClientError) in
      try Client(to: path.map { SocketLocation(option: $0) } ?? location)
    }
  }

  /// Connects to the daemon; `nil` when none listens.
  func clientIfRunning() throws(ToolError) -> Client? {
    do {
      return try Client(to: location)
    } catch let error where error.meansNobodyListens {
      return nil
    } catch {
      throw toolError(error)
    }
  }

  /// No daemon listens, and what to do.
  var noDaemon: ToolError {
    let option = invocation.options.socket.map { " --socket \($0)" } ?? ""
    return ToolError(
      .noDaemon, "no daemon listens on \(location.path); start one with 'devicesim start --detach\(option)'")
  }

  /// Calls a method and returns its result; an error of the daemon becomes one of the tool.
  func ask(
    _ client: Client, _ method: String, _ parameters: [UInt8]? = nil, until limit: WaitLimit
  ) throws(ToolError) -> [UInt8] {
    let reply = try clientErrorsInWords { () throws(ClientError) in
      try client.call(method, parameters, until: limit)
    }
    switch reply {
    case .result(let json): return json
    case .error(let error): throw ErrorRendering.toolError(error.json)
    }
  }

  /// Uses a client, and says in words why the daemon cannot be talked to and what to do.
  func clientErrorsInWords<R>(_ body: () throws(ClientError) -> R) throws(ToolError) -> R {
    do {
      return try body()
    } catch {
      throw toolError(error)
    }
  }

  /// Says in words why the daemon cannot be talked to, and what to do.
  func toolError(_ error: ClientError) -> ToolError {
    let message = PlainText.oneLine(error.message(at: location.path))
    switch error {
    case .invalidPath: return .usage(message)
    case .cannotConnect: return error.meansNobodyListens ? noDaemon : ToolError(.noDaemon, message)
    case .connectionLost, .foreign: return ToolError(.noDaemon, message)
    case .timedOut: return ToolError(.timeout, message)
    case .refused(let error): return ErrorRendering.toolError(error.json)
    case .notUnderstood, .system: return ToolError(.refused, message)
    }
  }
}
