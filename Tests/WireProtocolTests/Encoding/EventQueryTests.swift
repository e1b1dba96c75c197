import JSON
import Testing
import WireProtocol

@Suite struct EventQueryTests {
  private let event = #"{"seq":4,"kind":"scan","prompt":"p1","matched":false,"failedAttempts":2}"#

  @Test(
    "an event is met when its kind and all members that are asked for agree",
    arguments: [
      (nil, true), ("{}", true), (#"{"matched":false}"#, true), (#"{"failedAttempts":2.0}"#, true),
      (#"{"failedAttempts":2,"prompt":"p1"}"#, true), (#"{"matched":true}"#, false),
      (#"{"prompt":null}"#, false), (#"{"failedAttempts":2,"prompt":"p2"}"#, false),
      (#"{"device":"x"}"#, false),
    ])
  func matching(members: String?, isMet: Bool) throws {
    let query = EventQuery(kind: .scan, members: members.map { Array($0.utf8) })
    try withJSON(Array(event.utf8)) { node in
      #expect(query.matches(node, kind: .scan) == isMet)
      #expect(!query.matches(node, kind: .lockout))
    }
  }

  @Test("the named prompt is read from the conditions")
  func prompt() {
    #expect(EventQuery(kind: .scan).prompt == nil)
    #expect(EventQuery(kind: .scan, members: Array(#"{"matched":true}"#.utf8)).prompt == nil)
    #expect(EventQuery(kind: .scan, members: Array(#"{"prompt":"p3"}"#.utf8)).prompt == "p3")
  }
}
