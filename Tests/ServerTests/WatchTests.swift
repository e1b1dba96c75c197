import DeviceModel
import Schema
import Server
import TestSupport
import Testing
import WireProtocol

/// subscribe, getEvents and waitFor.
@Suite struct WatchTests {
  @Test("subscribe answers with the state and the position, and the events follow without a gap")
  func subscribe() throws {
    let client = try TestServer().connect()
    try client.result("lockDevice")
    let reply = try client.result("subscribe")
    #expect(reply["seq"] == 1)
    #expect(reply["state"]?["deviceLocked"] == true)
    try client.result("unlockDevice", ["passcode": "1234"])
    let event = try client.event()
    #expect(event["seq"] == 2)
    #expect(event["kind"] == "deviceUnlocked")
    #expect(event["device"] == "default")
  }

  @Test("an event is sent before the reply to the request that made it")
  func eventBeforeReply() throws {
    let client = try TestServer().connect()
    try client.result("subscribe")
    try client.start("lockDevice")
    #expect(try client.message()["method"] == "event")
    #expect(try client.message()["result"]?["changed"] == true)
  }

  @Test("subscribe since a position sends what happened after it, then what happens")
  func subscribeSince() throws {
    let client = try TestServer().connect()
    for _ in 0..<3 {
      try client.result("lockDevice")
      try client.result("unlockDevice", ["passcode": "1234"])
    }
    #expect(try client.result("subscribe", ["since": 2, "kinds": ["deviceLocked"]])["seq"] == 6)
    try client.result("lockDevice")
    for seq in [3, 5, 7] {
      let event = try client.event()
      #expect(event["seq"] == .integer(seq))
      #expect(event["kind"] == "deviceLocked")
    }
  }

  @Test("a subscriber gets the events of its device only, or of all")
  func subscribeDevices() throws {
    let server = try TestServer()
    let one = try server.connect()
    let all = try server.connect()
    try one.result("subscribe")
    try all.result("subscribe", ["allDevices": true])
    try one.result("createDevice", ["device": "d"])
    try one.result("lockDevice", ["device": "d"])
    try one.result("lockDevice")
    #expect(try one.event()["seq"] == 3)
    for kind in ["deviceCreated", "deviceLocked", "deviceLocked"] {
      #expect(try all.event()["kind"] == .string(kind))
    }
  }

  @Test("unsubscribe ends the events, and a second subscribe takes the place of the first")
  func unsubscribe() throws {
    let client = try TestServer().connect()
    #expect(try client.result("unsubscribe")["changed"] == false)
    try client.result("subscribe")
    try client.result("subscribe", ["kinds": ["deviceUnlocked"]])
    try client.result("lockDevice")
    try client.result("unlockDevice", ["passcode": "1234"])
    #expect(try client.result("unsubscribe")["changed"] == true)
    try client.result("lockDevice")
    #expect(client.events.map { $0["seq"] } == [2])
  }

  @Test(
    "a position that is no longer kept, or not reached, is refused",
    arguments: [
      "subscribe", "getEvents", "waitFor",
    ])
  func unreachable(_ method: String) throws {
    let client = try TestServer { $0.limits.keptEvents = 4 }.connect()
    for _ in 0..<3 {
      try client.result("lockDevice")
      try client.result("unlockDevice", ["passcode": "1234"])
    }
    func params(_ since: Int) -> JSONTree {
      let since = JSONTree.integer(since)
      return method == "waitFor" ? ["kind": "scan", "since": since, "timeout": 0] : ["since": since]
    }
    let tooOld = try client.error(method, params(1))
    #expect(tooOld.code == -32008)
    #expect(tooOld.data["oldest"] == 3)
    #expect(try client.error(method, params(7)).code == -32602)
    let kept = try client.call(method, params(2))
    #expect(kept["error"]?["code"] == (method == "waitFor" ? -32009 : nil))
  }

  @Test("getEvents lists the log, by device, kind, position and number")
  func getEvents() throws {
    let client = try TestServer().connect()
    try client.result("createDevice", ["device": "d"])
    for device in ["default", "d"] as [JSONTree] {
      try client.result("lockDevice", ["device": device])
      try client.result("unlockDevice", ["device": device, "passcode": "1234"])
    }
    func list(_ params: JSONTree) throws -> [JSONTree?] {
      let result = try client.result("getEvents", params)
      #expect(result["seq"] == 5)
      guard case .array(let events)? = result["events"] else { return [nil] }
      return events.map { $0["seq"] }
    }
    #expect(try list([:]) == [2, 3])
    #expect(try list(["device": "d"]) == [1, 4, 5])
    #expect(try list(["allDevices": true]) == [1, 2, 3, 4, 5])
    #expect(try list(["allDevices": true, "since": 3]) == [4, 5])
    #expect(try list(["allDevices": true, "since": 5]) == [])
    #expect(try list(["allDevices": true, "kinds": ["deviceLocked"]]) == [2, 4])
    #expect(try list(["allDevices": true, "since": 1, "limit": 2]) == [2, 3])
    #expect(try list(["kinds": []]) == [])
  }
}

@Suite struct WaitForTests {
  @Test(
    "waitFor is met at once by a state that holds",
    arguments: [
      ("lockoutCleared", "deviceUnlocked"), ("lockout", "deviceLocked"),
    ])
  func states(_ kinds: (String, String)) throws {
    let client = try TestServer().connect()
    if kinds.0 == "lockout" {
      try client.result("setState", ["lockedOut": true])
      try client.result("lockDevice")
    }
    let position = try client.result("ping")["seq"]
    for kind in [kinds.0, kinds.1] {
      let event = try client.result("waitFor", ["kind": .string(kind), "timeout": 0])
      #expect(event["kind"] == .string(kind))
      #expect(event["seq"] == position)
    }
  }

