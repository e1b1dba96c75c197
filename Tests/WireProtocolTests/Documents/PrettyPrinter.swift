import JSON

/// A value with one member or element a line, short ones on a line together.
func prettyPrinted(_ node: JSONNode, indent: String = "", width: Int = 100) -> String {
  let line = String(decoding: node.raw, as: UTF8.self)
  guard node.kind == .object || node.kind == .array, line.count + indent.count > width else { return line }
  let inner = indent + "  "
  if node.kind == .array {
    let elements = node.elements.map { inner + prettyPrinted($0, indent: inner, width: width) }
    return "[\n" + elements.joined(separator: ",\n") + "\n\(indent)]"
  }
  let members = node.members.map { key, value in
    let name = String(decoding: key.raw, as: UTF8.self)
    return "\(inner)\(name): \(prettyPrinted(value, indent: inner, width: width - name.count - 2))"
  }
  return "{\n" + members.joined(separator: ",\n") + "\n\(indent)}"
}
