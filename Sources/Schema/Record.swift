public import JSON

/// A Swift value that stands in JSON as an object, described member by member.
@usableFromInline
package protocol Described: Sendable {
  /// What holds where nothing is given.
  init()
  /// Its members in the order in which they are written.
  static var record: Record<Self> { get }
}

/// A property, made when it is asked for.
@usableFromInline
package typealias Path<Root, Value> = @Sendable () -> any WritableKeyPath<Root, Value> & Sendable

/// One member of an object: its name, its type, one sentence, and which property of `Root` it is.
///
/// Key paths are made when a value is read or written, and not when the description is: each costs a command
/// that only wants the description 40,000 instructions.
@usableFromInline
package struct Member<Root>: Sendable {
  @usableFromInline package var field: Field
  @usableFromInline let read: @Sendable (JSONNode, inout Root) throws(Mismatch) -> Void
  /// Writes key and value; nothing where there is none.
  @usableFromInline package let write: @Sendable (Root, inout JSONWriter) -> Void
  @usableFromInline let copy: @Sendable (Root, inout Root) -> Void
  @usableFromInline let path: @Sendable () -> AnyKeyPath?

  /// A property; it keeps its value where the member is not given.
  @inlinable
  package init<Value>(
    _ name: StaticString, _ path: @autoclosure @escaping Path<Root, Value>, _ coding: Coding<Value>,
    _ summary: String
  ) {
    self.init(
      Field(name.text, coding.type, summary), { path() },
      read: { (node, root) throws(Mismatch) in root[keyPath: path()] = try coding.read(node) },
      write: { root, writer in
        writer.key(name)
        coding.write(root[keyPath: path()], &writer)
      }, copy: { $1[keyPath: path()] = $0[keyPath: path()] })
  }

  /// A property that is left out where it is `nil`.
  @inlinable
  package init<Value>(
    _ name: StaticString, _ path: @autoclosure @escaping Path<Root, Value?>,
    optional coding: Coding<Value>,
    _ summary: String
  ) {
    self.init(
      Field(name.text, coding.type, summary), { path() },
      read: { (node, root) throws(Mismatch) in root[keyPath: path()] = try coding.read(node) },
      write: { root, writer in
        guard let value = root[keyPath: path()] else { return }
        writer.key(name)
        coding.write(value, &writer)
      }, copy: { $1[keyPath: path()] = $0[keyPath: path()] })
  }

  /// A member that is read and written in ways of its own.
  @inlinable
  package init(
    _ field: Field, _ path: @escaping @Sendable () -> AnyKeyPath? = { nil },
    read: @escaping @Sendable (JSONNode, inout Root) throws(Mismatch) -> Void,
    write: @escaping @Sendable (Root, inout JSONWriter) -> Void = { _, _ in },
    copy: @escaping @Sendable (Root, inout Root) -> Void = { _, _ in }
  ) {
    self.field = field
    self.path = path
    self.read = read
    self.write = write
    self.copy = copy
  }

  /// The same member of a value inside of another one.
  @inlinable
  package func at<Outer>(_ outer: @autoclosure @escaping Path<Outer, Root>) -> Member<Outer> {
    Member<Outer>(
      field, read: { (node, root) throws(Mismatch) in try read(node, &root[keyPath: outer()]) },
      write: { root, writer in write(root[keyPath: outer()], &writer) },
      copy: { copy($0[keyPath: outer()], &$1[keyPath: outer()]) })
  }

  /// The same member, left out where `isDefault` says so.
  @inlinable
  package func omitted(where isDefault: @escaping @Sendable (Root) -> Bool) -> Self {
    Self(
      field, path, read: read, write: { root, writer in if !isDefault(root) { write(root, &writer) } },
      copy: copy)
  }

  /// Its value as JSON; `nil`: it is left out.
  @usableFromInline
  func text(of root: Root) -> String? {
    var writer = JSONWriter()
    writer.beginObject()
    write(root, &writer)
    writer.endObject()
    let text = String(decoding: writer.bytes, as: UTF8.self)
    // {"name":VALUE}
    return text == "{}" ? nil : String(text.dropFirst(field.name.utf8.count + 4).dropLast())
  }

  /// The same member with another field.
  @inlinable
  package func with(_ change: (Field) -> Field) -> Self {
    var member = self
    member.field = change(field)
    return member
  }

  /// The same member, read in a way of its own.
  package func reading(
    _ read: @escaping @Sendable (JSONNode, inout Root) throws(Mismatch) -> Void
  ) -> Self {
    Self(field, path, read: read, write: write, copy: copy)
  }

  /// The same member, required.
  @inlinable
  package func required() -> Self { with { $0.required() } }

  /// The same member, never shown in a message.
  @inlinable
  package func secret() -> Self { with { $0.secret() } }
}

