package import JSON

/// The leaves of a JSON object under their dotted names, and the way back from a name to its value.
package enum Flattening {
  /// Calls `body` with every leaf in order; an object without members is a leaf too.
  package static func forEachLeaf(of node: JSONNode, _ body: (_ name: String, _ value: JSONNode) -> Void) {
    visit(node, "", body)
  }

  private static func visit(_ node: JSONNode, _ name: String, _ body: (String, JSONNode) -> Void) {
    guard node.kind == .object, node.count > 0 else { return body(name, node) }
    for (key, value) in node.members {
      let key = key.string ?? ""
      visit(value, name.isEmpty ? key : "\(name).\(key)", body)
    }
  }

  /// The value that a dotted name leads to. The keys may hold dots themselves, as names of apps do.
  package static func value(at path: String, in node: JSONNode) -> JSONNode? {
    if let member = node[path] { return member }
    for (key, value) in node.members {
      guard let key = key.string, path.hasPrefix(key + ".") else { continue }
      if let found = Self.value(at: String(path.dropFirst(key.count + 1)), in: value) { return found }
    }
    return nil
  }

  /// Every name that `value(at:in:)` takes, the inner ones too.
  package static func names(in node: JSONNode) -> [String] {
    var names: [String] = []
    for (key, value) in node.members {
      let key = key.string ?? ""
      names.append(key)
      names += Self.names(in: value).map { "\(key).\($0)" }
    }
    return names
  }
}
