import DeviceModel
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
  let filter: EventFilter
  /// The number of the last event that it was sent or does not want, if it is not the last of the log: it had no
  /// room for more. The rest comes from the log as the connection reads.
  var reached: UInt64?

  init(_ filter: EventFilter) { self.filter = filter }

  var isBehind: Bool { reached != nil }
}

/// The connections that are sent events, by the device that they watch: an event meets those, and finds no others.
struct Subscribers {
  private var ofDevices: [Name: [ClientID: Connection]] = [:]
  private var ofAll: [ClientID: Connection] = [:]

  var isEmpty: Bool { ofAll.isEmpty && ofDevices.isEmpty }

  mutating func insert(_ connection: Connection, _ filter: EventFilter) {
    if let device = filter.device {
      ofDevices[Name(device), default: [:]][connection.client] = connection
    } else {
      ofAll[connection.client] = connection
    }
  }

  mutating func remove(_ connection: Connection, _ filter: EventFilter) {
    guard let device = filter.device.map(Name.init) else {
      ofAll[connection.client] = nil
      return
    }
    ofDevices[device]?[connection.client] = nil
    if ofDevices[device]?.isEmpty == true { ofDevices[device] = nil }
  }

  /// Those whose filter admits an event, in no order.
  func subscribers(to entry: LogEntry) -> [Connection] {
    let here = ofDevices.isEmpty ? nil : ofDevices[Name(entry.device)]
    if ofAll.isEmpty, here == nil { return [] }
    func meant(_ connections: [ClientID: Connection]) -> [Connection] {
      connections.values.filter { $0.subscription?.filter.admits(entry) == true }
    }
    return meant(ofAll) + (here.map(meant) ?? [])
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

  /// Whether the event's members need a look.
  func couldMatch(_ entry: LogEntry) -> Bool {
    entry.event.kind == query.kind && (device == nil || device.isSameText(as: entry.device))
  }
}

extension EventKind {
  /// Whether it tells of devices as such, which need not be there.
  var isAboutDevices: Bool { self == .deviceCreated || self == .deviceDeleted }
}
