import Schema

/// Values by serial number, in their order. Numbers are added in ascending order; each is removed in constant time,
/// wherever it stands, and the others stay where they are.
struct SerialQueue<Value> {
  private var entries: [Entry] = []
  /// The first that may have a value.
  private var head = 0
  private(set) var count = 0

  private struct Entry {
    let serial: UInt64
    var value: Value?
  }

  var isEmpty: Bool { count == 0 }

  /// The values, in their order.
  var values: some Sequence<Value> { entries[head...].lazy.compactMap(\.value) }

  /// The first value whose number is above `serial`.
  func first(after serial: UInt64) -> (serial: UInt64, value: Value)? {
    for entry in entries[position(of: serial &+ 1)...] {
      if let value = entry.value { return (entry.serial, value) }
    }
    return nil
  }

  mutating func append(_ value: Value, as serial: UInt64) {
    precondition(entries.last.map { $0.serial < serial } ?? true, "serial numbers ascend")
    entries.append(Entry(serial: serial, value: value))
    count += 1
  }

  /// Removes and returns the value of a number.
  mutating func remove(_ serial: UInt64) -> Value? {
    let place = position(of: serial)
    guard place < entries.count, entries[place].serial == serial, let value = entries[place].value.take()
    else { return nil }
    count -= 1
    if place == head { while head < entries.count, entries[head].value == nil { head += 1 } }
    if count == 0 {
      entries = []
      head = 0
    } else if entries.count > 32, count < entries.count / 2 {
      entries.removeAll { $0.value == nil }
      head = 0
    }
    return value
  }

  /// Where a number stands, or would.
  private func position(of serial: UInt64) -> Int { entries[head...].end { $0.serial < serial } }
}
