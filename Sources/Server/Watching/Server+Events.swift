import DeviceModel
import JSON
import Schema
import WireProtocol

extension Server {
  /// Puts an event into the log, and tells whoever waits for it.
  func record(_ event: consuming LoggedEvent, of device: String, at time: Nanoseconds) {
    let entry = LogEntry(seq: log.position + 1, device: device, time: time, event: event)
    // Mostly nobody is told, and the log takes it over.
    if waiters.isEmpty, subscribers.isEmpty { return log.append(entry) }
    log.append(entry)
    let isAwaited = waiters.contains { $0.couldMatch(entry) }
    let isWatched = subscribers.contains { $0.subscription?.filter.admits(entry) == true }
    guard isAwaited || isWatched else { return }
    withEncoded(entry) { bytes in
      if isAwaited { answerWaiters(entry, bytes) }
      if isWatched { publish(entry, bytes) }
    }
  }

  /// Encodes an event once for all who get it, in memory that is used again.
  func withEncoded<R>(_ entry: LogEntry, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    var writer = JSONWriter()
    swap(&writer, &eventWriter)
    writer.buffer.removeAll()
    entry.write(into: &writer)
    let result = writer.buffer.withBytes(body)
    swap(&writer, &eventWriter)
    return result
  }

  private func publish(_ entry: LogEntry, _ bytes: UnsafeBufferPointer<UInt8>) {
    for connection in subscribers {
      guard let subscription = connection.subscription, subscription.filter.admits(entry) else { continue }
      publish(entry.seq, bytes, to: connection, subscription)
    }
  }

  /// Sends an event, unless the connection has not read enough of what it was sent before.
  private func publish(
    _ seq: UInt64, _ bytes: UnsafeBufferPointer<UInt8>, to connection: Connection,
    _ subscription: Subscription
  ) {
    let limit = configuration.limits.maxOutputBytes
    if subscription.missed == nil, connection.output.count <= limit {
      return write(to: connection) { EventEncoding.writeNotification(bytes, into: &$0) }
    }
    if connection.isDoomed { return }
    connection.subscription?.miss(seq, bytes: bytes.count)
    if connection.output.count + (connection.subscription?.missedBytes ?? 0) > 2 * limit {
      configuration.log("closed a subscriber that does not read: \(connection.output.count) bytes unread")
      doom(connection)
    }
  }

  /// Once a connection has read most of what it was sent, it learns what it missed, and gets events again.
  func tellOfMissedEvents(_ connection: Connection) {
    guard let missed = connection.subscription?.missed,
      connection.output.count <= configuration.limits.maxOutputBytes / 2
    else { return }
    connection.subscription?.missed = nil
    connection.subscription?.missedBytes = 0
    var gap = JSONWriter()
    EventEncoding.writeGap(from: missed.lowerBound, to: missed.upperBound, into: &gap)
    gap.buffer.withBytes { bytes in
      write(to: connection) { EventEncoding.writeNotification(bytes, into: &$0) }
    }
  }

  /// Answers with the log's position and the state there; then come the events after `since`, and those
  /// that happen from now on.
  func subscribe(
    _ address: ReplyAddress, _ device: HostedDevice?, since: UInt64?, _ kinds: [EventKind]?
  ) throws(WireError) {
    if let since { try checkReach(since) }
    if let device { catchUp(device) }
    let connection = address.connection
    unsubscribe(connection)
    let filter = EventFilter(device: device?.name, kinds: kinds)
    answer(address) { writer in
      guard let device else { return }
      writer.key("state")
      DeviceState.record.write(device.model.state, into: &writer)
    }
    if let since {
      for entry in log.entries(after: since) where filter.admits(entry) {
        withEncoded(entry) { bytes in
          write(to: connection) { EventEncoding.writeNotification(bytes, into: &$0) }
        }
      }
    }
    connection.subscription = Subscription(filter)
    subscribers.append(connection)
  }

  /// Sends a connection no more events.
  func unsubscribe(_ connection: Connection) {
    guard connection.subscription != nil else { return }
    connection.subscription = nil
    subscribers.removeAll { $0 === connection }
    // One that has sent everything may have stayed open for its subscription only.
    markDirty(connection)
  }

  /// Answers with events of the log.
  func list(
    _ address: ReplyAddress, _ filter: EventFilter, since: UInt64?, limit: Int?
  ) throws(WireError) {
    if let since { try checkReach(since) }
    answer(address) { writer in
      writer.key("events")
      writer.beginArray()
      let wanted = log.entries(after: since ?? 0).lazy.filter(filter.admits)
      for entry in wanted.prefix(limit ?? .max) { entry.write(into: &writer) }
      writer.endArray()
    }
  }

  /// Refuses a place in the log that is no longer kept, or that a daemon before this one gave out.
  func checkReach(_ since: UInt64) throws(WireError) {
    guard log.reaches(back: since) else {
      throw .eventsTooOld(since: since, oldest: log.oldest, kept: configuration.limits.keptEvents)
    }
    guard since <= log.position else {
      throw .invalidParams(
        "since", "since is \(since), and the log is only at \(log.position); was the daemon restarted?",
        accepted: .string("0 to \(log.position)"))
    }
  }
}

extension LogEntry {
  /// Writes the event as its object.
  func write(into writer: inout JSONWriter) {
    EventEncoding.write(event, seq: seq, device: device, time: time, into: &writer)
  }
}
