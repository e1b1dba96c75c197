import JSON
import Schema
import WireProtocol

extension Method {
  /// Whether a result has what the protocol says that it has. A newer daemon may say more.
  func admits(_ result: JSONNode) -> Bool {
    guard result.kind == .object else { return false }
    // The state has many fields, and to describe them all would cost more than the rest of a command.
    if name == "getState" { return result["seq"]?.integer != nil }
    for field in self.result {
      if let member = result[field.name] {
        if !field.type.admitsKind(of: member) { return false }
      } else if field.isRequired {
        return false
      }
    }
    return true
  }
}

extension ValueType {
  /// Whether a value is of the right kind: a number where one is due, an object, null only where it may be null.
  fileprivate func admitsKind(of value: JSONNode) -> Bool {
    switch self {
    case .nullable(let inner): return value.isNull || inner.admitsKind(of: value)
    case .named(_, let inner): return inner.admitsKind(of: value)
    case .oneOf(let types): return types.contains { $0.admitsKind(of: value) }
    case .anyValue: return true
    case .boolean: return value.kind == .boolean
    case .integer: return value.integer != nil
    case .number: return value.kind == .number
    case .array: return value.kind == .array
    case .object, .anyObject, .dictionary, .choice: return value.kind == .object
    // All others are written as text.
    default: return value.kind == .string
    }
  }
}
