package import JSON

/// A JSON value that owns itself.
package indirect enum WireValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([WireValue])
  case object([String: WireValue])

  /// Reads a JSON text; `null` if it is none.
  package init(json: [UInt8]) { self = (try? withJSON(json) { Self($0) }) ?? .null }

  /// The JSON text.
  package var json: [UInt8] {
    var writer = JSONWriter()
    write(into: &writer)
    return writer.bytes
  }

  /// Copies a value out of a text.
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

  /// Adds it to a text.
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
      for (key, value) in members {
        writer.key(key)
        value.write(into: &writer)
      }
      writer.endObject()
    }
  }
}

extension WireValue {
  /// The value of a member; `nil` if it is no object or has none of that name.
  package subscript(_ key: String) -> WireValue? { members[key] }

  /// The members of an object; none for another kind.
  package var members: [String: WireValue] { if case .object(let members) = self { members } else { [:] } }

  /// The elements of an array; none for another kind.
  package var elements: [WireValue] { if case .array(let elements) = self { elements } else { [] } }

  /// The text of a string.
  package var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The value of a Boolean.
  package var bool: Bool? { if case .boolean(let value) = self { value } else { nil } }

  /// The value of a whole number.
  package var integer: Int? { if case .integer(let value) = self { value } else { nil } }

  /// A number of seconds in whole nanoseconds, as far as these reach.
  package var nanoseconds: Int64? { number.map { Int64(clamping: ($0 * 1e9).rounded()) } }

  /// The value of any number.
  package var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
}

extension WireValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(nilLiteral: ()) { self = .null }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(arrayLiteral elements: WireValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, WireValue)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}
