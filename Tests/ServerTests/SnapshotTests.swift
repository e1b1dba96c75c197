import DeviceModel
import Platform
import Schema
import Server
import TestSupport
import Testing
import WireProtocol

/// Copies of a device: saved states, clones, exports.
@Suite struct SnapshotTests {
  private let server: TestServer
  private let harness: TestClient
  private let app: TestClient

  init() throws {
    server = try TestServer { $0.clock = .manual }
    harness = try server.connect()
    app = try server.connect()
  }

  /// The state without the log's position.
  /// What is shown of a device, but for what comes from its name.
  private func state(_ device: String = "default") throws -> JSONTree {
    var state = try harness.result("getState", ["device": .string(device)])
    state["seq"] = nil
    state["udid"] = nil
    return state
  }

  private func add(_ account: String, _ value: String = "v") throws {
    try app.result(
      "secItemAdd", ["class": "genericPassword", "account": .string(account), "value": .string(value)])
  }

  private func value(_ account: String, on device: String = "default") throws -> JSONTree? {
    try app.result(
      "secItemCopyMatching",
      [
        "device": .string(device), "class": "genericPassword", "account": .string(account),
        "returnData": true,
      ])["items"]?[0]?["value"]
  }

  /// Leaves a call pending.
  private func prompt() throws {
    try app.start("evaluatePolicy", ["policy": "biometrics", "reason": "r"])
    try harness.result("waitFor", ["kind": "promptShown"])
  }

  @Test("a saved state comes back whole: pending calls end, contexts are gone, nobody is killed")
  func restore() throws {
    try add("a", "first")
    try harness.result("setState", ["failedAttempts": 2])
    try harness.result("advanceClock", ["seconds": 5])
    #expect(try harness.result("saveSnapshot", ["name": "s"])["changed"] == true)
    #expect(try harness.result("saveSnapshot", ["name": "s"])["changed"] == false)
    let saved = try state()

    let context = try app.result("createContext")["context"] ?? nil
    try add("b")
    try harness.result("setState", ["passcode": "9876", "behavior": ["maxFailures": 9]])
    try harness.result("advanceClock", ["seconds": 60])
    try prompt()
    #expect(try harness.result("restoreSnapshot", ["name": "s"])["changed"] == true)
    #expect(try app.reply()["error"]?["code"] == -4)
    #expect(try state() == saved)
    #expect(try app.error("canEvaluatePolicy", ["policy": "owner", "context": context]).code == -32006)
    #expect(try value("a") == "first")
    #expect(try app.error("secItemDelete", ["class": "genericPassword", "account": "b"]).code == -25300)
    #expect(try harness.result("restoreSnapshot", ["name": "s"])["changed"] == false)
    #expect(try harness.result("listSnapshots")["snapshots"] == [["name": "s", "time": 5]])
  }

  @Test("who spoke for an app before a restore still does, and who was killed stays so")
  func liveness() throws {
    try app.result("canEvaluatePolicy", ["policy": "owner"])
    try harness.result("saveSnapshot", ["name": "s"])
    try harness.result("restoreSnapshot", ["name": "s"])
    try harness.result("terminateApp", ["app": "com.example.app"])
    #expect(try app.error("canEvaluatePolicy", ["policy": "owner"]).code == -32010)
    try harness.result("restoreSnapshot", ["name": "s"])
    #expect(try app.error("canEvaluatePolicy", ["policy": "owner"]).code == -32010)
    try server.connect().result("canEvaluatePolicy", ["policy": "owner"])
  }

  @Test("a reset keeps saved states and leads to how the device was made, not to one of them")
  func reset() throws {
    let fresh = try state()
    try add("a")
    try harness.result("saveSnapshot", ["name": "s"])
    try harness.result("resetDevice")
    #expect(try state() == fresh)
    try harness.result("restoreSnapshot", ["name": "s"])
    #expect(try value("a") == "v")
    try harness.result("resetDevice")
    #expect(try state() == fresh)
  }

