public import JSON

/// How the values of one Swift type stand in JSON: what they may be, how they are read and how they are
/// written.
@usableFromInline
package struct Coding<Value>: Sendable {
  @usableFromInline package let type: ValueType
  /// Reads a value, or says what is wrong with it.
  @usableFromInline package let read: @Sendable (JSONNode) throws(Mismatch) -> Value
  /// Writes a value.
  @usableFromInline package let write: @Sendable (Value, inout JSONWriter) -> Void

  @inlinable
  package init(
    _ type: ValueType, read: @escaping @Sendable (JSONNode) throws(Mismatch) -> Value,
    write: @escaping @Sendable (Value, inout JSONWriter) -> Void
  ) {
    self.type = type
    self.read = read
    self.write = write
  }

  /// A coding whose values need no more check than `convert`, which returns `nil` for what does not fit.
  @inlinable
  package init(
    _ type: ValueType, convert: @escaping @Sendable (JSONNode) -> Value?,
    write: @escaping @Sendable (Value, inout JSONWriter) -> Void
  ) {
    // A closure, for a type would be copied at each reading.
    let refuse: @Sendable (JSONNode) -> Mismatch = { Mismatch.type(type, found: $0) }
    self.init(
      type,
      read: { (node) throws(Mismatch) in
        guard let value = convert(node) else { throw refuse(node) }
        return value
      }, write: write)
  }

  /// The same under a name that the OpenRPC document describes once.
  @inlinable
  package func named(_ name: String) -> Self { Self(.named(name, type), read: read, write: write) }

  /// The same for another Swift type; `into` returns `nil` for what that cannot hold.
  @inlinable
  package func map<New>(
    _ into: @escaping @Sendable (Value) -> New?, _ back: @escaping @Sendable (New) -> Value
  ) -> Coding<New> {
    Coding<New>(
      type,
      read: { (node) throws(Mismatch) in
        guard let value = into(try read(node)) else { throw Mismatch.type(type, found: node) }
        return value
      }, write: { value, writer in write(back(value), &writer) })
  }

  /// The same, written in another way.
  @inlinable
  package func written(_ write: @escaping @Sendable (Value, inout JSONWriter) -> Void) -> Self {
    Self(type, read: read, write: write)
  }

  /// The same with a rule on top; `problem` returns `nil` for a value that keeps to it.
  @inlinable
  package func checked(_ problem: @escaping @Sendable (Value) -> Mismatch?) -> Self {
    Self(
      type,
      read: { (node) throws(Mismatch) in
        let value = try read(node)
        if let mismatch = problem(value) { throw mismatch }
        return value
      }, write: write)
  }

  /// A value as JSON.
  @inlinable
  package func text(_ value: Value) -> String {
    var writer = JSONWriter()
    write(value, &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension Coding where Value == String {
  package static let string = text(minimumLength: 0)
  /// A text that is not empty.
  package static let nonEmpty = text(minimumLength: 1)
  /// A name that something gets. A kept name may break the rule, for it may be older.
  package static let name = text(.name, minimumLength: 1)
  /// What a prompt shows in the app's words: a reason, the title of a button.
  package static let caption = text(minimumLength: 0, maximumBytes: RequestBounds.captionBytes)
  /// The same, not empty.
  package static let nonEmptyCaption = text(minimumLength: 1, maximumBytes: RequestBounds.captionBytes)

  private static func text(minimumLength: Int, maximumBytes: Int? = nil) -> Self {
    text(.string(minimumLength: minimumLength, maximumBytes: maximumBytes), minimumLength: minimumLength)
  }

  private static func text(_ type: ValueType, minimumLength: Int) -> Self {
    Self(
      type,
      convert: { Leaf.string($0, minimumLength: minimumLength) ? $0.string : nil },
      write: { $1.string($0) })
  }
}

extension Coding where Value == Bool {
  package static let boolean = Self(.boolean, convert: \.bool, write: { $1.boolean($0) })
}

extension Coding where Value == Int {
  package static func integer(_ range: ClosedRange<Int> = Int.min...Int.max) -> Self {
    Self(.integer(range), convert: { Leaf.integer($0, range) }, write: { $1.integer($0) })
  }

  /// How many.
  package static let count = integer(0...Int.max)

  /// The number behind a letter: `p7`.
  package static func identifier(_ letter: Character) -> Self {
    let byte = letter.asciiValue ?? 0
    return Self(
      .identifier(letter), convert: { Leaf.identifier($0, byte) },
      write: { $1.string("\(letter)\($0)") })
  }
}

extension Coding where Value == UInt64 {
  /// A number from 0 up, as large as an integer of the wire.
  package static let unsigned = Self(
    .integer(0...Int.max), convert: { Leaf.integer($0, 0...Int.max).map(UInt64.init(clamping:)) },
    write: { $1.unsigned($0) })
}

extension Coding where Value == Double {
  package static func number(_ range: ClosedRange<Double> = -1e15...1e15) -> Self {
    Self(.number(range), convert: { Leaf.number($0, range) }, write: { $1.number($0) })
  }
}

extension Coding where Value: CaseIterable & RawRepresentable<String> & Sendable {
  /// The texts of a vocabulary.
  @inlinable package static var cases: Self {
    Self(
      .enumeration(Value.allCases.map(\.rawValue)), convert: { $0.string.flatMap(Value.init(rawValue:)) },
      write: { $1.string($0.rawValue) })
  }
}

extension Coding where Value: CaseIterable & RawRepresentable<String> & Equatable & Sendable {
  /// The texts of a vocabulary but for one.
  package static func cases(except excluded: Value) -> Self {
    Self(
      .enumeration(Value.allCases.filter { $0 != excluded }.map(\.rawValue)),
      convert: { $0.string.flatMap(Value.init(rawValue:)) }, write: { $1.string($0.rawValue) })
  }
}

extension Coding {
  /// A list.
  @inlinable
  package static func array<Element>(of element: Coding<Element>) -> Self where Value == [Element] {
    let type = ValueType.array(of: element.type)
    return Self(
      type,
      read: { (node) throws(Mismatch) in
        guard node.kind == .array else { throw Mismatch.type(type, found: node) }
        var elements: [Element] = []
        try node.forEachElement { (value) throws(Mismatch) in elements.append(try element.read(value)) }
        return elements
      },
      write: { elements, writer in
        writer.beginArray()
        for value in elements { element.write(value, &writer) }
        writer.endArray()
      })
  }

  /// An object of any names; it is written in their order.
  package static func dictionary<Element>(of element: Coding<Element>) -> Self
  where Value == Named<Element> {
    let type = ValueType.dictionary(of: element.type)
    return Self(
      type,
      read: { (node) throws(Mismatch) in
        guard node.kind == .object else { throw Mismatch.type(type, found: node) }
        var members = Named<Element>()
        try node.forEachMember { (name, value) throws(Mismatch) in
          guard members[name] == nil else {
            throw Mismatch.rule("", "{} is given twice", accepted: .phrase("each name once"))
          }
          members[name] = try element.read(value)
        }
        return members
      },
      write: { members, writer in
        writer.beginObject()
        for (name, value) in members.sorted {
          writer.key(name)
          element.write(value, &writer)
        }
        writer.endObject()
      })
  }

  /// A value or null.
  @inlinable
  package static func nullable<Wrapped>(_ wrapped: Coding<Wrapped>) -> Self where Value == Wrapped? {
    let type = ValueType.nullable(wrapped.type)
    return Self(
      type,
      read: { (node) throws(Mismatch) in
        if node.isNull { return nil }
        do throws(Mismatch) {
          return try wrapped.read(node)
        } catch {
          // The null must show among what is accepted, unless something inside is wrong.
          throw error.isTypeMismatch ? Mismatch.type(type, found: node) : error
        }
      },
      write: { value, writer in
        if let value { wrapped.write(value, &writer) } else { writer.null() }
      })
  }

  /// An object in one of several forms, told apart by the member `tag`.
  ///
  /// - Parameters:
  ///   - forms: For each form its description and what reads the other members.
  package static func choice(
    by tag: String, _ forms: [(choice: ValueType.Choice, parameters: Parameters<Value>)],
    write: @escaping @Sendable (Value, inout JSONWriter) -> Void
  ) -> Self {
    let type = ValueType.choice(by: tag, forms.map(\.choice))
    let tagField = ValueType.Choice.tag(tag, forms.map(\.choice.name))
    let readers = forms.map { $0.parameters.behind(tagField) }
    return Self(
      type,
      read: { (node) throws(Mismatch) in
        guard node.kind == .object else { throw Mismatch.type(type, found: node) }
        return try readers[try ValueType.Choice.index(in: node, by: tagField)].read(node)
      }, write: write)
  }
}
