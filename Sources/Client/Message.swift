import JSON

/// How the daemon answered a request; the bytes are the JSON as it came over the wire.
package enum Reply: Equatable, Sendable {
  case result([UInt8])
  /// An error object.
  case error([UInt8])
}

/// What the daemon tells without having been asked.
package struct Notification: Equatable, Sendable {
  package var method: String
  /// A JSON object.
  package var parameters: [UInt8]
}

/// One line from the daemon.
enum Message {
  /// Without an id it is about the connection or about a line that could not be read.
  case reply(id: Int?, Reply)
  case notification(Notification)

  /// Takes a line apart.
  init(_ line: UnsafeBufferPointer<UInt8>, _ document: JSONDocument) throws(ClientError) {
    let node: JSONNode
    do {
      node = try document.parse(line)
    } catch {
      throw .notUnderstood(String(decoding: line.prefix(200), as: UTF8.self))
    }
    if let method = node["method"]?.string {
      let parameters = node["params"].map { Array($0.raw) } ?? Array("{}".utf8)
      self = .notification(Notification(method: method, parameters: parameters))
    } else if let result = node["result"] {
      self = .reply(id: node["id"]?.integer, .result(Array(result.raw)))
    } else if let error = node["error"] {
      self = .reply(id: node["id"]?.integer, .error(Array(error.raw)))
    } else {
      throw .notUnderstood(String(decoding: line.prefix(200), as: UTF8.self))
    }
  }
}
