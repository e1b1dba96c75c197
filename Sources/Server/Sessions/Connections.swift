import DeviceModel
import JSON
import Platform
import WireProtocol

/// The open connections: bytes come in and become lines, lines go out as bytes, each connection in its turn.
final class Connections {
  private let reactor: Reactor
  let limits: ServerLimits
  private let log: (String) -> Void
  /// By descriptor.
  private var open: [Connection?] = []
  private(set) var count = 0
  /// Connections with lines that wait for their next turn.
  private var queue: [Connection] = []
  private var servedQueue: [Connection] = []
  /// Connections with output to send.
  private var dirty: [Connection] = []
  private var sending: [Connection] = []
  /// Connections to close.
  private var doomed: [Connection] = []
  /// What the next connection reads into.
  private var readMemory = ReadMemory()
  /// Nothing new is taken any more.
  private var isEnding = false

  /// Takes each line.
  var onLine: (LineFramer.Line, Connection) -> Void = { _, _ in }
  /// Is told that a connection was sent what there was room for.
  var onSent: (Connection) -> Void = { _ in }
  /// Is told that a connection is closed.
  var onClose: (Connection) -> Void = { _ in }

  /// How much is read, and how many lines are handled, before others get their turn.
  private static let bytesPerRead = 1 << 14
  private static let linesPerTurn = 64

  init(on reactor: Reactor, _ limits: ServerLimits, log: @escaping (String) -> Void) {
    self.reactor = reactor
    self.limits = limits
    self.log = log
  }

  /// Whether lines wait for their next turn.
  var hasLines: Bool { !queue.isEmpty }

  /// Serves an open, non-blocking descriptor, and closes it in the end.
  func add(_ descriptor: FileDescriptor, _ client: ClientID, _ audience: Audience) throws(SystemError) {
    let connection = Connection(
      descriptor, client: client, audience: audience, maximumLineBytes: limits.maxLineBytes)
    try reactor.watch(descriptor) { [unowned self] readiness in
      take(readiness, of: connection)
    }
    let index = Int(descriptor.rawValue)
    while open.count <= index { open.append(nil) }
    open[index] = connection
    count += 1
  }

  /// Ends the turn: sends what there is to send and closes what ends, which may lead to more of both.
  func endTurn() {
    while !dirty.isEmpty || !doomed.isEmpty {
      if !doomed.isEmpty {
        let closing = doomed
        doomed.removeAll()
        for connection in closing { close(connection) }
      }
      swap(&dirty, &sending)
      for connection in sending {
        connection.isDirty = false
        if !connection.isClosed { send(connection) }
      }
      sending.removeAll(keepingCapacity: true)
    }
  }

  // MARK: Input

  private func take(_ readiness: Readiness, of connection: Connection) {
    if connection.isClosed || connection.isDoomed { return }
    if readiness.contains(.hungUp) { peerIsGone(connection) }
    if readiness.contains(.writable) { markDirty(connection) }
    let hasInput = readiness.contains(.readable) || readiness.contains(.hungUp)
    // What was read before comes first.
    if hasInput, !connection.isQueued, !connection.isPaused, !connection.hasInputEnded {
      read(connection)
      takeLines(connection)
    }
  }

