import Platform
import Schema
import Server
import TestSupport
import Testing
import WireProtocol

/// What one client may use up, and that others do not notice.
@Suite struct LimitTests {
  /// Enough changes to make more events than the kernel and the daemon keep for one who does not read.
  private func makeNoise(_ client: TestClient, rounds: Int) throws {
    for _ in 0..<rounds {
      try client.result("lockDevice")
      try client.result("unlockDevice", ["passcode": "1234"])
    }
  }

  @Test("a subscriber that does not read loses events, is told once which, and gets what comes after")
  func subscriptionGap() throws {
    let server = try TestServer {
      $0.limits.maxOutputBytes = 200_000
      $0.limits.keptEvents = 100
    }
    let slow = try server.connect()
    try slow.result("subscribe")
    let busy = try server.connect()
    // Until a lost event shows: the log is further than what the slow one was sent.
    try makeNoise(busy, rounds: 1000)
    let position = try #require(try busy.result("ping")["seq"])
    var expected = 1
    var gaps: [JSONTree] = []
    var last: JSONTree?
    while last != position {
      let event = try slow.event()
      if event["kind"] == "subscriptionGap" {
        gaps.append(event)
        #expect(event["from"] == .integer(expected))
        last = event["to"]
        #expect(event["seq"] == last)
        if case .integer(let number)? = last { expected = number + 1 }
      } else {
        #expect(event["seq"] == .integer(expected))
        expected += 1
        last = event["seq"]
      }
    }
    #expect(gaps.count == 1)
    try busy.result("lockDevice")
    guard case .integer(let number) = position else { return }
    #expect(try slow.event()["seq"] == .integer(number + 1))
  }

