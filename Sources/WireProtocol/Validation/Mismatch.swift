import JSON

/// Where and how a request departs from a method's types.
struct Mismatch: Error {
  /// From the outside in.
  private(set) var path: [Step] = []
  private let problem: Problem

  /// One step into a value.
  enum Step {
    case member(String)
    case element(Int)
  }

  /// What is wrong there.
  enum Problem {
    case unknown(String, [Field])
    case missing(Field)
    case duplicate(Field)
    case readOnly(Field, String, [Field])
    /// What was found is left out if it is a secret.
    case type(ValueType, found: String?)
  }

  init(_ problem: Problem) {
    self.problem = problem
  }

  /// Whether the value as a whole is of another type.
  var isTypeMismatch: Bool {
    if case .type = problem { true } else { false }
  }

  /// The same problem, seen from the value around it.
  func within(_ step: Step) -> Self {
    var outer = self
    outer.path.insert(step, at: 0)
    return outer
  }

  /// The error for the client; `owner` is the method, whose parameters the outermost members are.
  func wireError(owner: String) -> WireError {
    switch problem {
    case .unknown(let name, let fields):
      let names = fields.filter(\.isSettable).map(\.name)
      let hint =
        Nearest.plausible(to: name, in: names).map { "; did you mean \(quoted($0))? It" } ?? "; it"
      return error(
        name, "\(container(owner)) takes no \(quoted(name))\(hint) takes \(list(names))", .strings(names))
    case .missing(let field):
      return error(
        field.name, "\(container(owner)) needs \(field.name): \(field.type.phrase)", field.type.accepted)
    case .duplicate(let field):
      return error(
        field.name, "\(field.name) is given twice in \(path.isEmpty ? "params" : location)",
        field.type.accepted)
    case .readOnly(let field, let verbs, let fields):
      return error(
        field.name, "\(field.name) is read-only; use \(verbs)",
        .strings(fields.filter(\.isSettable).map(\.name)))
    case .type(let type, let found):
      let but = found.map { ", not \($0)" } ?? ""
      let hint = found.flatMap { type.suggestion(for: $0) }.map { "; did you mean \(quoted($0))?" } ?? ""
      return .invalidParams(
        location, "\(location) must be \(type.phrase)\(but)\(hint)", accepted: type.accepted)
    }
  }

  /// A value as a message may show it.
  static func rendered(_ value: JSONNode) -> String {
    switch value.kind {
    case .object: "an object"
    case .array: "an array"
    case .string: quoted(value.string ?? "")
    case .number: String(decoding: value.raw.prefix(40), as: UTF8.self)
    case .boolean: value.bool == true ? "true" : "false"
    case .null: "null"
    }
  }

  private func error(_ name: String, _ message: String, _ accepted: WireError.Detail.Value) -> WireError {
    .invalidParams(path.isEmpty ? name : "\(location).\(name)", message, accepted: accepted)
  }

  private func container(_ owner: String) -> String { path.isEmpty ? owner : location }

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

  private func list(_ names: [String]) -> String {
    names.isEmpty ? "nothing" : names.joined(separator: ", ")
  }
}