  /// Reads once.
  private func read(_ connection: Connection) {
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

  /// Hands on some of the lines that were read.
  private func takeLines(_ connection: Connection) {
    reactor.readClock()
    defer { connection.framer.giveBack(to: &readMemory) }
    for _ in 0..<Self.linesPerTurn {
      if connection.isDoomed || isEnding { return }
      if isOverLimits(connection) {
        connection.isPaused = true
        break
      }
      if let line = nextLine(connection) {
        onLine(line, connection)
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
      if !connection.isClosed { takeLines(connection) }
    }
    servedQueue.removeAll(keepingCapacity: true)
  }

  private func enqueue(_ connection: Connection) {
    if connection.isQueued { return }
    connection.isQueued = true
    queue.append(connection)
  }

  private func isOverLimits(_ connection: Connection) -> Bool {
    connection.output.count > limits.maxOutputBytes || connection.waiting.count >= limits.maxOpenRequests
  }

  /// Reads on from a connection that took its output, or whose requests ended.
  private func resumeIfPaused(_ connection: Connection) {
    guard connection.isPaused, !isOverLimits(connection) else { return }
    connection.isPaused = false
    enqueue(connection)
  }

  /// Watches for what can be dealt with now.
  private func updateInterest(_ connection: Connection) {
    // Most output leaves at the first try; what comes after that try decides.
    if connection.isDirty || connection.isClosed { return }
    var wanted = Readiness.none
    if !connection.isPaused, !connection.hasInputEnded { wanted.insert(.readable) }
    if !connection.output.isEmpty { wanted.insert(.writable) }
    if wanted == connection.interest { return }
    connection.interest = wanted
    do throws(SystemError) {
      try reactor.watch(connection.descriptor, for: wanted)
    } catch {
      log("\(error)")
      doom(connection)
    }
  }

  // MARK: Output

  /// Appends one line to what a connection is sent at the end of this turn. False: it would be longer than the
  /// daemon sends, and nothing of it is.
  @inline(__always)
  func write(to connection: Connection, _ body: (inout JSONWriter) -> Void) -> Bool {
    if connection.isPeerGone || connection.isClosed { return true }
    guard connection.output.appendLine(atMost: limits.maxReplyBytes, body) else { return false }
    markDirty(connection)
    return true
  }

  /// Has a connection looked at when this turn ends: what there is to send, and what follows from that.
  func markDirty(_ connection: Connection) {
    if connection.isDirty { return }
    connection.isDirty = true
    dirty.append(connection)
  }

  /// Sends what there is room for, in one call.
  private func send(_ connection: Connection) {
    if !connection.output.isEmpty {
      do throws(SystemError) {
        try connection.output.drain { bytes throws(SystemError) in
          try Socket.send(bytes, to: connection.descriptor)
        }
      } catch {
        if !error.wouldBlock { peerIsGone(connection) }
      }
    }
    if connection.subscription != nil { onSent(connection) }
    resumeIfPaused(connection)
    updateInterest(connection)
    closeIfDone(connection)
  }

  // MARK: The end

  /// Nobody reads any more. What the peer sent before it went still takes effect.
  private func peerIsGone(_ connection: Connection) {
    connection.isPeerGone = true
    connection.output.removeAll()
    if connection.waiting.count >= limits.maxOpenRequests {
      // Its requests would wait for ever, and the next line for them.
      doom(connection)
    } else {
      resumeIfPaused(connection)
      closeIfDone(connection)
    }
  }

  /// Closes a connection from which nothing more comes and to which nothing more goes. One that has sent
  /// everything may still wait for replies, or watch.
  private func closeIfDone(_ connection: Connection) {
    let isDone =
      connection.isPeerGone
      ? connection.isInputDone
      : connection.output.isEmpty
        && (connection.closesWhenSent
          || connection.isInputDone && connection.awaitedReplies == 0 && connection.subscription == nil)
    if isDone { doom(connection) }
  }

  /// Takes nothing more from a connection, and closes it once its output is sent.
  func end(_ connection: Connection) {
    connection.hasInputEnded = true
    connection.isInputDone = true
    connection.closesWhenSent = true
    markDirty(connection)
  }

  /// Closes a connection at the end of this turn.
  func doom(_ connection: Connection) {
    if connection.isDoomed { return }
    connection.isDoomed = true
    doomed.append(connection)
  }

  private func close(_ connection: Connection) {
    if connection.isClosed { return }
    connection.isClosed = true
    connection.isDoomed = true
    connection.isPeerGone = true
    reactor.unwatch(connection.descriptor)
    connection.descriptor.close()
    open[Int(connection.descriptor.rawValue)] = nil
    count -= 1
    onClose(connection)
    reactor.countRelease()
  }

  /// Takes nothing new, handles what has arrived already, and closes each connection once its output is sent.
  ///
  /// A peer whose last bytes nobody read would see a broken connection instead of the end.
  func end() {
    isEnding = true
    for case let connection? in open {
      connection.isPaused = false
      if !connection.hasInputEnded { read(connection) }
      while !connection.isInputDone, let line = connection.framer.next() { onLine(line, connection) }
      connection.isInputDone = true
      connection.hasInputEnded = true
      connection.closesWhenSent = true
      markDirty(connection)
    }
  }

  /// Closes all that are left.
  func closeAll() { for case let connection? in open { close(connection) } }
}
