import TestSupport
import Testing

/// Sections 3 and 4 of the rulebook: a sensor that reads nothing, or is gone.
@Suite struct SensorTests {
  private let evaluation: JSONTree = ["policy": "biometrics", "reason": "r"]

  @Test("a scan that cannot be read reaches the prompt, also one that it waits for, and counts as nothing")
  func unreadable() throws {
    let server = try TestServer()
    let harness = try server.connect()
    #expect(try harness.error("unreadableScan").data["reason"] == "noPrompt")
    let app = try server.connect()
    let login = try app.start("evaluatePolicy", evaluation)
    let report = try harness.result("unreadableScan", ["whenPrompted": true])
    #expect(report["matched"] == false && report["outcome"] == "pending" && report["failedAttempts"] == 0)
    let state = try harness.result("getState")
    #expect(state["prompt"]?["buttons"] == ["tryAgain", "cancel"] && state["failedAttempts"] == 0)
    let event = try harness.result(
      "waitFor", ["kind": "unreadableScan", "where": ["prompt": "p1"], "timeout": 5])
    #expect(event["prompt"] == "p1")
    try harness.result("arm", ["responses": [["method": "tapTryAgain"], ["method": "unreadableScan"]]])
    #expect(try harness.result("disarm")["unused"] == [])
    try harness.result("arm", ["responses": [["method": "unreadableScan", "after": 1]]])
    #expect(try harness.result("disarm")["unused"] == [["method": "unreadableScan", "after": 1]])
    try harness.result("matchingFace")
    #expect(try app.reply()["id"] == login)
  }

  @Test("an unreadable scan is of nobody: it takes no identity")
  func unreadableNobody() throws {
    let client = try TestServer().connect()
    let failure = try client.error("unreadableScan", ["identity": "face-1"])
    #expect(failure.code == -32602 && failure.data["parameter"] == "identity")
  }
}
