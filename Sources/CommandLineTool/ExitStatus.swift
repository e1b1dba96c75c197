/// What the shell learns from the tool's end.
package struct ExitStatus: RawRepresentable, Equatable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let done = Self(rawValue: 0)
  /// The daemon answered with an error, or `canEvaluatePolicy` with "no".
  package static let refused = Self(rawValue: 1)
  /// The command line is wrong.
  package static let usage = Self(rawValue: 2)
  /// A response reached nobody.
  package static let notDelivered = Self(rawValue: 3)
  /// No daemon listens on the socket.
  package static let noDaemon = Self(rawValue: 4)
  /// What was waited for did not come in time.
  package static let timeout = Self(rawValue: 5)
}

/// Why the tool ends without having done what it was asked.
package struct ToolError: Error, Equatable, Sendable {
  package var status: ExitStatus
  /// What is wrong and what to do, in one line.
  package var message: String

  package init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }

  /// A command line that cannot be carried out as it is written. The message may quote what was typed.
  package static func usage(_ message: String) -> Self { Self(.usage, PlainText.oneLine(message)) }
}
