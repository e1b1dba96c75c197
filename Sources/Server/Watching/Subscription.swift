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
    (device == nil || device == entry.device) && kinds?.contains(entry.event.kind) ?? true
  }
}

/// What a connection gets to know of.
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
