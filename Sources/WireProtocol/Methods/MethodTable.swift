package import JSON

/// The one method table.
package enum MethodTable {
  /// Every method of the wire, in the order of the reference.
  package static let all: [Method] = groups.flatMap { $0() }

  private static let groups: [@Sendable () -> [Method]] = [
    { serverMethods }, { deviceMethods }, { enrolmentMethods }, { scanMethods }, { promptMethods },
    { armMethods },
    { passcodeMethods }, { appMethods }, { keychainMethods }, { clockMethods }, { watchMethods },
    { appSideMethods }, { secItemMethods },
  ]

  /// Looks up the name in a request; compares bytes and allocates nothing.
  package static func find(_ name: JSONNode) -> Int? {
    let raw = name.raw
    guard name.kind == .string, raw.count >= 2 else { return nil }
    let text = UnsafeBufferPointer(rebasing: raw.dropFirst().dropLast())
    // No name of the table needs an escape, but a request may write any with one.
    if text.contains(UInt8(ascii: "\\")) { return name.string.flatMap(index(of:)) }
    return index[text, where: { name.equals(names[$0]) }]
  }

  /// Looks up a name. For a process that lives for one call, only as many groups are made as it takes to
  /// find it.
  package static func find(_ name: String) -> Method? {
    for group in groups {
      if let method = group().first(where: { $0.name == name }) { return method }
    }
    return nil
  }

  /// The name that comes closest to one that does not exist.
  package static func nearest(to name: String) -> String {
    Nearest.always(to: name, in: names) ?? Method.discoverName
  }

  /// What `arm` takes: every method that answers a prompt.
  package static var armable: [Method] { (scanMethods + promptMethods).filter { $0.response != nil } }

  private static let names = all.map(\.name)
  private static let index = NameIndex(names)

  private static func index(of name: String) -> Int? {
    var copy = name
    return copy.withUTF8 { text in index[text, where: { names[$0] == name }] }
  }
}

/// Positions of names by their bytes: a hash table with open addressing, made once.
private struct NameIndex {
  private let slots: [Int16]

  init(_ names: [String]) {
    // At most a quarter full, so that a probe rarely goes on.
    var size = 64
    while size < names.count * 4 { size *= 2 }
    var slots = [Int16](repeating: -1, count: size)
    for (position, name) in names.enumerated() {
      var slot = Self.hash(name.utf8) & (size - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = Int16(position)
    }
    self.slots = slots
  }

  subscript(_ text: UnsafeBufferPointer<UInt8>, where isMatch: (Int) -> Bool) -> Int? {
    var slot = Self.hash(text) & (slots.count - 1)
    while slots[slot] >= 0 {
      if isMatch(Int(slots[slot])) { return Int(slots[slot]) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// FNV-1a.
  private static func hash(_ text: some Sequence<UInt8>) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in text { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash)
  }
}
