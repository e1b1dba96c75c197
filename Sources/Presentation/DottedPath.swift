package import JSON
package import Schema

/// Dotted names that lead into values and types: `prompt.buttons`, `items.0.value`.
package enum DottedPath {
  /// Splits a first name off a path; `nil` when the path begins with another name.
  private static func rest(of path: Substring, behind name: String) -> Substring? {
    let rest = path.utf8.dropFirst(name.utf8.count)
    guard rest.first == UInt8(ascii: "."), path.utf8.starts(with: name.utf8) else { return nil }
    return Substring(rest.dropFirst())
  }

  /// The number at the start of a path, and the path behind it if it goes on.
  private static func index(_ path: Substring) -> (number: Int, rest: Substring?)? {
    let name = path.prefix { $0 != "." }
    guard let number = Int(name), number >= 0 else { return nil }
    return (number, name.endIndex == path.endIndex ? nil : path[name.endIndex...].dropFirst())
  }

  // MARK: - Values

  /// The value that a path leads to; keys may contain dots, as names of apps do.
  package static func value(at path: Substring, in node: JSONNode) -> JSONNode? {
    if node.kind == .array {
      guard let (number, rest) = index(path), let element = node[number] else { return nil }
      return rest.map { value(at: $0, in: element) } ?? element
    }
    if let member = node[String(path)] { return member }
    for (key, member) in node.members {
      guard let key = key.string, let rest = rest(of: path, behind: key) else { continue }
      if let found = value(at: rest, in: member) { return found }
    }
    return nil
  }

  /// The same as JSON, where `count` is how many elements an array has.
  package static func json(at path: Substring, in node: JSONNode) -> [UInt8]? {
    if let value = value(at: path, in: node) { return Array(value.raw) }
    guard path.hasSuffix(".count"), let list = value(at: path.dropLast(6), in: node), list.kind == .array
    else { return nil }
    return Array(String(list.count).utf8)
  }

  /// Every path that leads to a value, the inner ones too.
  package static func names(in node: JSONNode) -> [String] {
    node.members.flatMap { member in
      let key = member.key.string ?? ""
      return [key] + names(in: member.value).map { "\(key).\($0)" }
    }
  }

  /// Calls `body` with every leaf in order; an object without members is a leaf too.
  package static func forEachLeaf(
    of node: JSONNode, under name: String = "", _ body: (_ name: String, _ value: JSONNode) -> Void
  ) {
    guard node.kind == .object, node.count > 0 else { return body(name, node) }
    for (key, value) in node.members {
      let key = key.string ?? ""
      forEachLeaf(of: value, under: name.isEmpty ? key : "\(name).\(key)", body)
    }
  }

  // MARK: - Types

  /// Where a path leads in a type.
  package enum Target {
    case type(ValueType)
    /// No member has this name; the full names of those that there are.
    case unknown(String, among: [String])
    /// The path goes on behind a value that has no members.
    case leaf(String, ValueType)
  }

  /// Follows a path from a list of members.
  ///
  /// - Parameter isForSetting: whether a request gives the value: only settable members count, and lists
  ///   are given as a whole.
  package static func find(
    _ path: Substring, in fields: [Field], isForSetting: Bool, under prefix: String = ""
  ) -> Target {
    for field in fields where !isForSetting || field.isSettable {
      if path == field.name { return .type(field.type) }
      guard let rest = rest(of: path, behind: field.name) else { continue }
      return find(rest, in: field.type, isForSetting: isForSetting, under: prefix + field.name)
    }
    let names = fields.filter { !isForSetting || $0.isSettable }.map { prefix + $0.name }
    return .unknown(prefix + path.prefix { $0 != "." }, among: names)
  }

  /// Follows a path into a type that is called `name`.
  private static func find(
    _ path: Substring, in type: ValueType, isForSetting: Bool, under name: String
  ) -> Target {
    switch type.core {
    case .object(let fields):
      return find(path, in: fields, isForSetting: isForSetting, under: "\(name).")
    case .oneOf(let types):
      let targets = types.map { find(path, in: $0, isForSetting: isForSetting, under: name) }
      for target in targets { if case .leaf = target { continue } else { return target } }
      return .leaf(name, type)
    case .dictionary(let element):
      // The key may contain dots, as names of apps do: the shortest rest that means something wins.
      for dot in path.indices.reversed() where path[dot] == "." {
        let rest = path[path.index(after: dot)...]
        if case .type(let found) = find(rest, in: element, isForSetting: isForSetting, under: name) {
          return .type(found)
        }
      }
      return .type(element)
    case .anyObject, .anyValue:
      let isComplete = path.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
      return isComplete ? .type(.anyValue) : .unknown("\(name).\(path)", among: [])
    case .choice where !isForSetting:
      return .type(.anyValue)
    case .array(let element) where !isForSetting:
      if path == "count" { return .type(.integer(0...Int.max)) }
      guard let (_, rest) = index(path) else { return .unknown("\(name).\(path)", among: ["\(name).count"]) }
      return rest.map { find($0, in: element, isForSetting: false, under: name) } ?? .type(element)
    default:
      return .leaf(name, type)
    }
  }

  /// The type that a path leads to in a type of values that are shown.
  package static func type(at path: Substring, in type: ValueType) -> ValueType? {
    guard case .type(let found) = find(path, in: type, isForSetting: false, under: "") else { return nil }
    return found
  }

  /// The paths of a type's members, and of their members.
  package static func names(in type: ValueType) -> [String] {
    guard case .object(let fields) = type.core else { return [] }
    return fields.flatMap { field in
      [field.name] + names(in: field.type).map { "\(field.name).\($0)" }
    }
  }
}
