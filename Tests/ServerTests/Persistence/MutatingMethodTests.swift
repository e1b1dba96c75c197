import JSON
import Platform
import TestSupport
import Testing
import WireProtocol

/// Every method that changes something, made from the method table: what it did is there again after a kill.
@Suite(.enabled(if: TestDaemon.program != nil, "devicesimd is not built"))
struct MutatingMethodTests {
  /// The methods whose example asks for a change.
  private static let names: [String] = MethodTable.all.filter { method in
    let action = try? withJSON(Array(method.example.parameters.utf8)) { try method.call($0).action }
    if case .change? = action { return true }
    return false
  }.map(\.name)

  @Test("a change is found again after the daemon was killed", arguments: names)
  func found(_ name: String) throws {
    let kept = try KeptDaemon()
    let exercise = try Exercise(name, on: kept)
    #expect(try exercise.run(), "\(name) could not be exercised: \(exercise.lastError)")
    let journal = String(decoding: try FileSystem.read(kept.journal), as: UTF8.self)
    #expect(journal.contains("\"method\":\"\(name)\""), "the journal has no \(name)")
    let before = try everything(kept.connect())
    // Twice: from the journal, and from the snapshot file that it was folded into.
    for _ in 0..<2 {
      try kept.restart()
      #expect(try everything(kept.connect()) == before, "\(name) is not found again")
    }
  }

  @Test("the methods that change something are those that are no queries and concern no connection")
  func classification() {
    let others = Set(MethodTable.all.map(\.name)).subtracting(Self.names)
    #expect(
      others == [
        "ping", "getServerInfo", "rpc.discover", "useDevice", "cancelRequest", "shutdown", "listDevices",
        "getState", "exportState", "listSnapshots", "listKeychainItems", "subscribe", "unsubscribe",
        "waitFor",
        "getEvents",
      ])
  }

  /// Everything that is kept, but the log's position.
  private func everything(_ client: TestClient) throws -> [String: JSONTree?] {
    let listed = try client.result("listDevices")["devices"] ?? .null
    guard case .array(let devices) = listed else { throw TestFailure("no devices") }
    var found: [String: JSONTree?] = ["devices": listed]
    for device in devices {
      guard case .string(let name)? = device["device"] else { continue }
      found["state of \(name)"] = try client.export(name)
      let snapshots = try client.result("listSnapshots", ["device": .string(name)])
      found["snapshots of \(name)"] = snapshots["snapshots"]
    }
    return found
  }
}

/// The example of a method, called on a daemon where what it needs is prepared, as its errors ask for it.
private final class Exercise {
  private let name: String
  private let params: JSONTree
  private let device: JSONTree
  private let app: TestClient
  private let harness: TestClient
  private(set) var lastError = ""
  private var preparedPrompts = 0
  private var sensor: JSONTree?

  init(_ name: String, on daemon: KeptDaemon) throws {
    self.name = name
    let method = try #require(MethodTable.find(name))
    params = try JSONTree(parsing: method.example.parameters)
    device = params["device"] ?? "default"
    app = try daemon.connect()
    harness = try daemon.connect()
  }

  /// Calls the method until it succeeds; `false`: nothing helps.
  func run() throws -> Bool {
    for _ in 0..<12 {
      let reply = try call()
      if reply["result"] != nil { return true }
      let failure = try WireFailure(reply)
      lastError = "\(failure)"
      guard try prepare(for: failure) else { return false }
    }
    return false
  }

  private func call() throws -> JSONTree {
    let id = try app.start(name, params)
    try app.send(TestClient.request("ping", id: "ping"))
    var reply = try app.reply()
    // A prompt came up, and somebody has to answer it.
    if reply["id"] == "ping" {
      try harness.result("match", ["device": device])
      return try app.reply()
    }
    while true {
      let next = try app.reply()
      if next["id"] == "ping" { return reply }
      if next["id"] == id { reply = next }
    }
  }

  /// Does what an error asks for; `false`: nobody knows what.
  private func prepare(for failure: WireFailure) throws -> Bool {
    switch failure.name {
    case "unknownDevice": try harness.result("createDevice", ["device": device, "clock": "manual"])
    case "unknownSnapshot":
      try harness.result("saveSnapshot", ["device": device, "name": failure.data["snapshot"] ?? .null])
      try harness.result("setState", ["device": device, "failedAttempts": 2])
    case "unknownContext": try app.result("createContext", ["device": device])
    case "itemNotFound":
      let query = params["query"] ?? params
      var item: [String: JSONTree] = ["device": device, "class": query["class"] ?? "key", "value": "v"]
      item["account"] = query["account"]
      item["applicationTag"] = query["applicationTag"]
      if name == "secKeyUse" { item["keyClass"] = "private" }
      try app.result("secItemAdd", .object(item))
    // An app that is needed does not run.
    case "refused": try harness.result("launchApp", ["device": device, "app": params["app"] ?? .null])
    case "wrongModality":
      let sensors: [String: JSONTree] = ["finger": "touchID", "face": "faceID", "eyes": "opticID"]
      guard case .string(let scanned)? = failure.data["scanned"] else { return false }
      sensor = sensors[scanned]
      try harness.result("setState", ["device": device, "biometryType": sensor ?? .null])
    case "notDelivered", "noSuchControl": return try showNextPrompt()
    default: return false
    }
    return true
  }

  /// Brings up one prompt after the other until there is none left to try.
  private func showNextPrompt() throws -> Bool {
    try harness.result("resetDevice", ["device": device])
    if let sensor { try harness.result("setState", ["device": device, "biometryType": sensor]) }
    let prompts: [(policy: JSONTree, before: [(String, JSONTree)], after: [String])] = [
      ("biometrics", [], []), ("owner", [], ["nonMatch"]),
      ("owner", [], ["nonMatch", "tapTryAgain", "nonMatch"]),
      ("owner", [], ["nonMatch", "tapTryAgain", "nonMatch", "tapFallback"]),
      ("biometrics", [("setApp", ["app": "com.example.app", "permission": "notDetermined"])], []),
      ("companion", [("setState", ["companion": ["near": true]])], []),
      // The pane for an application password, which no policy asks for.
      (nil, [], []),
    ]
    guard preparedPrompts < prompts.count else { return false }
    let prompt = prompts[preparedPrompts]
    preparedPrompts += 1
    for (method, var params) in prompt.before {
      params["device"] = device
      try harness.result(method, params)
    }
    if prompt.policy == .null {
      let control: JSONTree = ["flags": ["applicationPassword"]]
      try app.start(
        "evaluateAccessControl",
        ["device": device, "accessControl": control, "operation": "useItem", "reason": "r"])
    } else {
      try app.start("evaluatePolicy", ["device": device, "policy": prompt.policy, "reason": "r"])
    }
    try harness.result("waitFor", ["kind": "promptShown", "device": device])
    for method in prompt.after { _ = try harness.call(method, ["device": device]) }
    return true
  }
}
