import DeviceModel
import JSON
import Platform
import Schema
import TestSupport
import Testing
import WireProtocol

@testable import Server

/// Nobody waits for one client.
@Suite struct TurnTests {
  private static func batch(of count: Int, _ method: String, _ params: JSONTree = [:]) -> [UInt8] {
    let requests = (0..<count).map { number -> JSONTree in
      ["jsonrpc": "2.0", "id": .integer(number), "method": .string(method), "params": params]
    }
    return JSONTree.array(requests).bytes + [0x0A]
  }

  @Test("another client is served in the middle of a batch, and the batch is answered whole and in order")
  func batchYields() throws {
    let server = try TestServer { $0.limits.maxBatchBytes = 64 << 20 }
    let (greedy, other) = (try server.connect(), try server.connect())
    try greedy.send(Self.batch(of: 1000, "getState"))
    try other.result("ping")
    #expect(try greedy.descriptor.wait(for: .readable, until: .after(seconds: 0)) == [])
    let replies = try greedy.message(within: 60)
    for number in 0..<1000 { #expect(replies[number]?["id"] == .integer(number)) }
  }

  @Test("a long reply is written beside the loop; the requests behind it wait for it, others do not")
  func longReplyKeepsOrder() throws {
    let server = try TestServer()
    let (greedy, other) = (try server.connect(), try server.connect())
    let value = JSONTree.string(String(repeating: "\u{1}", count: 30_000))
    for number in 0..<8 {
      try greedy.result(
        "secItemAdd", ["class": "genericPassword", "account": .string("a\(number)"), "value": value])
    }
    try greedy.send(TestClient.request("exportState", id: 1) + TestClient.request("ping", id: 2))
    try other.result("ping")
    #expect(try greedy.descriptor.wait(for: .readable, until: .after(seconds: 0)) == [])
    #expect(try greedy.message(within: 60)["id"] == 1)
    #expect(try greedy.message()["id"] == 2)
  }

  @Test("a long reply of a connection that is gone is dropped, and the daemon can stop meanwhile")
  func longReplyOfTheGone() throws {
    let server = try TestServer { $0.flushTime = Nanoseconds(seconds: 60) }
    let greedy = try server.connect()
    let value = JSONTree.string(String(repeating: "x", count: 100_000))
    for number in 0..<5 {
      try greedy.result(
        "secItemAdd", ["class": "genericPassword", "account": .string("a\(number)"), "value": value])
    }
    try greedy.send(TestClient.request("exportState", id: 1))
    greedy.close()
    let last = try server.connect()
    try last.send(TestClient.request("exportState", id: 1) + TestClient.request("shutdown", id: 2))
    #expect(try last.message(within: 60)["id"] == 1)
    #expect(try last.message()["id"] == 2)
  }

  @Test("a batch with a long reply in the middle is answered in order")
  func longReplyInBatch() throws {
    let server = try TestServer()
    let client = try server.connect()
    let value = JSONTree.string(String(repeating: "x", count: 200_000))
    try client.result("secItemAdd", ["class": "genericPassword", "account": "a", "value": value])
    let requests = ["ping", "exportState", "lockDevice", "ping"].enumerated().map { id, method -> JSONTree in
      ["jsonrpc": "2.0", "id": .integer(id), "method": .string(method)]
    }
    try client.send(JSONTree.array(requests).bytes + [0x0A])
    let replies = try client.message()
    for id in 0..<4 { #expect(replies[id]?["id"] == .integer(id)) }
    #expect(replies[1]?["result"]?["state"] != nil)
    #expect(replies[2]?["result"]?["changed"] == true)
  }
}

@Suite struct OutputBufferTests {
  @Test("what was made here and elsewhere leaves in its order, however little a peer takes at a time")
  func order() {
    var buffer = OutputBuffer()
    var expected: [UInt8] = []
    let long = Array(repeating: UInt8(ascii: "x"), count: 1000)
    for number in 0..<8 {
      _ = buffer.appendLine(atMost: .max) { $0.integer(number) }
      expected += Array("\(number)\n".utf8)
      buffer.append(long, isShared: number % 2 == 0)
      expected += long
    }
    #expect(buffer.count == expected.count)
    #expect(buffer.held < expected.count)
    var sent: [UInt8] = []
    var size = 1
    while !buffer.isEmpty {
      buffer.drain { bytes in
        size = size % 700 + 13
        sent += bytes.prefix(size)
        return min(size, bytes.count)
      }
      #expect(buffer.count == expected.count - sent.count)
    }
    #expect(sent == expected)
    #expect(buffer.held == 0)
  }
}
