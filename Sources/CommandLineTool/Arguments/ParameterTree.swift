import JSON

/// The parameters of a request while the words of the command line are put together.
struct ParameterTree {
  private(set) var members: [(name: String, value: Value)] = []

  /// A finished value, or one that further words may add to.
  enum Value {
    case json([UInt8])
    case list([[UInt8]])
    case object(ParameterTree)
  }

  /// A value that has no place, for the parameter was given before.
  struct Conflict: Error {
    /// The parameter's dotted name.
    let name: String
  }

  /// Whether a top-level parameter was given.
  func has(_ name: String) -> Bool { members.contains { $0.name == name } }

  /// A finished value as bare text: a string without its quotes; `nil` when it was not given.
  func text(_ name: String) -> String? {
    guard let member = members.first(where: { $0.name == name }), case .json(let json) = member.value else {
      return nil
    }
    return (try? withJSON(json) { $0.string }) ?? String(decoding: json, as: UTF8.self)
  }

  /// Puts a value at a path of names.
  mutating func insert(_ json: [UInt8], at path: ArraySlice<String>) throws(Conflict) {
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
    guard case .object(var object) = members[index].value, !rest.isEmpty else { throw Conflict(name: name) }
    do {
      try object.insert(json, at: rest)
    } catch {
      throw Conflict(name: "\(name).\(error.name)")
    }
    members[index].value = .object(object)
  }

  /// Adds an item to a list of its own, or to one that was begun this way.
  mutating func append(_ json: [UInt8], to name: String) throws(Conflict) {
    guard let index = members.firstIndex(where: { $0.name == name }) else {
      members.append((name, .list([json])))
      return
    }
    guard case .list(let items) = members[index].value else { throw Conflict(name: name) }
    members[index].value = .list(items + [json])
  }

  /// Takes a finished value out.
  mutating func remove(_ name: String) -> [UInt8]? {
    guard let index = members.firstIndex(where: { $0.name == name }),
      case .json(let json) = members[index].value
    else { return nil }
    members.remove(at: index)
    return json
  }

  /// Writes the parameters as a JSON object.
  func write(into writer: inout JSONWriter) {
    writer.beginObject()
    for (name, value) in members {
      writer.key(name)
      switch value {
      case .json(let bytes): writer.raw(bytes)
      case .list(let items):
        writer.beginArray()
        for item in items { writer.raw(item) }
        writer.endArray()
      case .object(let object): object.write(into: &writer)
      }
    }
    writer.endObject()
  }
}
