import Client
import Platform
import Presentation

extension Tool {
  /// Connects to the daemon.
  ///
  /// - Parameter path: another socket than the one that is meant.
  /// - Throws: `ToolError` with the status "no daemon", naming the path.
  func client(at path: String? = nil) throws(ToolError) -> Client {
    do {
      return try Client(path: path ?? location.path)
    } catch {
      throw toolError(error)
    }
  }

  /// Connects to the daemon; `nil` when nobody listens.
  func clientIfRunning() throws(ToolError) -> Client? {
    do {
      return try Client(path: location.path)
    } catch let error where error.meansNobodyListens {
      return nil
    } catch {
      throw toolError(error)
    }
  }

  /// Nobody listens, and what to do.
  var noDaemon: ToolError {
    let option = invocation.options.socket.map { " --socket \($0)" } ?? ""
    return ToolError(
      .noDaemon, "no daemon listens on \(location.path); start one with 'devicesim start --detach\(option)'")
  }

  /// Asks and waits; an error of the daemon is one of the tool.
  func ask(
    _ client: Client, _ method: String, _ parameters: [UInt8]? = nil, until limit: WaitLimit
  ) throws(ToolError) -> [UInt8] {
    let reply: Reply
    do {
      reply = try client.call(method, parameters, until: limit)
    } catch {
      throw toolError(error)
    }
    switch reply {
    case .result(let json): return json
    case .error(let json): throw ErrorRendering.toolError(json)
    }
  }

  /// Says in words why the daemon cannot be talked to, and what to do.
  func toolError(_ error: ClientError) -> ToolError {
    switch error {
    case .invalidPath(let reason):
      return .usage(reason)
    case .cannotConnect(let path, let reason):
      if error.meansNobodyListens { return noDaemon }
      if reason.isTimeout { return ToolError(.noDaemon, "the daemon on \(path) takes no connections") }
      return ToolError(.noDaemon, "no daemon can be reached on \(path): \(reason.reason)")
    case .connectionLost:
      return ToolError(.noDaemon, "the daemon on \(location.path) closed the connection")
    case .timedOut:
      return ToolError(.timeout, "the daemon on \(location.path) does not answer")
    case .notUnderstood(let text):
      return ToolError(.refused, "\(location.path) does not speak the protocol: \(PlainText.oneLine(text))")
    case .refused(let reply):
      guard case .error(let json) = reply else {
        return ToolError(.refused, "the daemon refused the connection")
      }
      return ErrorRendering.toolError(json)
    case .system(let error):
      return ToolError(.refused, error.description)
    }
  }
}
