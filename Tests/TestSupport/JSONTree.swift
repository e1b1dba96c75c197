package import JSON

/// A JSON value that owns itself, to compare in tests.
package enum JSONTree: Equatable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONTree])
  case object([String: JSONTree])

  /// The value of a node; a number that an `Int` holds becomes an integer, however it is written.
  package init(_ node: JSONNode) {
    switch node.kind {
    case .null: self = .null
    case .boolean: self = .boolean(node.bool == true)
    case .number: self = node.integer.map(Self.integer) ?? .number(node.number ?? .infinity)
    case .string: self = .string(node.string ?? "")
    case .array: self = .array(node.elements.map(Self.init))
    case .object:
      let members = node.members.map { ($0.key.string ?? "", Self($0.value)) }
      self = .object(Dictionary(members, uniquingKeysWith: { $1 }))
    }
  }

  /// The value of a text.
  package init(parsing bytes: [UInt8]) throws {
    self = try withJSON(bytes) { Self($0) }
  }

  /// The value of a text.
  package init(parsing text: String) throws {
    try self.init(parsing: Array(text.utf8))
  }

  /// The value of a member; `nil` if it is no object or has none of that name. Setting it changes nothing
  /// but an object.
  package subscript(_ key: String) -> JSONTree? {
    get { if case .object(let members) = self { members[key] } else { nil } }
    set {
      guard case .object(var members) = self else { return }
      members[key] = newValue
      self = .object(members)
    }
  }

  /// An element; `nil` if it is no array or too short.
  package subscript(_ index: Int) -> JSONTree? {
    if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
  }

  /// Writes it, members by name.
  package func write(into writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .boolean(let value): writer.boolean(value)
    case .integer(let value): writer.integer(value)
    case .number(let value): writer.number(value)
    case .string(let value): writer.string(value)
    case .array(let elements):
      writer.beginArray()
      for element in elements { element.write(into: &writer) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for (key, value) in members.sorted(by: { $0.key < $1.key }) {
        writer.key(key)
        value.write(into: &writer)
      }
      writer.endObject()
    }
  }

  /// Its text, on one line.
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    write(into: &writer)
    return writer.bytes
  }
}

extension JSONTree: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = Int(exactly: value).map(Self.integer) ?? .number(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(nilLiteral: ()) { self = .null }
  package init(arrayLiteral elements: JSONTree...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONTree)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}
