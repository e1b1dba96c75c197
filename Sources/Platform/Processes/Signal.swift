import CSystemShims

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The signals that are sent and handled here. `SignalSource`, which receives them, is in a file for each
/// system.
package enum Signal {
  package static let terminate = SIGTERM
  package static let interrupt = SIGINT
  package static let hangUp = SIGHUP
  package static let kill = SIGKILL
  package static let stop = SIGSTOP
  package static let resume = SIGCONT
  package static let quit = SIGQUIT
  /// The person at the terminal pauses this process.
  package static let pause = SIGTSTP
  /// A program that this process started has ended or stopped.
  package static let childEnded = SIGCHLD
  /// The size of the terminal has changed.
  package static let windowChanged = SIGWINCH
  /// The signals that a process passes on to the program that it runs.
  package static let forwarded = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2]

  /// Sends a signal to a process.
  package static func send(_ signal: Int32, to process: Int32) throws(SystemError) {
    try retrying("send signal \(signal) to process \(process)") { shim_kill(process, signal) }
  }

  /// Whether a process with this number exists, of any user.
  package static func processExists(_ process: Int32) -> Bool {
    do {
      try send(0, to: process)
      return true
    } catch {
      return error.code == EPERM
    }
  }

  /// Whether this process was started with the signal ignored, by `nohup` or as a background job of a shell.
  package static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
    #else
      let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    #endif
    return handler == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// The signals in the kernel's form.
  static func set(_ signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    return set
  }
}
