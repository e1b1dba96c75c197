public import JSON

/// Leaf values: what fits a type, and what it is in Swift. Typed and untyped reading both ask here.
enum Leaf {
  @inline(__always)
  static func string(_ node: JSONNode, minimumLength: Int) -> Bool {
    // Only the empty text is ever refused for its length.
    node.kind == .string && (minimumLength == 0 || node.raw.count > 2)
  }

  /// Whether a text keeps to the rule for names.
  static func name(_ node: JSONNode) -> Bool {
    let raw = node.raw
    guard raw.count > 2 else { return false }
    // Without an escape JSON has no character below a space.
    let isPlain = raw.allSatisfy { $0 < 0x7F && $0 != UInt8(ascii: "\\") }
    if isPlain { return raw.count - 2 <= RequestBounds.nameBytes }
    return node.string.map(RequestBounds.allowsName) ?? false
  }

  @inline(__always)
  static func integer(_ node: JSONNode, _ range: ClosedRange<Int>) -> Int? {
    guard let integer = node.integer, range.contains(integer) else { return nil }
    return integer
  }

  @inline(__always)
  static func number(_ node: JSONNode, _ range: ClosedRange<Double>) -> Double? {
    guard let number = node.number, range.contains(number) else { return nil }
    return number
  }

  /// The number behind the letter.
  static func identifier(_ node: JSONNode, _ letter: UInt8) -> Int? {
    guard node.kind == .string else { return nil }
    if node.isEncoded { return node.string.flatMap { identifier(Array($0.utf8)[...], letter) } }
    return identifier(node.raw.dropFirst().dropLast(), letter)
  }

  /// The same, from its text: the letter and digits, as few as there can be.
  private static func identifier(_ text: some Collection<UInt8>, _ letter: UInt8) -> Int? {
    let digits = text.dropFirst()
    guard text.first == letter, let first = digits.first, first != UInt8(ascii: "0"), digits.count <= 18
    else {
      return nil
    }
    var number = 0
    for byte in digits {
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      number = number * 10 + Int(digit)
    }
    return number
  }
}

extension ValueType {
  /// Checks a value of which only the type is known.
  package func check(_ value: JSONNode) throws(Mismatch) {
    switch self {
    case .named(_, let inner):
      return try inner.check(value)
    case .nullable(let inner):
      if value.isNull { return }
      do throws(Mismatch) {
        return try inner.check(value)
      } catch {
        // The null must show among what is accepted, unless something inside is wrong.
        if !error.isTypeMismatch { throw error }
      }
    case .object(let fields):
      if value.kind == .object {
        return try MemberTable(fields).read(value) { (index, member) throws(Mismatch) in
          try fields[index].type.check(member)
        }
      }
    case .choice(let tag, let choices):
      if value.kind == .object { return try Self.check(value, by: tag, choices) }
    case .array(let element):
      if value.kind == .array { return try value.forEachElement(element.check) }
    case .dictionary(let element):
      if value.kind == .object {
        return try value.forEachMember { (_, member) throws(Mismatch) in try element.check(member) }
      }
    case .oneOf(let types):
      for type in types where type.admits(value) { return }
    case .string(let minimumLength, _): if Leaf.string(value, minimumLength: minimumLength) { return }
    case .name: if Leaf.string(value, minimumLength: 1) { return }
    case .boolean: if value.kind == .boolean { return }
    case .integer(let range): if Leaf.integer(value, range) != nil { return }
    case .number(let range): if Leaf.number(value, range) != nil { return }
    case .enumeration(let names): if names.contains(where: { value.equals($0) }) { return }
    case .identifier(let letter):
      if let byte = letter.asciiValue, Leaf.identifier(value, byte) != nil { return }
    case .anyObject: if value.kind == .object { return }
    case .anyValue: return
    }
    throw Mismatch.type(self, found: value)
  }

  private func admits(_ value: JSONNode) -> Bool {
    do throws(Mismatch) {
      try check(value)
      return true
    } catch {
      return false
    }
  }

  private static func check(_ node: JSONNode, by tag: String, _ choices: [Choice]) throws(Mismatch) {
    let tagField = Choice.tag(tag, choices.map(\.name))
    let choice = try Choice.index(in: node, by: tagField)
    let fields = [tagField] + choices[choice].fields
    try MemberTable(fields).read(node) { (index, member) throws(Mismatch) in
      try fields[index].type.check(member)
    }
  }
}

extension ValueType.Choice {
  /// The member that tells the forms apart.
  static func tag(_ name: String, _ names: [String]) -> Field {
    Field(name, .enumeration(names), required: true, "which of the forms this is")
  }

  /// Which form an object has.
  static func index(in node: JSONNode, by tag: Field) throws(Mismatch) -> Int {
    guard let value = node[tag.name] else { throw Mismatch.missing(tag) }
    guard case .enumeration(let names) = tag.type, let index = names.firstIndex(where: { value.equals($0) })
    else { throw Mismatch.type(tag.type, found: value).within(.member(tag.name)) }
    return index
  }
}

extension JSONNode {
  /// Hands out the elements of an array; a mismatch gets its place.
  @inlinable
  package func forEachElement(_ body: (JSONNode) throws(Mismatch) -> Void) throws(Mismatch) {
    var index = 0
    for element in elements {
      do throws(Mismatch) {
        try body(element)
      } catch {
        throw error.within(.element(index))
      }
      index += 1
    }
  }

  /// Hands out the members of an object with any names; a mismatch gets its place.
  @inlinable
  package func forEachMember(_ body: (String, JSONNode) throws(Mismatch) -> Void) throws(Mismatch) {
    for (key, value) in members {
      let name = key.string ?? ""
      do throws(Mismatch) {
        try body(name, value)
      } catch {
        throw error.within(.member(name))
      }
    }
  }
}
