#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The signals that are sent and met here.
package enum Signal {
  package static let terminate = SIGTERM
  package static let interrupt = SIGINT
  package static let hangUp = SIGHUP
  package static let kill = SIGKILL
  package static let stop = SIGSTOP
  package static let resume = SIGCONT
  package static let quit = SIGQUIT
  /// Somebody at the terminal wants this process to stop for a while.
  package static let pause = SIGTSTP
  /// A program that this process started has ended, or stopped.
  package static let childEnded = SIGCHLD
  /// The terminal has another size.
  package static let windowChanged = SIGWINCH
  /// Those that a program which runs another one passes on to it.
  package static let forwarded = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2]

  /// Sends a signal to a process.
  package static func send(_ signal: Int32, to process: Int32) throws(SystemError) {
    try retrying("send signal \(signal) to process \(process)") {
      #if canImport(Darwin)
        Darwin.kill(process, signal)
      #else
        Glibc.kill(process, signal)
      #endif
    }
  }

  /// Whether a process with this number exists, whoever owns it.
  package static func processExists(_ process: Int32) -> Bool {
    do {
      try send(0, to: process)
      return true
    } catch {
      return error.code == EPERM
    }
  }

  /// Whether whoever started this process wants the signal ignored (`nohup`, a shell's background job).
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
}
