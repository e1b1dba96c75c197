import JSON
import Platform
import WireProtocol

extension Server {
  /// How much is read, and how many lines are handled, before others get their turn.
  private static let bytesPerRead = 1 << 14
  private static let linesPerTurn = 64

  /// Deals with what the poller tells of a connection.
  func handle(_ readiness: Readiness, of connection: Connection) {
    if connection.isClosed || connection.isDoomed { return }
    if readiness.contains(.hungUp) { peerIsGone(connection) }
    if readiness.contains(.writable) { markDirty(connection) }
    let hasInput = readiness.contains(.readable) || readiness.contains(.hungUp)
    // What was read before comes first.
    if hasInput, !connection.isQueued, !connection.isPaused, !connection.hasInputEnded {
      read(connection)
      serve(connection)
    }
  }

  /// Reads once.
  func read(_ connection: Connection) {
    connection.framer.borrow(&readMemory)
    do throws(SystemError) {
      let count = try connection.framer.fill(minimum: Self.bytesPerRead) { space throws(SystemError) in
        try Socket.receive(into: space, from: connection.descriptor)
      }
      if count == 0 { connection.hasInputEnded = true }
    } catch {
      if error.wouldBlock { return }
      // A peer that broke the connection off sends nothing more, and reads nothing either.
      peerIsGone(connection)
      connection.hasInputEnded = true
    }
  }

  /// Handles some of the lines that were read.
  func serve(_ connection: Connection) {
    lookAtClock()
    defer { connection.framer.giveBack(to: &readMemory) }
    for _ in 0..<Self.linesPerTurn {
      if connection.isDoomed || phase == .flushing { return }
      if isOverLimits(connection) {
        connection.isPaused = true
        break
      }
      if let line = nextLine(connection) {
        handle(line, from: connection)
      } else {
        updateInterest(connection)
        closeIfDone(connection)
        return
      }
    }
    updateInterest(connection)
    if !connection.isPaused { enqueue(connection) }
  }

  private func nextLine(_ connection: Connection) -> LineFramer.Line? {
    if connection.isInputDone { return nil }
    if !connection.hasInputEnded { return connection.framer.next() }
    if let line = connection.framer.finish() { return line }
    connection.isInputDone = true
    return nil
  }

  /// Gives each connection with lines left its next turn.
  func serveQueue() {
    if queue.isEmpty { return }
    // Two arrays in turn, so that neither is ever copied.
    swap(&queue, &servedQueue)
    for connection in servedQueue {
      connection.isQueued = false
      if !connection.isClosed { serve(connection) }
    }
    servedQueue.removeAll(keepingCapacity: true)
  }

  private func enqueue(_ connection: Connection) {
    if connection.isQueued { return }
    connection.isQueued = true
    queue.append(connection)
  }

  private func isOverLimits(_ connection: Connection) -> Bool {
    connection.output.count > configuration.limits.maxOutputBytes
      || connection.waiting.count >= configuration.limits.maxOpenRequests
  }

  /// Reads on from a connection that took its output, or whose requests ended.
  func resumeIfPaused(_ connection: Connection) {
    guard connection.isPaused, !isOverLimits(connection) else { return }
    connection.isPaused = false
    enqueue(connection)
  }

  /// Has the poller watch for what can be dealt with now.
  func updateInterest(_ connection: Connection) {
    // Most output leaves at the first try; what comes after that try decides.
    if connection.isDirty || connection.isClosed { return }
    var wanted = Readiness.none
    if !connection.isPaused, !connection.hasInputEnded { wanted.insert(.readable) }
    if !connection.output.isEmpty { wanted.insert(.writable) }
    if wanted == connection.interest { return }
    connection.interest = wanted
    do throws(SystemError) {
      try poller.change(connection.descriptor, for: wanted, token: connection.token)
    } catch {
      configuration.log("\(error)")
      doom(connection)
    }
  }
}
