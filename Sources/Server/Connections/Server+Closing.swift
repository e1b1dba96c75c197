import DeviceModel
import Platform

extension Server {
  /// Closes a connection from which nothing more comes and to which nothing more goes. One that has sent
  /// everything may still wait for replies, or watch.
  func closeIfDone(_ connection: Connection) {
    let isDone =
      connection.isPeerGone
      ? connection.isInputDone
      : connection.output.isEmpty
        && (connection.closesWhenSent
          || connection.isInputDone && connection.awaitedReplies == 0 && connection.subscription == nil)
    if isDone { doom(connection) }
  }

  /// Has a connection closed at the end of this turn.
  func doom(_ connection: Connection) {
    if connection.isDoomed { return }
    connection.isDoomed = true
    doomed.append(connection)
  }

  /// Closes a connection, and ends what belongs to it.
  func close(_ connection: Connection) {
    if connection.isClosed { return }
    connection.isClosed = true
    connection.isDoomed = true
    connection.isPeerGone = true
    poller.remove(connection.descriptor)
    connection.descriptor.close()
    connections[Int(connection.descriptor.rawValue)] = nil
    connectionCount -= 1
    unsubscribe(connection)

    for serial in connection.waiting.sorted() {
      // A device's calls end by the command below, which takes their prompts away.
      if let request = pending[serial], !request.isCall { forget(request) }
    }
    for serial in connection.touchedDevices.sorted() {
      guard let device = devices[serial: serial], device.model.knows(connection.client) else { continue }
      run(.clientClosed(connection.client), on: device, client: connection.client)
    }
    for serial in connection.ownDevices.sorted() {
      if let device = devices[serial: serial] { remove(device) }
    }
    for serial in connection.waiting.sorted() {
      if let request = pending[serial] { forget(request) }
    }
    noteGone()
    if connectionCount == 0 { startIdleTimer() }
  }

  /// Notes that a connection or a device is gone. After very many of them their memory is given back.
  func noteGone() {
    goneCount += 1
    if goneCount == 1000 {
      goneCount = 0
      HeapMemory.giveBack()
    }
  }

  /// Begins to count the time without a connection.
  func startIdleTimer() {
    guard let limit = configuration.idleExit, phase == .running else { return }
    idleTimer = timers.schedule(at: (now + limit).value, .idle)
  }
}
