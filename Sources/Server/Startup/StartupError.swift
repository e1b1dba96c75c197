import Platform

/// Why the daemon did not start.
package struct StartupError: Error, Equatable {
  let status: ExitStatus
  /// One line for a person.
  package let message: String

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }

  /// A failure of the operating system.
  init(_ error: SystemError) { self.init(.systemError, error.description) }
}

/// The exit statuses of the daemon, by the numbers of *sysexits.h*.
enum ExitStatus: Int32, CaseIterable {
  case success = 0
  case usage = 64
  /// Kept state is damaged, or of a newer format.
  case unusableState = 65
  case systemError = 71
  case cannotCreate = 73
  /// Kept state cannot be read or written.
  case inputOutput = 74
  /// Another daemon has the socket, or the state.
  case alreadyRunning = 75

  /// What it means, for the manual page.
  var meaning: String {
    switch self {
    case .success: "an orderly end"
    case .usage: "wrong usage"
    case .unusableState: "the state is damaged, or of a newer format; --repair moves what is damaged aside"
    case .systemError: "the operating system refused something"
    case .cannotCreate: "the socket or the state folder cannot be created"
    case .inputOutput: "output or state cannot be read or written"
    case .alreadyRunning: "another daemon has the socket or the state"
    }
  }
}