  @Test("waitFor promptShown is met by the prompt on screen, if it is the one that is meant")
  func promptOnScreen() throws {
    let client = try TestServer().connect()
    try client.start("evaluatePolicy", ["policy": "owner", "reason": "r", "app": "com.example.bank"])
    #expect(try client.result("waitFor", ["kind": "promptShown"])["app"] == "com.example.bank")
    let other: JSONTree = ["kind": "promptShown", "where": ["app": "com.example.other"], "timeout": 0.02]
    #expect(try client.error("waitFor", other).code == -32009)
    let state: JSONTree = [
      "kind": "appStateChanged", "where": ["app": "com.example.bank", "state": "inactive"],
    ]
    #expect(try client.result("waitFor", state)["state"] == "inactive")
  }

  @Test("waitFor waits for an event to come, with the members that are asked for")
  func toCome() throws {
    let server = try TestServer()
    let client = try server.connect()
    let waiting = try client.start(
      "waitFor", ["kind": "scan", "where": ["matched": true, "failedAttempts": 0], "since": 0])
    let other = try server.connect()
    try other.start("evaluatePolicy", ["policy": "biometrics", "reason": "r"])
    try other.result("nonMatch", ["whenPrompted": true])
    try other.result("tapTryAgain")
    try other.start("match")
    let reply = try client.reply()
    #expect(reply["id"] == waiting)
    #expect(reply["result"]?["matched"] == true)
    #expect(reply["result"]?["kind"] == "scan")
  }

  @Test("a kind that is no state needs to know where to look, and finds what is in the log")
  func events() throws {
    let client = try TestServer().connect()
    #expect(try client.error("waitFor", ["kind": "promptDismissed"]).code == -32012)
    for answer in ["tapCancel", "match"] {
      try client.start("evaluatePolicy", ["policy": "owner", "reason": "r"])
      try client.start(answer)
      _ = try (client.reply(), client.reply())
    }
    func find(_ params: [String: JSONTree]) throws -> JSONTree? {
      try client.result(
        "waitFor", .object(params.merging(["kind": "promptDismissed"], uniquingKeysWith: { $1 })))["prompt"]
    }
    #expect(try find(["since": 0]) == "p1")
    #expect(try find(["where": ["prompt": "p2"]]) == "p2")
    #expect(try find(["where": ["prompt": "p1"]]) == "p1")
    #expect(try find(["since": 0, "where": ["method": "biometry"]]) == "p2")
  }

  @Test("after a reset gave a prompt's id out again, its last prompt is meant")
  func reusedPromptID() throws {
    let client = try TestServer().connect()
    for answer in ["tapCancel", "match"] {
      try client.start("evaluatePolicy", ["policy": "owner", "reason": "r"])
      try client.start(answer)
      _ = try (client.reply(), client.reply())
      if answer == "tapCancel" { try client.result("resetDevice") }
    }
    let query: JSONTree = ["kind": "promptDismissed", "where": ["prompt": "p1"]]
    #expect(try client.result("waitFor", query)["outcome"] == "succeeded")
  }

  @Test("what the log still tells of a prompt is found when it has lost how the prompt came up")
  func lostBeginning() throws {
    let server = try TestServer { $0.limits.keptEvents = 4 }
    let (client, app) = (try server.connect(), try server.connect())
    try app.start("evaluatePolicy", ["policy": "biometrics", "reason": "r"])
    try client.result("waitFor", ["kind": "promptShown"])
    for name in ["a", "b", "c", "d"] { try client.result("createDevice", ["device": .string(name)]) }
    try client.result("tapCancel")
    let query: JSONTree = ["kind": "promptDismissed", "where": ["prompt": "p1"], "timeout": 5]
    #expect(try client.result("waitFor", query)["prompt"] == "p1")
    // What is to come is awaited, not looked for.
    let next: JSONTree = ["kind": "promptDismissed", "where": ["prompt": "p2"], "timeout": 0.1]
    #expect(try client.error("waitFor", next).name == "timeout")
  }

  @Test("waitFor ends at its timeout, saying what did not happen")
  func timeout() throws {
    let client = try TestServer { $0.clock = .manual }.connect()
    let failure = try client.error("waitFor", ["kind": "deviceLocked", "timeout": 0.05])
    #expect(failure.code == -32009)
    #expect(failure.message.contains("deviceLocked"))
  }

  @Test("one event meets all who wait for it")
  func manyWaiters() throws {
    let server = try TestServer()
    let clients = try (0..<3).map { _ in try server.connect() }
    for client in clients {
      try client.start("waitFor", ["kind": "deviceLocked"])
      try client.send(TestClient.request("waitFor", ["kind": "deviceLocked"]))
    }
    for client in clients {
      try client.send(TestClient.request("ping", id: "p"))
      #expect(try client.reply()["id"] == "p")
    }
    try server.connect().result("lockDevice")
    for client in clients { #expect(try client.reply()["result"]?["seq"] == 1) }
  }

  @Test("waitFor may wait for a device that is not there yet, and for its end")
  func devices() throws {
    let server = try TestServer()
    let client = try server.connect()
    let waiting = try client.start("waitFor", ["kind": "deviceCreated", "device": "d", "since": 0])
    let other = try server.connect()
    try other.result("createDevice", ["device": "c"])
    try other.result("createDevice", ["device": "d"])
    let reply = try client.reply()
    #expect(reply["id"] == waiting)
    #expect(reply["result"]?["device"] == "d")
    let end = try client.start("waitFor", ["kind": "deviceDeleted", "device": "d", "since": 0])
    try other.result("deleteDevice", ["device": "d"])
    #expect(try client.reply()["id"] == end)
  }
}
