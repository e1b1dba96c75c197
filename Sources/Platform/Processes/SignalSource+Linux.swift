#if os(Linux)
  import CSystemShims
  import Glibc

  /// Signals that are read from a descriptor, so that no code runs inside a signal handler.
  package struct SignalSource: Sendable {
    /// Readable when a signal has come.
    package let descriptor: FileDescriptor
    private let signals: [Int32]

    /// Starts to receive these signals. Threads that exist already may still be interrupted by them.
    package init(_ signals: [Int32]) throws(SystemError) {
      self.signals = signals
      var set = Signal.set(signals)
      try retrying("block signals") { sigprocmask(SIG_BLOCK, &set, nil) }
      descriptor = FileDescriptor(try retrying("watch signals") { shim_signal_descriptor(&set) })
    }

    /// From now on each of them ends this process at once, also one that has come and was not taken.
    package func letThemEndTheProcess() {
      var set = Signal.set(signals)
      for number in signals { signal(number, SIG_DFL) }
      sigprocmask(SIG_UNBLOCK, &set, nil)
    }

    /// The next signal that has come; `nil` if there is none.
    package func next() -> Int32? { nextWithOrigin()?.number }

    /// The next signal, and whether the terminal sent it to all programs that run in it.
    package func nextWithOrigin() -> (number: Int32, isFromTerminal: Bool)? {
      var information = signalfd_siginfo()
      let size = MemoryLayout<signalfd_siginfo>.size
      guard read(descriptor.rawValue, &information, size) == size else { return nil }
      // Codes of 0 and below belong to signals that a process sent.
      return (Int32(information.ssi_signo), information.ssi_code > 0)
    }
  }
#endif
