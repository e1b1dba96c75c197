import Client
import JSON
import Presentation
import Schema
import WireProtocol

/// The outcome that a line wants behind `=>`.
package struct Expectation: Sendable {
  var outcome = Outcome.success
  /// Members of the result, or of the error.
  var values: [WantedValue] = []

  /// The kinds of outcome.
  enum Outcome: Equatable, Sendable {
    case success
    /// The error of that name, or an answer "no" for that reason.
    case error(String)
    /// No reply yet.
    case pending
    /// Any result that has the values.
    case anyResult
  }

  /// The outcome for which the tool itself ends with 0.
  static let success = Expectation()

  /// Whether the call ends with an error or not at all.
  var hasNoResult: Bool {
    switch outcome {
    case .success, .anyResult: false
    case .error, .pending: true
    }
  }
}

/// A value that a member must have.
package struct WantedValue: Sendable {
  /// The member's dotted name.
  var name: String
  var json: [UInt8]

  /// How it looks to a person.
  var text: String { Self.text(json) }

  /// `FIELD=VALUE`.
  var assignment: String { "\(name)=\(text)" }

  /// How a value looks to a person.
  static func text(_ json: [UInt8]) -> String {
    fromJSON(json) { $0.kind == .string && $0.string == "" ? "\"\"" : PlainText.value($0) } ?? "?"
  }

  /// Whether a value equals the wanted one; numbers are compared by value.
  func equals(_ json: [UInt8]) -> Bool {
    fromJSON(json) { got in fromJSON(self.json) { $0.isEqual(to: got) } } ?? false
  }
}

extension Expectation {
  /// The words that stand for a member with its value.
  private static let answers: [String: (name: String, value: String)] = [
    "yes": ("canEvaluate", "true"), "no": ("canEvaluate", "false"), "changed": ("changed", "true"),
    "unchanged": ("changed", "false"),
  ]

  /// Reads the words behind `=>`.
  ///
  /// - Parameters:
  ///   - result: the type of the result.
  ///   - mayBePending: whether an earlier line started the call.
  init(
    _ words: ArraySlice<ScenarioWord>, of method: Method, result: ValueType, mayBePending: Bool
  ) throws(ToolError) {
    guard !words.isEmpty else {
      throw .usage("'=>' needs an outcome: success, the name of an error, or FIELD=VALUE")
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
      guard !isDecided, values.isEmpty else {
        throw .usage("only one outcome is possible; '\(text)' is too many")
      }
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

  /// A bare word that is a value of a member of the result: `pending`, `biometry`, `faceID`.
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
        "a call that stays pending needs a name: 'NAME: \(method.name) …', 'NAME => pending'")
    }
    var words = ["success"] + (mayBePending ? ["pending"] : [])
    if case .object(let fields) = result.core {
      for field in fields {
        if case .enumeration(let values) = field.type.core { words += values }
      }
      words += answers.filter { answer in fields.contains { $0.name == answer.value.name } }.keys.sorted()
    }
    words += method.errors
    let hint = Nearest.hint(
      for: text, in: words + ErrorRegistry.all.map(\.name), else: "; it ends with \(joined(words, by: "or"))")
    return .usage("\(method.name) does not end with '\(text)'\(hint)")
  }
}

extension WantedValue {
  /// Reads `FIELD=VALUE` by the field's own type.
  init(_ assignment: Assignment, in type: ValueType, of subject: String) throws(ToolError) {
    guard let field = DottedPath.type(at: assignment.key[...], in: type) else {
      let names = DottedPath.names(in: type)
      let outer = joined(names.filter { !$0.contains(".") }, by: "and")
      let hint = Nearest.hint(for: assignment.key, in: names, else: "; it has \(outer)")
      throw .usage("\(subject) has no '\(assignment.key)'\(hint)")
    }
    name = assignment.key
    if assignment.isRaw {
      json = Array(assignment.value.utf8)
      guard fromJSON(json, { _ in true }) == true else { throw .usage("\(name):= needs JSON") }
    } else {
      json = try ValueParser(name: name).json(assignment.value, as: field)
    }
  }
}

// MARK: - Comparing

extension Expectation {
  /// What is wrong with the outcome of a call; `nil` when it is the wanted one.
  func problem(with reply: Reply, of call: ScenarioCall, name: String? = nil) -> StepProblem? {
    let ending = Ending(reply)
    let wanted: String?
    switch outcome {
    case .success: wanted = ending.error == nil ? nil : "success"
    case .error(let error): wanted = ending.error == error ? nil : error
    case .pending: wanted = "pending"
    case .anyResult:
      if case .result = reply {
        wanted = nil
      } else {
        wanted = values.map(\.assignment).joined(separator: " ")
      }
    }
    if let wanted {
      return StepProblem(name ?? call.method.name, got: StepProblem.text(reply, of: call), wanted: wanted)
    }
    return StepProblem(differences: Self.differences(values, in: ending.members))
  }

  /// The members of an object that do not have the wanted values.
  static func differences(_ values: [WantedValue], in object: [UInt8]) -> [ScenarioFailure.Difference] {
    values.compactMap { wanted in
      guard let got = fromJSON(object, { DottedPath.json(at: wanted.name[...], in: $0) }) else {
        return wanted.text == "null" ? nil : .init(name: wanted.name, got: "nothing", wanted: wanted.text)
      }
      return wanted.equals(got)
        ? nil : .init(name: wanted.name, got: WantedValue.text(got), wanted: wanted.text)
    }
  }
}

/// The outcome of a call in its parts.
private struct Ending {
  /// The name of the error, also of one that is the reason of an answer "no".
  var error: String?
  /// The members that can be checked: those of the result, or the data, code and message of the error.
  var members: [UInt8]

  init(_ reply: Reply) {
    switch reply {
    case .error(let remote):
      error = Self.name(of: remote)
      members = JSONWriter.object { writer in
        _ = try? withJSON(remote.json) { node in
          for case let object? in [node, node["data"]] {
            for (key, value) in object.members where !key.equals("data") {
              writer.key(key.string ?? "")
              writer.raw(value.raw)
            }
          }
        }
      }
    case .result(let json):
      error = fromJSON(json) { node in
        node["canEvaluate"]?.bool == false ? node["error"].map { Self.name(of: RemoteError($0)) } : nil
      }
      members = json
    }
  }

  private static func name(of error: RemoteError) -> String { error.name.isEmpty ? "error" : error.name }
}
