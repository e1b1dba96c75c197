import Schema
import WireProtocol

/// Which events a request or a subscriber is after.
struct EventFilter {
  /// `nil`: every device.
  var device: String?
  /// `nil`: every kind.
  private var kinds: Set<EventKind>?

  init(device: String?, kinds: [EventKind]?) {
    self.device = device
    self.kinds = kinds.map { Set($0) }
  }

  /// Whether an event is among them.
  func admits(_ entry: LogEntry) -> Bool {
    (device == nil || device.isSameText(as: entry.device)) && kinds?.contains(entry.event.kind) ?? true
  }
}

/// The events that a connection is sent.
struct Subscription {
  var filter: EventFilter
  /// Events it had no room for; it is told when it has read what is there.
  var missed: ClosedRange<UInt64>?
  /// How many bytes they would have been.
  var missedBytes = 0

  init(_ filter: EventFilter) { self.filter = filter }

  /// Counts an event it had no room for.
  mutating func miss(_ seq: UInt64, bytes: Int) {
    missed = (missed?.lowerBound ?? seq)...seq
    missedBytes += bytes
  }
}

/// What a `waitFor` waits for.
struct EventMatcher {
  let query: EventQuery
  /// `nil`: any device, for events about devices that need not exist.
  let device: String?

  /// What it is, for a person: `promptShown on "default"`.
  var summary: String {
    let place = device.map { " on \(quoted($0))" } ?? ""
    return "\(query.kind.rawValue)\(query.members == nil ? "" : " as asked for")\(place)"
  }

  /// Whether it needs the device to be there.
  func isTied(to name: String) -> Bool { device.isSameText(as: name) && !query.kind.isAboutDevices }

  /// Whether the event's members need a look.
  func couldMatch(_ entry: LogEntry) -> Bool {
    entry.event.kind == query.kind && (device == nil || device.isSameText(as: entry.device))
  }
}

extension EventKind {
  /// Whether it tells of devices as such, which need not be there.
  var isAboutDevices: Bool { self == .deviceCreated || self == .deviceDeleted }
}
