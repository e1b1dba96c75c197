import DeviceModel
import JSON
import WireProtocol

/// An event in its place among all of the daemon.
struct LogEntry {
  let seq: UInt64
  let device: String
  /// The device's own monotonic clock.
  let time: Nanoseconds
  let event: LoggedEvent

  /// Writes the event as its object.
  func write(into writer: inout JSONWriter) {
    EventEncoding.write(event, seq: seq, device: device, time: time, into: &writer)
  }
}

/// The last events, numbered from 1 without holes. They are kept as values and encoded when asked for.
struct EventLog {
  private var ring: [LogEntry] = []
  private let capacity: Int
  /// Where the oldest event is, once the ring is full.
  private var oldestIndex = 0
  /// The number of the last event; 0 before the first.
  private(set) var position: UInt64 = 0
  /// The number before the first place of the ring.
  private var base: UInt64 = 0

  /// An empty log that keeps the last `capacity` events.
  init(capacity: Int) {
    precondition(capacity > 0)
    self.capacity = capacity
  }

  /// The number of the first event that is kept.
  var oldest: UInt64 { position - UInt64(ring.count) + 1 }

  /// Adds the event that has the number after the last one; the oldest makes room for it.
  mutating func append(_ entry: consuming LogEntry) {
    precondition(entry.seq == position + 1)
    position = entry.seq
    if ring.count < capacity {
      ring.append(entry)
    } else {
      ring[oldestIndex] = entry
      oldestIndex = oldestIndex + 1 == capacity ? 0 : oldestIndex + 1
    }
  }

  /// Goes on after a number that an earlier daemon gave out. Events before it are not kept.
  mutating func advance(to position: UInt64) {
    if position <= self.position { return }
    self.position = position
    base = position
    ring = []
  }

  /// Whether every event after `since` is still there.
  func reaches(back since: UInt64) -> Bool { since >= oldest - 1 }

  /// The kept events after `since`, oldest first.
  func entries(after since: UInt64) -> some Sequence<LogEntry> {
    let first = max(since, oldest - 1) + 1
    return (first..<max(first, position + 1)).lazy.map { ring[index(of: $0)] }
  }

  private func index(of seq: UInt64) -> Int { Int((seq - base - 1) % UInt64(capacity)) }
}
