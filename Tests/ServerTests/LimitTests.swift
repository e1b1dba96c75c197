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
    let server = try TestServer { $0.limits.maxOutputBytes = 200_000 }
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

  @Test("a subscriber that never reads is closed after a second bound, and only it")
  func secondBound() throws {
    let server = try TestServer { $0.limits.maxOutputBytes = 20_000 }
    let slow = try server.connect()
    try slow.result("subscribe")
    let reader = try server.connect()
    try reader.result("subscribe", ["kinds": ["deviceLocked"]])
    let busy = try server.connect()
    for _ in 0..<1000 {
      try makeNoise(busy, rounds: 1)
      #expect(try reader.event()["kind"] == "deviceLocked")
    }
    var count = 0
    while try slow.line() != nil { count += 1 }
    #expect(count < 2000)
    #expect(try reader.result("ping")["seq"] == 2000)
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
}
