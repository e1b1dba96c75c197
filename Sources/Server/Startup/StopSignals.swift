import Platform

/// The signals that stop the daemon: the first one in good order, the second at once, whatever it is doing then.
struct StopSignals {
  private let source: SignalSource

  /// Begins to take them. A signal that this process was started with as ignored stays ignored.
  init() throws(SystemError) {
    source = try SignalSource(
      [Signal.terminate, Signal.interrupt, Signal.hangUp].filter { signal in
        signal == Signal.terminate || !Signal.isIgnored(signal)
      })
  }

  /// Readable when one has come.
  var descriptor: FileDescriptor { source.descriptor }

  /// The first one; `nil` if none has come. From then on the system itself ends the process at the next one.
  func take() -> Int32? {
    guard let signal = source.next() else { return nil }
    source.letThemEndTheProcess()
    return signal
  }
}
