import Schema

/// A type that several methods share, or that is too long to repeat.
struct SchemaComponent: Sendable {
  var name: String
  var type: ValueType
  var use: SchemaUse

  /// Every named type of the method table, in the order of its first use.
  static let all: [SchemaComponent] = {
    var found: [SchemaComponent] = []
    for method in MethodTable.all {
      for field in method.accepted { collect(field.type, .request, into: &found) }
      collect(method.resultType, .result, into: &found)
    }
    return found
  }()

  private static func collect(_ type: ValueType, _ use: SchemaUse, into found: inout [SchemaComponent]) {
    switch type {
    case .named(let name, let inner):
      if let known = found.first(where: { $0.name == name }) {
        precondition(known.use == use, "\(name) is both asked and answered; what may be missing differs")
        return
      }
      found.append(SchemaComponent(name: name, type: inner, use: use))
      collect(inner, use, into: &found)
    case .array(let element), .dictionary(let element), .nullable(let element):
      collect(element, use, into: &found)
    case .object(let fields):
      for field in fields where field.isSettable { collect(field.type, use, into: &found) }
    case .oneOf(let types):
      for type in types { collect(type, use, into: &found) }
    case .choice(_, let choices):
      for field in choices.flatMap(\.fields) { collect(field.type, use, into: &found) }
    case .string, .name, .boolean, .integer, .number, .enumeration, .identifier, .anyObject, .anyValue:
      break
    }
  }
}
