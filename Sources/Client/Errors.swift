package import JSON
package import Platform

/// An error that the daemon replied with. Compare its ``name``; the message is for people.
package struct RemoteError: Error, Equatable, Sendable {
  /// The name within the domain: `deviceExists`; empty if there is none.
  package let name: String
  /// Whose error it is: `devicesim`, `jsonrpc` or one of Apple's domains; empty if there is none.
  package let domain: String
  /// The number within the domain.
  package let code: Int
  /// What is wrong and what to do, in one sentence.
  package let message: String
  /// The whole error object as it came, with all members of its `data`.
  package let json: [UInt8]

  /// Reads an error object.
  package init(_ node: JSONNode) {
    let data = node["data"]
    name = data?["name"]?.string ?? ""
    domain = data?["domain"]?.string ?? ""
    code = node["code"]?.integer ?? 0
    message = node["message"]?.string ?? ""
    json = Array(node.raw)
  }
}

/// Why a connection cannot be made or used.
package enum ClientError: Error, Equatable, Sendable {
  /// No socket can have this path, and why.
  case invalidPath(String)
  /// The socket, or who listens on it, is not ours; what to do.
  case foreign(String)
  /// Connecting to the path failed.
  case cannotConnect(path: String, SystemError)
  /// The daemon closed the connection.
  case connectionLost
  /// The limit passed first.
  case timedOut
  /// What came is no message of the protocol; its beginning.
  case notUnderstood(String)
  /// The daemon refuses the connection.
  case refused(RemoteError)
  /// A call to the operating system failed.
  case system(SystemError)

  /// Whether no daemon listens there.
  package var meansNobodyListens: Bool {
    guard case .cannotConnect(_, let reason) = self else { return false }
    return reason.isNotFound || reason.isConnectionRefused
  }

  /// A line that is no message of the protocol, or not one that was asked for.
  package static func notUnderstood(_ line: some Collection<UInt8>) -> Self {
    .notUnderstood(String(decoding: line.prefix(200), as: UTF8.self))
  }

  /// Why the socket at a path is not trusted.
  init(_ distrust: SocketDistrust, at path: String) {
    switch distrust {
    case .foreign(let reason): self = .foreign(reason)
    case .unknown(let error): self = .cannotConnect(path: path, error)
    }
  }

  init(_ error: SystemError) {
    self = error.isDisconnected ? .connectionLost : error.isTimeout ? .timedOut : .system(error)
  }

  /// What is wrong, for a person.
  ///
  /// - Parameter path: where the daemon listens.
  package func message(at path: String) -> String {
    switch self {
    case .invalidPath(let reason), .foreign(let reason): reason
    case .cannotConnect(let path, let reason):
      if meansNobodyListens {
        "no daemon listens on \(path)"
      } else if reason.isTimeout {
        "the daemon on \(path) takes no connections"
      } else {
        "no daemon can be reached on \(path): \(reason.reason)"
      }
    case .connectionLost: "the daemon on \(path) closed the connection"
    case .timedOut: "the daemon on \(path) does not answer"
    case .notUnderstood(let text): "\(path) does not speak the protocol: \(text)"
    case .refused(let error): error.message
    case .system(let error): error.description
    }
  }
}
