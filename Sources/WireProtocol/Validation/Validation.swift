package import JSON

/// Holds what comes in against the types of the method table: what is unknown, missing, given twice or
/// of the wrong type is refused by name, and never stands for a default.
package enum Validation {
  /// Checks the parameters of a request.
  package static func arguments(_ params: JSONNode?, of method: Method) throws(WireError) -> Arguments {
    if let params, params.kind == .array {
      throw .invalidParams(
        "params", "parameters go by name: params must be an object",
        accepted: .strings(method.accepted.map(\.name)))
    }
    do throws(Mismatch) {
      try check(members: params, method.fields)
    } catch {
      throw error.wireError(owner: method.name)
    }
    return Arguments(params)
  }

  /// Checks one value against a type; `name` is what messages call it.
  package static func check(_ value: JSONNode, is type: ValueType, named name: String) throws(WireError) {
    do throws(Mismatch) {
      try check(value, type, secret: false)
    } catch {
      throw error.within(.member(name)).wireError(owner: name)
    }
  }

  private static func check(members node: JSONNode?, _ fields: [Field]) throws(Mismatch) {
    precondition(fields.count <= UInt64.bitWidth)
    var seen: UInt64 = 0
    if let node {
      for (key, value) in node.members {
        guard let index = fields.firstIndex(where: { key.equals($0.name) }) else {
          throw Mismatch(.unknown(key.string ?? "", fields))
        }
        let field = fields[index]
        guard seen & (1 << UInt64(index)) == 0 else { throw Mismatch(.duplicate(field)) }
        seen |= 1 << UInt64(index)
        if let verbs = field.changedBy { throw Mismatch(.readOnly(field, verbs, fields)) }
        do throws(Mismatch) {
          try check(value, field.type, secret: field.isSecret)
        } catch {
          throw error.within(.member(field.name))
        }
      }
    }
    for index in fields.indices where seen & (1 << UInt64(index)) == 0 && fields[index].isRequired {
      throw Mismatch(.missing(fields[index]))
    }
  }

  private static func check(_ value: JSONNode, _ type: ValueType, secret: Bool) throws(Mismatch) {
    switch type {
    case .named(_, let inner):
      return try check(value, inner, secret: secret)
    case .nullable(let inner):
      if value.isNull { return }
      do throws(Mismatch) {
        return try check(value, inner, secret: secret)
      } catch {
        // The null must show among what is accepted, unless something inside is wrong.
        if !error.path.isEmpty || !error.isTypeMismatch { throw error }
      }
    case .object(let fields):
      if value.kind == .object { return try check(members: value, fields) }
    case .choice(let tag, let choices):
      if value.kind == .object { return try check(value, by: tag, choices) }
    case .array(let element):
      if value.kind == .array { return try check(elements: value, element, secret: secret) }
    case .dictionary(let element):
      if value.kind == .object { return try check(entries: value, element, secret: secret) }
    default:
      if fits(value, type) { return }
    }
    throw Mismatch(.type(type, found: secret ? nil : Mismatch.rendered(value)))
  }

  private static func check(elements node: JSONNode, _ type: ValueType, secret: Bool) throws(Mismatch) {
    var index = 0
    for element in node.elements {
      do throws(Mismatch) {
        try check(element, type, secret: secret)
      } catch {
        throw error.within(.element(index))
      }
      index += 1
    }
  }

  private static func check(entries node: JSONNode, _ type: ValueType, secret: Bool) throws(Mismatch) {
    for (key, value) in node.members {
      do throws(Mismatch) {
        try check(value, type, secret: secret)
      } catch {
        throw error.within(.member(key.string ?? ""))
      }
    }
  }

  private static func check(_ node: JSONNode, by tag: String, _ choices: [ValueType.Choice]) throws(Mismatch)
  {
    let tagField = Field(
      tag, .enumeration(choices.map(\.name)), required: true, "which of the forms this is")
    guard let value = node[tag] else { throw Mismatch(.missing(tagField)) }
    guard let choice = choices.first(where: { value.equals($0.name) }) else {
      throw Mismatch(.type(tagField.type, found: Mismatch.rendered(value))).within(.member(tag))
    }
    try check(members: node, [tagField] + choice.fields)
  }

  /// Whether a value is of a type that has no members to name.
  private static func fits(_ value: JSONNode, _ type: ValueType) -> Bool {
    switch type {
    case .string(let minimumLength):
      // Only the empty text is ever refused for its length.
      value.kind == .string && (minimumLength == 0 || !value.equals(""))
    case .boolean: value.kind == .boolean
    case .integer(let range): value.integer.map(range.contains) ?? false
    case .number(let range): value.number.map(range.contains) ?? false
    case .enumeration(let names): value.kind == .string && names.contains { value.equals($0) }
    case .identifier(let letter): value.string.map { isIdentifier($0, letter) } ?? false
    case .anyObject: value.kind == .object
    case .anyValue: true
    case .oneOf(let types):
      types.contains { alternative in (try? check(value, alternative, secret: true)) != nil }
    case .array, .object, .dictionary, .nullable, .choice, .named:
      (try? check(value, type, secret: true)) != nil
    }
  }

  private static func isIdentifier(_ text: String, _ letter: Character) -> Bool {
    guard text.first == letter, let number = Int(text.dropFirst()), number > 0 else { return false }
    return "\(letter)\(number)" == text
  }
}
