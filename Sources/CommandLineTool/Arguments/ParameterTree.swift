import JSON
import Presentation

/// The parameters of a request, as the words of the command line give them.
struct ParameterTree {
  private(set) var members: [(name: String, value: Value)] = []

  /// A complete value, or one that more words may add to.
  enum Value {
    case json([UInt8])
    case list([[UInt8]])
    case object(ParameterTree)
  }

  /// Whether a top-level parameter is given.
  func has(_ name: String) -> Bool { members.contains { $0.name == name } }

  /// A complete value as text, a string without its quotes; `nil` when it is not given.
  func text(_ name: String) -> String? {
    guard let member = members.first(where: { $0.name == name }), case .json(let json) = member.value else {
      return nil
    }
    return fromJSON(json) { $0.string } ?? String(decoding: json, as: UTF8.self)
  }

  /// Inserts a value at a path of names.
  ///
  /// - Throws: `ToolError` when the parameter is given twice.
  mutating func insert(
    _ json: [UInt8], at path: ArraySlice<String>, under prefix: String = ""
  ) throws(ToolError) {
    guard let name = path.first else { return }
    let rest = path.dropFirst()
    guard let index = members.firstIndex(where: { $0.name == name }) else {
      var value = Value.json(json)
      if !rest.isEmpty {
        var object = ParameterTree()
        try object.insert(json, at: rest)
        value = .object(object)
      }
      members.append((name, value))
      return
    }
    guard case .object(var object) = members[index].value, !rest.isEmpty else {
      throw Self.givenTwice(prefix + name)
    }
    try object.insert(json, at: rest, under: "\(prefix)\(name).")
    members[index].value = .object(object)
  }

  /// Adds an item to a list that is given item by item.
  mutating func append(_ json: [UInt8], to name: String) throws(ToolError) {
    guard let index = members.firstIndex(where: { $0.name == name }) else {
      members.append((name, .list([json])))
      return
    }
    guard case .list(let items) = members[index].value else { throw Self.givenTwice(name) }
    members[index].value = .list(items + [json])
  }

  private static func givenTwice(_ name: String) -> ToolError { .usage("\(name) is given twice") }

  /// A top-level parameter as JSON; `nil` when it is not given.
  func json(of name: String) -> [UInt8]? {
    guard let member = members.first(where: { $0.name == name }) else { return nil }
    var writer = JSONWriter()
    member.value.write(into: &writer)
    return writer.bytes
  }

  /// Moves members into an object, which may have others.
  mutating func move(_ names: [String], into name: String) throws(ToolError) {
    let moved = members.filter { names.contains($0.name) }
    guard !moved.isEmpty else { return }
    members.removeAll { names.contains($0.name) }
    var object = ParameterTree()
    if let index = members.firstIndex(where: { $0.name == name }) {
      guard case .object(let given) = members.remove(at: index).value else { throw Self.givenTwice(name) }
      object = given
    }
    for member in moved {
      if object.has(member.name) { throw Self.givenTwice(member.name) }
      object.members.append(member)
    }
    members.append((name, .object(object)))
  }

  /// The parameters as a JSON object.
  var json: [UInt8] {
    var writer = JSONWriter()
    write(into: &writer)
    return writer.bytes
  }

  /// Writes the parameters as a JSON object.
  fileprivate func write(into writer: inout JSONWriter) {
    writer.beginObject()
    for (name, value) in members {
      writer.key(name)
      value.write(into: &writer)
    }
    writer.endObject()
  }
}

extension ParameterTree.Value {
  fileprivate func write(into writer: inout JSONWriter) {
    switch self {
    case .json(let bytes): writer.raw(bytes)
    case .list(let items):
      writer.beginArray()
      for item in items { writer.raw(item) }
      writer.endArray()
    case .object(let object): object.write(into: &writer)
    }
  }
}
