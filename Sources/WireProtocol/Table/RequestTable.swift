package import JSON

/// The method table as the daemon's loop reads it: a hash table with open addressing. A request is looked up
/// and checked without a lock, a reference count or an allocation.
///
/// There is one for the life of the process.
package struct RequestTable: @unchecked Sendable {
  // Nothing is written once `init` is done.
  private let slots: UnsafePointer<Entry?>
  private let mask: Int

  /// Every method of the wire.
  package static let all = RequestTable(MethodTable.all)

  private init(_ methods: [Method]) {
    // At most a quarter full, so that a probe rarely goes on.
    var size = 64
    while size < methods.count * 4 { size *= 2 }
    let slots = UnsafeMutablePointer<Entry?>.allocate(capacity: size)
    slots.initialize(repeating: nil, count: size)
    for method in methods {
      let entry = Entry(method)
      var index = Self.hash(entry.name) & (size - 1)
      while slots[index] != nil { index = (index + 1) & (size - 1) }
      slots[index] = entry
    }
    self.slots = UnsafePointer(slots)
    mask = size - 1
  }

  /// The method of that name. No name needs an escape, but a request may write any with one.
  package func find(_ name: JSONNode) -> Entry? {
    let raw = name.raw
    guard name.kind == .string, raw.count >= 2 else { return nil }
    let text = UnsafeBufferPointer(rebasing: raw[1..<raw.count &- 1])
    if let entry = probe(Self.hash(text), name) { return entry }
    guard text.contains(UInt8(ascii: "\\")), var plain = name.string else { return nil }
    return plain.withUTF8 { probe(Self.hash($0), name) }
  }

  @inline(__always)
  private func probe(_ hash: Int, _ name: JSONNode) -> Entry? {
    var index = hash & mask
    while let entry = slots[index] {
      if name.equals(entry.name) { return entry }
      index = (index &+ 1) & mask
    }
    return nil
  }

  /// Over the length and the first and last eight bytes; names that differ elsewhere only share a slot.
  @inline(__always)
  private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    let bytes = UnsafeRawBufferPointer(text)
    var first: UInt64 = 0
    var last: UInt64 = 0
    if bytes.count >= 8 {
      first = bytes.loadUnaligned(as: UInt64.self)
      last = bytes.loadUnaligned(fromByteOffset: bytes.count &- 8, as: UInt64.self)
    } else {
      for byte in bytes { first = first &<< 8 | UInt64(byte) }
    }
    let mixed = (first ^ last &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: mixed ^ mixed &>> 32)
  }
}

extension RequestTable {
  /// A method, and what requests for it are held against.
  package struct Entry {
    /// Whether the socket for the code under test takes it.
    package let isForApps: Bool
    /// Whether its replies tell the log's position.
    package let showsPosition: Bool
    fileprivate let name: UnsafeBufferPointer<UInt8>
    private let shape: ParameterShape
    private let reference: Unmanaged<Method>

    fileprivate init(_ method: Method) {
      isForApps = method.isForApps
      showsPosition = method.showsPosition
      let name = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: method.name.utf8.count)
      _ = name.initialize(from: method.name.utf8)
      self.name = UnsafeBufferPointer(name)
      shape = ParameterShape(method.fields)
      reference = .passRetained(method)
    }

    /// Everything about it.
    package var method: Method { reference.takeUnretainedValue() }

    /// Checks the parameters of a request. Most are right, which is found out fast.
    @inline(__always)
    package func check(_ params: JSONNode?) throws(WireError) -> Arguments {
      hasRightShape(params) ? Arguments(params) : try Validation.arguments(params, of: method)
    }

    /// Whether the fast check lets the parameters through; one that it does not may be right all the same.
    package func hasRightShape(_ params: JSONNode?) -> Bool { shape.accepts(params) }

    /// Turns checked parameters into what is asked.
    @inline(__always)
    package func decode(_ arguments: Arguments) throws(WireError) -> Call.Action {
      try method.decode(arguments)
    }
  }
}
