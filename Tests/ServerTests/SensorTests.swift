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

  @Test("a sensor that goes away ends the prompt on it; what follows says why, and names the sensor")
  func goesAway() throws {
    let server = try TestServer()
    let harness = try server.connect()
    try harness.result("setState", ["biometryType": "touchID"])
    let app = try server.connect()
    try app.start("evaluatePolicy", ["policy": "owner", "reason": "r"])
    try harness.result("waitFor", ["kind": "promptShown"])
    #expect(try harness.result("setState", ["sensor": "disconnected"])["changed"] == true)
    #expect(try app.reply()["error"]?["code"] == -4)
    let answer = try app.result("canEvaluatePolicy", ["policy": "biometrics"])
    #expect(answer["biometryType"] == "touchID" && answer["error"]?["code"] == -13)
    #expect(try app.error("evaluatePolicy", evaluation).name == "biometryDisconnected")
    #expect(try harness.error("enroll", ["identity": "thumb"]).data["reason"] == "sensorNotReady")
    let state = try harness.result("getState")
    #expect(state["sensor"] == "disconnected" && state["identities"] == ["finger-1"])
  }

  @Test("a sensor that cannot be so is refused, a state that there is not is no parameter")
  func badSensor() throws {
    let client = try TestServer().connect()
    let before = try client.result("getState")
    #expect(try client.error("setState", ["sensor": "notPaired"]).data["reason"] == "contradiction")
    #expect(try client.error("setState", ["biometryType": "none", "sensor": "covered"]).name == "refused")
    for wrong: JSONTree in ["gone", true, 1, nil] {
      let failure = try client.error("setState", ["sensor": wrong])
      #expect(failure.name == "invalidParams" && failure.data["parameter"] == "sensor")
    }
    #expect(try client.result("getState")["sensor"] == before["sensor"])
  }

  @Test("somebody who is not enrolled cannot be removed, and a lockout needs a passcode that ends it")
  func contradictions() throws {
    let client = try TestServer().connect()
    let failure = try client.error("unenroll", ["identity": "face-7"])
    #expect(failure.data["reason"] == "notEnrolled" && failure.message.contains("face-1"))
    let refusal = try client.error("setState", ["passcode": nil, "lockedOut": true])
    #expect(refusal.data["reason"] == "contradiction")
    let state = try client.result("getState")
    #expect(state["passcodeSet"] == true && state["lockedOut"] == false && state["identities"] == ["face-1"])
  }
}
