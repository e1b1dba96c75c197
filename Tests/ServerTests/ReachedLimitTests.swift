import Platform
import Schema
import TestSupport
import Testing
import WireProtocol

/// Every limit that `getServerInfo` names: a client reaches it, and another one does not notice.
@Suite(.enabled(if: TestDaemon.program != nil, "devicesimd is not built"))
struct ReachedLimitTests {
  @Test("the limits in getServerInfo are the flags, and without those as documented")
  func defaults() throws {
    let documented: JSONTree = [
      "maxLineBytes": 1_048_576, "maxDepth": 128, "maxOutputBytes": 8_388_608, "maxConnections": 10_000,
      "maxOpenRequests": 1024, "maxDevices": 65_536, "maxSnapshots": 1000, "maxKeychainBytes": 67_108_864,
      "maxArmedResponses": 10_000, "keptEvents": 10_000, "keptEventBytes": 16_777_216,
      "maxReplyBytes": 536_870_912, "maxBatchBytes": 4_194_304, "maxMemory": 134_217_728,
      "maxAppConnections": 5000,
      "maxNameBytes": 255, "maxCaptionBytes": 65_536, "maxIDBytes": 4096, "maxListEntries": 1000,
      "maxStandingResponses": 100, "maxBoundItems": 20_000, "maxChangedItems": 10_000, "maxApps": 100_000,
      "maxContexts": 20_000, "maxConnectionContexts": 1000,
    ]
    var limits = try TestDaemon.start(in: try TemporaryFolder()).connect().result("getServerInfo")["limits"]
    guard case .integer(let connections)? = limits?["maxConnections"] else { throw TestFailure("no limits") }
    // Fewer where the process may not open so many files.
    #expect((1...10_000).contains(connections))
    limits?["maxConnections"] = 10_000
    limits?["maxAppConnections"] = 5000
    #expect(limits == documented)

    let program = try #require(TestDaemon.program)
    let text = try ChildProcess.output(
      of: ChildProcess.Configuration(program: program, arguments: ["--help"]))
    let lines = text.split(separator: "\n").map { String($0.drop { $0 == " " }) }
    let flags = lines.filter { $0.hasPrefix("--max-") || $0.hasPrefix("--kept-") }
    // When the journal is folded up is no limit of a client's.
    let expected = ServerLimits.all.compactMap(\.option) + ["--max-journal-bytes"]
    #expect(Set(flags) == Set(expected.map { "\($0) N" }))
    for limit in ServerLimits.all {
      guard let flag = limit.option, let index = lines.firstIndex(of: "\(flag) N") else { continue }
      #expect(lines[index + 1].hasSuffix("(default: \(limit.standard))"), "\(flag)")
    }
  }

