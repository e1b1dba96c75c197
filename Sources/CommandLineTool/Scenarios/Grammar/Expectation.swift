import JSON
import Schema
import WireProtocol

/// What a line says behind `=>`: how a call has to end.
package struct Expectation: Sendable {
  var outcome = Outcome.success
  /// Members of the result, or of the error.
  var values: [WantedValue] = []

  /// The kinds of end.
  enum Outcome: Equatable, Sendable {
    case success
    /// The error of that name, or an answer "no" for that reason.
    case error(String)
    /// No end yet.
    case pending
    /// A result, and what it is about is among the values.
    case anyResult
  }

  /// Whatever the tool itself would end with 0 for.
  static let success = Expectation()
}

/// A value that a member has to have.
package struct WantedValue: Sendable {
  /// The member's dotted name.
  var name: String
  var json: [UInt8]

  /// How it looks to a person.
  var text: String { Self.text(json) }

  /// How a value looks to a person.
  static func text(_ json: [UInt8]) -> String {
    (try? withJSON(json) { $0.kind == .string && $0.string == "" ? "\"\"" : PlainText.value($0) }) ?? "?"
  }

  /// Whether a value is the wanted one; numbers count by value.
  func equals(_ json: [UInt8]) -> Bool {
    let isEqual = try? withJSON(json) { got in
      (try? withJSON(self.json) { $0.isEqual(to: got) }) ?? false
    }
    return isEqual ?? false
  }
}

extension Expectation {
  /// The words that stand for an answer of their own.
  private static let answers: [String: (name: String, value: String)] = [
    "yes": ("canEvaluate", "true"), "no": ("canEvaluate", "false"), "changed": ("changed", "true"),
    "unchanged": ("changed", "false"),
  ]

  /// Reads the words behind `=>`.
  ///
  /// - Parameters:
  ///   - result: what the call answers with.
  ///   - mayBePending: whether it is a call that was begun earlier.
  init(
    _ words: ArraySlice<ScenarioWord>, of method: Method, result: ValueType, mayBePending: Bool
  ) throws(ToolError) {
    guard !words.isEmpty else {
      throw .usage("'=>' needs what is expected: success, the name of an error, or FIELD=VALUE")
    }
    var isDecided = false
    for word in words {
      if let assignment = Assignment(word.text) {
        if !isDecided, outcome == .success { outcome = .anyResult }
        if case .error = outcome {
          values.append(try WantedValue(assignment, in: .anyObject, of: "the error"))
        } else {
          values.append(try WantedValue(assignment, in: result, of: "the result of \(method.name)"))
        }
        continue
      }
      let text = word.text
      if let value = Self.answer(text, in: result) {
        if !isDecided { outcome = .anyResult }
        values.append(value)
        continue
      }
      guard !isDecided, values.isEmpty else { throw .usage("'\(text)' is one outcome too many") }
      isDecided = true
      if text == "success" {
        outcome = .success
      } else if text == "pending", mayBePending {
        outcome = .pending
      } else if ErrorRegistry.find(text) != nil {
        outcome = .error(text)
      } else {
        throw Self.unknown(text, of: method, result, mayBePending: mayBePending)
      }
    }
  }

  /// A bare word that one of the result's members can be: `pending`, `biometry`, `faceID`.
  private static func answer(_ text: String, in result: ValueType) -> WantedValue? {
    guard case .object(let fields) = result.core else { return nil }
    if let answer = answers[text], fields.contains(where: { $0.name == answer.name }) {
      return WantedValue(name: answer.name, json: Array(answer.value.utf8))
    }
    for field in fields {
      guard case .enumeration(let words) = field.type.core, words.contains(text) else { continue }
      return WantedValue(name: field.name, json: Array("\"\(text)\"".utf8))
    }
    return nil
  }

  private static func unknown(
    _ text: String, of method: Method, _ result: ValueType, mayBePending: Bool
  ) -> ToolError {
    if text == "pending" {
      return .usage(
        "a call that is to stay pending needs a name: 'NAME: \(method.name) …', 'NAME => pending'")
    }
    var words = ["success"] + (mayBePending ? ["pending"] : [])
    if case .object(let fields) = result.core {
      for field in fields {
        if case .enumeration(let values) = field.type.core { words += values }
      }
      words += answers.filter { answer in fields.contains { $0.name == answer.value.name } }.keys.sorted()
    }
    if let close = Nearest.plausible(to: text, in: words + method.errors + ErrorRegistry.all.map(\.name)) {
      return .usage("\(method.name) does not end with '\(text)'; did you mean '\(close)'?")
    }
    return .usage(
      "\(method.name) does not end with '\(text)'; it ends with \(joined(words + method.errors, by: "or"))")
  }
}

extension WantedValue {
  /// Reads `FIELD=VALUE` by the field's own type.
  init(_ assignment: Assignment, in type: ValueType, of subject: String) throws(ToolError) {
    guard let field = FieldPath.type(at: assignment.key[...], in: type) else {
      let names = FieldPath.names(in: type)
      if let close = Nearest.plausible(to: assignment.key, in: names) {
        throw .usage("\(subject) has no '\(assignment.key)'; did you mean '\(close)'?")
      }
      let outer = names.filter { !$0.contains(".") }
      throw .usage("\(subject) has no '\(assignment.key)'; it has \(joined(outer, by: "and"))")
    }
    name = assignment.key
    if assignment.isRaw {
      json = Array(assignment.value.utf8)
      guard (try? withJSON(json) { _ in true }) ?? false else { throw .usage("\(name):= needs JSON") }
    } else {
      json = try ValueParser(name: name).json(assignment.value, as: field)
    }
  }
}
