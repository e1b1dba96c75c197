#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A call to the operating system that failed: which one, and why.
package struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The C library's error number.
  package let code: Int32
  /// What the call was for, for a person: `connect to /run/x.sock`.
  package let operation: String

  /// Creates an error with a known number.
  package init(_ code: Int32, _ operation: String) {
    self.code = code
    self.operation = operation
  }

  /// The error of the last failed call of this thread.
  package static func last(_ operation: String) -> SystemError { SystemError(errno, operation) }

  /// Another process listens at this path.
  package static func inUse(_ path: String) -> SystemError { SystemError(EADDRINUSE, "listen on \(path)") }

  /// A file that this process has just created does not exist any more.
  package static func vanished(_ path: String) -> SystemError { SystemError(ENOENT, "find \(path)") }

  /// The meaning of the number: `No such file or directory`.
  package var reason: String { String(cString: strerror(code)) }

  /// One line for a person.
  package var description: String { "cannot \(operation): \(reason)" }

  /// Whether a file or a process does not exist.
  package var isNotFound: Bool { code == ENOENT }
  /// Whether a file exists that should not.
  package var exists: Bool { code == EEXIST }
  /// Whether the system, or this file system, has no such call.
  var isNotSupported: Bool { code == ENOSYS || code == EINVAL || code == ENOTSUP || code == EOPNOTSUPP }
  /// Whether the path is that of a link, where none is followed.
  package var isLink: Bool { code == ELOOP }
  /// Whether no process listens on a socket.
  package var isConnectionRefused: Bool { code == ECONNREFUSED }
  /// Whether the peer of a connection is gone.
  package var isDisconnected: Bool { code == EPIPE || code == ECONNRESET || code == ENOTCONN }
  /// Whether a call on a non-blocking descriptor would have to wait.
  package var wouldBlock: Bool { code == EAGAIN || code == EWOULDBLOCK }
  /// Whether the process or the system has no descriptor or memory left at the moment.
  package var isOutOfResources: Bool {
    code == EMFILE || code == ENFILE || code == ENOBUFS || code == ENOMEM
  }
  /// Whether the time was up first.
  package var isTimeout: Bool { code == ETIMEDOUT }
}

/// Repeats a call that a signal interrupted, and throws an error if it returns −1.
@discardableResult
func retrying<Result: FixedWidthInteger & SignedInteger>(
  _ operation: @autoclosure () -> String, _ call: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = call()
    if result != -1 { return result }
    let code = errno
    if code != EINTR { throw SystemError(code, operation()) }
  }
}
