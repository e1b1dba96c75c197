public import JSON

/// The members an object may have. The one place that refuses members that are unknown, missing, given twice
/// or read-only; names are found by a hash table with open addressing.
@usableFromInline
package final class MemberTable: Sendable {
  @usableFromInline package let fields: [Field]
  /// A bit for each member that must be there.
  @usableFromInline let required: UInt64
  /// A bit for each member that is refused by name.
  @usableFromInline let refused: UInt64
  @usableFromInline let names: [UInt8]
  /// Where the name of each field starts in `names`, and where the last one ends.
  @usableFromInline let starts: [Int]
  @usableFromInline let slots: [UInt8]

  @usableFromInline static let size = 128
  @usableFromInline static let free = UInt8.max

  @usableFromInline
  package init(_ fields: [Field]) {
    precondition(fields.count <= UInt64.bitWidth, "an object has at most 64 members")
    self.fields = fields
    var required: UInt64 = 0
    var refused: UInt64 = 0
    var names: [UInt8] = []
    names.reserveCapacity(16 * fields.count)
    var starts = [0]
    starts.reserveCapacity(fields.count + 1)
    var slots = [UInt8](repeating: Self.free, count: Self.size)
    for (index, field) in fields.enumerated() {
      let start = names.count
      names.append(contentsOf: field.name.utf8)
      starts.append(names.count)
      let count = names.count - start
      var slot = Self.slot(
        count: count, first: count > 0 ? names[start] : 0, last: count > 0 ? names[names.count - 1] : 0)
      while slots[slot] != Self.free { slot = Self.next(slot) }
      slots[slot] = UInt8(index)
      if field.isRequired { required |= 1 << UInt64(index) }
      if !field.isSettable { refused |= 1 << UInt64(index) }
    }
    (self.required, self.refused) = (required, refused)
    (self.names, self.starts, self.slots) = (names, starts, slots)
  }

  @inlinable
  @inline(__always)
  static func slot(count: Int, first: UInt8, last: UInt8) -> Int {
    (count &+ Int(first) &* 3 &+ Int(last)) & (size &- 1)
  }

  @inlinable
  @inline(__always)
  static func next(_ slot: Int) -> Int { (slot &+ 1) & (size &- 1) }

  /// Which member has that name; a name written with escapes may be any.
  @inlinable
  package func index(of key: JSONNode) -> Int? {
    let raw = key.raw
    if key.isEncoded { return fields.firstIndex { key.equals($0.name) } }
    var slot = Self.slot(count: raw.count &- 2, first: raw[1], last: raw[raw.count &- 2])
    while slots[slot] != Self.free {
      let index = Int(slots[slot])
      let (start, end) = (starts[index], starts[index &+ 1])
      let isEqual = names.withUnsafeBufferPointer {
        key.equals(UnsafeBufferPointer(rebasing: $0[start..<end]))
      }
      if isEqual { return index }
      slot = Self.next(slot)
    }
    return nil
  }

  /// Hands the members of an object to `body`, each with its number among the fields.
  ///
  /// - Parameter node: The object; `nil`: one without members.
  @inlinable
  package func read(
    _ node: JSONNode?, _ body: (Int, JSONNode) throws(Mismatch) -> Void
  ) throws(Mismatch) {
    var seen: UInt64 = 0
    if let node {
      for (key, value) in node.members {
        guard let index = index(of: key) else { throw Mismatch.unknown(key.string ?? "", in: fields) }
        let bit = 1 &<< UInt64(index)
        if (seen | refused) & bit != 0 { throw refusal(index, isRepeated: seen & bit != 0) }
        seen |= bit
        do throws(Mismatch) {
          try body(index, value)
        } catch {
          throw error.within(fields[index])
        }
      }
    }
    if seen & required != required { throw missing(among: required & ~seen) }
  }

  @usableFromInline
  func refusal(_ index: Int, isRepeated: Bool) -> Mismatch {
    let field = fields[index]
    if isRepeated { return .duplicate(field) }
    return .readOnly(field, field.changedBy ?? "", in: fields)
  }

  @usableFromInline
  func missing(among bits: UInt64) -> Mismatch { .missing(fields[bits.trailingZeroBitCount]) }
}
