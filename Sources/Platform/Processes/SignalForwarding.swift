#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension ChildProcess {
  /// Starts a program and waits for its end. Signals that another process sends to this one go on to it;
  /// those of the terminal reach it without that, for it belongs to the same group.
  ///
  /// - Parameter configuration: must not start a session.
  package static func run(_ configuration: Configuration) throws(SystemError) -> Termination {
    // They are held back before the program starts, or one could end this process in between and leave
    // the program without a parent that cares.
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGCHLD] {
      sigaddset(&signals, signal)
    }
    var former = sigset_t()
    sigprocmask(SIG_BLOCK, &signals, &former)
    defer { sigprocmask(SIG_SETMASK, &former, nil) }

    let child = try spawn(configuration)
    while true {
      if let termination = try child.waitIfEnded() { return termination }
      let (signal, isFromTerminal) = nextSignal(of: signals)
      guard signal != SIGCHLD, !isFromTerminal else { continue }
      // It may have ended meanwhile; until it is waited for, the number is nobody else's.
      do { try child.kill(signal) } catch { continue }
    }
  }

  private static func nextSignal(of signals: sigset_t) -> (signal: Int32, isFromTerminal: Bool) {
    var signals = signals
    #if os(Linux)
      var information = siginfo_t()
      let signal = sigwaitinfo(&signals, &information)
      // Zero and below are the codes of signals that a process sent.
      return (signal > 0 ? signal : SIGCHLD, information.si_code > 0)
    #else
      var signal = SIGCHLD
      sigwait(&signals, &signal)
      return (signal, false)
    #endif
  }
}
