import DeviceModel
import JSON
import Platform
import WireProtocol

extension Server {
  /// Takes nothing new, ends everything that waits, and lets the last replies leave.
  func beginStop() {
    phase = .flushing
    lookAtClock()
    for listener in listeners {
      poller.remove(listener.descriptor)
      listener.descriptor.close()
    }
    listeners.removeAll()
    onStopListening()
    timers.cancel(idleTimer)
    for device in devices.all where device.model.hasPendingCalls { run(.shutDown, on: device) }
    for request in pending.values.sorted(by: { $0.serial < $1.serial }) {
      finish(request, with: .shuttingDown)
    }
    for case let connection? in connections { sayGoodbye(connection) }
    _ = timers.schedule(
      at: (now + configuration.flushTime).value, .flushed)
  }

  /// Answers what has arrived already: a peer whose last bytes nobody read would see a broken connection
  /// instead of the end.
  private func sayGoodbye(_ connection: Connection) {
    connection.isPaused = false
    if !connection.hasInputEnded { read(connection) }
    while !connection.isInputDone, let line = connection.framer.next() { handle(line, from: connection) }
    connection.isInputDone = true
    connection.hasInputEnded = true
    connection.closesWhenSent = true
    markDirty(connection)
  }
}
