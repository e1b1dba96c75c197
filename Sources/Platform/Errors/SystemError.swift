#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A call to the operating system that failed: which one, and why.
package struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The C library's error number.
  package let code: Int32
  /// What was tried, for a person: `connect to /run/x.sock`.
  package let operation: String

  /// An error with a known number.
  package init(_ code: Int32, _ operation: String) {
    self.code = code
    self.operation = operation
  }

  /// The error that the last failed call of this thread left behind.
  package static func last(_ operation: String) -> SystemError { SystemError(errno, operation) }

  /// What the number means: `No such file or directory`.
  package var reason: String { String(cString: strerror(code)) }

  /// One line for a person.
  package var description: String { "cannot \(operation): \(reason)" }

  /// Whether the number says that something does not exist.
  package var isNotFound: Bool { code == ENOENT }
  /// Whether nobody listens on a socket.
  package var isConnectionRefused: Bool { code == ECONNREFUSED }
  /// Whether the other side of a connection is gone.
  package var isDisconnected: Bool { code == EPIPE || code == ECONNRESET || code == ENOTCONN }
  /// Whether a call on a non-blocking descriptor would have waited.
  package var wouldBlock: Bool { code == EAGAIN || code == EWOULDBLOCK }
  /// Whether the process or the system has no descriptor or memory left for the moment.
  package var isOutOfResources: Bool {
    code == EMFILE || code == ENFILE || code == ENOBUFS || code == ENOMEM
  }
  /// Whether something exists that should not.
  package var exists: Bool { code == EEXIST }
  /// Whether the system denied access.
  package var isPermissionDenied: Bool { code == EACCES || code == EPERM }
  /// Whether the deadline passed first.
  package var isTimeout: Bool { code == ETIMEDOUT }
}

/// Repeats a call that a signal interrupted, and turns its −1 into an error.
@discardableResult
package func retrying<Result: FixedWidthInteger & SignedInteger>(
  _ operation: @autoclosure () -> String, _ call: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = call()
    if result != -1 { return result }
    let code = errno
    if code != EINTR { throw SystemError(code, operation()) }
  }
}
