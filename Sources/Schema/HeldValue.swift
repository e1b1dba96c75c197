package import JSON

/// A number that stands at the end of its range, for it was beyond it.
package struct HeldValue: Equatable, Sendable {
  /// `clock.wall`; empty for the whole value.
  package let path: String
  /// Where it stands now.
  package let value: String
}

extension Coding {
  /// Reads what an older version kept, which may break a limit that is newer: a number beyond its range stands at
  /// the end of it, and is told. What a client sends is refused instead.
  package func readKept(_ node: JSONNode, _ held: inout [HeldValue]) throws(Mismatch) -> Value {
    do throws(Mismatch) {
      return try read(node)
    } catch {
      guard let copy = type.holding(node, &held) else { throw error }
      let result = try? withJSON(copy) { node in Result { () throws(Mismatch) in try read(node) } }
      guard let result else { throw error }
      return try result.get()
    }
  }
}

extension ValueType {
  /// A copy of a value, with each number that is beyond its range at the end of it; `nil`: there is none. What is
  /// wrong in another way is copied as it is.
  package func holding(_ node: JSONNode, _ held: inout [HeldValue]) -> [UInt8]? {
    var copy = HoldingCopy()
    copy.add(node, self, at: "")
    held += copy.held
    return copy.held.isEmpty ? nil : copy.writer.bytes
  }
}

/// A copy in the making.
private struct HoldingCopy: ~Copyable {
  var writer = JSONWriter()
  var held: [HeldValue] = []

  /// - Parameter type: `nil`: nobody knows the value.
  mutating func add(_ node: JSONNode, _ type: ValueType?, at path: String) {
    switch (type, node.kind) {
    case (.named(_, let inner), _), (.nullable(let inner), _): add(node, inner, at: path)
    case (.oneOf(let types), _): add(node, types.first { $0.core.isFor(node.kind) }, at: path)
    case (.array(let element), .array):
      writer.beginArray()
      for (index, value) in node.elements.enumerated() { add(value, element, at: "\(path)[\(index)]") }
      writer.endArray()
    case (.dictionary(let element), .object): addMembers(of: node, at: path) { _ in element }
    case (.object(let fields), .object): addMembers(of: node, fields, at: path)
    case (.choice(let tag, let choices), .object):
      addMembers(of: node, choices.first { node[tag]?.equals($0.name) == true }?.fields ?? [], at: path)
    case (.integer(let range), .number):
      guard let end = Self.end(of: range, for: node) else { return writer.raw(node.raw) }
      writer.integer(end)
      held.append(HeldValue(path: path, value: "\(end)"))
    case (.number(let range), .number):
      guard let end = Self.end(of: range, for: node) else { return writer.raw(node.raw) }
      writer.number(end)
      held.append(HeldValue(path: path, value: "\(end)"))
    default: writer.raw(node.raw)
    }
  }

  /// The end of a range that a number is beyond; `nil`: it is not.
  private static func end(of range: ClosedRange<Int>, for node: JSONNode) -> Int? {
    if let integer = node.integer {
      return range.contains(integer) ? nil : integer < range.lowerBound ? range.lowerBound : range.upperBound
    }
    // Beyond all integers, or a fraction, which is no whole number.
    let number = number(of: node)
    return number >= 0x1p63 ? range.upperBound : number <= -0x1p63 ? range.lowerBound : nil
  }

  private static func end(of range: ClosedRange<Double>, for node: JSONNode) -> Double? {
    let number = number(of: node)
    return range.contains(number) ? nil : number < range.lowerBound ? range.lowerBound : range.upperBound
  }

  /// Of what is beyond all doubles only the sign is known.
  private static func number(of node: JSONNode) -> Double {
    node.number ?? (node.raw.first == UInt8(ascii: "-") ? -.infinity : .infinity)
  }

  private mutating func addMembers(of node: JSONNode, _ fields: [Field], at path: String) {
    addMembers(of: node, at: path) { key in fields.first { key.equals($0.name) }?.type }
  }

  private mutating func addMembers(of node: JSONNode, at path: String, _ type: (JSONNode) -> ValueType?) {
    writer.beginObject()
    for (key, value) in node.members {
      let name = key.string ?? ""
      writer.key(name)
      add(value, type(key), at: path.isEmpty ? name : "\(path).\(name)")
    }
    writer.endObject()
  }
}

extension ValueType {
  /// Whether a value of the kind may be one of the type: so far alternatives are told apart by their kinds.
  fileprivate func isFor(_ kind: JSONNode.Kind) -> Bool {
    switch self {
    case .string, .name, .enumeration, .identifier: kind == .string
    case .boolean: kind == .boolean
    case .integer, .number: kind == .number
    case .array: kind == .array
    case .object, .anyObject, .dictionary, .choice: kind == .object
    case .anyValue: true
    case .named, .nullable, .oneOf: false
    }
  }
}
