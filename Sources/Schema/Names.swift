public import JSON

/// A text as a key: compared byte for byte, so that composed and decomposed letters make two names.
@usableFromInline
package struct Name: Hashable, Comparable, Sendable {
  @usableFromInline package let text: String

  @inlinable
  package init(_ text: String) { self.text = text }

  @inlinable
  package static func == (left: Self, right: Self) -> Bool { left.text.isSameText(as: right.text) }

  @inlinable
  package static func < (left: Self, right: Self) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  @inlinable
  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(UInt8(0xFF))  // No byte of UTF-8: it ends the text.
  }
}

extension String {
  /// Whether both are the same bytes; `==` takes composed and decomposed letters for the same.
  @inlinable
  package func isSameText(as other: String) -> Bool {
    var (left, right) = (self, other)
    return left.withUTF8 { left in right.withUTF8 { right in left.hasSameBytes(as: right) } }
  }
}

extension String? {
  /// Whether both are the same bytes, or both are absent.
  @inlinable
  package func isSameText(as other: String?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.isSameText(as: other)
  }
}

/// Values by name: a dictionary whose keys are compared byte for byte.
package struct Named<Value> {
  private var entries: [Name: Value] = [:]

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }
  package var count: Int { entries.count }
  package var values: some Collection<Value> { entries.values }
  /// In no order.
  package var names: some Collection<String> { entries.keys.lazy.map(\.text) }
  /// In the order of the bytes of their names.
  package var sorted: [Element] { entries.sorted { $0.key < $1.key }.map { ($0.key.text, $0.value) } }

  package subscript(_ name: String) -> Value? {
    get { entries[Name(name)] }
    _modify { yield &entries[Name(name)] }
  }

  package subscript(_ name: String, default value: @autoclosure () -> Value) -> Value {
    get { entries[Name(name), default: value()] }
    _modify { yield &entries[Name(name), default: value()] }
  }
}

extension Named: Sequence {
  package typealias Element = (name: String, value: Value)

  package func makeIterator() -> some IteratorProtocol<Element> {
    entries.lazy.map { (name: $0.key.text, value: $0.value) }.makeIterator()
  }
}

extension Named: Sendable where Value: Sendable {}
extension Named: Equatable where Value: Equatable {}
