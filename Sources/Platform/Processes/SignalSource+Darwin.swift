#if canImport(Darwin)
  import Darwin

  /// Signals as something to read: the handler does nothing but write their number into a pipe.
  package struct SignalSource: Sendable {
    /// Readable when a signal has come.
    package let descriptor: FileDescriptor

    /// Takes the signals over.
    package init(_ signals: [Int32]) throws(SystemError) {
      let pipe = try FileDescriptor.pipe()
      try pipe.reading.setNonBlocking(true)
      try pipe.writing.setNonBlocking(true)
      descriptor = pipe.reading
      signalPipe = pipe.writing.rawValue
      for number in signals {
        signal(number) { number in
          let saved = errno
          var byte = UInt8(truncatingIfNeeded: number)
          _ = Darwin.write(signalPipe, &byte, 1)
          errno = saved
        }
      }
    }

    /// The next signal that has come, if any.
    package func next() -> Int32? {
      var byte: UInt8 = 0
      return Darwin.read(descriptor.rawValue, &byte, 1) == 1 ? Int32(byte) : nil
    }

    /// The same; who sent it is not told here.
    package func nextWithOrigin() -> (number: Int32, isFromTerminal: Bool)? {
      next().map { ($0, false) }
    }
  }

  /// Set once, before the first handler is installed.
  nonisolated(unsafe) private var signalPipe: Int32 = -1
#endif
