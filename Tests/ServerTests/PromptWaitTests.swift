import DeviceModel
import Server
import TestSupport
import Testing

/// Responses that wait for a prompt: `whenPrompted`.
@Suite struct PromptWaitTests {
  private let evaluation: JSONTree = ["policy": "biometrics", "reason": "r"]

  @Test("a response that waits takes the prompt that comes up")
  func before() throws {
    let server = try TestServer()
    let harness = try server.connect()
    let scan = try harness.start("matchingFace", ["whenPrompted": true])
    #expect(try harness.result("ping") == ["seq": 0])
    let app = try server.connect()
    #expect(try app.result("evaluatePolicy", evaluation)["method"] == "biometry")
    let reply = try harness.reply()
    #expect(reply["id"] == scan)
    #expect(reply["result"]?["outcome"] == "succeeded")
    #expect(reply["result"]?["prompt"] == "p1")
  }

  @Test("a response that waits takes a prompt that is up already")
  func after() throws {
    let server = try TestServer()
    let app = try server.connect()
    let waiting = try app.start("evaluatePolicy", evaluation)
    let harness = try server.connect()
    try harness.result("waitFor", ["kind": "promptShown"])
    #expect(try harness.result("matchingFace", ["whenPrompted": true])["outcome"] == "succeeded")
    #expect(try app.reply()["id"] == waiting)
  }

  @Test("a response waits until the prompt has its button, and the oldest is tried first")
  func untilItHasTheButton() throws {
    let server = try TestServer()
    let harness = try server.connect()
    try harness.result("setState", ["biometryType": "touchID"])
    let first = try harness.start("tapFallback", ["whenPrompted": true])
    let second = try harness.start("tapFallback", ["whenPrompted": true])
    let app = try server.connect()
    for (attempt, tap) in [first, second].enumerated() {
      let waiting = try app.start("evaluatePolicy", evaluation)
      let other = try server.connect()
      // The button appears with the first failure.
      #expect(try other.result("nonMatch", ["whenPrompted": true])["failedAttempts"] == .integer(attempt + 1))
      let reply = try harness.reply()
      #expect(reply["id"] == tap)
      #expect(reply["result"]?["outcome"] == "ended")
      let end = try app.reply()
      #expect(end["id"] == waiting)
      #expect(end["error"]?["code"] == -3)
    }
  }

  @Test("several waiting scans go to as many prompts, one each")
  func onePromptEach() throws {
    let server = try TestServer()
    let harness = try server.connect()
    let scans = try (0..<3).map { _ in try harness.start("match", ["whenPrompted": true]) }
    let app = try server.connect()
    for index in 0..<3 {
      try app.result("evaluatePolicy", evaluation)
      let reply = try harness.reply()
      #expect(reply["id"] == scans[index])
      #expect(reply["result"]?["prompt"] == .string("p\(index + 1)"))
    }
  }

  @Test("without whenPrompted a response that reaches nobody is an error at once")
  func notDelivered() throws {
    let client = try TestServer().connect()
    let failure = try client.error("matchingFace")
    #expect(failure.code == -32016)
    #expect(failure.data["reason"] == "noPrompt")
  }

  @Test("a response that can never be taken is refused at once, even if it would wait")
  func wrongModality() throws {
    let client = try TestServer().connect()
    #expect(try client.error("matchingFinger", ["whenPrompted": true]).code == -32004)
  }

  @Test("waiting ends at the timeout in real time, saying what was awaited")
  func timeout() throws {
    let client = try TestServer { $0.clock = .manual }.connect()
    let failure = try client.error("tapFallback", ["whenPrompted": true, "timeout": 0.05])
    #expect(failure.code == -32009)
    #expect(failure.message.contains("tapFallback"))
    #expect(failure.message.contains("0.05 s"))
    #expect(failure.message.contains("no prompt is on screen; no app has asked for one"))
    // Nobody is scanned later by a request that gave up.
    try client.start("evaluatePolicy", evaluation)
    try client.start("tapCancel")
    #expect(try client.reply()["error"]?["code"] == -2)
    #expect(try client.reply()["result"]?["outcome"] == "ended")
  }

  @Test("a timeout says what is on screen and what that takes")
  func onScreen() throws {
    let server = try TestServer()
    let app = try server.connect()
    let harness = try server.connect()
    func told() throws -> String {
      let params: JSONTree = ["passcode": "1234", "whenPrompted": true, "timeout": 0.02]
      return try harness.error("enterPasscode", params).message
    }
    try app.start("evaluatePolicy", evaluation)
    try harness.result("waitFor", ["kind": "promptShown"])
    #expect(try told().contains("on screen is p1 of com.example.app, which takes matchingFace, tapCancel; "))
    try harness.result("nonMatchingFace")
    #expect(try told().contains("on screen is p1 of com.example.app, which takes tapTryAgain, tapCancel; "))
  }

  @Test("with no prompt a timeout says how the last one ended, or an app's call after it")
  func nothingOnScreen() throws {
    let server = try TestServer()
    let app = try server.connect()
    let harness = try server.connect()
    func told() throws -> String {
      try harness.error("match", ["whenPrompted": true, "timeout": 0.02]).message
    }
    for (response, ending) in [("tapCancel", "ended with userCancel"), ("match", "succeeded")] {
      let waiting = try app.start("evaluatePolicy", evaluation)
      let prompt = try harness.result(response, ["whenPrompted": true])["prompt"]
      #expect(try app.reply()["id"] == waiting)
      guard case .string(let id)? = prompt else { throw TestFailure("no prompt") }
      #expect(try told().contains("no prompt is on screen; the last one, \(id), \(ending); "))
    }
    try harness.result("setState", ["enrolled": false])
    // What an app is told without asking for a prompt explains why none comes.
    try app.result("canEvaluatePolicy", ["policy": "biometrics"])
    #expect(
      try told().contains("the last call of an app, canEvaluatePolicy, ended with biometryNotEnrolled; "))
    _ = try app.error("evaluatePolicy", evaluation)
    // Neither hides it.
    try app.result("canEvaluatePolicy", ["policy": "owner"])
    try app.result("createContext")
    #expect(try told().contains("the last call of an app, evaluatePolicy, ended with biometryNotEnrolled; "))
    try harness.result("resetDevice")
    #expect(try told().contains("no prompt is on screen; no app has asked for one; "))
  }

  @Test("a timeout of null waits for ever")
  func noTimeout() throws {
    let server = try TestServer()
    let client = try server.connect()
    try client.start("match", ["whenPrompted": true, "timeout": nil])
    #expect(try server.connect().result("evaluatePolicy", evaluation)["method"] == "biometry")
    #expect(try client.reply()["result"]?["matched"] == true)
  }

  @Test("a response that waits goes with its connection")
  func vanishedHarness() throws {
    let server = try TestServer()
    let harness = try server.connect()
    try harness.start("match", ["whenPrompted": true])
    try harness.result("ping")
    harness.close()
    let other = try server.connect()
    try other.start("evaluatePolicy", evaluation)
    #expect(try other.result("getState")["prompt"] != .some(.null))
  }
}
