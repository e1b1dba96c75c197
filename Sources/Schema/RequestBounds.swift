import JSON

/// How much one value of a request may be. What is kept is not held to it: an older version may have taken more.
package enum RequestBounds {
  /// A name that something gets: a device, an app, a snapshot, an identity.
  package static let nameBytes = 255
  /// A reason, or the title of a button.
  package static let captionBytes = 64 << 10
  /// The id of a request, as it was written.
  package static let idBytes = 4 << 10
  /// An array among the parameters.
  package static let listEntries = 1000

  /// Whether a text keeps to the rule for names.
  package static func allowsName(_ text: String) -> Bool {
    (1...nameBytes).contains(text.utf8.count) && text.unicodeScalars.allSatisfy(allowsInName)
  }

  /// Whether a name may have a character. Others would drive a terminal, or end a line.
  static func allowsInName(_ scalar: Unicode.Scalar) -> Bool { !VisibleText.endsLineOrControls(scalar) }
}

/// What a request is held to of a type, beyond being of it: the parts that are bounded, and nothing else.
indirect enum Bound: Sendable {
  case name
  case text(maximumBytes: Int)
  /// A list, and each of its elements.
  case list(of: Bound?)
  case members([(name: String, bound: Bound)])
  case values(Bound)
  /// Each holds for values of its own kind.
  case all([Bound])

  /// `nil`: the type is not bounded.
  init?(_ type: ValueType) {
    switch type {
    case .name: self = .name
    case .string(_, let maximumBytes):
      guard let maximumBytes else { return nil }
      self = .text(maximumBytes: maximumBytes)
    case .array(let element): self = .list(of: Bound(element))
    case .object(let fields): self.init(fields)
    case .choice(_, let choices): self.init(any: choices.compactMap { Bound($0.fields) })
    case .oneOf(let types): self.init(any: types.compactMap { Bound($0) })
    case .dictionary(let element):
      guard let bound = Bound(element) else { return nil }
      self = .values(bound)
    case .named(_, let inner), .nullable(let inner): self.init(inner)
    case .boolean, .integer, .number, .enumeration, .anyObject, .anyValue, .identifier: return nil
    }
  }

  private init?(_ fields: [Field]) {
    let members = fields.compactMap { field in Bound(field.type).map { (field.name, $0) } }
    if members.isEmpty { return nil }
    self = .members(members)
  }

  private init?(any bounds: [Bound]) {
    if bounds.isEmpty { return nil }
    self = .all(bounds)
  }

  /// Refuses a value of the right type that is more than a request may give.
  func check(_ value: JSONNode) throws(Mismatch) {
    switch self {
    case .name: if value.kind == .string, !Leaf.name(value) { throw Mismatch.type(.name, found: value) }
    case .text(let limit):
      guard value.kind == .string, value.raw.count - 2 > limit, (value.string ?? "").utf8.count > limit
      else { return }
      throw Mismatch.rule(
        "", "{} has \((value.string ?? "").utf8.count) bytes; it may have \(limit)",
        accepted: .phrase("a string of at most \(limit) bytes"))
    case .list(let element):
      guard value.kind == .array else { return }
      let limit = RequestBounds.listEntries
      if value.count > limit {
        throw Mismatch.rule(
          "", "{} has \(value.count) entries; a list may have \(limit)",
          accepted: .phrase("an array of at most \(limit) entries"))
      }
      if let element { try value.forEachElement(element.check) }
    case .members(let members):
      guard value.kind == .object else { return }
      for (name, bound) in members {
        guard let member = value[name] else { continue }
        do throws(Mismatch) { try bound.check(member) } catch { throw error.within(.member(name)) }
      }
    case .values(let bound):
      guard value.kind == .object else { return }
      try value.forEachMember { (_, member) throws(Mismatch) in try bound.check(member) }
    case .all(let bounds): for bound in bounds { try bound.check(value) }
    }
  }
}

/// The bounded ones among the parameters of a method.
@usableFromInline
package struct ParameterBounds: Sendable {
  /// A bit for each of them.
  @usableFromInline let given: UInt64
  /// By the number of the field.
  private let bounds: [Bound?]

  package init(_ fields: [Field]) {
    let bounds = fields.map { Bound($0.type) }
    self.bounds = bounds
    given = bounds.indices.reduce(0) { bits, index in bounds[index] == nil ? bits : bits | 1 << UInt64(index)
    }
  }

  /// Refuses what is more than a request may give. Most requests give nothing that is bounded.
  @inlinable
  @inline(__always)
  package func check(_ given: Given) throws(Mismatch) {
    if given.seen & self.given != 0 { try checkEach(given) }
  }

  @usableFromInline
  func checkEach(_ given: Given) throws(Mismatch) {
    var bits = given.seen & self.given
    while bits != 0 {
      let index = bits.trailingZeroBitCount
      bits &= bits - 1
      do throws(Mismatch) {
        try bounds[index]?.check(given.nodes[index])
      } catch {
        throw error.within(given.table.fields[index])
      }
    }
  }
}
