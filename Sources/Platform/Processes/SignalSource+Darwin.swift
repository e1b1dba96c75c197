#if canImport(Darwin)
  import Darwin

  /// Signals that are read from a descriptor: the handler only writes their numbers into a pipe.
  package struct SignalSource: Sendable {
    /// Readable when a signal has come.
    package let descriptor: FileDescriptor
    private let signals: [Int32]

    /// Starts to receive these signals.
    package init(_ signals: [Int32]) throws(SystemError) {
      self.signals = signals
      let pipe = try FileDescriptor.pipe()
      try pipe.reading.setNonBlocking(true)
      try pipe.writing.setNonBlocking(true)
      descriptor = pipe.reading
      signalPipe = pipe.writing.rawValue
      for number in signals {
        signal(number) { number in
          let saved = errno
          var byte = UInt8(truncatingIfNeeded: number)
          _ = write(signalPipe, &byte, 1)
          errno = saved
        }
      }
    }

    /// From now on each of them ends this process at once.
    package func letThemEndTheProcess() {
      for number in signals { signal(number, SIG_DFL) }
      if let number = next() { Darwin.kill(getpid(), number) }
    }

    /// The next signal that has come; `nil` if there is none.
    package func next() -> Int32? {
      var byte: UInt8 = 0
      return read(descriptor.rawValue, &byte, 1) == 1 ? Int32(byte) : nil
    }

    /// The next signal; the system does not tell here whether the terminal sent it.
    package func nextWithOrigin() -> (number: Int32, isFromTerminal: Bool)? {
      next().map { ($0, false) }
    }
  }

  /// Set once, before the first handler is installed.
  nonisolated(unsafe) private var signalPipe: Int32 = -1
#endif
