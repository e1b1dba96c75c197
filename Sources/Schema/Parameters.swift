public import JSON

/// A parameter of a method, or several that make one Swift value.
@usableFromInline
package struct Parameter<Value>: Sendable {
  @usableFromInline package var fields: [Field]
  /// Reads its values out of those that a request gives; the number is that of its first field.
  @usableFromInline let read: @Sendable (Given, Int) throws(Mismatch) -> Value

  /// A parameter that must be given.
  @inlinable
  package static func required(_ name: String, _ coding: Coding<Value>, _ summary: String) -> Self {
    one(Field(name, coding.type, required: true, summary), coding) { nil }
  }

  /// A parameter with a default, which its summary tells.
  @inlinable
  package static func optional(
    _ name: String, _ coding: Coding<Value>, default value: Value, _ summary: String
  ) -> Self where Value: Sendable {
    one(Field(name, coding.type, default: { coding.text(value) }, summary), coding) { value }
  }

  /// A parameter that may be missing.
  @inlinable
  package static func optional<Wrapped>(_ name: String, _ coding: Coding<Wrapped>, _ summary: String) -> Self
  where Value == Wrapped? {
    // The closure alone, for a coding would be copied at each reading.
    let read = coding.read
    return Self(fields: [Field(name, coding.type, summary)]) { (given, first) throws(Mismatch) in
      try given.read(first, read)
    }
  }

  @inlinable
  static func one(
    _ field: Field, _ coding: Coding<Value>, otherwise value: @escaping @Sendable () -> Value?
  ) -> Self {
    let read = coding.read
    return Self(fields: [field]) { (given, first) throws(Mismatch) in
      guard let value = try given.read(first, read) ?? value() else { throw Mismatch.missing(field) }
      return value
    }
  }

  /// All members of a record, side by side with the other parameters.
  @inlinable
  package static func members(of record: Record<Value>, from new: @escaping @Sendable () -> Value) -> Self {
    Self(fields: record.fields) { (given, first) throws(Mismatch) in
      var value = new()
      var bits = given.seen &>> UInt64(first &+ given.offset)
      while bits != 0 {
        let index = bits.trailingZeroBitCount
        if index >= record.members.count { break }
        bits &= bits &- 1
        guard let node = given[first &+ index] else { continue }
        do throws(Mismatch) {
          try record.members[index].read(node, &value)
        } catch {
          throw error.within(record.members[index].field)
        }
      }
      return value
    }
  }

  /// The same with a rule on top; `problem` returns `nil` for a value that keeps to it.
  package func checked(_ problem: @escaping @Sendable (Value) -> Mismatch?) -> Self {
    Self(fields: fields) { (given, first) throws(Mismatch) in
      let value = try read(given, first)
      if let mismatch = problem(value) { throw mismatch }
      return value
    }
  }

  /// The same parameter, described otherwise.
  @inlinable
  package func with(_ change: (Field) -> Field) -> Self { Self(fields: fields.map(change), read: read) }

  /// The same parameter with another description.
  @inlinable
  package func summary(_ text: String) -> Self { with { $0.summary(text) } }

  /// The same parameter, never shown in a message.
  @inlinable
  package func secret() -> Self { with { $0.secret() } }

  /// The same parameter, for which the command line has a default.
  @inlinable
  package func commandLineDefault(_ text: String) -> Self {
    with { $0.required($0.isRequired, commandLineDefault: text) }
  }

  @inlinable
  init(
    fields: [Field], read: @escaping @Sendable (Given, Int) throws(Mismatch) -> Value
  ) {
    self.fields = fields
    self.read = read
  }
}

extension Parameter where Value: Described {
  /// All members of the value's record, side by side with the other parameters.
  @inlinable package static var members: Self { members(of: Value.record, from: Value.init) }
}

