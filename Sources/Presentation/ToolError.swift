package import Platform

/// What the shell learns from the tool's end.
package struct ExitStatus: RawRepresentable, Equatable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// It did what it was asked.
  package static let done = Self(rawValue: 0)
  /// The daemon replied with an error, or `canEvaluatePolicy` with "no".
  package static let refused = Self(rawValue: 1)
  /// The command line is wrong.
  package static let usage = Self(rawValue: 2)
  /// A response reached nobody: no prompt takes it, or the device has no such sensor or button.
  package static let notDelivered = Self(rawValue: 3)
  /// No daemon listens on the socket.
  package static let noDaemon = Self(rawValue: 4)
  /// A time limit passed.
  package static let timeout = Self(rawValue: 5)

  /// What each one means, as the help and the README say it.
  package static let meanings: [(status: Self, text: String)] = [
    (.done, "done"),
    (.refused, "the daemon answered with an error, or 'canEvaluatePolicy' with no"),
    (.usage, "wrong usage"),
    (
      .notDelivered,
      "a scan, tap or passcode that reached nobody: no prompt took it, or there is no such sensor or button"
    ),
    (.noDaemon, "no daemon, or one that is not ours"),
    (.timeout, "timeout"),
  ]
}

/// Why the tool ends without success.
package struct ToolError: Error, Equatable, Sendable {
  package var status: ExitStatus
  /// What is wrong and what to do, in one line.
  package var message: String
  /// The name of the daemon's error; empty for other errors. An optional would cost a process that lives for
  /// one call type metadata.
  package var name: String

  /// An error with any status.
  package init(_ status: ExitStatus, _ message: String, name: String = "") {
    self.status = status
    self.message = message
    self.name = name
  }

  /// A failed call to the operating system.
  package init(_ error: SystemError) { self.init(.refused, error.description) }

  /// A wrong command line. The message may quote what was typed.
  package static func usage(_ message: String) -> Self { Self(.usage, PlainText.oneLine(message)) }

  /// Calls the operating system; an error of it becomes one of the tool.
  package static func wrapping<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(ToolError) -> Result {
    do { return try body() } catch { throw ToolError(error) }
  }
}