  @Test(
    "a client that reaches a limit is told so or waits, and another is served meanwhile",
    arguments: ServerLimits.all.map(\.name))
  func reached(_ name: String) throws {
    let limits = [
      "maxLineBytes": 1000, "maxReplyBytes": 1 << 20, "maxOutputBytes": 20_000, "maxKeychainBytes": 2000,
      "maxBatchBytes": 1 << 16, "maxMemory": 1 << 20, "keptEventBytes": 1024,
    ]
    let limit = limits[name] ?? 4
    let flag = ServerLimits.all.first { $0.name == name }?.option
    let arguments = flag.map { [$0, "\(limit)"] } ?? []
    let folder = try TemporaryFolder()
    let appSocket = folder.file("app.sock")
    let daemon = try TestDaemon.start(
      in: folder, arguments + ["--clock", "manual", "--app-socket", appSocket])
    let other = try daemon.connect()
    if !arguments.isEmpty {
      #expect(try other.result("getServerInfo")["limits"]?[name] == .integer(limit))
    }
    let greedy = try daemon.connect()
    var seconds = 0
    func serveOther() throws {
      seconds += 1
      try other.result("advanceClock", ["seconds": 1])
      #expect(try other.result("getState")["clock"]?["monotonic"] == .integer(seconds))
    }
    func expectExcess(_ failure: WireFailure, _ code: Int = -32008) {
      #expect(failure.code == code, "\(failure)")
      #expect(failure.data["limit"] == .integer(limit), "\(failure)")
    }
    try serveOther()
    switch name {
    case "maxLineBytes":
      let ping = String(TestClient.request("ping", id: 1).dropLast())
      try greedy.send(ping + String(repeating: " ", count: limit - ping.utf8.count) + "\n")
      #expect(try greedy.message()["result"] != nil)
      // One byte more, and no end in sight.
      try greedy.send(ping + String(repeating: " ", count: limit + 1 - ping.utf8.count))
      expectExcess(try WireFailure(try greedy.message()), -32013)
      try serveOther()
      for _ in 0..<100 { try greedy.send(String(repeating: "x", count: 10_000)) }
      try serveOther()
      try greedy.send("\n")
    case "maxDepth":
      func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "\n"
      }
      // A batch of one, which is no request.
      try greedy.send(nested(128))
      #expect(try WireFailure(try greedy.message()[0] ?? nil).name == "invalidRequest")
      try greedy.send(nested(129))
      #expect(try WireFailure(try greedy.message()).name == "parseError")
    case "maxNameBytes", "maxCaptionBytes", "maxListEntries":
      let requests: [String: (method: String, params: (Int) -> JSONTree)] = [
        "maxNameBytes": ("installApp", { ["app": .string(String(repeating: "x", count: 255 + $0))] }),
        "maxCaptionBytes": (
          "createContext", { ["reason": .string(String(repeating: "x", count: 65_536 + $0))] }
        ),
        "maxListEntries": (
          "arm", { ["responses": .array(Array(repeating: ["method": "match"], count: 1000 + $0))] }
        ),
      ]
      let request = try #require(requests[name])
      try greedy.result(request.method, request.params(0))
      #expect(try greedy.error(request.method, request.params(1)).name == "invalidParams")
    case "maxIDBytes":
      for (count, code) in [(4096, nil), (4097, -32600)] as [(Int, Int?)] {
        let id = JSONTree.string(String(repeating: "x", count: count - 2))
        try greedy.send(TestClient.request("ping", id: id))
        #expect(try greedy.message()["error"]?["code"] == code.map(JSONTree.integer))
      }
    case "maxReplyBytes":
      let value = JSONTree.string(String(repeating: "x", count: 400_000))
      for account in ["a", "b", "c"] {
        try greedy.result(
          "secItemAdd", ["class": "genericPassword", "account": .string(account), "value": value])
      }
      expectExcess(try greedy.error("exportState"))
      try serveOther()
      let query: JSONTree = ["class": "genericPassword", "returnData": true]
      #expect(try greedy.result("secItemCopyMatching", query)["items"]?[0]?["value"] == value)
      #expect(try greedy.result("rpc.discover")["methods"] != nil)
    case "maxBatchBytes":
      let reading: [JSONTree] = (1...60).map {
        ["jsonrpc": "2.0", "id": .integer($0), "method": .string($0 % 2 == 0 ? "rpc.discover" : "getState")]
      }
      try greedy.send(JSONTree.array(reading).bytes + [0x0A])
      let replies = try greedy.message()
      #expect(replies.bytes.count <= limit)
      #expect(replies[0]?["result"] != nil)
      expectExcess(try WireFailure(try #require(replies[1])))
      let many: [JSONTree] = (1...100).map { ["jsonrpc": "2.0", "id": .integer($0), "method": "lockDevice"] }
      try greedy.send(JSONTree.array(many).bytes + [0x0A])
      expectExcess(try WireFailure(try greedy.message()))
      #expect(try greedy.result("getState")["deviceLocked"] == false)
    case "maxMemory":
      let value = JSONTree.string(String(repeating: "x", count: 400_000))
      for account in ["a", "b", "c"] {
        try greedy.result(
          "secItemAdd", ["class": "genericPassword", "account": .string(account), "value": value])
      }
      expectExcess(try greedy.error("exportState"))
      let query: JSONTree = ["class": "genericPassword", "returnData": true]
      #expect(try greedy.result("secItemCopyMatching", query)["items"]?[0]?["value"] == value)
      // The beginnings of many long lines.
      let more = try (0..<3).map { _ in try daemon.connect() }
      for client in more { try client.send(String(repeating: "x", count: 900_000)) }
      try serveOther()
      expectExcess(try WireFailure(try more[2].message()))
    case "maxAppConnections":
      func connectApp() throws -> TestClient { try daemon.connect(to: appSocket) }
      let apps = try (0..<limit).map { _ in try connectApp() }
      for app in apps { try app.result("canEvaluatePolicy", ["policy": "biometrics"]) }
      let refused = try connectApp()
      expectExcess(try WireFailure(try refused.message()))
      #expect(try refused.line() == nil)
      // The harness has its own.
      try daemon.connect().result("ping")
      apps[0].close()
      try waitUntil { (try? connectApp().result("canEvaluatePolicy", ["policy": "biometrics"])) != nil }
    case "maxOutputBytes":
      try greedy.descriptor.setNonBlocking(true)
      let request = Array(TestClient.request("rpc.discover", id: 1).utf8)
      var sent = 0
      while try greedy.descriptor.wait(for: .writable, until: .after(seconds: 0.3)) != [] {
        try Socket.sendAll(request, to: greedy.descriptor)
        sent += 1
      }
      // The daemon holds a few of the many replies, and has not looked at the other requests.
      let status = try FileSystem.read("/proc/\(daemon.process.id)/statm")
      let pages = String(decoding: status, as: UTF8.self).split(separator: " ")[1]
      #expect(Int(pages) ?? .max < 50_000)
      try serveOther()
      for _ in 0..<sent { #expect(try greedy.message()["result"] != nil) }
    case "maxConnections":
      let more = try (0..<(limit - 2)).map { _ in try daemon.connect() }
      for client in more { try client.result("ping") }
      let refused = try daemon.connect()
      expectExcess(try WireFailure(try refused.message()))
      #expect(try refused.line() == nil)
      try serveOther()
      more[0].close()
      try waitUntil { (try? daemon.connect().result("ping")) != nil }
    case "maxOpenRequests":
      for id in 1...limit {
        try greedy.send(TestClient.request("waitFor", ["kind": "deviceLocked"], id: .integer(id)))
      }
      try greedy.send(TestClient.request("ping", id: "p"))
      try serveOther()
      #expect(try greedy.descriptor.wait(for: .readable, until: .after(seconds: 0.1)) == [])
      try other.result("lockDevice")
      for id in 1...limit { #expect(try greedy.message()["id"] == .integer(id)) }
      #expect(try greedy.message()["id"] == "p")
    case "maxDevices":
      for number in 2...limit { try greedy.result("createDevice", ["device": .string("d\(number)")]) }
      expectExcess(try greedy.error("createDevice", ["device": "more"]))
      expectExcess(try greedy.error("cloneDevice", ["as": "more"]))
      expectExcess(try other.error("createDevice", ["device": "more", "ephemeral": true]))
      try serveOther()
      try other.result("deleteDevice", ["device": "d2"])
      try greedy.result("createDevice", ["device": "more"])
    case "maxSnapshots":
      for number in 1...limit { try greedy.result("saveSnapshot", ["name": .string("s\(number)")]) }
      expectExcess(try greedy.error("saveSnapshot", ["name": "more"]))
      try greedy.result("saveSnapshot", ["name": "s1"])
      try serveOther()
      // Each device has as many.
      try other.result("createDevice", ["device": "d"])
      try other.result("saveSnapshot", ["device": "d", "name": "s1"])
    case "maxKeychainBytes":
      func item(_ account: String, _ count: Int) -> JSONTree {
        let value = JSONTree.string(String(repeating: "x", count: count))
        return ["class": "genericPassword", "account": .string(account), "value": value]
      }
      try greedy.result("secItemAdd", item("a", 1500))
      expectExcess(try greedy.error("secItemAdd", item("b", 1500)))
      try serveOther()
      try other.result("createDevice", ["device": "d"])
      try other.result("secItemAdd", ["device": "d", "class": "key", "value": "v"])
    case "maxBoundItems":
      func item(_ number: Int) -> JSONTree {
        [
          "class": "genericPassword", "account": .string("\(number)"), "value": "v",
          "accessible": "whenPasscodeSetThisDeviceOnly",
        ]
      }
      try greedy.result("secItemAdd", ["class": "genericPassword", "account": "free", "value": "v"])
      for number in 1...limit { try greedy.result("secItemAdd", item(number)) }
      expectExcess(try greedy.error("secItemAdd", item(limit + 1)))
      let binding: JSONTree = ["accessible": "whenPasscodeSetThisDeviceOnly"]
      let free: JSONTree = ["class": "genericPassword", "account": "free"]
      expectExcess(try greedy.error("secItemUpdate", ["query": free, "attributes": binding]))
      try serveOther()
      try greedy.result("secItemDelete", ["class": "genericPassword", "account": "1"])
      try greedy.result("secItemUpdate", ["query": free, "attributes": binding])
    case "maxChangedItems":
      for number in 0...limit {
        try greedy.result(
          "secItemAdd", ["class": "genericPassword", "account": .string("\(number)"), "value": "v"])
      }
      let all: JSONTree = ["class": "genericPassword"]
      expectExcess(try greedy.error("secItemDelete", all))
      expectExcess(try greedy.error("secItemUpdate", ["query": all, "attributes": ["label": "l"]]))
      try serveOther()
      try greedy.result("secItemDelete", ["class": "genericPassword", "account": "0"])
      #expect(
        try greedy.result("secItemUpdate", ["query": all, "attributes": ["label": "l"]])["updated"]
          == .integer(limit))
      #expect(try greedy.result("secItemDelete", all)["deleted"] == .integer(limit))
    case "maxArmedResponses":
      let responses = JSONTree.array(Array(repeating: ["method": "match"], count: limit))
      try greedy.result("arm", ["responses": responses])
      expectExcess(try greedy.error("arm", ["responses": [["method": "match"]]]))
      try serveOther()
      try other.result("createDevice", ["device": "d"])
      try other.result("arm", ["device": "d", "responses": responses])
      try greedy.start("evaluatePolicy", ["policy": "biometrics", "reason": "r"])
      #expect(try greedy.reply()["result"]?["method"] == "biometry")
      // One was used up.
      try greedy.result("arm", ["responses": [["method": "match"]]])
    case "keptEventBytes":
      for _ in 0..<10 {
        try greedy.result("lockDevice")
        try greedy.result("unlockDevice", ["passcode": "1234"])
      }
      #expect(try greedy.error("getEvents", ["since": 0]).name == "limitExceeded")
      try serveOther()
      let kept = try other.result("getEvents")["events"]
      #expect(kept?[1] != nil)
      #expect(kept?[9] == nil)
    case "maxStandingResponses":
      func standing(_ count: Int) -> JSONTree {
        ["responses": .array(Array(repeating: ["method": "match"], count: count)), "standing": true]
      }
      try greedy.result("arm", standing(limit))
      expectExcess(try greedy.error("arm", standing(1)))
      try greedy.result("arm", ["responses": [["method": "match"]]])
      try serveOther()
      try greedy.result("disarm")
      try greedy.result("arm", standing(1))
    case "maxApps":
      for number in 1...limit { try greedy.result("installApp", ["app": .string("a\(number)")]) }
      expectExcess(try greedy.error("installApp", ["app": "more"]))
      expectExcess(try greedy.error("setApp", ["app": "more", "permission": "denied"]))
      expectExcess(try greedy.error("launchApp", ["app": "more"]))
      expectExcess(try greedy.error("createContext", ["app": "more"]))
      try greedy.result("launchApp", ["app": "a1"])
      try serveOther()
      // Each device has as many, and a reset forgets them.
      try other.result("createDevice", ["device": "d"])
      try other.result("launchApp", ["device": "d", "app": "more"])
      try other.result("resetDevice")
      seconds = 0
      try greedy.result("launchApp", ["app": "more"])
    case "maxConnectionContexts":
      for _ in 1...limit { try greedy.result("createContext") }
      expectExcess(try greedy.error("createContext"))
      try serveOther()
      try other.result("createContext")
      // What is invalidated gives way.
      try greedy.result("invalidateContext", ["context": "c2"])
      let use: JSONTree = ["policy": "biometrics", "reason": "r", "context": "c2"]
      #expect(try greedy.error("evaluatePolicy", use).name == "invalidContext")
      try greedy.result("createContext")
      #expect(try greedy.error("evaluatePolicy", use).name == "unknownContext")
      expectExcess(try greedy.error("createContext"))
    case "maxContexts":
      for _ in 1...limit { try greedy.result("createContext") }
      expectExcess(try greedy.error("createContext"))
      expectExcess(try other.error("createContext"))
      try serveOther()
      try greedy.result("invalidateContext", ["context": "c2"])
      try other.result("createContext")
      expectExcess(try other.error("createContext"))
    case "keptEvents":
      let start = try greedy.result("ping")["seq"] ?? nil
      for _ in 0..<3 {
        try greedy.result("lockDevice")
        try greedy.result("unlockDevice", ["passcode": "1234"])
      }
      expectExcess(try greedy.error("getEvents", ["since": start]))
      try serveOther()
      let kept = try other.result("getEvents")["events"]
      #expect(kept?[limit - 1] != nil)
      #expect(kept?[limit] == nil)
    default: Issue.record("nothing reaches \(name)")
    }
    try serveOther()
    try greedy.result("ping")
  }

  @Test("a batch ends where its replies, or its requests that wait, are too many; each is answered")
  func batches() throws {
    let daemon = try TestDaemon.start(
      in: try TemporaryFolder(), ["--max-batch-bytes", "1100000", "--max-open-requests", "3"])
    let other = try daemon.connect()
    let greedy = try daemon.connect()
    /// Sends many requests in one line, and returns the errors among the replies.
    func send(_ method: String, _ params: JSONTree, _ count: Int, whileWaiting: () throws -> Void) throws
      -> [WireFailure]
    {
      let requests: [JSONTree] = (0..<count).map {
        ["jsonrpc": "2.0", "id": .integer($0), "method": .string(method), "params": params]
      }
      try greedy.send(JSONTree.array(requests).bytes + [0x0A])
      try whileWaiting()
      guard case .array(let replies) = try greedy.message(within: 60) else { throw TestFailure("no array") }
      #expect(replies.map { $0["id"] } == (0..<count).map { .integer($0) })
      return try replies.filter { $0["error"] != nil }.map(WireFailure.init)
    }
    let long = try send("rpc.discover", [:], 2000) { try other.result("ping") }
    #expect((1900..<2000).contains(long.count))
    #expect(long.allSatisfy { $0.code == -32008 && $0.data["limit"] == 1_100_000 })
    let waiting = try send("waitFor", ["kind": "deviceLocked"], 100) { try other.result("lockDevice") }
    // The lock comes in between, and those after it find what they wait for.
    #expect((1...97).contains(waiting.count))
    #expect(waiting.allSatisfy { $0.code == -32008 && $0.data["limit"] == 3 })
    try greedy.result("ping")
  }

  @Test("a journal is folded when it reaches its limit, again and again, while others are served")
  func journal() throws {
    let kept = try KeptDaemon(["--max-journal-bytes", "20000"])
    let busy = try kept.connect()
    let other = try kept.connect()
    for _ in 0..<50 {
      try busy.send(
        String(repeating: TestClient.request("advanceClock", ["seconds": 1], id: 1), count: 100))
      try other.result("ping")
      for _ in 0..<100 { #expect(try busy.message()["result"] != nil) }
      // What comes while it is folded stays.
      try waitUntil { (try FileSystem.status(of: kept.journal)?.size ?? .max) < 20_000 }
    }
    try kept.restart()
    #expect(try kept.connect().result("getState")["clock"]?["monotonic"] == 5000)
  }
}
