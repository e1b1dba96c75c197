package import JSON

/// Requests as the daemon reads them.
package enum Request {
  /// One line of JSON-RPC.
  ///
  /// - Parameters:
  ///   - id: the number of the request; `nil` if no reply is wanted.
  ///   - parameters: a JSON object.
  package static func line(_ method: String, id: Int?, _ parameters: [UInt8]? = nil) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("jsonrpc", "2.0")
    if let id { writer.member("id", id) }
    writer.member("method", method)
    if let parameters {
      writer.key("params")
      writer.raw(parameters)
    }
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }
}

/// The daemon's answer to a request.
package enum Reply: Equatable, Sendable {
  /// The JSON of the result, as it came.
  case result([UInt8])
  case error(RemoteError)
}

/// What the daemon sends without having been asked.
package struct Notification: Equatable, Sendable {
  /// The kind of notification: `event`.
  package var method: String
  /// A JSON object.
  package var parameters: [UInt8]
}

/// One line from the daemon.
package enum Message: Equatable, Sendable {
  /// Without an id it is about the connection, or about a line that the daemon could not read.
  case reply(id: Int?, Reply)
  case notification(Notification)

  /// Reads a line.
  package init(_ line: [UInt8], _ document: JSONDocument) throws(ClientError) {
    self = try line.withUnsafeBufferPointer { line throws(ClientError) in
      guard let node = try? document.parse(line), let message = Self(node) else {
        throw .notUnderstood(line)
      }
      return message
    }
  }

  /// `nil` for what JSON-RPC does not have: a reply with neither a result nor an error, or with both; a result that
  /// says not of what; an error without a number or words.
  private init?(_ node: JSONNode) {
    guard node["jsonrpc"]?.equals("2.0") == true else { return nil }
    let id = node["id"]
    switch (node["method"], node["result"], node["error"]) {
    case (let method?, nil, nil):
      guard let name = method.string, id == nil else { return nil }
      let parameters = node["params"].map { Array($0.raw) } ?? Array("{}".utf8)
      self = .notification(Notification(method: name, parameters: parameters))
    case (nil, let result?, nil):
      guard let number = id?.integer else { return nil }
      self = .reply(id: number, .result(Array(result.raw)))
    case (nil, nil, let error?):
      guard let id, id.isNull || id.integer != nil, error["code"]?.integer != nil,
        error["message"]?.kind == .string
      else { return nil }
      self = .reply(id: id.integer, .error(RemoteError(error)))
    default:
      return nil
    }
  }
}
