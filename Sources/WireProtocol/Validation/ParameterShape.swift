import JSON

/// The types of a method's parameters in flat memory: says whether a request is right without touching a
/// reference count. It says nothing about what is wrong, and may say no to what it does not know; then
/// `Validation` decides, and finds the words.
///
/// Whoever makes one gives its memory back.
struct ParameterShape {
  private let types: UnsafePointer<TypeShape>
  private let fields: UnsafePointer<FieldShape>
  private let names: UnsafePointer<Name>
  private let text: UnsafePointer<UInt8>
  private let tables: UnsafePointer<UInt8>
  private let members: Members

  /// Lays the fields out.
  init(_ fields: [Field]) {
    var layout = Layout()
    members = layout.add(fields)
    types = .copy(layout.types)
    self.fields = .copy(layout.fields)
    names = .copy(layout.names)
    text = .copy(layout.text)
    tables = .copy(layout.tables)
  }

  /// Gives its memory back; it is of no more use.
  func deallocate() {
    types.deallocate()
    fields.deallocate()
    names.deallocate()
    text.deallocate()
    tables.deallocate()
  }

  /// Whether the members of a request are as the fields ask for.
  func accepts(_ params: JSONNode?) -> Bool {
    guard let params else { return members.required == 0 }
    return accepts(params, members)
  }

  private func accepts(_ node: JSONNode, _ expected: Members) -> Bool {
    guard node.kind == .object else { return false }
    var seen: UInt64 = 0
    for (key, value) in node.members {
      guard let index = position(of: key, among: expected) else { return false }
      let bit = 1 &<< UInt64(index)
      if seen & bit != 0 || !accepts(value, fields[expected.first &+ index].type) { return false }
      seen |= bit
    }
    return seen & expected.required == expected.required
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
      for index in type.members.range where isEqual(value, names[index]) { return true }
      return false
    case .object: return accepts(value, type.members)
    case .array:
      guard value.kind == .array else { return false }
      for element in value.elements where !accepts(element, type.members.first) { return false }
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

  /// Which field has that name; `nil` too for one that is refused.
  @inline(__always)
  private func position(of key: JSONNode, among expected: Members) -> Int? {
    let raw = key.raw
    var slot = NameTable.slot(count: raw.count &- 2, first: raw[1], last: raw[raw.count &- 2])
    while true {
      let index = Int(tables[expected.table &+ slot])
      if index == NameTable.free { return nil }
      let field = fields[expected.first &+ index]
      if isEqual(key, field.name) { return field.isRefused ? nil : index }
      slot = NameTable.next(slot)
    }
  }

  @inline(__always)
  private func isEqual(_ node: JSONNode, _ name: Name) -> Bool {
    node.equals(UnsafeBufferPointer(start: text + name.start, count: name.count))
  }
}

private struct Name {
  var start: Int
  var count: Int
}

private struct FieldShape {
  var name: Name
  var type: Int
  var isRefused: Bool
}

/// Where the fields of an object are by their names: a hash table with open addressing, of one byte each.
private enum NameTable {
  static let size = 128
  static let free = 0xFF

  @inline(__always)
  static func slot(count: Int, first: UInt8, last: UInt8) -> Int {
    (count &+ Int(first) &* 3 &+ Int(last)) & (size - 1)
  }

  @inline(__always)
  static func next(_ slot: Int) -> Int { (slot &+ 1) & (size - 1) }
}

/// What belongs to a type, side by side: an object's fields, a vocabulary's names, an array's element.
private struct Members {
  var first = 0
  var count = 0
  /// Where the names of its fields are looked up.
  var table = 0
  /// A bit for each field that must be there.
  var required: UInt64 = 0

  var range: Range<Int> { first..<first &+ count }
}

private struct TypeShape {
  var kind: Kind
  var isNullable = false
  var members = Members()
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
  var tables: [UInt8] = []

  /// Lays out fields side by side, what they hold before them.
  mutating func add(_ list: [Field]) -> Members {
    precondition(list.count <= UInt64.bitWidth)
    let shapes = list.map { field in
      FieldShape(
        name: add(field.name), type: add(field.type), isRefused: !field.isSettable)
    }
    fields += shapes
    var members = Members(first: fields.count - shapes.count, count: shapes.count, table: tables.count)
    tables += [UInt8](repeating: UInt8(NameTable.free), count: NameTable.size)
    for (index, field) in list.enumerated() {
      let name = Array(field.name.utf8)
      var slot = NameTable.slot(count: name.count, first: name.first ?? 0, last: name.last ?? 0)
      while tables[members.table + slot] != UInt8(NameTable.free) { slot = NameTable.next(slot) }
      tables[members.table + slot] = UInt8(index)
      if field.isRequired { members.required |= 1 << UInt64(index) }
    }
    return members
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
      return TypeShape(
        kind: .enumeration, members: Members(first: names.count - added.count, count: added.count))
    case .object(let members): return TypeShape(kind: .object, members: add(members))
    case .array(let element): return TypeShape(kind: .array, members: Members(first: add(element)))
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

extension UnsafePointer {
  fileprivate static func copy(_ elements: [Pointee]) -> Self {
    let copy = UnsafeMutablePointer<Pointee>.allocate(capacity: elements.count)
    copy.initialize(from: elements, count: elements.count)
    return Self(copy)
  }
}
