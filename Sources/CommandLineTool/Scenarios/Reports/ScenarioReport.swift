/// How scenarios went, in the forms that people and programs read.
package enum ScenarioReport {
  /// A line for each scenario, what is wrong below it, and a sum.
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
    return lines + [sum(of: outcomes)]
  }

  /// `16 passed, 1 failed (214 steps)`
  static func sum(of outcomes: [ScenarioOutcome]) -> String {
    let failed = outcomes.filter { $0.failure != nil }.count
    let steps = outcomes.map(\.steps).reduce(0, +)
    return "\(outcomes.count - failed) passed, \(failed) failed (\(steps == 1 ? "1 step" : "\(steps) steps"))"
  }

  /// The Test Anything Protocol, version 13: a test for each scenario.
  package static func tap(_ outcomes: [ScenarioOutcome]) -> [String] {
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
    // What it leaves has no control characters, and these are the two that mean something in quotes.
    "\"\(PlainText.oneLine(text).replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  /// A report as JUnit writes it and build servers read it.
  package static func junit(_ outcomes: [ScenarioOutcome]) -> String {
    let failed = outcomes.filter { $0.failure != nil }.count
    let time = decimal(outcomes.map(\.seconds).reduce(0, +))
    var xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites>
      <testsuite name="devicesim" tests="\(outcomes.count)" failures="\(failed)" errors="0" time="\(time)">

      """
    for outcome in outcomes {
      let scenario = outcome.scenario
      xml +=
        "<testcase classname=\"\(escaped(scenario.file))\" name=\"\(escaped(scenario.name))\" "
        + "file=\"\(escaped(scenario.file))\" time=\"\(decimal(outcome.seconds))\""
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

  private static func escaped(_ text: String) -> String {
    PlainText.oneLine(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
  }

  private static func decimal(_ seconds: Double) -> String {
    let thousandths = String(Int((seconds * 1000).rounded()))
    let padded = String(repeating: "0", count: max(0, 4 - thousandths.count)) + thousandths
    return "\(padded.dropLast(3)).\(padded.suffix(3))"
  }
}
