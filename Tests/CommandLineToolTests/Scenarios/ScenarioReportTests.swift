import CommandLineTool
import Testing

@Suite("Reports of scenarios")
struct ScenarioReportTests {
  /// One that passed and one that failed.
  private func outcomes() throws -> [ScenarioOutcome] {
    let failure = ScenarioFailure(
      file: "b.scenario", line: 12, text: "expect lockedOut=true failedAttempts=5",
      differences: [
        .init(name: "lockedOut", got: "false", wanted: "true"),
        .init(name: "failedAttempts", got: "4", wanted: "5"),
      ])
    return [
      ScenarioOutcome(
        scenario: try Scenario.parse("scenario 'A <1> & #2'\nping", file: "a.scenario").get(), steps: 1,
        seconds: 0.0421, failure: nil),
      ScenarioOutcome(
        scenario: try Scenario.parse("ping", file: "b.scenario").get(), steps: 7, seconds: 1.5,
        failure: failure),
    ]
  }

  @Test("the place comes first, and got and wanted are side by side")
  func lines() throws {
    #expect(
      ScenarioReport.lines(try outcomes()) == [
        "ok    a.scenario: A <1> & #2",
        "FAIL  b.scenario",
        "b.scenario:12: expect lockedOut=true failedAttempts=5",
        "                  got    wanted",
        "  lockedOut       false  true",
        "  failedAttempts  4      5",
        "1 passed, 1 failed (8 steps)",
      ])
  }

  @Test("what is too long for one line stands one below the other")
  func long() {
    let long = String(repeating: "x", count: 70)
    let failure = ScenarioFailure(
      file: "f", line: 1, text: "tapCancel",
      differences: [.init(name: "tapCancel", got: long, wanted: "success")])
    #expect(failure.table == ["tapCancel", "  got     \(long)", "  wanted  success"])
  }

  @Test("the Test Anything Protocol has a plan, a test for each scenario, and what went wrong as YAML")
  func tap() throws {
    #expect(
      ScenarioReport.tap(try outcomes()) == [
        "TAP version 13", "1..2", "ok 1 - A <1> & \\#2", "not ok 2 - b.scenario", "  ---",
        #"  at: "b.scenario:12""#, #"  step: "expect lockedOut=true failedAttempts=5""#, "  differences:",
        #"    - name: "lockedOut""#, #"      got: "false""#, #"      wanted: "true""#,
        #"    - name: "failedAttempts""#, #"      got: "4""#, #"      wanted: "5""#, "  ...",
      ])
  }

  @Test("JUnit's report escapes what XML would take for itself")
  func junit() throws {
    #expect(
      ScenarioReport.junit(try outcomes()) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites>
        <testsuite name="devicesim" tests="2" failures="1" errors="0" time="1.542">
        <testcase classname="a.scenario" name="A &lt;1&gt; &amp; #2" file="a.scenario" time="0.042"/>
        <testcase classname="b.scenario" name="b.scenario" file="b.scenario" time="1.500">
        <failure message="lockedOut: got false, wanted true; failedAttempts: got 4, wanted 5">b.scenario:12: \
        expect lockedOut=true failedAttempts=5
                          got    wanted
          lockedOut       false  true
          failedAttempts  4      5</failure>
        </testcase>
        </testsuite>
        </testsuites>

        """)
  }

  @Test("nothing that a scenario says can break its line or the XML")
  func hostile() throws {
    let failure = ScenarioFailure(
      file: "f", line: 1, text: "ping\u{1B}[2J\u{1}\n]]>", message: "a\nb \"c\" \\")
    let outcome = ScenarioOutcome(
      scenario: try Scenario.parse("ping", file: "f\n").get(), steps: 1, seconds: 0, failure: failure)
    let xml = ScenarioReport.junit([outcome])
    #expect(!xml.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(!xml.contains("]]>"))
    for line in ScenarioReport.tap([outcome]) + ScenarioReport.lines([outcome]) {
      #expect(!line.unicodeScalars.contains { $0.value < 0x20 })
    }
  }
}
