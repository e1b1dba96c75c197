import Schema
import WireProtocol

/// The requests that wait for an event, by its kind and device: an event meets those that can want it, and finds no
/// others.
struct EventWaiters {
  /// For an event of a kind on one device, or on any (`nil`).
  private struct Key: Hashable {
    let kind: EventKind
    let device: Name?

    init(_ kind: EventKind, _ device: String?) {
      self.kind = kind
      self.device = device.map(Name.init)
    }
  }

  private var queues: [Key: SerialQueue<PendingRequest>] = [:]
  /// How many wait for each kind, so that mostly nothing has to be looked up.
  private var counts: [EventKind: Int] = [:]

  var isEmpty: Bool { queues.isEmpty }

  mutating func insert(_ request: PendingRequest, for matcher: EventMatcher) {
    let kind = matcher.query.kind
    queues[Key(kind, matcher.device), default: SerialQueue()].append(request, as: request.serial)
    counts[kind, default: 0] += 1
  }

  mutating func remove(_ request: PendingRequest, for matcher: EventMatcher) {
    let key = Key(matcher.query.kind, matcher.device)
    guard queues[key]?.remove(request.serial) != nil else { return }
    if queues[key]?.isEmpty == true { queues[key] = nil }
    counts[key.kind, default: 0] -= 1
    if counts[key.kind] == 0 { counts[key.kind] = nil }
  }

  /// Whether anybody may want an event.
  func expect(_ kind: EventKind, on device: String) -> Bool {
    guard counts[kind] != nil else { return false }
    return queues[Key(kind, device)] != nil || queues[Key(kind, nil)] != nil
  }

  /// Those that may want an event, the oldest first.
  func waiting(for kind: EventKind, on device: String) -> [PendingRequest] {
    let here = queues[Key(kind, device)].map { Array($0.values) } ?? []
    let anywhere = queues[Key(kind, nil)].map { Array($0.values) } ?? []
    if anywhere.isEmpty { return here }
    return (here + anywhere).sorted { $0.serial < $1.serial }
  }

  /// Those that wait for something on a device that has to be there, the oldest first.
  func waiting(onDevice name: String) -> [PendingRequest] {
    EventKind.allCases.filter { !$0.isAboutDevices }.flatMap { kind in
      queues[Key(kind, name)].map { Array($0.values) } ?? []
    }.sorted { $0.serial < $1.serial }
  }
}
