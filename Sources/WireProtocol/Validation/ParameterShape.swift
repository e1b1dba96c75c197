import JSON

/// The types of a method's parameters in flat memory: says whether a request is right without touching a
/// reference count. It says nothing about what is wrong, and may say no to what it does not know; then
/// `Validation` decides, and finds the words.
final class ParameterShape: @unchecked Sendable {
  // Nothing is written once `init` is done.
  private let types: UnsafeMutableBufferPointer<TypeShape>
  private let fields: UnsafeMutableBufferPointer<FieldShape>
  private let names: UnsafeMutableBufferPointer<Name>
  private let text: UnsafeMutableBufferPointer<UInt8>
  private let count: Int

  /// Lays the fields out.
  init(_ fields: [Field]) {
    var layout = Layout()
    let all = layout.add(fields)
    count = all.count
    types = .copy(layout.types)
    self.fields = .copy(layout.fields)
    names = .copy(layout.names)
    text = .copy(layout.text)
  }

  deinit {
    types.deallocate()
    fields.deallocate()
    names.deallocate()
    text.deallocate()
  }

  /// Whether the members of a request are as the fields ask for.
  func accepts(_ params: JSONNode?) -> Bool {
    // The outermost fields were laid out last.
    accepts(params, from: fields.count &- count, count: count)
  }

  private func accepts(_ node: JSONNode?, from first: Int, count: Int) -> Bool {
    guard let base = fields.baseAddress.map({ UnsafePointer($0) + first }) else {
      return node?.count ?? 0 == 0
    }
    var seen: UInt64 = 0
    if let node {
      guard node.kind == .object else { return false }
      for (key, value) in node.members {
        guard let index = position(of: key, among: base, count), !base[index].isRefused,
          seen & 1 &<< UInt64(index) == 0
        else { return false }
        seen |= 1 &<< UInt64(index)
        if !accepts(value, base[index].type) { return false }
      }
    }
    for index in 0..<count where base[index].isRequired && seen & 1 &<< UInt64(index) == 0 { return false }
    return true
  }

  private func accepts(_ value: JSONNode, _ index: Int) -> Bool {
    let type = types[index]
    if type.isNullable, value.isNull { return true }
    switch type.kind {
    case .string: return value.kind == .string && (type.low == 0 || value.raw.count > 2)
    case .boolean: return value.kind == .boolean
    case .integer: return value.integer.map { $0 >= type.low && $0 <= type.high } ?? false
    case .number: return value.number.map { $0 >= type.least && $0 <= type.most } ?? false
    case .enumeration:
      guard value.kind == .string else { return false }
      for name in type.first..<type.first &+ type.count where isEqual(value, names[name]) { return true }
      return false
    case .object: return value.kind == .object && accepts(value, from: type.first, count: type.count)
    case .array:
      guard value.kind == .array else { return false }
      for element in value.elements where !accepts(element, type.first) { return false }
      return true
    case .anyObject: return value.kind == .object
    case .identifier: return value.kind == .string && isIdentifier(value.raw, UInt8(type.low))
    case .other: return false
    }
  }

  /// Whether it is the letter and a positive number of not too many digits, in quotes.
  private func isIdentifier(_ raw: UnsafeBufferPointer<UInt8>, _ letter: UInt8) -> Bool {
    guard (4...20).contains(raw.count), raw[1] == letter, raw[2] != UInt8(ascii: "0") else { return false }
    return raw[2..<raw.count - 1].allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
  }

  @inline(__always)
  private func position(of key: JSONNode, among fields: UnsafePointer<FieldShape>, _ count: Int) -> Int? {
    let length = key.raw.count &- 2
    for index in 0..<count where fields[index].name.count == length {
      if isEqual(key, fields[index].name) { return index }
    }
    return nil
  }

  @inline(__always)
  private func isEqual(_ node: JSONNode, _ name: Name) -> Bool {
    let raw = node.raw
    guard raw.count == name.count &+ 2, let base = raw.baseAddress, let start = text.baseAddress else {
      return false
    }
    // A string with escapes has a backslash where no name has one.
    let (theirs, ours) = (base + 1, start + name.start)
    for offset in 0..<name.count where theirs[offset] != ours[offset] { return false }
    return node.kind == .string
  }
}

private struct Name {
  var start: Int
  var count: Int
}

private struct FieldShape {
  var name: Name
  var type: Int
  var isRequired: Bool
  var isRefused: Bool
}

private struct TypeShape {
  var kind: Kind
  var isNullable = false
  /// Where its fields, its names or its element's type are.
  var first = 0
  var count = 0
  var low = 0
  var high = 0
  var least = 0.0
  var most = 0.0

  enum Kind {
    case string, boolean, integer, number, enumeration, object, array, anyObject, identifier, other
  }
}

private struct Layout {
  var types: [TypeShape] = []
  var fields: [FieldShape] = []
  var names: [Name] = []
  var text: [UInt8] = []

  /// Lays out fields side by side, what they hold before them.
  mutating func add(_ list: [Field]) -> (first: Int, count: Int) {
    precondition(list.count <= UInt64.bitWidth)
    let shapes = list.map { field in
      FieldShape(
        name: add(field.name), type: add(field.type), isRequired: field.isRequired,
        isRefused: !field.isSettable)
    }
    fields += shapes
    return (fields.count - shapes.count, shapes.count)
  }

  private mutating func add(_ type: ValueType) -> Int {
    let shape = shape(of: type)
    types.append(shape)
    return types.count - 1
  }

  private mutating func shape(of type: ValueType) -> TypeShape {
    switch type {
    // Of lengths only the empty text is ever refused.
    case .string(let minimumLength): return TypeShape(kind: .string, low: min(minimumLength, 1))
    case .boolean: return TypeShape(kind: .boolean)
    case .integer(let range):
      return TypeShape(kind: .integer, low: range.lowerBound, high: range.upperBound)
    case .number(let range):
      return TypeShape(kind: .number, least: range.lowerBound, most: range.upperBound)
    case .enumeration(let list):
      let added = list.map { add($0) }
      names += added
      return TypeShape(kind: .enumeration, first: names.count - added.count, count: added.count)
    case .object(let members):
      let place = add(members)
      return TypeShape(kind: .object, first: place.first, count: place.count)
    case .array(let element): return TypeShape(kind: .array, first: add(element))
    case .nullable(let inner):
      var shape = shape(of: inner)
      shape.isNullable = true
      return shape
    case .named(_, let inner): return shape(of: inner)
    case .anyObject: return TypeShape(kind: .anyObject)
    case .identifier(let letter):
      guard let ascii = letter.asciiValue else { return TypeShape(kind: .other) }
      return TypeShape(kind: .identifier, low: Int(ascii))
    case .dictionary, .anyValue, .oneOf, .choice: return TypeShape(kind: .other)
    }
  }

  private mutating func add(_ name: String) -> Name {
    text += name.utf8
    return Name(start: text.count - name.utf8.count, count: name.utf8.count)
  }
}

extension UnsafeMutableBufferPointer {
  fileprivate static func copy(_ elements: [Element]) -> Self {
    let copy = Self.allocate(capacity: elements.count)
    _ = copy.initialize(fromContentsOf: elements)
    return copy
  }
}
