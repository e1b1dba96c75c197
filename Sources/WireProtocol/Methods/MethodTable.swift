package import JSON

/// The one method table.
package enum MethodTable {
  /// Every method of the wire, in the order of the reference.
  package static let all: [Method] = groups.flatMap { $0() }

  private static let groups: [@Sendable () -> [Method]] = [
    { serverMethods }, { deviceMethods }, { snapshotMethods }, { enrolmentMethods }, { scanMethods },
    { promptMethods }, { armMethods },
    { passcodeMethods }, { appMethods }, { keychainMethods }, { clockMethods }, { watchMethods },
    { appSideMethods }, { secItemMethods },
  ]

  /// Looks up the name in a request; compares bytes and allocates nothing.
  package static func find(_ name: JSONNode) -> Int? {
    let raw = name.raw
    guard name.kind == .string, raw.count >= 2 else { return nil }
    let text = UnsafeBufferPointer(rebasing: raw.dropFirst().dropLast())
    if let position = index[text] { return position }
    // No name of the table needs an escape, but a request may write any with one.
    return text.contains(UInt8(ascii: "\\")) ? name.string.flatMap(index(of:)) : nil
  }

  /// Looks up a name. For a process that lives for one call, only as many groups are made as it takes to
  /// find it, and of their methods only what they are, not what they take and return.
  package static func find(_ name: String) -> Method? {
    for group in groups {
      if let method = group().first(where: { $0.name == name }) { return method }
    }
    return nil
  }

  /// Checks the parameters of a request for the method with that index. Most requests are right, which is
  /// found out fast.
  package static func check(_ params: JSONNode?, of index: Int) throws(WireError) -> Arguments {
    isSurelyRight(params, of: index) ? Arguments(params) : try Validation.arguments(params, of: all[index])
  }

  /// Whether the fast check lets the parameters through; one that it does not may be right all the same.
  package static func isSurelyRight(_ params: JSONNode?, of index: Int) -> Bool {
    shapes[index].accepts(params)
  }

  /// The name that comes closest to one that does not exist.
  package static func nearest(to name: String) -> String {
    Nearest.always(to: name, in: names) ?? Method.discoverName
  }

  /// What `arm` takes: every method that answers a prompt.
  package static var armable: [Method] { (scanMethods + promptMethods).filter { $0.response != nil } }

  private static let names = all.map(\.name)
  private static let shapes = all.map { ParameterShape($0.fields) }
  private static let index = NameIndex(names)

  private static func index(of name: String) -> Int? {
    var copy = name
    return copy.withUTF8 { index[$0] }
  }
}

/// Positions of names by their bytes: a hash table with open addressing, made once.
private struct NameIndex {
  private let slots: [Slot]

  /// A name, as bytes and as what is compared first.
  private struct Slot {
    var position = -1
    var hash: UInt64 = 0
    var name: [UInt8] = []
  }

  init(_ names: [String]) {
    // At most a quarter full, so that a probe rarely goes on.
    var size = 64
    while size < names.count * 4 { size *= 2 }
    var slots = [Slot](repeating: Slot(), count: size)
    for (position, name) in names.enumerated() {
      let bytes = Array(name.utf8)
      let hash = bytes.withUnsafeBufferPointer(Self.hash)
      var index = Int(truncatingIfNeeded: hash) & (size - 1)
      while slots[index].position >= 0 { index = (index + 1) & (size - 1) }
      slots[index] = Slot(position: position, hash: hash, name: bytes)
    }
    self.slots = slots
  }

  subscript(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    let hash = Self.hash(text)
    return slots.withUnsafeBufferPointer { slots in
      var index = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[index].position >= 0 {
        if slots[index].hash == hash, slots[index].name.elementsEqual(text) { return slots[index].position }
        index = (index + 1) & (slots.count - 1)
      }
      return nil
    }
  }

  /// Over the length and the first and last eight bytes; names that differ elsewhere only share a slot.
  private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let bytes = UnsafeRawBufferPointer(text)
    var first: UInt64 = 0
    var last: UInt64 = 0
    if bytes.count >= 8 {
      first = bytes.loadUnaligned(as: UInt64.self)
      last = bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
    } else {
      for byte in bytes { first = first << 8 | UInt64(byte) }
    }
    let mixed = (first ^ last &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)) &* 0xD6E8_FEB8_6659_FD93
    return mixed ^ mixed >> 32
  }
}
