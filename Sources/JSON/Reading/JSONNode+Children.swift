extension JSONNode {
  /// The values of an array, in order; none for another kind.
  @inlinable package var elements: Elements {
    let token = token
    guard token.kind == .array else { return Elements(parent: self, index: index, end: index) }
    return Elements(parent: self, index: index &+ 1, end: Int(token.next))
  }

  /// The members of an object in order, repeated names included; none for another kind.
  @inlinable package var members: Members {
    let token = token
    guard token.kind == .object else { return Members(parent: self, index: index, end: index) }
    return Members(parent: self, index: index &+ 1, end: Int(token.next))
  }

  /// The number of elements or members; each call counts them.
  package var count: Int {
    var count = 0
    switch kind {
    case .array: for _ in elements { count &+= 1 }
    case .object: for _ in members { count &+= 1 }
    case .string, .number, .boolean, .null: break
    }
    return count
  }

  /// The value of the member of this name; of the last one, if there are several.
  @inlinable
  package subscript(_ key: StaticString) -> JSONNode? {
    lastValue { $0.equals(key) }
  }

  /// The same for any name.
  @_disfavoredOverload
  package subscript(_ key: String) -> JSONNode? {
    lastValue { $0.equals(key) }
  }

  /// An element by its index; `nil` beyond the end. A call takes as many steps as the index says.
  package subscript(_ index: Int) -> JSONNode? {
    guard index >= 0 else { return nil }
    var elements = elements
    for _ in 0..<index where elements.next() == nil { return nil }
    return elements.next()
  }

  /// The value of the last member whose name matches.
  @inlinable @inline(__always)
  func lastValue(where matches: (JSONNode) -> Bool) -> JSONNode? {
    var found: JSONNode?
    for member in members where matches(member.key) { found = member.value }
    return found
  }

  /// Another node of the same text.
  @inlinable @inline(__always)
  func at(_ index: Int) -> JSONNode { JSONNode(bytes: bytes, tokens: tokens, index: index) }

  /// The elements of an array.
  @usableFromInline
  package struct Elements: Sequence, IteratorProtocol {
    @usableFromInline let parent: JSONNode
    @usableFromInline var index: Int
    @usableFromInline let end: Int

    /// The values in a range of the tape.
    @inlinable
    init(parent: JSONNode, index: Int, end: Int) {
      self.parent = parent
      self.index = index
      self.end = end
    }

    /// The next element.
    @inlinable
    package mutating func next() -> JSONNode? {
      guard index < end else { return nil }
      let node = parent.at(index)
      index = Int(node.token.next)
      return node
    }
  }

  /// The members of an object.
  @usableFromInline
  package struct Members: Sequence, IteratorProtocol {
    /// Names and values in turn.
    @usableFromInline var nodes: Elements

    /// The members in a range of the tape.
    @inlinable
    init(parent: JSONNode, index: Int, end: Int) { nodes = Elements(parent: parent, index: index, end: end) }

    /// The next member.
    @inlinable
    package mutating func next() -> (key: JSONNode, value: JSONNode)? {
      guard let key = nodes.next(), let value = nodes.next() else { return nil }
      return (key, value)
    }
  }
}
