import DeviceModel
import Platform
import Schema
import Server
import TestSupport
import Testing
import WireProtocol

/// The devices of a daemon, and which of them a request means.
@Suite struct DeviceTests {
  @Test("a daemon starts with the device default")
  func defaultDevice() throws {
    let client = try TestServer().connect()
    #expect(
      try client.result("listDevices") == [
        "devices": [
          [
            "device": "default", "udid": .string(UDID.ofDevice(named: "default")), "biometryType": "faceID",
            "clock": "real", "ephemeral": false,
          ]
        ], "seq": 0,
      ])
  }

  @Test(
    "lists, states and subscriptions show the same UDID of a device, by its name and as long as it has it")
  func udids() throws {
    let client = try TestServer().connect()
    let uuid = "0E984725-C51C-4BF4-9960-E1C80E27ABA0"
    try client.result("createDevice", ["device": .string(uuid)])
    try client.result("cloneDevice", ["device": .string(uuid), "as": "copy"])
    for (name, udid) in [(uuid, uuid), ("copy", UDID.ofDevice(named: "copy"))] {
      try client.result("setState", ["device": .string(name), "biometryType": "touchID"])
      try client.result("resetDevice", ["device": .string(name)])
      #expect(try client.result("getState", ["device": .string(name)])["udid"] == .string(udid))
      #expect(try client.result("subscribe", ["device": .string(name)])["state"]?["udid"] == .string(udid))
    }
    let listed = try client.result("listDevices")["devices"]
    #expect(listed?[1]?["udid"] == .string(UDID.ofDevice(named: "copy")))
  }

  @Test("names are compared byte for byte: composed and decomposed letters are two devices and two snapshots")
  func normalForms() throws {
    let client = try TestServer().connect()
    let (composed, decomposed) = (JSONTree.string("caf\u{E9}"), JSONTree.string("cafe\u{301}"))
    try client.result("createDevice", ["device": composed, "state": ["biometryType": "touchID"]])
    #expect(try client.error("getState", ["device": decomposed]).name == "unknownDevice")
    try client.result("createDevice", ["device": decomposed, "state": ["biometryType": "opticID"]])
    #expect(try client.result("getState", ["device": composed])["biometryType"] == "touchID")
    #expect(try client.result("getState", ["device": decomposed])["biometryType"] == "opticID")
    try client.result("saveSnapshot", ["name": composed])
    #expect(try client.error("restoreSnapshot", ["name": decomposed]).name == "unknownSnapshot")
    try client.result("saveSnapshot", ["name": decomposed])
    try client.result("deleteSnapshot", ["name": composed])
    try client.result("restoreSnapshot", ["name": decomposed])
  }

  @Test("a request means the device it names, else its connection's choice, else default, else the only one")
  func resolution() throws {
    let server = try TestServer()
    let client = try server.connect()
    try client.result("createDevice", ["device": "touch", "state": ["biometryType": "touchID"]])
    try client.result("createDevice", ["device": "eyes", "state": ["biometryType": "opticID"]])
    #expect(try client.result("getState")["biometryType"] == "faceID")
    #expect(try client.result("getState", ["device": "eyes"])["biometryType"] == "opticID")
    #expect(try client.result("useDevice", ["device": "touch"])["changed"] == true)
    #expect(try client.result("useDevice", ["device": "touch"])["changed"] == false)
    #expect(try client.result("getState")["biometryType"] == "touchID")
    let other = try server.connect()
    #expect(try other.result("getState")["biometryType"] == "faceID")
    try other.result("deleteDevice", ["device": "default"])
    let ambiguous = try other.error("getState")
    #expect(ambiguous.code == -32003)
    #expect(ambiguous.data["devices"] == ["eyes", "touch"])
    try other.result("deleteDevice", ["device": "touch"])
    #expect(try other.result("getState")["biometryType"] == "opticID")
    // A choice is never silently replaced by another device.
    #expect(try client.error("getState").code == -32001)
  }

  @Test("an unknown device is refused listing those there are")
  func unknownDevice() throws {
    let client = try TestServer().connect()
    for method in ["getState", "useDevice", "deleteDevice", "match", "subscribe", "getEvents"] {
      let failure = try client.error(method, ["device": "defautl"])
      #expect(failure.code == -32001)
      #expect(failure.data["devices"] == ["default"])
    }
  }

  @Test(
    "a name that is taken, empty, too long or unprintable is refused",
    arguments: [
      ("default", -32002), ("", -32602), (String(repeating: "é", count: 128), -32602), ("a\nb", -32602),
      ("a\u{7F}", -32602), ("\u{85}", -32602),
    ])
  func badNames(_ name: String, _ code: Int) throws {
    let client = try TestServer().connect()
    #expect(try client.error("createDevice", ["device": .string(name)]).code == code)
    #expect(try client.result("listDevices")["seq"] == 0)
  }

  @Test(
    "any other name will do, up to 255 bytes",
    arguments: ["é", " ", "default ", String(repeating: "é", count: 127)])
  func goodNames(_ name: String) throws {
    let client = try TestServer().connect()
    try client.result("createDevice", ["device": .string(name)])
    #expect(try client.result("getState", ["device": .string(name)])["biometryType"] == "faceID")
  }

  @Test("there are at most so many devices")
  func deviceLimit() throws {
    let client = try TestServer { $0.limits.maxDevices = 2 }.connect()
    try client.result("createDevice", ["device": "b"])
    let failure = try client.error("createDevice", ["device": "c"])
    #expect(failure.code == -32008)
    #expect(failure.data["limit"] == 2)
    try client.result("deleteDevice", ["device": "b"])
    try client.result("createDevice", ["device": "c"])
  }

  @Test("a contradictory state makes no device")
  func contradictoryState() throws {
    let client = try TestServer().connect()
    let state: JSONTree = ["enrolled": false, "identities": ["x"]]
    #expect(try client.error("createDevice", ["device": "d", "state": state]).code == -32012)
    #expect(try client.result("listDevices")["seq"] == 0)
  }

  @Test("an ephemeral device goes with its connection, and the waiting of others on it ends")
  func ephemeral() throws {
    let server = try TestServer()
    let owner = try server.connect()
    try owner.result("createDevice", ["device": "e", "ephemeral": true])
    let other = try server.connect()
    try other.result("useDevice", ["device": "e"])
    let evaluation = try other.start("evaluatePolicy", ["policy": "owner", "reason": "r"])
    let scan = try other.start("tapTryAgain", ["whenPrompted": true])
    let event = try other.start("waitFor", ["kind": "deviceLocked"])
    #expect(try other.result("ping")["seq"] != 0)
    owner.close()
    let ended = try other.reply()
    #expect(ended["id"] == evaluation)
    #expect(try WireFailure(ended).name == "systemCancel")
    for id in [scan, event] {
      let reply = try other.reply()
      #expect(reply["id"] == id)
      #expect(try WireFailure(reply).name == "unknownDevice")
    }
    #expect(try other.result("getState", ["device": "default"])["biometryType"] == "faceID")
  }

  @Test("deleting a device ends what is pending on it with systemCancel, and is an event")
  func deletion() throws {
    let client = try TestServer().connect()
    try client.result("createDevice", ["device": "d"])
    try client.result("subscribe", ["allDevices": true, "kinds": ["deviceDeleted", "promptDismissed"]])
    let evaluation = try client.start("evaluatePolicy", ["device": "d", "policy": "owner", "reason": "r"])
    try client.start("deleteDevice", ["device": "d"])
    #expect(try client.event()["kind"] == "promptDismissed")
    let reply = try client.reply()
    #expect(reply["id"] == evaluation)
    #expect(reply["error"]?["code"] == -4)
    #expect(try client.event()["kind"] == "deviceDeleted")
    #expect(try client.reply()["result"]?["changed"] == true)
  }

  @Test("the connection's end ends its evaluation with appCancel, once, and the next client is served")
  func vanishedClient() throws {
    let server = try TestServer()
    let watcher = try server.connect()
    try watcher.result("subscribe", ["kinds": ["promptDismissed"]])
    let app = try server.connect()
    try app.start("evaluatePolicy", ["policy": "biometrics", "reason": "r"])
    #expect(try watcher.result("waitFor", ["kind": "promptShown"])["prompt"] == "p1")
    app.close()
    #expect(try watcher.event()["error"] == "appCancel")
    #expect(try watcher.error("match").name == "notDelivered")
    #expect(try watcher.result("getState")["failedAttempts"] == 0)
    let next = try server.connect()
    try next.start("evaluatePolicy", ["policy": "biometrics", "reason": "r"])
    try watcher.result("match", ["whenPrompted": true])
    #expect(try next.reply()["result"]?["method"] == "biometry")
  }

  @Test("a context belongs to its connection")
  func contexts() throws {
    let server = try TestServer()
    let client = try server.connect()
    #expect(try client.result("createContext") == ["context": "c1"])
    let question: JSONTree = ["policy": "owner", "context": "c1"]
    #expect(try server.connect().error("canEvaluatePolicy", question).code == -32006)
    #expect(try client.result("canEvaluatePolicy", question)["canEvaluate"] == true)
  }

  @Test("every reply to a harness carries the log's position, an app's does not")
  func positions() throws {
    let client = try TestServer().connect()
    try client.result("lockDevice")
    #expect(try client.result("lockDevice") == ["changed": false, "seq": 1])
    #expect(try client.error("match").data["seq"] == 1)
    #expect(try client.result("canEvaluatePolicy", ["policy": "owner"])["seq"] == nil)
    #expect(try client.error("evaluatePolicy", ["policy": "companion", "reason": "r"]).data["seq"] == nil)
  }

  @Test("with a manual clock the same commands make the same log, byte for byte")
  func sameLog() throws {
    func log() throws -> String {
      let client = try TestServer { $0.clock = .manual }.connect()
      let state: JSONTree = ["behavior": ["seed": 7]]
      try client.result("createDevice", ["device": "d", "clock": "manual", "state": state])
      try client.result("useDevice", ["device": "d"])
      try client.start("evaluatePolicy", ["policy": "biometrics", "reason": "r"])
      try client.start("nonMatch")
      try client.start("advanceClock", ["seconds": 1.25])
      try client.start("tapCancel")
      try client.send(TestClient.request("getEvents", ["allDevices": true], id: "log"))
      while let line = try client.line() { if line.contains(#""id":"log""#) { return line } }
      return ""
    }
    let first = try log()
    #expect(first.contains(#""time":1.25,"kind":"promptDismissed""#))
    #expect(try log() == first)
  }

  @Test("what is due on the real clock happens without anybody asking")
  func deviceTimer() throws {
    let server = try TestServer()
    let client = try server.connect()
    try client.result("setState", ["behavior": ["scanLatency": 0.05]])
    let evaluation = try client.start("evaluatePolicy", ["policy": "biometrics", "reason": "r"])
    try client.start("match")
    var ids: [JSONTree?] = []
    for _ in 0..<2 { ids.append(try client.reply(within: 5)["id"]) }
    #expect(ids.contains(evaluation))
  }

  @Test("promptTimeout ends an unanswered prompt in real time, also under a manual clock")
  func promptTimeout() throws {
    let client = try TestServer { $0.clock = .manual }.connect()
    try client.result("setState", ["behavior": ["promptTimeout": 0.05]])
    #expect(try client.error("evaluatePolicy", ["policy": "owner", "reason": "r"]).code == -4)
    let log = try client.result("getEvents", ["kinds": ["promptDismissed"]])
    #expect(log["events"]?[0]?["awaited"]?[0] == "matchingFace")
    // The next prompt has its own time.
    let evaluation = try client.start("evaluatePolicy", ["policy": "owner", "reason": "r"])
    #expect(try client.reply()["id"] == evaluation)
  }
}
