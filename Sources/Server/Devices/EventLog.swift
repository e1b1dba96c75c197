import DeviceModel
import JSON
import WireProtocol

/// An event in its place among all of the daemon.
struct LogEntry: Sendable {
  let seq: UInt64
  let device: String
  /// The device's own monotonic clock.
  let time: Nanoseconds
  let event: LoggedEvent
  /// How much it takes up, about.
  let weight: Int

  init(seq: UInt64, device: String, time: Nanoseconds, event: consuming LoggedEvent) {
    self.seq = seq
    self.device = device
    self.time = time
    weight = 128 + device.utf8.count + event.weight
    self.event = event
  }

  /// Writes the event as its object.
  func write(into writer: inout JSONWriter) {
    EventEncoding.write(event, seq: seq, device: device, time: time, into: &writer)
  }
}

/// The last events, numbered from 1 without holes. They are kept as values and encoded when asked for.
struct EventLog {
  private var ring: [LogEntry?] = []
  private let capacity: Int
  private let byteLimit: Int
  /// How many events are kept, and how much they take up.
  private var count = 0
  private var bytes = 0
  /// The number of the last event; 0 before the first.
  private(set) var position: UInt64 = 0
  /// The number before the first place of the ring.
  private var base: UInt64 = 0

  /// An empty log that keeps the last `capacity` events, fewer if they take up more than a number of bytes.
  init(capacity: Int, bytes byteLimit: Int = .max) {
    precondition(capacity > 0)
    self.capacity = capacity
    self.byteLimit = byteLimit
  }

  /// The number of the first event that is kept.
  var oldest: UInt64 { position - UInt64(count) + 1 }

  /// Adds the event that has the number after the last one; the oldest make room for it.
  mutating func append(_ entry: consuming LogEntry) {
    precondition(entry.seq == position + 1)
    bytes += entry.weight
    if count == capacity { dropOldest() }
    while bytes > byteLimit, count > 0 { dropOldest() }
    position = entry.seq
    count += 1
    let place = index(of: position)
    if place == ring.count { ring.append(entry) } else { ring[place] = entry }
  }

  private mutating func dropOldest() {
    guard let dropped = ring[index(of: oldest)].take() else { return }
    bytes -= dropped.weight
    count -= 1
  }

  /// Goes on after a number that an earlier daemon gave out. Events before it are not kept.
  mutating func advance(to position: UInt64) {
    if position <= self.position { return }
    self.position = position
    base = position
    ring = []
    (count, bytes) = (0, 0)
  }

  /// Whether every event after `since` is still there.
  func reaches(back since: UInt64) -> Bool { since >= oldest - 1 }

  /// The kept events after `since`, oldest first.
  func entries(after since: UInt64) -> some Sequence<LogEntry> {
    let first = max(since, oldest - 1) + 1
    return (first..<max(first, position + 1)).lazy.compactMap { ring[index(of: $0)] }
  }

  private func index(of seq: UInt64) -> Int { Int((seq - base - 1) % UInt64(capacity)) }
}

/// Where the log tells of the prompts of a device.
struct PromptPlaces {
  private var places: [Place] = []
  /// When those that the log does not hold any more are dropped.
  private var dropsAt = 64

  private struct Place {
    let prompt: PromptID
    let seq: UInt64
    /// Whether the prompt came up there.
    let isFirst: Bool
  }

  /// Notes that an event tells of a prompt, while the log goes back to the `oldest`.
  mutating func note(_ prompt: PromptID, isFirst: Bool, at seq: UInt64, oldest: UInt64) {
    places.append(Place(prompt: prompt, seq: seq, isFirst: isFirst))
    guard places.count >= dropsAt else { return }
    places.removeAll { $0.seq < oldest }
    dropsAt = max(64, 2 * places.count)
  }

  /// The number of the first event that tells of a prompt and may still be kept. A reset gives the ids out again: the
  /// last one to come up counts.
  func first(of prompt: PromptID, in log: borrowing EventLog) -> UInt64? {
    var first: UInt64?
    for place in places.reversed() where place.prompt == prompt {
      if place.seq < log.oldest { break }
      first = place.seq
      if place.isFirst { break }
    }
    return first
  }
}
