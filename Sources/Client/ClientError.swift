package import Platform

/// Why a connection cannot be made or used; errors that the daemon answers are replies.
package enum ClientError: Error, Equatable, Sendable {
  /// No socket can have this path; why.
  case invalidPath(String)
  /// Nobody takes connections at the path.
  case cannotConnect(path: String, SystemError)
  /// The daemon closed the connection or is gone.
  case connectionLost
  /// The deadline passed first.
  case timedOut
  /// What came is no message of the protocol; its beginning.
  case notUnderstood(String)
  /// The daemon wants nothing to do with this connection; its error.
  case refused(Reply)
  case system(SystemError)

  /// Whether there is no daemon, and not one that cannot be talked to.
  package var meansNobodyListens: Bool {
    guard case .cannotConnect(_, let reason) = self else { return false }
    return reason.isNotFound || reason.isConnectionRefused
  }

  init(_ error: SystemError) {
    self = error.isDisconnected ? .connectionLost : error.isTimeout ? .timedOut : .system(error)
  }
}