/// The members of a value that stands in JSON as an object.
@usableFromInline
package struct Record<Root>: Sendable {
  @usableFromInline package let members: [Member<Root>]

  @inlinable
  package init(_ members: [Member<Root>]) {
    self.members = members
    fields = members.map { $0.field }
  }

  /// A record whose fields tell their default, which is that of a new value.
  @inlinable
  package init(_ members: [Member<Root>], defaultsOf new: @escaping @Sendable () -> Root) {
    self.init(members.map { member in member.with { $0.defaulting { member.text(of: new()) } } })
  }

  /// The members of a value inside of another one.
  @inlinable
  package func at<Outer>(_ outer: @autoclosure @escaping Path<Outer, Root>) -> [Member<Outer>] {
    members.map { $0.at(outer()) }
  }

  /// What documents and the command line know of it.
  @usableFromInline package let fields: [Field]

  /// Writes the members into an object that the caller opened.
  @inlinable
  package func writeMembers(_ root: Root, into writer: inout JSONWriter) {
    // In place, for a loop over the members would copy each.
    members.withUnsafeBufferPointer { members in
      for index in members.indices { members[index].write(root, &writer) }
    }
  }

  /// Writes the value as an object.
  @inlinable
  package func write(_ root: Root, into writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(root, into: &writer)
    writer.endObject()
  }
}

extension Coding where Value: Described {
  /// An object with the members of the value's record.
  @inlinable package static var object: Self { object(Value.record, from: Value.init) }
}

extension Coding {
  /// An object with the members of a record.
  @inlinable
  package static func object(_ record: Record<Value>, from new: @escaping @Sendable () -> Value) -> Self {
    let table = MemberTable(record.fields)
    let type = ValueType.object(table.fields)
    return Self(
      type,
      read: { (node) throws(Mismatch) in
        guard node.kind == .object else { throw Mismatch.type(type, found: node) }
        var value = new()
        try table.read(node) { (index, member) throws(Mismatch) in
          try record.members[index].read(member, &value)
        }
        return value
      }, write: { value, writer in record.write(value, into: &writer) })
  }
}

/// Changes to single members of a value; those not given stay.
@dynamicMemberLookup
package struct Patch<Root: Described & Equatable>: Equatable, Sendable {
  private var values = Root()
  /// A bit for each member that is given.
  private var given: UInt64 = 0

  package init() {}

  /// Every member, with the value it has in `root`.
  package init(all root: Root) {
    values = root
    given = Root.record.members.indices.reduce(0) { $0 | 1 << UInt64($1) }
  }

  /// A member's new value; `nil`: it stays.
  package subscript<Value>(dynamicMember path: WritableKeyPath<Root, Value>) -> Value? {
    get { given & bit(of: path) == 0 ? nil : values[keyPath: path] }
    set {
      given = newValue == nil ? given & ~bit(of: path) : given | bit(of: path)
      values[keyPath: path] = newValue ?? Root()[keyPath: path]
    }
  }

  private func bit(of path: AnyKeyPath) -> UInt64 {
    guard let index = Root.record.members.firstIndex(where: { $0.path() == path }) else {
      preconditionFailure("a patch changes what its record describes")
    }
    return 1 << UInt64(index)
  }

  /// The value with the changes.
  package func applied(to root: Root) -> Root {
    var root = root
    for (index, member) in Root.record.members.enumerated() where given & 1 << UInt64(index) != 0 {
      member.copy(values, &root)
    }
    return root
  }

  /// Says which value is out of its range; `nil`: all are right.
  package var mismatch: Mismatch? {
    var writer = JSONWriter()
    Self.coding.write(self, &writer)
    let problem = try? withJSON(writer.bytes) { node -> Mismatch? in
      do throws(Mismatch) {
        _ = try Self.coding.read(node)
        return nil
      } catch {
        return error
      }
    }
    return problem ?? nil
  }

  /// An object with any of the record's members.
  package static var coding: Coding<Self> {
    let record = Root.record
    let table = MemberTable(record.fields)
    let type = ValueType.object(table.fields)
    return Coding(
      type,
      read: { (node) throws(Mismatch) in
        guard node.kind == .object else { throw Mismatch.type(type, found: node) }
        var patch = Self()
        try table.read(node) { (index, value) throws(Mismatch) in
          patch.given |= 1 << UInt64(index)
          try record.members[index].read(value, &patch.values)
        }
        return patch
      },
      write: { patch, writer in
        writer.beginObject()
        for (index, member) in record.members.enumerated() where patch.given & 1 << UInt64(index) != 0 {
          member.write(patch.values, &writer)
        }
        writer.endObject()
      })
  }
}

extension StaticString {
  /// The same text, made without the formatter.
  @usableFromInline var text: String { withUTF8Buffer { String(decoding: $0, as: UTF8.self) } }
}
