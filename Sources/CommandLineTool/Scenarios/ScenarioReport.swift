import Presentation

/// The outcomes of scenarios, for people and for programs.
package enum ScenarioReport {
  /// A line for each scenario, its failure below it, and the totals.
  package static func lines(_ outcomes: [ScenarioOutcome]) -> [String] {
    var lines: [String] = []
    for outcome in outcomes {
      let file = PlainText.oneLine(outcome.scenario.file)
      let title = outcome.scenario.title.map { ": \(PlainText.oneLine($0))" } ?? ""
      guard let failure = outcome.failure else {
        lines.append("ok    \(file)\(title)")
        continue
      }
      lines.append("FAIL  \(file)\(title)")
      lines += failure.lines
    }
    return lines + [totals(of: outcomes)]
  }

  /// `16 passed, 1 failed (214 steps)`
  static func totals(of outcomes: [ScenarioOutcome]) -> String {
    let failed = outcomes.filter { $0.failure != nil }.count
    let steps = outcomes.map(\.steps).reduce(0, +)
    return "\(outcomes.count - failed) passed, \(failed) failed (\(PlainText.count(steps, "step")))"
  }

  /// The Test Anything Protocol, version 13: a test for each scenario.
  package static func tap(_ outcomes: [ScenarioOutcome]) -> [String] {
    guard !outcomes.isEmpty else { return ["TAP version 13", "1..0 # SKIP no scenario has the tag"] }
    var lines = ["TAP version 13", "1..\(outcomes.count)"]
    for (index, outcome) in outcomes.enumerated() {
      let name = PlainText.oneLine(outcome.scenario.name).replacing("\\", with: "\\\\").replacing(
        "#", with: "\\#")
      lines.append("\(outcome.failure == nil ? "ok" : "not ok") \(index + 1) - \(name)")
      guard let failure = outcome.failure else { continue }
      lines.append("  ---")
      lines.append("  at: \(quoted("\(failure.file):\(failure.line)"))")
      lines.append("  step: \(quoted(failure.text))")
      if let message = failure.message { lines.append("  message: \(quoted(message))") }
      if !failure.differences.isEmpty { lines.append("  differences:") }
      for difference in failure.differences {
        lines.append("    - name: \(quoted(difference.name))")
        lines.append("      got: \(quoted(difference.got))")
        lines.append("      wanted: \(quoted(difference.wanted))")
      }
      lines.append("  ...")
    }
    return lines
  }

  /// A scalar of YAML in double quotes.
  private static func quoted(_ text: String) -> String {
    // No control characters are left, and only these two mean something in quotes.
    "\"\(PlainText.oneLine(text).replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  /// A report in the form of JUnit, for build servers.
  package static func junit(_ outcomes: [ScenarioOutcome]) -> String {
    let failed = outcomes.filter { $0.failure != nil }.count
    let time = TimeText.fixed(outcomes.map(\.seconds).reduce(0, +))
    var xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites>
      <testsuite name="devicesim" tests="\(outcomes.count)" failures="\(failed)" errors="0" time="\(time)">

      """
    let escaped = PlainText.escaped
    for outcome in outcomes {
      let scenario = outcome.scenario
      xml +=
        "<testcase classname=\"\(escaped(scenario.file))\" name=\"\(escaped(scenario.name))\" "
        + "file=\"\(escaped(scenario.file))\" time=\"\(TimeText.fixed(outcome.seconds))\""
      guard let failure = outcome.failure else {
        xml += "/>\n"
        continue
      }
      let text = failure.lines.map(escaped)
      xml += ">\n<failure message=\"\(escaped(failure.summary))\">\(text.joined(separator: "\n"))</failure>\n"
      xml += "</testcase>\n"
    }
    return xml + "</testsuite>\n</testsuites>\n"
  }
}

/// Why a scenario failed.
package struct ScenarioFailure: Error, Equatable, Sendable {
  package var file: String
  package var line: Int
  /// The line in the file.
  package var text: String
  /// What is wrong, if it is not a difference of values.
  package var message: String?
  /// The values that differ.
  package var differences: [Difference]

  /// A value that differs from the wanted one.
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

  /// Everything for a person: the place first, as compilers print it.
  package var lines: [String] {
    let head = "\(PlainText.oneLine(file)):\(line): \(PlainText.oneLine(text))"
    return [head] + ((message.map { [PlainText.oneLine($0)] } ?? []) + table).map { "  \($0)" }
  }

  /// Everything in one line.
  package var summary: String {
    let parts = differences.map { "\($0.name): got \($0.got), wanted \($0.wanted)" }
    return ((message.map { [$0] } ?? []) + parts).joined(separator: "; ")
  }

  /// Got and wanted side by side, a line for each difference; long values one below the other.
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

/// The outcome of a scenario.
package struct ScenarioOutcome: Sendable {
  package var scenario: Scenario
  /// How many steps ran; a repeated one counts each time.
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
