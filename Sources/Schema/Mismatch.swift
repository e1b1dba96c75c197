public import JSON

/// Why a JSON value is not what a description asks for: where it is wrong, and how.
@usableFromInline
package struct Mismatch: Error {
  /// From the outside in.
  private var path: [Step] = []
  private let problem: Problem

  /// One step into a value.
  @usableFromInline
  package enum Step: Sendable {
    case member(String)
    case element(Int)
  }

  private enum Problem: Sendable {
    case unknown(String, [Field])
    case missing(Field)
    case duplicate(Field)
    case readOnly(Field, String, [Field])
    /// What was found is left out if it is a secret.
    case type(ValueType, found: String?)
    case rule(String, what: String, accepted: Accepted)
    case conflict(with: String, rule: String)
  }

  /// What a parameter takes, as an error lists it.
  @usableFromInline
  package enum Accepted: Equatable, Sendable {
    case phrase(String)
    case values([String])
  }

  private init(_ problem: Problem) { self.problem = problem }

  @usableFromInline
  static func unknown(_ name: String, in fields: [Field]) -> Self { Self(.unknown(name, fields)) }
  @usableFromInline
  static func missing(_ field: Field) -> Self { Self(.missing(field)) }
  @usableFromInline
  static func duplicate(_ field: Field) -> Self { Self(.duplicate(field)) }
  static func readOnly(_ field: Field, _ verbs: String, in fields: [Field]) -> Self {
    Self(.readOnly(field, verbs, fields))
  }

  /// A value of another type.
  @usableFromInline
  package static func type(_ type: ValueType, found: JSONNode) -> Self {
    Self(.type(type, found: rendered(found)))
  }

  /// A value, or a combination of members, that breaks a rule of its own.
  ///
  /// - Parameters:
  ///   - member: The member to blame; empty: the value itself.
  ///   - message: A sentence in which `{}` stands for the path to the member's object, ending in a dot.
  @usableFromInline
  package static func rule(_ member: String, _ message: String, accepted: Accepted) -> Self {
    Self(.rule(member, what: message, accepted: accepted))
  }

  /// A member that does not go with another one of the same object; `rule` says what it takes.
  package static func conflict(with member: String, rule: String) -> Self {
    Self(.conflict(with: member, rule: rule))
  }

  /// A value that must be what `phrase` says.
  @usableFromInline
  package static func mustBe(_ phrase: String) -> Self {
    Self(.rule("", what: "{} must be \(phrase)", accepted: .phrase(phrase)))
  }

  /// Whether the value as a whole is of another type.
  @usableFromInline
  var isTypeMismatch: Bool {
    if case .type = problem { path.isEmpty } else { false }
  }

  /// The same problem, seen from the value around it.
  @usableFromInline
  package func within(_ step: Step) -> Self {
    var outer = self
    outer.path.insert(step, at: 0)
    return outer
  }

  /// The same problem in a member; a secret is not shown.
  @usableFromInline
  func within(_ field: Field) -> Self {
    guard field.isSecret, case .type(let type, _) = problem else { return within(.member(field.name)) }
    var hidden = Self(.type(type, found: nil))
    hidden.path = path
    return hidden.within(.member(field.name))
  }

  /// Where the problem is, what a person is told of it, and what would be right.
  ///
  /// - Parameter owner: What has the outermost members: a method.
  package func explanation(owner: String) -> (parameter: String, message: String, accepted: Accepted) {
    let container = path.isEmpty ? owner : location
    switch problem {
    case .unknown(let name, let fields):
      let names = fields.filter(\.isSettable).map(\.name)
      let hint =
        Nearest.plausible(to: name, in: names).map { "; did you mean \(quoted($0))? It" } ?? "; it"
      let list = names.isEmpty ? "nothing" : names.joined(separator: ", ")
      return (
        inside(name), "\(container) takes no \(quoted(name))\(hint) takes \(list)", .values(names)
      )
    case .missing(let field):
      return (
        inside(field.name), "\(container) needs \(field.name): \(field.type.phrase)",
        field.type.accepted(field.type.phrase)
      )
    case .duplicate(let field):
      return (
        inside(field.name), "\(field.name) is given twice in \(path.isEmpty ? "params" : location)",
        field.type.accepted(field.type.phrase)
      )
    case .readOnly(let field, let verbs, let fields):
      return (
        inside(field.name), "\(field.name) is read-only; use \(verbs)",
        .values(fields.filter(\.isSettable).map(\.name))
      )
    case .type(let type, let found):
      let but = found.map { ", not \($0)" } ?? ""
      let hint = found.flatMap { type.suggestion(for: $0) }.map { "; did you mean \(quoted($0))?" } ?? ""
      let phrase = type.phrase
      return (location, "\(location) must be \(phrase)\(but)\(hint)", type.accepted(phrase))
    case .conflict(let other, let rule):
      let sibling = "\(parent)\(other)"
      return (
        location, "\(sibling) and \(location) exclude each other: give one of them",
        .phrase("\(rule), without \(sibling)")
      )
    case .rule(let member, let message, let accepted):
      let place = member.isEmpty ? location : path.isEmpty ? "" : "\(location)."
      return (
        member.isEmpty ? location : inside(member),
        message.split(separator: "{}", omittingEmptySubsequences: false).joined(separator: place), accepted
      )
    }
  }

  /// Where the problem is and what must be there, to follow "must be"; without what was found.
  package var requirement: (path: String, rule: String) {
    switch problem {
    case .type(let type, _): (location, type.phrase)
    case .unknown(let name, _): (location, "an object without a member \(quoted(name))")
    case .missing(let field): (location, "an object with a member \(field.name)")
    case .duplicate(let field): (location, "an object with \(field.name) once only")
    case .readOnly(let field, _, _): (location, "an object without the read-only member \(field.name)")
    case .conflict(let other, let rule): (location, "\(rule), without \(parent)\(other)")
    case .rule(let member, _, .phrase(let phrase)): (member.isEmpty ? location : inside(member), phrase)
    case .rule(let member, let message, .values): (member.isEmpty ? location : inside(member), message)
    }
  }

  /// The name of a member that no description has, if that is the problem.
  package var unknownMember: String? {
    if case .unknown(let name, _) = problem { inside(name) } else { nil }
  }

  /// What stands before the name of the last member, ending in a dot unless empty.
  private var parent: String {
    var outer = self
    outer.path.removeLast()
    return outer.path.isEmpty ? "" : "\(outer.location)."
  }

  private func inside(_ name: String) -> String { path.isEmpty ? name : "\(location).\(name)" }

  /// `responses[1].method`
  private var location: String {
    var text = ""
    for step in path {
      switch step {
      case .member(let name): text += text.isEmpty ? name : ".\(name)"
      case .element(let index): text += "[\(index)]"
      }
    }
    return text
  }

  /// A value as a message may show it.
  private static func rendered(_ value: JSONNode) -> String {
    switch value.kind {
    case .object: "an object"
    case .array: "an array"
    case .string: quoted(value.string ?? "")
    case .number: String(decoding: value.raw.prefix(40), as: UTF8.self)
    case .boolean: value.bool == true ? "true" : "false"
    case .null: "null"
    }
  }
}

/// A text from outside within a message: on one line, in quotes, and at most 64 characters.
package func quoted(_ text: String) -> String {
  let limit = 64
  if VisibleText.isPlain(text), text.utf8.count <= limit { return "\"\(text)\"" }
  var shown = ""
  var count = 0
  for scalar in text.unicodeScalars {
    if count == limit {
      shown += "…"
      break
    }
    shown += VisibleText.shown(scalar)
    count += 1
  }
  return "\"\(shown)\""
}