  @Test("a subscriber that reads late gets what the log still holds, in order and without a gap")
  func lateReader() throws {
    let server = try TestServer {
      $0.limits.maxOutputBytes = 20_000
      $0.limits.keptEvents = 5000
    }
    let slow = try server.connect()
    try slow.result("subscribe")
    let reader = try server.connect()
    try reader.result("subscribe", ["kinds": ["deviceLocked"]])
    let busy = try server.connect()
    for _ in 0..<1000 {
      try makeNoise(busy, rounds: 1)
      #expect(try reader.event()["kind"] == "deviceLocked")
    }
    for seq in 1...2000 { #expect(try slow.event()["seq"] == .integer(seq)) }
    #expect(try slow.result("ping")["seq"] == 2000)
  }

  @Test("a subscriber that is behind is not read from: no reply overtakes an event that came before it")
  func repliesStayBehindEvents() throws {
    let server = try TestServer { $0.limits.maxOutputBytes = 2000 }
    let busy = try server.connect()
    try makeNoise(busy, rounds: 1000)
    let client = try server.connect()
    try client.send(TestClient.request("subscribe", ["since": 0], id: 1) + TestClient.request("ping", id: 2))
    #expect(try client.message()["id"] == 1)
    for seq in 1...2000 { #expect(try client.message()["params"]?["seq"] == .integer(seq)) }
    #expect(try client.message()["id"] == 2)
  }

  @Test("a client that asks much and reads nothing is no longer read from; it loses no reply")
  func unreadReplies() throws {
    let server = try TestServer { $0.limits.maxOutputBytes = 50_000 }
    let greedy = try server.connect()
    let request = TestClient.request("getState", id: 1)
    let total = 4000
    var sent = 0
    // The kernel takes some, the daemon some; then writing would wait.
    try greedy.descriptor.setNonBlocking(true)
    let bytes = Array(request.utf8)
    while sent < total {
      guard try greedy.descriptor.wait(for: .writable, until: .after(seconds: 0.3)) != [] else { break }
      try Socket.sendAll(bytes, to: greedy.descriptor)
      sent += 1
    }
    #expect(sent < total)
    #expect(try server.connect().result("ping") == ["seq": 0])
    for _ in 0..<sent { #expect(try greedy.message()["result"] != nil) }
    for _ in sent..<total {
      try greedy.send(bytes)
      #expect(try greedy.message()["result"] != nil)
    }
  }

  @Test("a client with too many open requests is not read from until some end; nothing is lost")
  func openRequests() throws {
    let server = try TestServer { $0.limits.maxOpenRequests = 3 }
    let client = try server.connect()
    for id in 1...5 {
      try client.send(TestClient.request("waitFor", ["kind": "deviceLocked"], id: .integer(id)))
    }
    try client.send(TestClient.request("ping", id: "p"))
    let other = try server.connect()
    try other.result("lockDevice")
    for id in 1...5 { #expect(try client.message()["id"] == .integer(id)) }
    #expect(try client.message()["id"] == "p")
  }

  @Test("a client with too many open requests that vanishes is closed")
  func openRequestsAndGone() throws {
    let server = try TestServer {
      $0.limits.maxOpenRequests = 3
      $0.limits.maxConnections = 2
    }
    let client = try server.connect()
    let wait: JSONTree = ["kind": "deviceLocked", "timeout": nil]
    for id in 1...9 { try client.send(TestClient.request("waitFor", wait, id: .integer(id))) }
    try server.connect().result("ping")
    client.close()
    // There is room for two again only once it is gone.
    try waitUntil {
      let clients = try (0..<2).map { _ in try server.connect() }
      return clients.allSatisfy { (try? $0.result("ping")) != nil }
    }
  }

  @Test("one more connection than the limit gets one line that says so, and the end")
  func connectionLimit() throws {
    let server = try TestServer { $0.limits.maxConnections = 2 }
    let clients = try (0..<2).map { _ in try server.connect() }
    for client in clients { try client.result("ping") }
    let tooMany = try server.connect()
    let failure = try WireFailure(try tooMany.message())
    #expect(failure.code == -32008)
    #expect(failure.data["limit"] == 2)
    #expect(try tooMany.line() == nil)
    for client in clients { try client.result("ping") }
  }

  @Test("a client with thousands of requests in line does not hold up another")
  func fairness() throws {
    let server = try TestServer(startsAtOnce: false)
    let busy = try server.connect()
    let other = try server.connect()
    // Both have sent everything before the server looks at either; each of the many makes an event.
    let change = TestClient.request("setPasscode", ["passcode": "1"], id: 1)
    let back = TestClient.request("setPasscode", ["passcode": "2"], id: 1)
    try busy.send(String(repeating: change + back, count: 600))
    try other.start("ping")
    server.start()
    guard case .integer(let position)? = try other.reply()["result"]?["seq"] else {
      throw TestFailure("no position")
    }
    #expect(position < 600)
    for _ in 0..<1200 { #expect(try busy.message()["id"] == 1) }
    #expect(try other.result("ping")["seq"] == 1200)
  }

  @Test("a thousand clients that connect, send and close harm nobody")
  func connectSendClose() throws {
    let server = try TestServer()
    for round in 0..<1000 {
      let client = try server.connect()
      try client.send(TestClient.request(round % 2 == 0 ? "lockDevice" : "unlockDevice"))
      client.close()
    }
    let client = try server.connect()
    // What was sent before the close took effect, though nobody waited for it.
    let end = try client.result("waitFor", ["kind": "deviceLocked", "since": 0])
    #expect(end["seq"] == 1)
  }

  @Test("a request of a client that closes at once takes effect exactly once")
  func requestThenClose() throws {
    let server = try TestServer()
    let watcher = try server.connect()
    try watcher.result("subscribe")
    let client = try server.connect()
    try client.send(TestClient.request("lockDevice", id: 1) + TestClient.request("ping", id: 2))
    client.close()
    #expect(try watcher.event()["kind"] == "deviceLocked")
    #expect(try watcher.result("ping")["seq"] == 1)
  }

  @Test("after the end of its input a client still gets the replies it waits for, and its events")
  func halfClosed() throws {
    let server = try TestServer()
    let app = try server.connect()
    try app.send(TestClient.request("evaluatePolicy", ["policy": "owner", "reason": "r"], id: 1))
    app.finishWriting()
    let watcher = try server.connect()
    try watcher.send(TestClient.request("subscribe", ["kinds": ["promptDismissed"]], id: 1))
    watcher.finishWriting()
    #expect(try watcher.message()["id"] == 1)
    try server.connect().result("match", ["whenPrompted": true])
    #expect(try app.message()["result"]?["method"] == "biometry")
    #expect(try app.line() == nil)
    #expect(try watcher.event()["outcome"] == "succeeded")
  }

  @Test("a client that only notified and ended its input is not waited for")
  func halfClosedNotification() throws {
    let server = try TestServer()
    let app = try server.connect()
    try app.send(TestClient.request("evaluatePolicy", ["policy": "owner", "reason": "r"]))
    app.finishWriting()
    #expect(try app.line() == nil)
    #expect(try server.connect().result("getState")["prompt"] == .some(.null))
  }

  // MARK: The longest line that the daemon sends

  private func add(_ client: TestClient, _ account: String, _ value: String) throws {
    try client.result(
      "secItemAdd", ["class": "genericPassword", "account": .string(account), "value": .string(value)])
  }

  @Test("C77: a reply longer than the limit becomes an error, and nothing is half sent")
  func longReplies() throws {
    let limit = 4096
    let server = try TestServer { $0.limits.maxReplyBytes = limit }
    let client = try server.connect()
    // The id is echoed, so that its length decides to the byte.
    let empty = Array(#"{"jsonrpc":"2.0","id":"","result":{"seq":0}}"#.utf8).count
    let id = String(repeating: "i", count: limit - empty)
    try client.send(TestClient.request("ping", id: .string(id)))
    #expect(try client.line()?.utf8.count == limit)
    try client.send(TestClient.request("ping", id: .string("\(id)i")))
    let reply = try client.message()
    // Not even the error has room for that id.
    #expect(reply["id"] == .some(.null))
    let failure = try WireFailure(reply)
    #expect(failure.code == -32008)
    #expect(failure.data["limit"] == .integer(limit))
    #expect(failure.message.contains("\(limit)"))
    #expect(failure.message.contains("maxReplyBytes"))
    #expect(failure.message.contains("with limit"))

    for account in ["a", "b", "c"] { try add(client, account, String(repeating: "v", count: 1500)) }
    let query: JSONTree = ["class": "genericPassword", "returnData": true, "limit": "all"]
    for (method, params) in [("secItemCopyMatching", query), ("exportState", [:]), ("rpc.discover", [:])] {
      #expect(try client.error(method, params).data["limit"] == .integer(limit))
    }
    // As the error says.
    let fewer: JSONTree = ["class": "genericPassword", "returnData": true, "limit": 2]
    #expect(try client.result("secItemCopyMatching", fewer)["items"]?[1]?["value"] != nil)
    try client.result("ping")
  }

  @Test("a member of a batch whose reply has no room gets the error, and the others their replies")
  func longBatches() throws {
    let limit = 65_536
    let server = try TestServer { $0.limits.maxBatchBytes = limit }
    let client = try server.connect()
    for account in ["a", "b", "c"] { try add(client, account, String(repeating: "v", count: 28_000)) }
    func request(_ id: Int, _ method: String) -> String {
      #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)"}"#
    }
    let one =
      #"{"jsonrpc":"2.0","id":2,"method":"secItemCopyMatching","params":{"class":"genericPassword","#
      + #""returnData":true,"limit":1}}"#
    try client.send("[\(request(1, "ping")),\(one),\(request(3, "exportState")),\(request(4, "ping"))]\n")
    let line = try #require(try client.line())
    #expect(line.utf8.count <= limit)
    let replies = try JSONTree(parsing: line)
    #expect((0..<4).map { replies[$0]?["id"] } == [1, 2, 3, 4])
    #expect(replies[1]?["result"]?["items"]?[0] != nil)
    #expect(try WireFailure(try #require(replies[2])).data["limit"] == .integer(limit))
    #expect(replies[3]?["result"] != nil)

    // Too many for anything.
    try client.send("[" + (1...65).map { request($0, "lockDevice") }.joined(separator: ",") + "]\n")
    let refusal = try client.message()
    #expect(refusal["id"] == .some(.null))
    #expect(try WireFailure(refusal).data["limit"] == .integer(limit))
    #expect(try client.result("getState")["deviceLocked"] == false)
    // The most there can be, all of them with long replies.
    try client.send("[" + (1...64).map { request($0, "rpc.discover") }.joined(separator: ",") + "]\n")
    let full = try #require(try client.line())
    #expect(full.utf8.count <= limit)
    let errors = try JSONTree(parsing: full)
    for index in 0..<64 { #expect(try WireFailure(try #require(errors[index])).code == -32008) }
  }

  @Test("an event that is too long is a gap for its subscribers, and others come")
  func longEvents() throws {
    let server = try TestServer { $0.limits.maxReplyBytes = 4096 }
    let watcher = try server.connect()
    try watcher.result("subscribe", ["kinds": ["promptShown", "promptDismissed"]])
    let app = try server.connect()
    let reason = String(repeating: "r", count: 5000)
    try app.start("evaluatePolicy", ["policy": "biometrics", "reason": .string(reason)])
    let gap = try watcher.event()
    #expect(gap["kind"] == "subscriptionGap")
    #expect(gap["from"] == gap["to"])
    #expect(gap["from"] == gap["seq"])
    // A wait for it is answered with the error.
    #expect(try server.connect().error("waitFor", ["kind": "promptShown"]).data["limit"] == 4096)
    let next = try server.connect()
    try next.start("evaluatePolicy", ["policy": "biometrics", "reason": "r"])
    var kinds: [JSONTree?] = []
    while kinds.last != "promptShown" { kinds.append(try watcher.event()["kind"]) }
  }

  @Test(
    "an export of a full keychain has room in the longest line, whatever is in it",
    arguments: ["\u{1}", "x", "é", "\"", ""])
  func fullKeychain(_ text: String) throws {
    let room = 1 << 16
    let server = try TestServer { $0.limits.maxKeychainBytes = room }
    let client = try server.connect()
    func exportedBytes() throws -> Int {
      try client.start("exportState")
      return try #require(try client.line()).utf8.count
    }
    let base = try exportedBytes()
    var count = 0
    let value = String(repeating: text, count: 2000)
    while true {
      let params: JSONTree = [
        "class": "genericPassword", "account": .string("\(text)\(count)"), "value": .string(value),
      ]
      let reply = try client.call("secItemAdd", params)
      if reply["error"] != nil {
        #expect(try WireFailure(reply).data["limit"] == .integer(room))
        break
      }
      count += 1
    }
    let export = try exportedBytes() - base
    let limits = ServerLimits()
    #expect(export > room / 4)
    #expect(export / room < limits.maxReplyBytes / limits.maxKeychainBytes - 1, "\(export) of \(room)")
  }
}
