import JSON
import Schema
import WireProtocol

/// A dotted name that leads into a value: `prompt.buttons`, `items.0.value`, `items.count`.
enum FieldPath {
  /// The type of what the name leads to; `nil` when a value of the type has nothing by that name.
  static func type(at path: Substring, in type: ValueType) -> ValueType? {
    if path.isEmpty { return type }
    switch type.core {
    case .object(let fields):
      for field in fields where isFirst(field.name, of: path) {
        if let found = Self.type(at: rest(of: path, after: field.name.count), in: field.type) { return found }
      }
      return nil
    case .array(let element):
      if path == "count" { return .integer(0...Int.max) }
      let index = path.prefix { $0 != "." }
      return Int(index) == nil ? nil : Self.type(at: rest(of: path, after: index.count), in: element)
    case .dictionary(let element):
      // The key may hold dots itself, as names of apps do; the shortest rest that means something wins.
      let dots = path.indices.filter { path[$0] == "." }
      for dot in dots.reversed() {
        if let found = Self.type(at: path[path.index(after: dot)...], in: element) { return found }
      }
      return element
    case .oneOf(let types): return types.lazy.compactMap { Self.type(at: path, in: $0) }.first
    case .anyObject, .anyValue, .choice: return .anyValue
    default: return nil
    }
  }

  /// The value that the name leads to, as JSON; `nil` when there is nothing.
  static func value(at path: Substring, in node: JSONNode) -> [UInt8]? {
    if path.isEmpty { return Array(node.raw) }
    if node.kind == .array {
      if path == "count" { return Array(String(node.count).utf8) }
      let index = path.prefix { $0 != "." }
      guard let number = Int(index), number >= 0, let element = node[number] else { return nil }
      return value(at: rest(of: path, after: index.count), in: element)
    }
    for (key, member) in node.members {
      guard let key = key.string, isFirst(key, of: path) else { continue }
      if let found = value(at: rest(of: path, after: key.count), in: member) { return found }
    }
    return nil
  }

  /// Names to compare a wrong one with.
  static func names(in type: ValueType, depth: Int = 3) -> [String] {
    guard depth > 0, case .object(let fields) = type.core else { return [] }
    return fields.flatMap { field in
      [field.name] + names(in: field.type, depth: depth - 1).map { "\(field.name).\($0)" }
    }
  }

  private static func isFirst(_ name: String, of path: Substring) -> Bool {
    path.hasPrefix(name) && (path.count == name.count || path.dropFirst(name.count).first == ".")
  }

  private static func rest(of path: Substring, after count: Int) -> Substring {
    path.dropFirst(count).dropFirst()
  }
}
