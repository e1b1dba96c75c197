#if os(Linux)
  import CSystemShims
  import Glibc

  /// Signals as something to read, so that no code runs inside a signal handler.
  package struct SignalSource: Sendable {
    /// Readable when a signal has come.
    package let descriptor: FileDescriptor

    /// Takes the signals over. Threads that exist already may still be interrupted by them.
    package init(_ signals: [Int32]) throws(SystemError) {
      var set = sigset_t()
      sigemptyset(&set)
      for signal in signals { sigaddset(&set, signal) }
      try retrying("block signals") { sigprocmask(SIG_BLOCK, &set, nil) }
      descriptor = FileDescriptor(try retrying("watch signals") { shim_signal_descriptor(&set) })
    }

    /// The next signal that has come, if any.
    package func next() -> Int32? { nextWithOrigin()?.number }

    /// The same, and whether the terminal sent it to every program in it.
    package func nextWithOrigin() -> (number: Int32, isFromTerminal: Bool)? {
      var information = signalfd_siginfo()
      let size = MemoryLayout<signalfd_siginfo>.size
      guard Glibc.read(descriptor.rawValue, &information, size) == size else { return nil }
      // Zero and below are the codes of signals that a process sent.
      return (Int32(information.ssi_signo), information.ssi_code > 0)
    }
  }
#endif
