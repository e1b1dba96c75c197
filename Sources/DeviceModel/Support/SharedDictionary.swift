/// A dictionary whose copies stay cheap when one of them changes: it is cut into small parts, and a change
/// copies, and later frees, one of them. So a snapshot of ten thousand items costs what one of ten does.
struct SharedDictionary<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// None, or a power of two of them.
  private var parts: [[Key: Value]] = []
  private(set) var count = 0

  /// Entries of a part, on average, before there are twice as many parts.
  private static var load: Int { 32 }

  var isEmpty: Bool { count == 0 }

  /// In no order.
  var values: [Value] {
    var values: [Value] = []
    values.reserveCapacity(count)
    for part in parts { values += part.values }
    return values
  }

  subscript(_ key: Key) -> Value? {
    parts.isEmpty ? nil : parts[index(of: key)][key]
  }

  /// Sets or removes a value; returns the one that was there.
  mutating func set(_ value: Value?, for key: Key) -> Value? {
    if value != nil, count >= parts.count * Self.load { grow() }
    if parts.isEmpty { return nil }
    let place = index(of: key)
    let old: Value?
    if let value {
      old = parts[place].updateValue(value, forKey: key)
    } else {
      old = parts[place].removeValue(forKey: key)
    }
    count += (value == nil ? 0 : 1) - (old == nil ? 0 : 1)
    return old
  }

  private func index(of key: Key) -> Int { key.hashValue & (parts.count - 1) }

  private mutating func grow() {
    let old = parts
    parts = Array(repeating: [:], count: max(1, old.count * 2))
    for part in old {
      for (key, value) in part { parts[index(of: key)][key] = value }
    }
  }
}

extension SharedDictionary: Equatable where Value: Equatable {
  /// Parts that two copies still share are not looked into.
  static func == (left: Self, right: Self) -> Bool {
    if left.count != right.count { return false }
    if left.parts.count == right.parts.count { return left.parts == right.parts }
    return left.parts.allSatisfy { part in part.allSatisfy { right[$0.key] == $0.value } }
  }
}
