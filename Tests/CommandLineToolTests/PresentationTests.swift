import JSON
import Presentation
import Testing
import WireProtocol

@Suite("Dotted names")
struct DottedPathTests {
  private let text = #"""
    {"prompt":null,"apps":{"com.example.app":{"state":"foreground"}},"items":[{"value":"a"},{"value":"b"}],
    "empty":{},"a":{"b.c":1,"b":{"d":2}}}
    """#

  @Test(
    "a name leads through members, through keys with dots in them, and through elements by their number",
    arguments: [
      ("prompt", "null"), ("apps.com.example.app.state", #""foreground""#), ("items.1.value", #""b""#),
      ("items.count", "2"), ("a.b.c", "1"), ("a.b.d", "2"), ("empty", "{}"),
    ])
  func value(_ name: String, _ json: String) {
    #expect(fromJSON(Array(text.utf8)) { DottedPath.json(at: name[...], in: $0) } == Array(json.utf8))
  }

  @Test(
    "a name that leads nowhere has no value",
    arguments: [
      "", ".", "items.2", "items.-1", "items.x", "prompt.pane", "apps.com", "a.b.", "a..b", "count",
    ])
  func nothing(_ name: String) {
    #expect(fromJSON(Array(text.utf8)) { DottedPath.json(at: name[...], in: $0) } == nil)
  }

  @Test("every leaf of the state's example has the type that its name leads to")
  func types() throws {
    let method = try #require(MethodTable.find("getState"))
    try withJSON(Array(method.example.result.utf8)) { state in
      var count = 0
      DottedPath.forEachLeaf(of: state) { name, _ in
        guard name != "seq" else { return }
        count += 1
        #expect(DottedPath.type(at: name[...], in: StateFields.state) != nil, "\(name)")
      }
      #expect(count > 20)
    }
  }

  @Test("what may be shown and what may be set are different names")
  func setting() {
    let fields = StateFields.settable
    for name in ["lockedOut", "behavior.seed"] {
      guard case .type = DottedPath.find(name[...], in: fields, isForSetting: true) else {
        Issue.record("\(name)")
        continue
      }
    }
    for name in ["passcodeSet", "identities.0", "lockedOut.x"] {
      if case .type = DottedPath.find(name[...], in: fields, isForSetting: true) { Issue.record("\(name)") }
    }
    #expect(DottedPath.type(at: "identities.0", in: StateFields.state) != nil)
  }
}

@Suite("Lengths of time")
struct TimeTextTests {
  @Test(
    "seconds have no needless decimals",
    arguments: [
      (0, "0", "0 s"), (41_000_000, "0.041", "0.041 s"), (90_370_000_000, "90.37", "90.37 s"),
      (90_000_000_000, "90", "90 s"), (300_000_000_000, "300", "5 min"), (7_200_000_000_000, "7200", "2 h"),
      (1_499_999, "0.001", "0.001 s"), (999_999_999, "1", "1 s"),
    ])
  func text(_ nanoseconds: Int, _ seconds: String, _ duration: String) {
    #expect(TimeText.seconds(nanoseconds: Int64(nanoseconds)) == seconds)
    #expect(TimeText.duration(nanoseconds: Int64(nanoseconds)) == duration)
  }

  @Test(
    "times of events have three decimals", arguments: [(0, "0.000"), (3.25, "3.250"), (59.9996, "60.000")])
  func fixed(_ seconds: Double, _ text: String) {
    #expect(TimeText.fixed(seconds) == text)
  }
}
