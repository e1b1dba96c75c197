import TestSupport
import Testing

/// Section 6 of the rulebook: the pane for the password of an item; section 4: apps without a usage description.
@Suite struct ApplicationPasswordTests {
  private let item: JSONTree = ["class": "genericPassword", "account": "a"]

  @Test("a context without a password asks the person; neither entry shows anywhere")
  func pane() throws {
    let server = try TestServer()
    let (app, harness) = (try server.connect(), try server.connect())
    let context = try app.result("createContext")["context"] ?? nil
    try app.result("setCredential", ["context": context, "credential": "open sesame"])
    var addition = item
    addition["value"] = "v"
    addition["context"] = context
    addition["accessControl"] = ["flags": ["applicationPassword"]]
    try app.result("secItemAdd", addition)
    var query = item
    query["returnData"] = true
    for (entry, outcome) in [("let me in", "failed"), ("open sesame", "succeeded")] {
      let read = try app.start("secItemCopyMatching", query)
      let shown = try harness.result("waitFor", ["kind": "promptShown"])
      #expect(shown["pane"] == "applicationPassword" && shown["buttons"] == ["cancel"])
      #expect(try harness.error("match").data["reason"] == "applicationPasswordPane")
      let report = try harness.result("enterApplicationPassword", ["password": .string(entry)])
      #expect(report["outcome"] == .string(outcome) && report["failedAttempts"] == 0)
      let reply = try app.reply()
      #expect(reply["id"] == read)
      if outcome == "failed" { #expect(reply["error"]?["code"] == -25293) }
    }
    let log = try harness.result("getEvents", ["allDevices": true])
    let text = String(decoding: log.bytes, as: UTF8.self)
    #expect(!text.contains("sesame") && !text.contains("let me in"))
    try harness.result(
      "arm", ["responses": [["method": "enterApplicationPassword", "password": "open sesame"]]])
    #expect(try harness.result("disarm")["unused"] == [["method": "enterApplicationPassword"]])
  }

  @Test("a password is a text that is not empty, and reaches its own pane only")
  func badPassword() throws {
    let server = try TestServer()
    let (app, harness) = (try server.connect(), try server.connect())
    for params: JSONTree in [[:], ["password": ""], ["password": 1], ["password": nil]] {
      let failure = try harness.error("enterApplicationPassword", params)
      #expect(failure.name == "invalidParams" && failure.data["parameter"] == "password")
    }
    #expect(try harness.error("enterApplicationPassword", ["password": "x"]).name == "notDelivered")
    try app.start("evaluatePolicy", ["policy": "biometrics", "reason": "r"])
    try harness.result("waitFor", ["kind": "promptShown"])
    #expect(try harness.error("enterApplicationPassword", ["password": "x"]).name == "noSuchControl")
  }

  @Test("without a usage description the knob decides")
  func usageDescription() throws {
    let server = try TestServer()
    let harness = try server.connect()
    try harness.result("setApp", ["app": "com.example.app", "usageDescription": false])
    try harness.result("setState", ["behavior": ["missingUsageDescription": "notAvailable"]])
    let app = try server.connect()
    #expect(try app.error("evaluatePolicy", ["policy": "biometrics", "reason": "r"]).code == -6)
    try harness.result("setState", ["behavior": ["missingUsageDescription": "passcode"]])
    try app.start("evaluatePolicy", ["policy": "owner", "reason": "r"])
    #expect(try harness.result("waitFor", ["kind": "promptShown"])["pane"] == "passcode")
    try harness.result("enterPasscode", ["passcode": "1234"])
    #expect(try app.reply()["result"]?["method"] == "passcode")
    #expect(
      try app.error("evaluatePolicy", ["policy": "biometrics", "reason": "r"]).name == "appTerminated")
    for wrong: JSONTree in ["kill", true, nil] {
      let failure = try harness.error("setState", ["behavior": ["missingUsageDescription": wrong]])
      #expect(failure.data["parameter"] == "behavior.missingUsageDescription")
    }
  }
}
