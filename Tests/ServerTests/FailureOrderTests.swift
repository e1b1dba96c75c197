import TestSupport
import Testing

/// Section 1 of the rulebook: failures by order, and standing responses, over the wire.
@Suite struct FailureOrderTests {
  private let evaluation: JSONTree = ["policy": "biometrics", "reason": "r"]

  @Test("a call fails as ordered, without a prompt; getState shows what is still ordered")
  func order() throws {
    let client = try TestServer().connect()
    #expect(
      try client.result("failNext", ["method": "evaluatePolicy", "error": "systemCancel"])["changed"] == true)
    try client.result("failNext", ["error": -34018, "times": nil, "app": "com.example.app"])
    #expect(
      try client.result("getState")["failNext"] == [
        ["method": "evaluatePolicy", "error": "systemCancel", "times": 1, "used": 0],
        ["error": -34018, "times": nil, "app": "com.example.app", "used": 0],
      ])
    #expect(try client.error("evaluatePolicy", evaluation).name == "systemCancel")
    let failure = try client.error("secItemAdd", ["class": "genericPassword", "account": "a"])
    #expect(failure.code == -34018 && failure.name == "missingEntitlement")
    #expect(failure.message.contains("failNext"))
    let answer = try client.result("canEvaluatePolicy", ["policy": "owner"])
    #expect(answer["canEvaluate"] == false && answer["error"]?["code"] == -34018)
    #expect(try client.result("getState")["failNext"]?[0]?["used"] == 2)
    let gone = try client.result("disarm")
    #expect(gone["unused"] == [] && gone["unusedFailures"] == nil)
    let login = try client.start("evaluatePolicy", evaluation)
    try client.start("match")
    #expect(try client.reply()["id"] == login)
  }

  @Test("an order that no call met is returned by disarm, and a reset drops it")
  func unused() throws {
    let client = try TestServer().connect()
    try client.result("failNext", ["error": "userCancel", "times": 2])
    try client.result("canEvaluatePolicy", ["policy": "owner"])
    #expect(
      try client.result("disarm")["unusedFailures"] == [["error": "userCancel", "times": 1, "used": 1]])
    try client.result("failNext", ["error": "userCancel"])
    try client.result("resetDevice")
    #expect(try client.result("getState")["failNext"] == [])
  }

  @Test(
    "a wrong order is told by its parameter, and nothing is ordered",
    arguments: [
      (["error": "noSuchError"], "error"), (["error": 0], "error"), (["error": 1.5], "error"),
      (["error": 99_999_999_999], "error"), ([:], "error"), (["error": nil], "error"),
      (["error": "userCancel", "method": "getState"], "method"),
      (["error": "userCancel", "method": "secItemAdd"], "error"),
      (["error": "decode", "method": "canEvaluatePolicy"], "error"),
      (["error": "userCancel", "times": 0], "times"), (["error": "userCancel", "times": "all"], "times"),
      (["error": "userCancel", "app": ""], "app"), (["error": "userCancel", "device": 1], "device"),
      (["error": "userCancel", "used": 3], "used"),
    ] as [(JSONTree, JSONTree)])
  func bad(_ params: JSONTree, _ parameter: JSONTree) throws {
    let client = try TestServer().connect()
    let failure = try client.error("failNext", params)
    #expect(failure.name == "invalidParams" && failure.data["parameter"] == parameter, "\(failure)")
    #expect(try client.result("getState")["failNext"] == [])
  }

  @Test("a standing response serves every prompt of its kind until it is disarmed")
  func standing() throws {
    let client = try TestServer().connect()
    try client.result("setApp", ["app": "com.example.app", "permission": "notDetermined"])
    let responses: JSONTree = [["method": "allowPermission"], ["method": "match"], ["method": "tapFallback"]]
    #expect(try client.result("arm", ["responses": responses, "standing": true])["waiting"] == 3)
    for _ in 0..<3 {
      #expect(try client.result("evaluatePolicy", evaluation)["method"] == "biometry")
    }
    #expect(try client.result("disarm")["unused"] == [["method": "tapFallback", "standing": true]])
    #expect(try client.result("disarm")["unused"] == [])
    for wrong: JSONTree in ["yes", 1, nil] {
      let failure = try client.error("arm", ["responses": responses, "standing": wrong])
      #expect(failure.data["parameter"] == "standing")
    }
    #expect(try client.result("disarm")["unused"] == [])
  }
}
