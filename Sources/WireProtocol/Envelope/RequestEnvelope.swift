package import JSON
import Schema

/// What one line holds.
package enum IncomingMessage {
  case request(RequestEnvelope)
  /// The elements are to be read one by one, each as an envelope; there is at least one.
  case batch(JSONNode)

  /// Tells a request from a batch.
  package init(_ node: JSONNode) throws(InvalidRequest) {
    guard node.kind == .array else {
      self = .request(try RequestEnvelope(node))
      return
    }
    guard node.count > 0 else {
      throw InvalidRequest(nil, "a batch must hold at least one request")
    }
    self = .batch(node)
  }
}

/// The members around a request: who is to be answered, the method's name, and its parameters unread.
///
/// Exactly the members of JSON-RPC 2.0, each at most once; any other is refused, so that nobody waits
/// for the effect of a misspelt one. An `id` of null is an id: it is answered with null.
package struct RequestEnvelope {
  /// A string, a number or null; `nil`: a notification, to which nothing is answered.
  private let idNode: JSONNode?
  /// A string.
  package let method: JSONNode
  /// An object or an array.
  package let params: JSONNode?

  /// The id, copied; `nil`: a notification, to which nothing is answered.
  package var id: RequestID? { idNode.map { RequestID($0.raw) } }

  package init(_ node: JSONNode) throws(InvalidRequest) {
    guard node.kind == .object else {
      throw InvalidRequest(nil, "a request must be a JSON object")
    }
    var version: JSONNode?
    var id: JSONNode?
    var method: JSONNode?
    var params: JSONNode?
    var problem: String?
    var isIDRepeated = false
    for (key, value) in node.members {
      let isRepeated: Bool
      if key.equals("jsonrpc") {
        isRepeated = version != nil
        version = value
      } else if key.equals("id") {
        isRepeated = id != nil
        isIDRepeated = isRepeated
        id = value
      } else if key.equals("method") {
        isRepeated = method != nil
        method = value
      } else if key.equals("params") {
        isRepeated = params != nil
        params = value
      } else {
        problem = problem ?? Self.unknown(key.string ?? "")
        continue
      }
      if isRepeated { problem = problem ?? "\(key.string ?? "") is given twice" }
    }
    // The error goes to the request's own id whenever that could be read.
    let answerTo = isIDRepeated ? nil : id
    switch answerTo?.kind {
    case .string, .number, .null, nil: break
    case .object, .array, .boolean:
      throw InvalidRequest(nil, "id must be a string, a number or null")
    }
    if let answerTo, answerTo.raw.count > RequestBounds.idBytes {
      throw InvalidRequest(nil, "id must have at most \(RequestBounds.idBytes) bytes")
    }
    if let problem { throw InvalidRequest(answerTo, problem) }
    guard let version, version.equals("2.0") else {
      throw InvalidRequest(answerTo, "jsonrpc must be \"2.0\"")
    }
    guard let method, method.kind == .string else {
      throw InvalidRequest(answerTo, "method must be a string, the name of a method")
    }
    if let params, params.kind != .object, params.kind != .array {
      throw InvalidRequest(answerTo, "params must be an object; leave it out if there are none")
    }
    idNode = answerTo
    self.method = method
    self.params = params
  }

  private static func unknown(_ name: String) -> String {
    "a request has no member \(quoted(name)); it has jsonrpc, id, method and params"
  }
}

/// Why something is no request, and which id the error goes to.
package struct InvalidRequest: Error {
  package let id: RequestID
  package let error: WireError

  /// Without an id that could be read the error goes to null.
  init(_ id: JSONNode?, _ message: String) {
    self.id = id.map { RequestID($0.raw) } ?? .null
    error = .invalidRequest(message)
  }
}
