package import JSON
import Schema

/// The method table as a daemon's loop reads it: a hash table with open addressing. A request is looked up and
/// checked without a lock, a reference count or an allocation, but for the first one of its method.
package struct RequestTable: ~Copyable {
  private let slots: UnsafeMutablePointer<Entry?>
  private let count: Int
  /// Where a request's members are laid out by their fields.
  private let nodes: UnsafeMutablePointer<JSONNode>

  /// A table of every method of the wire.
  package init() {
    let methods = MethodTable.all
    // At most a quarter full, so that a probe rarely goes on.
    var count = 64
    while count < methods.count * 4 { count *= 2 }
    slots = .allocate(capacity: count)
    slots.initialize(repeating: nil, count: count)
    self.count = count
    nodes = .allocate(capacity: UInt64.bitWidth)
    for method in methods {
      let entry = Entry(method, nodes)
      var index = Self.hash(entry.name) & (count - 1)
      while slots[index] != nil { index = (index + 1) & (count - 1) }
      slots[index] = entry
    }
  }

  deinit {
    for index in 0..<count { slots[index]?.deallocate() }
    slots.deallocate()
    nodes.deallocate()
  }

  /// The method of that name, for as long as the table is there. No name needs an escape, but a request may
  /// write any with one.
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
    var index = hash & (count &- 1)
    while let entry = slots[index] {
      if name.equals(entry.name) { return entry }
      index = (index &+ 1) & (count &- 1)
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
  /// What requests for a method are held against: what they may give, and how much of it.
  private final class Checks {
    let input: MethodInput
    let bounds: ParameterBounds

    init(_ input: MethodInput) {
      self.input = input
      bounds = ParameterBounds(input.fields)
    }

    // As functions of their own they borrow what they call; inlined, they would copy it.
    @inline(never)
    func given(
      _ params: JSONNode?, in nodes: UnsafeMutablePointer<JSONNode>
    ) throws(Mismatch) -> Given {
      let given = try input.given(params, in: nodes)
      try bounds.check(given)
      return given
    }

    @inline(never)
    func action(of given: Given) throws(Mismatch) -> Call.Action { try input.action(of: given) }
  }

  /// A method, and what requests for it are held against.
  package struct Entry {
    /// Whether the socket for the code under test takes it.
    package let isForApps: Bool
    /// Whether its replies tell the log's position.
    package let showsPosition: Bool
    fileprivate let name: UnsafeBufferPointer<UInt8>
    /// Made for the first request, for a daemon rarely gets one of every method.
    private let checks: UnsafeMutablePointer<Checks?>
    private let nodes: UnsafeMutablePointer<JSONNode>
    private let reference: Unmanaged<Method>

    fileprivate init(_ method: Method, _ nodes: UnsafeMutablePointer<JSONNode>) {
      self.nodes = nodes
      isForApps = method.isForApps
      showsPosition = method.showsPosition
      let name = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: method.name.utf8.count)
      _ = name.initialize(from: method.name.utf8)
      self.name = UnsafeBufferPointer(name)
      checks = .allocate(capacity: 1)
      checks.initialize(to: nil)
      reference = .passRetained(method)
    }

    fileprivate func deallocate() {
      name.deallocate()
      checks.deinitialize(count: 1)
      checks.deallocate()
      reference.release()
    }

    /// Everything about it.
    package var method: Method { reference.takeUnretainedValue() }

    /// Hands a checked request to `body`: the device that it names, and what it asks. What it asks goes from
    /// hand to hand: kept in a variable it would be copied.
    @inline(__always)
    package func read(
      _ params: JSONNode?, _ body: (String?, consuming Call.Action) throws(WireError) -> Void
    ) throws(WireError) {
      let checks = checks.pointee ?? makeChecks()
      let given: Given
      let device: String?
      do throws(Mismatch) {
        given = try checks.given(params, in: nodes)
        device = try checks.input.device(of: given)
      } catch {
        throw method.refusal(of: params, error)
      }
      try body(device, try action(of: given, params, checks))
    }

    @inline(__always)
    private func action(
      of given: Given, _ params: JSONNode?, _ checks: Checks
    ) throws(WireError) -> Call.Action {
      do throws(Mismatch) {
        return try checks.action(of: given)
      } catch {
        throw method.refusal(of: params, error)
      }
    }

    private func makeChecks() -> Checks {
      let new = Checks(method.input)
      checks.pointee = new
      return new
    }
  }
}
