/// Why a scenario ended before its last step.
package struct ScenarioFailure: Error, Equatable, Sendable {
  package var file: String
  package var line: Int
  /// The line as it stands in the file.
  package var text: String
  /// What is wrong, where it is not a matter of two values.
  package var message: String?
  /// What was got and what was wanted.
  package var differences: [Difference]

  /// One thing that is other than it was to be.
  package struct Difference: Equatable, Sendable {
    package var name: String
    package var got: String
    package var wanted: String

    package init(name: String, got: String, wanted: String) {
      self.name = name
      self.got = got
      self.wanted = wanted
    }
  }

  /// Makes one, for the reports.
  package init(file: String, line: Int, text: String, message: String? = nil, differences: [Difference] = [])
  {
    self.file = file
    self.line = line
    self.text = text
    self.message = message
    self.differences = differences
  }

  /// Everything for a person: the place first, as compilers write it.
  package var lines: [String] {
    let head = "\(PlainText.oneLine(file)):\(line): \(PlainText.oneLine(text))"
    return [head] + ((message.map { [PlainText.oneLine($0)] } ?? []) + table).map { "  \($0)" }
  }

  /// Everything in one line.
  package var summary: String {
    let parts = differences.map { "\($0.name): got \($0.got), wanted \($0.wanted)" }
    return ((message.map { [$0] } ?? []) + parts).joined(separator: "; ")
  }

  /// What was got and wanted, side by side, a line for each difference; long values one below the other.
  package var table: [String] {
    guard !differences.isEmpty else { return [] }
    guard differences.allSatisfy({ $0.got.count + $0.wanted.count <= 60 }) else {
      return differences.flatMap { [$0.name, "  got     \($0.got)", "  wanted  \($0.wanted)"] }
    }
    let rows = [("", "got", "wanted")] + differences.map { ($0.name, $0.got, $0.wanted) }
    let widths = (rows.map(\.0.count).max() ?? 0, rows.map(\.1.count).max() ?? 0)
    return rows.map { row in
      let name = row.0 + String(repeating: " ", count: widths.0 - row.0.count)
      let got = row.1 + String(repeating: " ", count: widths.1 - row.1.count)
      return "\(name)  \(got)  \(row.2)"
    }
  }
}

/// How a scenario went.
package struct ScenarioOutcome: Sendable {
  package var scenario: Scenario
  /// How many steps were done, repeated ones each time.
  package var steps: Int
  package var seconds: Double
  package var failure: ScenarioFailure?

  /// Makes one, for the reports.
  package init(scenario: Scenario, steps: Int, seconds: Double, failure: ScenarioFailure?) {
    self.scenario = scenario
    self.steps = steps
    self.seconds = seconds
    self.failure = failure
  }
}
