import Foundation
import Testing

/// The tables of `Scripts/shims/README.md`, which say what each harness sends and what comes of it.
@Suite("What harnesses send")
struct HarnessTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var harness: String
    /// Whether an app waits at its prompt.
    var asks: Bool
    var command: String
    var status: String
    /// What is printed, what the app gets, or `field=value` of the state.
    var results: [String]

    var testDescription: String { "\(harness): \(asks ? "asks, " : "")\(command)" }
  }

  static let rows: [Row] = {
    let page = (try? String(contentsOfFile: "\(Shims.folder)/README.md", encoding: .utf8)) ?? ""
    var harness = ""
    return page.split(separator: "\n").compactMap { line in
      if line.hasPrefix("#") { harness = line.drop { $0 == "#" || $0 == " " }.description }
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 6, Int(cells[3]) != nil else { return nil }
      return Row(
        harness: harness, asks: cells[1] == "asks", command: codeSpans(cells[2]).joined(), status: cells[3],
        results: codeSpans(cells[4]))
    }
  }()

  private static func codeSpans(_ cell: String) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  @Test("the page has a table for every harness")
  func page() {
    for harness in ["Detox", "Appium", "node-simctl", "Maestro", "MCP", "by hand"] {
      #expect(Self.rows.contains { $0.harness.contains(harness) })
    }
    #expect(Self.rows.count { $0.asks } > 10)
  }

  @Test("each command line is answered as the page says", arguments: rows)
  func row(_ row: Row) throws {
    let fields = row.results.compactMap(Self.field)
    let outcome = try Shims.run(
      """
      export U="$(devicesim getState udid)" B=com.example.app DEVICESIM_SHIM_WAIT=0.3
      KEY=$E SIM=$S
      devicesim secItemAdd genericPassword account=alice service=mail value=secret >/dev/null
      \(row.asks ? #"devicesim evaluatePolicy >"$HOME/app" 2>&1 & devicesim waitFor promptShown >/dev/null"# : "")
      { \(row.command); } >"$HOME/printed" 2>&1
      echo $?
      \(fields.map { "devicesim getState \($0.name)" }.joined(separator: "\n"))
      devicesim tapCancel >/dev/null 2>&1; wait
      cat "$HOME/printed" "$HOME/app" 2>/dev/null
      """)
    try #require(outcome.lines.count > fields.count)
    #expect(outcome.lines[0] == row.status)
    for (field, shown) in zip(fields, outcome.lines[1...]) { #expect(shown == field.value, "\(field.name)") }
    let printed = outcome.lines.dropFirst(1 + fields.count).joined(separator: "\n")
    for text in row.results where Self.field(text) == nil { #expect(printed.contains(text)) }
    // What is not said in the table is not said in vain: an error or a note has its text there.
    if row.results.isEmpty { #expect(!printed.contains("applesimutils:") && !printed.contains("xcrun:")) }
  }

  /// `enrolled=true`: a field of the state with its value.
  private static func field(_ span: String) -> (name: String, value: String)? {
    let parts = span.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2,
      ["enrolled", "failedAttempts", "keychain"].contains(parts[0]) || parts[0].hasPrefix("apps.")
    else { return nil }
    return (parts[0], parts[1])
  }
}