/// The members of a request, each under the number of its field.
@usableFromInline
package struct Given {
  @usableFromInline let nodes: UnsafeMutablePointer<JSONNode>
  /// The parameters that read the members keep it alive.
  @usableFromInline unowned(unsafe) let table: MemberTable
  /// The number of the field that counts as the first.
  @usableFromInline var offset = 0
  /// A bit for each field that is given.
  @usableFromInline var seen: UInt64 = 0

  @inlinable
  init(nodes: UnsafeMutablePointer<JSONNode>, table: MemberTable) {
    self.nodes = nodes
    self.table = table
  }

  @inlinable
  @inline(__always)
  package subscript(_ index: Int) -> JSONNode? {
    seen & (1 &<< UInt64(index &+ offset)) == 0 ? nil : nodes[index &+ offset]
  }

  /// The value of a member, as `coding.read` reads it; `nil`: it is not given.
  @inlinable
  @inline(__always)
  package func read<Value>(
    _ index: Int, _ read: (JSONNode) throws(Mismatch) -> Value
  ) throws(Mismatch) -> Value? {
    guard let node = self[index] else { return nil }
    do throws(Mismatch) {
      return try read(node)
    } catch {
      throw error.within(table.fields[index + offset])
    }
  }

  /// The same members, counted from the second field on.
  @inlinable
  var rest: Given {
    var rest = self
    rest.offset += 1
    return rest
  }
}

/// A parameter with the number of its first field among those of its method.
@usableFromInline
struct BoundParameter<Value>: Sendable {
  @usableFromInline let read: @Sendable (Given, Int) throws(Mismatch) -> Value
  @usableFromInline let first: Int

  @inlinable
  init(_ read: @escaping @Sendable (Given, Int) throws(Mismatch) -> Value, _ first: Int) {
    self.read = read
    self.first = first
  }

  @inlinable
  @inline(__always)
  func value(of given: Given) throws(Mismatch) -> Value { try read(given, first) }
}

/// What a request may give, and what it makes of that.
@usableFromInline
package struct Parameters<Output>: Sendable {
  @usableFromInline let table: MemberTable
  @usableFromInline let make: @Sendable (Given) throws(Mismatch) -> Output

  /// Each parameter is named once; `make` receives their values in the same order.
  @inlinable
  package init<each Value>(
    _ parameter: repeat Parameter<each Value>,
    make: @escaping @Sendable (repeat each Value) throws(Mismatch) -> Output
  ) {
    var fields: [Field] = []
    repeat fields.append(contentsOf: (each parameter).fields)
    table = MemberTable(fields)
    var first = 0
    func bound<V>(_ parameter: Parameter<V>) -> BoundParameter<V> {
      defer { first += parameter.fields.count }
      return BoundParameter(parameter.read, first)
    }
    let parameters = (repeat bound(each parameter))
    self.make = { (given) throws(Mismatch) in try make(repeat try (each parameters).value(of: given)) }
  }

  @inlinable
  init(_ fields: [Field], make: @escaping @Sendable (Given) throws(Mismatch) -> Output) {
    table = MemberTable(fields)
    self.make = make
  }

  @inlinable package var fields: [Field] { table.fields }

  /// The same with one more parameter behind the others.
  @inlinable
  package func adding<Value, New>(
    _ parameter: Parameter<Value>, _ combine: @escaping @Sendable (Output, Value) -> New
  ) -> Parameters<New> {
    let (first, make) = (fields.count, make)
    return Parameters<New>(fields + parameter.fields) { (given) throws(Mismatch) in
      combine(try make(given), try parameter.read(given, first))
    }
  }

  /// The same behind a member that is read elsewhere.
  @inlinable
  func behind(_ field: Field) -> Self {
    let make = make
    return Self([field] + fields) { (given) throws(Mismatch) in try make(given.rest) }
  }

  /// The same before a member that is read elsewhere.
  package func followed(by field: Field) -> Self { Self(fields + [field], make: make) }

  /// Finds the members of a request, with room for one node for each field.
  @inlinable
  package func given(
    _ node: JSONNode?, in nodes: UnsafeMutablePointer<JSONNode>
  ) throws(Mismatch) -> Given {
    var given = Given(nodes: nodes, table: table)
    try table.read(node) { index, value in
      (nodes + index).initialize(to: value)
      given.seen |= 1 &<< UInt64(index)
    }
    return given
  }

  /// Reads and checks members that were found.
  @inlinable
  @inline(__always)
  package func value(of given: Given) throws(Mismatch) -> Output { try make(given) }

  /// Reads and checks the members of a request.
  @inlinable
  package func read(_ node: JSONNode?) throws(Mismatch) -> Output {
    // Typed throws do not pass through the lent memory.
    let result: Result<Output, Mismatch> = withUnsafeTemporaryAllocation(
      of: JSONNode.self, capacity: max(1, table.fields.count)
    ) { memory in
      guard let nodes = memory.baseAddress else { preconditionFailure("memory is lent even for no field") }
      do throws(Mismatch) {
        return .success(try value(of: try given(node, in: nodes)))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
