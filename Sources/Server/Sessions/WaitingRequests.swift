import WireProtocol

/// The requests of a connection that wait, by their serial numbers.
struct WaitingRequests {
  private(set) var count = 0
  /// Those that can be taken back.
  private var named: [RequestID: Serials] = [:]
  /// Those without an id.
  private var unnamed: Set<UInt64> = []

  /// The requests of one id, which ought to be one.
  private enum Serials {
    case one(UInt64)
    case several(Set<UInt64>)

    var all: Set<UInt64> {
      switch self {
      case .one(let serial): [serial]
      case .several(let serials): serials
      }
    }
  }

  /// In the order in which they came.
  var serials: [UInt64] { named.values.reduce(into: unnamed) { $0.formUnion($1.all) }.sorted() }

  /// Those with an id, in the order in which they came.
  func serials(of id: RequestID) -> [UInt64] { named[id]?.all.sorted() ?? [] }

  mutating func insert(_ serial: UInt64, _ id: RequestID?) {
    count += 1
    guard let id else {
      unnamed.insert(serial)
      return
    }
    switch named.updateValue(.one(serial), forKey: id) {
    case nil: break
    case .one(let other): named[id] = .several([other, serial])
    case .several(var others):
      others.insert(serial)
      named[id] = .several(others)
    }
  }

  mutating func remove(_ serial: UInt64, _ id: RequestID?) {
    count -= 1
    guard let id else {
      unnamed.remove(serial)
      return
    }
    guard case .several(var others) = named.removeValue(forKey: id) else { return }
    others.remove(serial)
    if !others.isEmpty { named[id] = .several(others) }
  }
}
