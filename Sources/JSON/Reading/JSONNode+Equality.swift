extension JSONNode {
  /// Whether it is a string with exactly this text, with or without escapes.
  @inlinable @inline(__always)
  package func equals(_ text: StaticString) -> Bool {
    equals(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// The same for the bytes of a text.
  @inlinable @inline(__always)
  package func equals(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let token = token
    guard token.kind == .string else { return false }
    guard !token.isEncoded else { return hasUnescapedText(text) }
    guard Int(token.end &- token.start) == text.count &+ 2 else { return false }
    guard let start = text.baseAddress else { return true }
    return ByteScan.areEqual(bytes + Int(token.start) + 1, start, count: text.count)
  }

  @usableFromInline
  func hasUnescapedText(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    unescapedBytes(of: token).elementsEqual(text)
  }

  /// The same for any text. Texts are compared by their bytes: an é of two characters is not an é of one.
  @_disfavoredOverload
  package func equals(_ text: String) -> Bool {
    if let result = text.utf8.withContiguousStorageIfAvailable(equals) { return result }
    let token = token
    return token.kind == .string && unescapedBytes(of: token).elementsEqual(text.utf8)
  }

  /// Whether both have the same value. Numbers are compared by their exact value, strings by their text,
  /// objects without regard to the order of their members. Of members with the same name the last counts.
  package func isEqual(to other: JSONNode) -> Bool {
    guard kind == other.kind else { return false }
    switch kind {
    case .null: return true
    case .boolean: return bool == other.bool
    case .number: return DecimalNumber(raw).isEqual(to: DecimalNumber(other.raw))
    case .string: return hasSameText(as: other)
    case .array: return elements.elementsEqual(other.elements) { $0.isEqual(to: $1) }
    case .object: return hasSameMembers(as: other)
    }
  }

  /// For strings.
  private func hasSameText(as other: JSONNode) -> Bool {
    let token = token
    let otherToken = other.token
    guard otherToken.isEncoded else { return equals(other.content(of: otherToken)) }
    return unescapedBytes(of: token).elementsEqual(other.unescapedBytes(of: otherToken))
  }

  /// For objects. Each value is compared only once; otherwise the work would double at each level.
  private func hasSameMembers(as other: JSONNode) -> Bool {
    for (key, value) in members {
      guard let theirs = other.lastValue(where: key.hasSameText) else { return false }
      let isLast = lastValue(where: key.hasSameText)?.index == value.index
      if isLast && !value.isEqual(to: theirs) { return false }
    }
    return other.members.allSatisfy { lastValue(where: $0.key.hasSameText) != nil }
  }
}
