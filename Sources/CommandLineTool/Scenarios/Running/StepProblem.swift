import Client
import JSON
import Schema
import WireProtocol

/// What is wrong with a step, before it is known which one it is.
struct StepProblem: Equatable {
  var message: String?
  var differences: [ScenarioFailure.Difference] = []

  init(message: String) { self.message = message }

  /// `nil` when there is no difference.
  init?(differences: [ScenarioFailure.Difference]) {
    guard !differences.isEmpty else { return nil }
    self.differences = differences
  }

  func failure(of step: ScenarioStep, in file: String) -> ScenarioFailure {
    ScenarioFailure(file: file, line: step.line, text: step.text, message: message, differences: differences)
  }

  /// How a call ended, in one line.
  static func text(_ reply: Reply, of call: ScenarioCall) -> String {
    lines(reply, of: call)?.split(separator: "\n").joined(separator: ", ") ?? "success"
  }

  /// What the command line would print for it.
  static func lines(_ reply: Reply, of call: ScenarioCall) -> String? {
    switch reply {
    case .error(let error): return ErrorRendering.toolError(error.json).message
    case .result(let json):
      guard let method = MethodTable.find(call.method) else { return nil }
      let device = try? withJSON(call.parameters) { $0["device"]?.string }
      let text = try? withJSON(json) { node in
        if !call.shownFields.isEmpty { return (try? BareFields.text(call.shownFields, of: node)) ?? "" }
        return ResultRendering(of: method, device: device ?? nil).text(node)
      }
      return text.flatMap { $0.isEmpty ? nil : $0 }
    }
  }
}

extension Expectation {
  /// What is wrong with the end of a call; `nil` when it is as expected.
  func problem(with reply: Reply, of call: ScenarioCall, name: String? = nil) -> StepProblem? {
    let subject = name ?? call.method
    let got = StepProblem.text(reply, of: call)
    let ending = Ending(reply)
    switch outcome {
    case .success:
      guard ending.error == nil else {
        return StepProblem(differences: [.init(name: subject, got: got, wanted: "success")])
      }
    case .error(let wanted):
      guard ending.error == wanted else {
        return StepProblem(differences: [.init(name: subject, got: got, wanted: wanted)])
      }
    case .anyResult:
      guard case .result = reply else {
        let wanted = values.map { "\($0.name)=\($0.text)" }.joined(separator: " ")
        return StepProblem(differences: [.init(name: subject, got: got, wanted: wanted)])
      }
    case .pending:
      return StepProblem(differences: [.init(name: subject, got: got, wanted: "pending")])
    }
    return StepProblem(differences: Self.differences(values, in: ending.members))
  }

  /// What the members of an object are other than wanted.
  static func differences(_ values: [WantedValue], in object: [UInt8]) -> [ScenarioFailure.Difference] {
    values.compactMap { wanted in
      let got = (try? withJSON(object) { FieldPath.value(at: wanted.name[...], in: $0) }) ?? nil
      guard let got else {
        return wanted.text == "null" ? nil : .init(name: wanted.name, got: "nothing", wanted: wanted.text)
      }
      return wanted.equals(got)
        ? nil : .init(name: wanted.name, got: WantedValue.text(got), wanted: wanted.text)
    }
  }
}

/// How a call ended, taken apart.
private struct Ending {
  /// The name of the error, also of one that is a result of `canEvaluatePolicy`.
  var error: String?
  /// The members that a step can compare: the result's; for an error its code, its message and its data.
  var members: [UInt8]

  init(_ reply: Reply) {
    switch reply {
    case .error(let remote):
      error = Self.name(of: remote)
      members = JSONWriter.object { writer in
        _ = try? withJSON(remote.json) { node in
          for object in [node] + (node["data"].map { [$0] } ?? []) {
            for (key, value) in object.members where !key.equals("data") {
              writer.key(key.string ?? "")
              writer.raw(value.raw)
            }
          }
        }
      }
    case .result(let json):
      let reason = try? withJSON(json) { node in
        node["canEvaluate"]?.bool == false ? node["error"].map { Self.name(of: RemoteError($0)) } : nil
      }
      error = reason ?? nil
      members = json
    }
  }

  private static func name(of error: RemoteError) -> String { error.name.isEmpty ? "error" : error.name }
}
