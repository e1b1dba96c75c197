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
  /// How many of them came through the app socket.
  private(set) var appCount = 0
  /// What is held for all of them.
  private(set) var budget: MemoryBudget
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
  /// When the connection whose lines are taken has had its time.
  private var turnEnd: Int64 = 0

  /// Takes each line.
  var onLine: (LineFramer.Line, Connection) -> Void = { _, _ in }
  /// Goes on with what a connection has begun: a request that had to wait, or a batch.
  var onRestOfBatch: (Connection) -> Void = { _ in }
  /// Is told that a line was dropped for which there is no memory.
  var onDroppedLine: (Connection) -> Void = { _ in }
  /// Is told that a connection was sent what there was room for.
  var onSent: (Connection) -> Void = { _ in }
  /// Is told that a connection is closed.
  var onClose: (Connection) -> Void = { _ in }

  /// How much is read, how many lines are handled and how long that may take, in nanoseconds, before others get
  /// their turn.
  private static let bytesPerRead = 1 << 14
  private static let linesPerTurn = 64
  private static let timePerTurn: Int64 = 1_000_000
  /// How long those who wait for their next turn may take together before new input is looked at.
  private static let timePerRound: Int64 = 5_000_000
  /// What each connection may be sent, or keep of a line, even if all memory is in use.
  private static let leastBytes = 1 << 12

  init(on reactor: Reactor, _ limits: ServerLimits, log: @escaping (String) -> Void) {
    self.reactor = reactor
    self.limits = limits
    self.log = log
    budget = MemoryBudget(limit: limits.maxMemory)
  }

  /// Whether lines wait for their next turn, or replies to be sent.
  var hasWork: Bool { !queue.isEmpty || !dirty.isEmpty || !doomed.isEmpty }

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
    if audience == .app { appCount += 1 }
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

  /// Hands on some of the lines that were read: a turn ends with the time it may take, however few they are.
  private func takeLines(_ connection: Connection) {
    reactor.readClock()
    turnEnd = HostClock.monotonic + Self.timePerTurn
    defer {
      connection.framer.giveBack(to: &readMemory)
      countInput(of: connection)
    }
    for number in 0..<Self.linesPerTurn {
      if connection.isDoomed { return }
      if isOverLimits(connection), !isEnding || connection.isHeld {
        connection.isPaused = true
        break
      }
      if number > 0, isTurnOver { break }
      if connection.heldRequest != nil || connection.restOfBatch != nil {
        onRestOfBatch(connection)
      } else if let line = nextLine(connection) {
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

  /// Whether the connection whose lines are taken has had its time.
  var isTurnOver: Bool { HostClock.monotonic > turnEnd }

  /// Counts what a connection keeps of lines that are not handled yet. The beginning of a long line for which there
  /// is no memory is dropped.
  private func countInput(of connection: Connection) {
    let pending = connection.framer.pendingBytes
    if pending == connection.heldInput { return }
    hold(pending - connection.heldInput, for: connection)
    connection.heldInput = pending
    guard pending > Self.leastBytes, budget.room(for: connection.audience) < 0,
      connection.framer.dropUnendedLine()
    else { return }
    onDroppedLine(connection)
    countInput(of: connection)
  }

  private func nextLine(_ connection: Connection) -> LineFramer.Line? {
    if connection.isInputDone { return nil }
    if let line = connection.framer.next() { return line }
    guard connection.hasInputEnded else { return nil }
    // A line whose end was cut off by the daemon's own end is none.
    if !isEnding, let line = connection.framer.finish() { return line }
    connection.isInputDone = true
    return nil
  }

  /// Gives each connection with lines left its next turn.
  func serveQueue() {
    if queue.isEmpty { return }
    // Two arrays in turn, so that neither is ever copied.
    swap(&queue, &servedQueue)
    let end = HostClock.monotonic + Self.timePerRound
    for (place, connection) in servedQueue.enumerated() {
      connection.isQueued = false
      if !connection.isClosed { takeLines(connection) }
      if HostClock.monotonic > end {
        // They come first in the next round.
        queue.insert(contentsOf: servedQueue[(place + 1)...], at: 0)
        break
      }
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
      || connection.isHeld || connection.subscription?.isBehind == true
      || !connection.output.isEmpty && budget.room(for: connection.audience) < 0
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

  /// Appends one line to what a connection is sent at the end of this turn. False: it would be longer than
  /// `room(for:)`, and nothing of it is sent.
  @inline(__always)
  func write(to connection: Connection, _ body: (inout JSONWriter) -> Void) -> Bool {
    if connection.isPeerGone || connection.isClosed { return true }
    guard let count = connection.output.appendLine(atMost: room(for: connection), body) else { return false }
    hold(count, for: connection)
    markDirty(connection)
    return true
  }

  /// Appends bytes that were made elsewhere. For the daemon's own constants nothing more is held.
  func write(_ bytes: [UInt8], isShared: Bool = false, to connection: Connection) {
    if connection.isPeerGone || connection.isClosed { return }
    connection.output.append(bytes, isShared: isShared)
    if !isShared { hold(bytes.count, for: connection) }
    markDirty(connection)
  }

  /// How long the next line may be that a connection is sent.
  @inline(__always)
  func room(for connection: Connection) -> Int {
    min(limits.maxReplyBytes, max(Self.leastBytes, budget.room(for: connection.audience)))
  }

  /// Whether nothing more may be held for a connection.
  func isOutOfMemory(_ connection: Connection) -> Bool { budget.room(for: connection.audience) <= 0 }

  /// Counts bytes that are held for a connection, or, below 0, no longer.
  @inline(__always)
  func hold(_ bytes: Int, for connection: Connection) {
    if connection.isClosed { return }
    connection.held &+= bytes
    budget.count(bytes, for: connection.audience)
  }

  /// Whether a connection has read what it was sent so far that it can get events.
  func takesEvents(_ connection: Connection) -> Bool {
    connection.output.count <= limits.maxOutputBytes
      && (connection.output.isEmpty || budget.room(for: connection.audience) > 0)
  }

  /// Makes a connection wait with its next request, or no longer.
  func setHeld(_ connection: Connection, _ isHeld: Bool) {
    connection.isHeld = isHeld
    connection.awaitedReplies += isHeld ? 1 : -1
    markDirty(connection)
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
      let before = connection.output.held
      var isBroken = false
      do throws(SystemError) {
        try connection.output.drain { bytes throws(SystemError) in
          try Socket.send(bytes, to: connection.descriptor)
        }
      } catch {
        isBroken = !error.wouldBlock
      }
      hold(connection.output.held &- before, for: connection)
      if isBroken { peerIsGone(connection) }
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
    dropOutput(of: connection)
    if connection.waiting.count >= limits.maxOpenRequests {
      // Its requests would wait for ever, and the next line for them.
      doom(connection)
    } else {
      resumeIfPaused(connection)
      closeIfDone(connection)
    }
  }

  private func dropOutput(of connection: Connection) {
    hold(-connection.output.held, for: connection)
    connection.output.removeAll()
  }

  /// Closes a connection from which nothing more comes and to which nothing more goes. One that has sent
  /// everything may still wait for replies, or watch.
  private func closeIfDone(_ connection: Connection) {
    let isDone =
      connection.isPeerGone
      ? connection.isInputDone
      : connection.output.isEmpty
        && connection.isInputDone && !connection.isHeld
        && (connection.closesWhenSent || connection.awaitedReplies == 0 && connection.subscription == nil)
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
    hold(-connection.held, for: connection)
    connection.isClosed = true
    connection.isDoomed = true
    connection.isPeerGone = true
    reactor.unwatch(connection.descriptor)
    connection.descriptor.close()
    open[Int(connection.descriptor.rawValue)] = nil
    count -= 1
    if connection.audience == .app { appCount -= 1 }
    connection.output.removeAll()
    onClose(connection)
    reactor.countRelease()
  }

  /// Takes nothing new, handles what has arrived already, in turns, and closes each connection once its output is
  /// sent.
  ///
  /// A peer whose last bytes nobody read would see a broken connection instead of the end.
  func end() {
    isEnding = true
    for case let connection? in open {
      connection.isPaused = false
      if !connection.hasInputEnded, !connection.isQueued { read(connection) }
      connection.hasInputEnded = true
      connection.closesWhenSent = true
      enqueue(connection)
    }
  }

  /// Closes all that are left.
  func closeAll() { for case let connection? in open { close(connection) } }
}
