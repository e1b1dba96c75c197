import JSON
import Schema

/// Which way a value goes: requests are held to their members, results may grow new ones.
enum SchemaUse: Sendable {
  case request, result
}

extension ValueType {
  /// Writes the type as JSON Schema; a named type as a reference to its component.
  func writeSchema(
    _ use: SchemaUse, description: String? = nil, writeOnly: Bool = false, into writer: inout JSONWriter
  ) {
    writer.beginObject()
    if let description { writer.member("description", description) }
    writeKeywords(use, into: &writer)
    if writeOnly { writer.member("writeOnly", true) }
    writer.endObject()
  }

  private func writeKeywords(_ use: SchemaUse, into writer: inout JSONWriter) {
    switch self {
    case .string(let minimumLength, let maximumBytes):
      writer.member("type", "string")
      if minimumLength > 0 { writer.member("minLength", minimumLength) }
      // No more characters than bytes.
      if use == .request, let maximumBytes { writer.member("maxLength", maximumBytes) }
    case .name:
      writer.member("type", "string")
      writer.member("minLength", 1)
      guard use == .request else { return }
      writer.member("maxLength", RequestBounds.nameBytes)
      writer.member("pattern", #"^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$"#)
    case .boolean:
      writer.member("type", "boolean")
    case .integer(let range):
      writer.member("type", "integer")
      if range.lowerBound > Int.min { writer.member("minimum", range.lowerBound) }
      if range.upperBound < Int.max { writer.member("maximum", range.upperBound) }
    case .number(let range):
      writer.member("type", "number")
      if range.lowerBound > -1e15 { writer.member("minimum", range.lowerBound) }
      if range.upperBound < 1e15 { writer.member("maximum", range.upperBound) }
    case .enumeration(let names):
      writer.member("type", "string")
      writer.member("enum", names)
    case .identifier(let letter):
      writer.member("type", "string")
      writer.member("pattern", "^\(letter)[1-9][0-9]*$")
    case .array(let element):
      writer.member("type", "array")
      writer.key("items")
      element.writeSchema(use, into: &writer)
      if use == .request { writer.member("maxItems", RequestBounds.listEntries) }
    case .object(let fields):
      Self.writeObject(fields, use, into: &writer)
    case .anyObject:
      writer.member("type", "object")
    case .dictionary(let element):
      writer.member("type", "object")
      writer.key("additionalProperties")
      element.writeSchema(use, into: &writer)
    case .anyValue:
      break
    case .nullable(let type):
      Self.writeAlternatives("anyOf", [type], orNull: true, use, into: &writer)
    case .oneOf(let types):
      Self.writeAlternatives("anyOf", types, orNull: false, use, into: &writer)
    case .choice(let tag, let choices):
      writer.key("oneOf")
      writer.beginArray()
      for choice in choices {
        writer.beginObject()
        writer.member("title", choice.name)
        writer.member("description", choice.summary)
        let tagField = Field(tag, .enumeration([choice.name]), required: true, "which of the forms this is")
        Self.writeObject([tagField] + choice.fields, use, into: &writer)
        writer.endObject()
      }
      writer.endArray()
    case .named(let name, _):
      // Nothing beside a reference is read, so it stands in a list of one.
      writer.key("allOf")
      writer.beginArray()
      writer.beginObject()
      writer.member("$ref", "#/components/schemas/\(name)")
      writer.endObject()
      writer.endArray()
    }
  }

  private static func writeObject(_ fields: [Field], _ use: SchemaUse, into writer: inout JSONWriter) {
    let fields = fields.filter(\.isSettable)
    writer.member("type", "object")
    writer.key("properties")
    writer.beginObject()
    for field in fields {
      writer.key(field.name)
      field.type.writeSchema(use, description: field.summary, writeOnly: field.isSecret, into: &writer)
    }
    writer.endObject()
    let required = fields.filter(\.isRequired).map(\.name)
    if !required.isEmpty { writer.member("required", required) }
    if use == .request { writer.member("additionalProperties", false) }
  }

  private static func writeAlternatives(
    _ keyword: StaticString, _ types: [ValueType], orNull: Bool, _ use: SchemaUse,
    into writer: inout JSONWriter
  ) {
    writer.key(keyword)
    writer.beginArray()
    for type in types { type.writeSchema(use, into: &writer) }
    if orNull {
      writer.beginObject()
      writer.member("type", "null")
      writer.endObject()
    }
    writer.endArray()
  }
}