  @Test("saved states are listed by name, replaced, deleted, and unknown ones refused by listing them")
  func names() throws {
    for name in ["b", "a"] { try harness.result("saveSnapshot", ["name": .string(name)]) }
    try harness.result("advanceClock", ["seconds": 1])
    try harness.result("saveSnapshot", ["name": "b"])
    #expect(
      try harness.result("listSnapshots")["snapshots"] == [
        ["name": "a", "time": 0], ["name": "b", "time": 1],
      ])
    for method in ["restoreSnapshot", "deleteSnapshot"] {
      let failure = try harness.error(method, ["name": "c"])
      #expect(failure.code == -32011)
      #expect(failure.data["snapshots"] == ["a", "b"])
    }
    try harness.result("deleteSnapshot", ["name": "a"])
    #expect(try harness.error("restoreSnapshot", ["name": "a"]).code == -32011)
    #expect(try harness.error("saveSnapshot", ["name": "a\nb"]).code == -32602)
  }

  @Test("a clone begins as its original is, goes its own way, and a reset brings it back to that")
  func clone() throws {
    try add("a", "first")
    try harness.result("setState", ["failedAttempts": 1])
    try prompt()
    try harness.result("saveSnapshot", ["name": "s"])
    #expect(try harness.result("cloneDevice", ["as": "copy"])["changed"] == true)
    #expect(try state("copy")["prompt"] == JSONTree.null)
    #expect(try state("copy")["apps"]?["com.example.app"]?["state"] == "foreground")
    #expect(try state("default")["prompt"]?["id"] == "p1")
    #expect(try harness.result("listSnapshots", ["device": "copy"])["snapshots"] == [])
    let before = try state("copy")
    try harness.result("setState", ["device": "copy", "failedAttempts": 4])
    #expect(try state()["failedAttempts"] == 1)
    #expect(try value("a", on: "copy") == "first")
    try harness.result("resetDevice", ["device": "copy"])
    #expect(try state("copy") == before)
    #expect(try harness.error("cloneDevice", ["as": "copy"]).code == -32002)
    #expect(try harness.error("cloneDevice", ["as": ""]).code == -32602)
    #expect(try harness.error("cloneDevice", ["device": "none", "as": "x"]).code == -32001)
  }

  @Test("an ephemeral clone goes with its connection")
  func ephemeralClone() throws {
    let owner = try server.connect()
    try owner.result("cloneDevice", ["as": "copy", "ephemeral": true])
    try harness.result("getState", ["device": "copy"])
    owner.close()
    try harness.result("waitFor", ["kind": "deviceDeleted", "since": 0])
    #expect(try harness.error("getState", ["device": "copy"]).code == -32001)
  }

  @Test("export and import are the identity, secrets and what a reset leads to included")
  func identity() throws {
    try harness.result(
      "createDevice",
      ["device": "source", "clock": "manual", "state": ["biometryType": "touchID", "passcode": "4711"]])
    try harness.result("useDevice", ["device": "source"])
    try app.result("useDevice", ["device": "source"])
    try add("a", "se\u{0}cret \u{1F511}")
    try app.result(
      "secItemAdd",
      [
        "class": "key", "applicationTag": "t", "valueBase64": "AP8=",
        "accessControl": ["flags": ["biometryCurrentSet"]],
      ])
    try harness.result("arm", ["responses": [["method": "nonMatchingFinger", "after": 0.1]]])
    try harness.result("lockDevice")
    _ = try harness.error("unlockDevice", ["passcode": "1"])
    try harness.result("advanceClock", ["seconds": 0.1])
    let exported = try harness.result("exportState")["state"] ?? nil
    let before = try state("source")

    try harness.result("importState", ["device": "default", "state": exported])
    #expect(try state() == before)
    #expect(try harness.result("exportState", ["device": "default"])["state"] == exported)
    try harness.result("unlockDevice", ["device": "default", "passcode": "4711"])
    #expect(try value("a") == "se\u{0}cret \u{1F511}")
    try harness.result("resetDevice", ["device": "default"])
    #expect(try state()["biometryType"] == "touchID")
    #expect(try state()["keychain"] == [:])
    #expect(try harness.result("importState", ["state": exported])["changed"] == false)
  }

  @Test("a real clock goes on from where it stood, and its wall is right wherever it is imported")
  func realClock() throws {
    try harness.result("createDevice", ["device": "real"])
    try harness.result("setClock", ["device": "real", "wallTime": 1000])
    HostClock.sleep(seconds: 0.02)
    let exported = try harness.result("exportState", ["device": "real"])["state"] ?? nil
    HostClock.sleep(seconds: 0.3)
    try harness.result("importState", ["state": exported])
    let (old, new) = (try state("real"), try state())
    func clock(_ state: JSONTree, _ name: String) -> Double {
      switch state["clock"]?[name] {
      case .number(let value): value
      case .integer(let value): Double(value)
      default: .nan
      }
    }
    #expect(clock(new, "monotonic") >= 0.02)
    #expect(clock(new, "monotonic") < clock(old, "monotonic") - 0.29)
    #expect(abs(clock(new, "wall") - clock(old, "wall")) < 0.1)
  }

  @Test(
    "what is no exported device is refused by the place where it is wrong, and changes nothing",
    arguments: [
      (#"{"format":4}"#, "state.format must be 3 or less; a newer devicesim wrote format 4"),
      (#"[]"#, "state must be an object"),
      (#"{}"#, "state must be an object with a member format"),
      (#"{"failedAttempts":true}"#, "state.lockout.failedAttempts must be an integer"),
      (#"{"unknown":1}"#, #"state must be an object without a member "unknown""#),
      (#"{"lastPrompt":9007199254740993}"#, "state.lastPrompt must be an integer from 0"),
      (#"{"keychain":{"items":{"a":[1]},"lastNumber":0}}"#, "state.keychain.items.a[0] must be an object"),
    ])
  func badImport(_ change: String, _ message: String) throws {
    let before = try harness.result("exportState")["state"] ?? nil
    var state = before
    let changes = try JSONTree(parsing: change)
    switch changes {
    case .object(let members) where members.isEmpty: state = changes
    case .object(let members):
      for (name, value) in members {
        if name == "failedAttempts" { state["lockout"]?[name] = value } else { state[name] = value }
      }
    default: state = changes
    }
    let failure = try harness.error("importState", ["state": state])
    #expect(failure.code == -32602)
    #expect(failure.message.hasPrefix(message), "\(failure.message)")
    #expect(try harness.result("exportState")["state"] == before)
  }

  @Test("a device has so many saved states and bytes of items, and no more")
  func limits() throws {
    let server = try TestServer {
      $0.limits.maxSnapshots = 2
      $0.limits.maxKeychainBytes = 2000
    }
    let client = try server.connect()
    for name in ["a", "b", "a"] { try client.result("saveSnapshot", ["name": .string(name)]) }
    let failure = try client.error("saveSnapshot", ["name": "c"])
    #expect(failure.code == -32008)
    #expect(failure.data["limit"] == 2)

    let item: JSONTree = ["class": "genericPassword", "account": "a", "value": "small"]
    try client.result("secItemAdd", item)
    let large = JSONTree.string(String(repeating: "x", count: 1500))
    let addition = try client.error(
      "secItemAdd", ["class": "genericPassword", "account": "b", "value": large])
    #expect(addition.code == -32008)
    #expect(addition.data["limit"] == 2000)
    try client.result(
      "secItemUpdate", ["query": ["class": "genericPassword"], "attributes": ["value": large]])
    #expect(try client.error("secItemAdd", ["class": "genericPassword", "account": "c"]).code == -32008)
    // Another device has room of its own, and deleting makes room.
    try client.result("createDevice", ["device": "other"])
    try client.result("secItemAdd", ["device": "other", "class": "key", "value": large])
    try client.result("secItemDelete", ["class": "genericPassword"])
    try client.result("secItemAdd", ["class": "genericPassword", "account": "b", "value": large])
  }
}
