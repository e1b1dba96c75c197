import Schema
import WireProtocol

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
  func isTied(to name: String) -> Bool { device == name && !query.kind.isAboutDevices }

  /// Whether it is worth to look at the event's members.
  func couldMatch(_ entry: LogEntry) -> Bool {
    entry.event.kind == query.kind && (device == nil || device == entry.device)
  }
}

extension EventKind {
  /// Whether it tells of devices as such, which need not be there.
  var isAboutDevices: Bool { self == .deviceCreated || self == .deviceDeleted }
}
