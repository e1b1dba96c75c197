import WireProtocol

/// The requests of a connection that wait, by their serial numbers.
struct WaitingRequests {
  private var all: Set<UInt64> = []
  /// Those that can be taken back.
  private var byID: [RequestID: Set<UInt64>] = [:]

  var count: Int { all.count }
  /// In the order in which they came.
  var serials: [UInt64] { all.sorted() }

  /// Those with an id, which ought to be one, in the order in which they came.
  func serials(of id: RequestID) -> [UInt64] { byID[id]?.sorted() ?? [] }

  mutating func insert(_ serial: UInt64, _ id: RequestID?) {
    all.insert(serial)
    if let id { byID[id, default: []].insert(serial) }
  }

  mutating func remove(_ serial: UInt64, _ id: RequestID?) {
    all.remove(serial)
    guard let id else { return }
    byID[id]?.remove(serial)
    if byID[id]?.isEmpty == true { byID[id] = nil }
  }
}
