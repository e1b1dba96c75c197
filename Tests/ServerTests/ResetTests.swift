import TestSupport
import Testing
import WireProtocol

/// What waits on a device whose state is replaced: nothing that is left of one test answers the prompt of the next.
@Suite struct ResetTests {
  /// What gives a device another state, prepared by a saved snapshot and an exported state.
  enum Replacement: String, CaseIterable {
    case resetDevice, restoreSnapshot, importState

    func happen(_ harness: TestClient) throws {
      switch self {
      case .resetDevice: try harness.result("resetDevice")
      case .restoreSnapshot: try harness.result("restoreSnapshot", ["name": "s"])
      case .importState: try harness.result("importState", ["state": try harness.export() ?? .null])
      }
    }
  }

  @Test(
    "responses and requests that wait end with cancelled, on every connection",
    arguments: Replacement.allCases)
  func ends(_ replacement: Replacement) throws {
    let daemon = try TestServer()
    let (harness, waiter) = (try daemon.connect(), try daemon.connect())
    try harness.result("saveSnapshot", ["name": "s"])
    let response = try waiter.start("match", ["whenPrompted": true, "timeout": .null])
    let event = try waiter.start("waitFor", ["kind": "promptShown", "timeout": .null])
    try waiter.result("ping")
    try replacement.happen(harness)
    var ended: [JSONTree?] = []
    for _ in 0..<2 {
      let reply = try waiter.reply()
      ended.append(reply["id"])
      #expect(try WireFailure(reply).name == "cancelled")
      #expect(try WireFailure(reply).message.contains("got another state"))
    }
    #expect(ended.contains(response) && ended.contains(event))
    // The next prompt is nobody's yet.
    let app = try daemon.connect()
    try app.start("evaluatePolicy", ["policy": "biometrics", "reason": "r"])
    try harness.result("waitFor", ["kind": "promptShown"])
    #expect(try harness.result("getState")["prompt"]?["attempt"] == 0)
  }

  @Test("what waits on another device goes on waiting")
  func other() throws {
    let daemon = try TestServer()
    let (harness, waiter) = (try daemon.connect(), try daemon.connect())
    try harness.result("createDevice", ["device": "other"])
    let id = try waiter.start("match", ["device": "other", "whenPrompted": true, "timeout": .null])
    try waiter.result("ping")
    try harness.result("resetDevice", ["device": "default"])
    try harness.start("evaluatePolicy", ["device": "other", "policy": "biometrics", "reason": "r"])
    let reply = try waiter.reply()
    #expect(reply["id"] == id && reply["result"]?["matched"] == true)
  }
}
