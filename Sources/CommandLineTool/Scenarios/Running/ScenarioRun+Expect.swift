import JSON
import WireProtocol

extension ScenarioRun {
  /// What state and totals are other than wanted.
  mutating func check(
    _ values: [WantedValue], _ totals: [WantedTotal], device: String?
  ) throws(ToolError) -> [ScenarioFailure.Difference] {
    var differences: [ScenarioFailure.Difference] = []
    if !values.isEmpty {
      differences = Expectation.differences(
        values, in: try connections.ask("getState") { if let device { $0.member("device", device) } })
    }
    for total in totals {
      if let difference = try check(total) { differences.append(difference) }
    }
    return differences
  }

  private mutating func check(_ total: WantedTotal) throws(ToolError) -> ScenarioFailure.Difference? {
    let (name, got, wanted): (String, String, String)
    switch total {
    case .promptsShown(let count):
      (name, got, wanted) = ("promptsShown", String(try reasons().count), String(count))
    case .reasonsShown(let reasons):
      (name, got, wanted) = ("reasonsShown", Self.list(try self.reasons()), Self.list(reasons))
    case .unusedAnswers(let count):
      hasCountedAnswers = true
      (name, got, wanted) = ("unusedAnswers", String(try unusedAnswers().count), String(count))
    }
    return got == wanted ? nil : .init(name: name, got: got, wanted: wanted)
  }

  private static func list(_ texts: [String]) -> String {
    texts.isEmpty ? "none" : texts.map { "\"\(PlainText.oneLine($0))\"" }.joined(separator: ",")
  }

  /// The reasons of the prompts so far, in order.
  private func reasons() throws(ToolError) -> [String] {
    let reply = try connections.events(since: start, "promptShown")
    let reasons = try? withJSON(reply) { result in
      result["events"]?.elements.map { $0["reason"]?.string ?? "" } ?? []
    }
    return reasons ?? []
  }

  /// The armed answers that are left, which are gone then.
  func unusedAnswers() throws(ToolError) -> [String] {
    let reply = try connections.ask("disarm")
    let names = try? withJSON(reply) { result in
      result["unused"]?.elements.map { $0["method"].map(PlainText.value) ?? "answer" } ?? []
    }
    return names ?? []
  }

  /// Looks for an event behind those that were looked at, and goes on behind it.
  mutating func lookForEvent(
    _ kind: String, _ values: [WantedValue], isWanted: Bool
  ) throws(ToolError) -> StepProblem? {
    let reply = try connections.events(since: position)
    var found: Int?
    var lines: [String] = []
    _ = try? withJSON(reply) { result in
      for event in result["events"]?.elements.map({ $0 }) ?? [] {
        lines.append(EventRendering.line(event))
        guard found == nil, event["kind"]?.equals(kind) == true,
          Expectation.differences(values, in: Array(event.raw)).isEmpty
        else { continue }
        found = event["seq"]?.integer
      }
    }
    let wanted = ([kind] + values.map { "\($0.name)=\($0.text)" }).joined(separator: " ")
    if isWanted {
      if let found {
        position = found
        return nil
      }
      let same = lines.filter { $0.split(separator: " ").dropFirst().first.map(String.init) == kind }
      let got = (same.isEmpty ? lines : same).suffix(6).joined(separator: " | ")
      return StepProblem(differences: [.init(name: "event", got: got.isEmpty ? "none" : got, wanted: wanted)])
    }
    guard found != nil else { return nil }
    return StepProblem(differences: [.init(name: "event", got: wanted, wanted: "none")])
  }
}
