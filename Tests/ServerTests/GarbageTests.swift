import Platform
import TestSupport
import Testing

/// Whatever comes in, the daemon stays.
@Suite struct GarbageTests {
  /// Pieces that together are sometimes a request, and mostly not.
  private static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\"jsonrpc\":\"2.0\"", "\"id\":1", "\"id\":null", "\"method\":",
    "\"ping\"", "\"match\"", "\"evaluatePolicy\"", "\"waitFor\"", "\"params\":{", "\"policy\":\"owner\"",
    "\"reason\":\"r\"", "\"kind\":\"deviceLocked\"", "\"device\":\"x\"", "\"timeout\":0", "null", "1e999",
    "-", "\u{7F}",
    "\u{1F600}", "\r", "\t", " ", "\"createDevice\"", "\"lockDevice\"", "\"restartDevice\"",
  ]

  @Test(
    "garbage is answered or ignored, the next request is answered, and others notice nothing",
    arguments: 1...8)
  func garbage(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let server = try TestServer()
    let client = try server.connect()
    for round in 0..<300 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        if Int.random(in: 0..<12, using: &random) == 0 {
          bytes.append(UInt8.random(in: 0...255, using: &random))
        } else {
          bytes += Array((Self.pieces.randomElement(using: &random) ?? "").utf8)
        }
      }
      bytes.append(0x0A)
      try client.send(bytes)
      let id = JSONTree.string("round \(round)")
      try client.send(TestClient.request("ping", id: id))
      while try client.message()["id"] != id {}
    }
    // Some of it cut off in the middle.
    for _ in 0..<50 {
      let other = try server.connect()
      try other.send(
        Array(
          TestClient.request("evaluatePolicy", ["policy": "owner", "reason": "r"]).utf8
            .prefix(Int.random(in: 0...90, using: &random))))
      if Bool.random(using: &random) { other.finishWriting() }
    }
    #expect(try server.connect().result("getServerInfo")["name"] == "devicesim")
  }
}
