import WireProtocol

/// Which events a request or a subscriber is after.
struct EventFilter {
  /// `nil`: every device.
  var device: String?
  /// A bit for each kind.
  private var kinds: UInt64

  init(device: String?, kinds: [EventKind]?) {
    self.device = device
    guard let kinds else {
      self.kinds = .max
      return
    }
    self.kinds = kinds.reduce(0) { $0 | 1 << UInt64($1.index) }
  }

  func admits(_ entry: LogEntry) -> Bool {
    kinds & (1 << UInt64(entry.event.kind.index)) != 0 && (device == nil || device == entry.device)
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

  mutating func miss(_ seq: UInt64, bytes: Int) {
    missed = (missed?.lowerBound ?? seq)...seq
    missedBytes += bytes
  }
}

extension EventKind {
  /// Its place among the kinds.
  var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
