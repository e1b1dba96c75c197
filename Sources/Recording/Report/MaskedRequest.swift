import JSON
import Schema
import WireProtocol

/// A request without its secrets: the members that the method's description calls secret, and what no
/// description names, which may be a misspelt one.
enum MaskedRequest {
  /// What stands for a secret.
  static let mask = "•••"

  /// The parameters of a request, as JSON.
  static func parameters(_ params: JSONNode, of method: String) -> [UInt8] {
    var writer = JSONWriter()
    write(params, as: .object(MethodTable.find(method)?.input.fields ?? []), into: &writer)
    return writer.bytes
  }

  private static func write(_ node: JSONNode, as type: ValueType, into writer: inout JSONWriter) {
    switch node.kind {
    case .object:
      if case .anyObject = type.core { return writer.raw(node.raw) }
      let members = members(of: node, type)
      writer.beginObject()
      for (key, value) in node.members {
        writer.key(key.string ?? "")
        if let field = members.first(where: { key.equals($0.name) }), !field.isSecret || value.isNull {
          write(value, as: field.type, into: &writer)
        } else if case .dictionary(let element) = type.core {
          write(value, as: element, into: &writer)
        } else {
          writer.string(mask)
        }
      }
      writer.endObject()
    case .array:
      let element = element(of: type)
      writer.beginArray()
      for value in node.elements {
        if let element { write(value, as: element, into: &writer) } else { writer.string(mask) }
      }
      writer.endArray()
    case .string, .number, .boolean, .null: writer.raw(node.raw)
    }
  }

  /// What the description knows of an object's members.
  private static func members(of node: JSONNode, _ type: ValueType) -> [Field] {
    switch type.core {
    case .object(let fields): fields
    case .choice(let tag, let choices):
      [Field(tag, .string(), "")] + (choices.first { node[tag]?.equals($0.name) == true }?.fields ?? [])
    case .oneOf(let types): types.lazy.map { members(of: node, $0) }.first { !$0.isEmpty } ?? []
    default: []
    }
  }

  private static func element(of type: ValueType) -> ValueType? {
    switch type.core {
    case .array(let element): element
    case .oneOf(let types): types.lazy.compactMap(element).first
    default: nil
    }
  }
}
