import JSON
import Platform
import WireProtocol

extension Server {
  /// Appends one line to what a connection is sent at the end of this turn.
  @inline(__always)
  func write(to connection: Connection, _ body: (inout JSONWriter) -> Void) {
    if connection.isPeerGone || connection.isClosed { return }
    connection.output.appendLine(body)
    markDirty(connection)
  }

  /// Has a connection looked at when this turn ends: what it is to be sent, and what follows from that.
  func markDirty(_ connection: Connection) {
    if connection.isDirty { return }
    connection.isDirty = true
    dirty.append(connection)
  }

  /// Sends what there is room for, in one call.
  func send(_ connection: Connection) {
    if !connection.output.isEmpty {
      do throws(SystemError) {
        try connection.output.drain { bytes throws(SystemError) in
          try Socket.send(bytes, to: connection.descriptor)
        }
      } catch {
        if !error.wouldBlock { peerIsGone(connection) }
      }
    }
    tellOfMissedEvents(connection)
    resumeIfPaused(connection)
    updateInterest(connection)
    closeIfDone(connection)
  }

  /// Nobody reads any more. What the peer sent before it went still takes effect.
  func peerIsGone(_ connection: Connection) {
    connection.isPeerGone = true
    connection.output.removeAll()
    if connection.waiting.count >= configuration.limits.maxOpenRequests {
      // Its requests would wait for ever, and the next line for them.
      doom(connection)
    } else {
      resumeIfPaused(connection)
      closeIfDone(connection)
    }
  }
}
