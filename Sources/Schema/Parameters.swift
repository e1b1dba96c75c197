package import JSON

/// A parameter of a method, or several that make one Swift value.
package struct Parameter<Value>: Sendable {
  package var fields: [Field]
  /// Reads its values out of those that a request gives; the number is that of its first field.
  fileprivate let read: @Sendable (Given, Int) throws(Mismatch) -> Value

  /// A parameter that must be given.
  package static func required(_ name: String, _ coding: Coding<Value>, _ summary: String) -> Self {
    one(Field(name, coding.type, required: true, summary), coding) { nil }
  }

  /// A parameter with a default, which its summary tells.
  package static func optional(
    _ name: String, _ coding: Coding<Value>, default value: Value, _ summary: String
  ) -> Self where Value: Sendable {
    one(Field(name, coding.type, default: coding.text(value), summary), coding) { value }
  }

  /// A parameter that may be missing.
  package static func optional<Wrapped>(_ name: String, _ coding: Coding<Wrapped>, _ summary: String) -> Self
  where Value == Wrapped? {
    Self(fields: [Field(name, coding.type, summary)]) { (given, first) throws(Mismatch) in
      try given.read(first, coding)
    }
  }

  private static func one(
    _ field: Field, _ coding: Coding<Value>, otherwise value: @escaping @Sendable () -> Value?
  ) -> Self {
    Self(fields: [field]) { (given, first) throws(Mismatch) in
      guard let value = try given.read(first, coding) ?? value() else { throw Mismatch.missing(field) }
      return value
    }
  }

  /// All members of a record, side by side with the other parameters.
  package static func members(of record: Record<Value>, from new: @escaping @Sendable () -> Value) -> Self {
    Self(fields: record.fields) { (given, first) throws(Mismatch) in
      var value = new()
      var bits = given.seen &>> UInt64(first)
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

  /// The same parameter, described otherwise.
  package func with(_ change: (Field) -> Field) -> Self { Self(fields: fields.map(change), read: read) }

  /// The same parameter with another description.
  package func summary(_ text: String) -> Self { with { $0.summary(text) } }

  /// The same parameter, never shown in a message.
  package func secret() -> Self { with { $0.secret() } }

  /// The same parameter, for which the command line has a default.
  package func commandLineDefault(_ text: String) -> Self {
    with { $0.required($0.isRequired, commandLineDefault: text) }
  }

  private init(
    fields: [Field], read: @escaping @Sendable (Given, Int) throws(Mismatch) -> Value
  ) {
    self.fields = fields
    self.read = read
  }
}

extension Parameter where Value: Described {
  /// All members of the value's record, side by side with the other parameters.
  package static var members: Self { members(of: Value.record, from: Value.init) }
}

/// The members of a request, each under the number of its field.
struct Given {
  fileprivate let nodes: UnsafeMutableBufferPointer<JSONNode>
  fileprivate let fields: ArraySlice<Field>
  fileprivate(set) var seen: UInt64 = 0

  fileprivate subscript(_ index: Int) -> JSONNode? {
    seen & (1 &<< UInt64(index)) == 0 ? nil : nodes[index]
  }

  /// The value of a member; `nil`: it is not given.
  fileprivate func read<Value>(_ index: Int, _ coding: Coding<Value>) throws(Mismatch) -> Value? {
    guard let node = self[index] else { return nil }
    do throws(Mismatch) {
      return try coding.read(node)
    } catch {
      throw error.within(fields[fields.startIndex + index])
    }
  }

  /// The members from the second field on.
  fileprivate var rest: Given {
    Given(
      nodes: UnsafeMutableBufferPointer(rebasing: nodes.dropFirst()), fields: fields.dropFirst(),
      seen: seen >> 1)
  }
}

/// What a request may give, and what it makes of that.
package struct Parameters<Output>: Sendable {
  private let table: MemberTable
  private let make: @Sendable (Given) throws(Mismatch) -> Output

  /// Each parameter is named once; `make` receives their values in the same order.
  package init<each Value>(
    _ parameter: repeat Parameter<each Value>,
    make: @escaping @Sendable (repeat each Value) throws(Mismatch) -> Output
  ) {
    var fields: [Field] = []
    repeat fields += (each parameter).fields
    table = MemberTable(fields)
    self.make = { (given) throws(Mismatch) in
      var first = 0
      func value<V>(_ parameter: Parameter<V>) throws(Mismatch) -> V {
        defer { first += parameter.fields.count }
        return try parameter.read(given, first)
      }
      return try make(repeat try value(each parameter))
    }
  }

  private init(_ fields: [Field], make: @escaping @Sendable (Given) throws(Mismatch) -> Output) {
    table = MemberTable(fields)
    self.make = make
  }

  package var fields: [Field] { table.fields }

  /// The same with one more parameter behind the others.
  package func adding<Value, New>(
    _ parameter: Parameter<Value>, _ combine: @escaping @Sendable (Output, Value) -> New
  ) -> Parameters<New> {
    let (first, make) = (fields.count, make)
    return Parameters<New>(fields + parameter.fields) { (given) throws(Mismatch) in
      combine(try make(given), try parameter.read(given, first))
    }
  }

  /// The same behind a member that is read elsewhere.
  func behind(_ field: Field) -> Self {
    let make = make
    return Self([field] + fields) { (given) throws(Mismatch) in try make(given.rest) }
  }

  /// Reads and checks the members of a request.
  package func read(_ node: JSONNode?) throws(Mismatch) -> Output {
    // Typed throws do not pass through the lent memory.
    let result: Result<Output, Mismatch> = withUnsafeTemporaryAllocation(
      of: JSONNode.self, capacity: table.fields.count
    ) { memory in
      do throws(Mismatch) {
        var given = Given(nodes: memory, fields: table.fields[...])
        try table.read(node) { index, value in
          memory.initializeElement(at: index, to: value)
          given.seen |= 1 &<< UInt64(index)
        }
        return .success(try make(given))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
