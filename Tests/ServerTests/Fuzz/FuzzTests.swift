import Foundation
import Platform
import TestSupport
import Testing

/// Seeded random input for the whole daemon. `DEVICESIM_FUZZ_INPUTS=1000000` sends more of it.
@Suite struct FuzzTests {
  private static let inputs =
    ProcessInfo.processInfo.environment["DEVICESIM_FUZZ_INPUTS"].flatMap { Int($0) } ?? 20_000
  private static let seeds: [UInt64] = [1, 2, 3, 4]
  private static let window = 100

  @Test("every request is answered once, whatever it asks for", arguments: seeds)
  func requests(_ seed: UInt64) throws {
    let daemon = try TestDaemon.start(in: try TemporaryFolder())
    let clients = [try daemon.connect(), try daemon.connect(), try daemon.connect()]
    var requests = RandomRequests(seed: seed)
    var open: [Set<Int>] = [[], [], []]
    var sent = 0
    func note(_ message: JSONTree, _ index: Int) throws {
      guard case .integer(let id)? = message["id"] else { return }
      guard open[index].remove(id) != nil else { throw TestFailure("a second reply: \(message)") }
    }
    for _ in 0..<(Self.inputs / Self.seeds.count / Self.window) {
      for index in clients.indices {
        var lines = ""
        for _ in 0..<(Self.window / 3) {
          let request = requests.next()
          open[index].insert(request.id)
          sent += 1
          lines += request.line + "\n"
        }
        try clients[index].send(lines)
        try drain(clients[index]) { try note($0, index) }
      }
    }
    // What waits for a prompt or an event ends with the daemon.
    try daemon.kill(Signal.terminate)
    for index in clients.indices {
      while let line = try clients[index].line() { try note(try JSONTree(parsing: line), index) }
    }
    let unanswered = open.map(\.count).reduce(0, +)
    report("seed \(seed): \(sent) requests, \(sent - unanswered) replies")
    #expect(open.map(\.count) == [0, 0, 0], "seed \(seed): requests without a reply")
    #expect(try daemon.end().status == 0)
  }

  @Test("no damaged line does harm, and what is no request is answered at most once", arguments: seeds)
  func damage(_ seed: UInt64) throws {
    let daemon = try TestDaemon.start(in: try TemporaryFolder(), ["--max-line-bytes", "4000"])
    let client = try daemon.connect()
    var requests = RandomRequests(seed: seed)
    var (lines, replies) = (0, 0)
    for round in 0..<(Self.inputs / Self.seeds.count / Self.window) {
      var bytes: [UInt8] = []
      for _ in 0..<Self.window { bytes += requests.damaged() }
      try client.send(bytes)
      lines += Self.window
      try drain(client, marker: "end\(round)") { message in
        if message["method"] != "event" { replies += 1 }
      }
      // Some wait, and are answered later than others that were sent after them.
      #expect(replies <= lines, "seed \(seed), round \(round)")
    }
    report("seed \(seed): \(lines) damaged lines, \(replies) replies")
    try client.result("ping")
  }

  /// Reads until the reply to a marker that is sent behind everything else.
  private func drain(
    _ client: TestClient, marker: String = "marker", _ body: (JSONTree) throws -> Void
  ) throws {
    try client.send(TestClient.request("ping", id: .string(marker)))
    while true {
      let message = try client.message(within: 60)
      if message["id"] == .string(marker) { return }
      try body(message)
    }
  }

  @Test("whatever happened is there again after the daemon was killed", arguments: seeds)
  func recovery(_ seed: UInt64) throws {
    let kept = try KeptDaemon(["--max-journal-bytes", "20000"])
    var requests = RandomRequests(seed: seed)
    requests.isTimeless = true
    for _ in 0..<4 {
      let clients = [try kept.connect(), try kept.connect()]
      for _ in 0..<10 {
        for client in clients {
          try client.send((0..<25).map { _ in requests.next().line + "\n" }.joined())
          try drain(client) { _ in }
        }
      }
      for client in clients { client.close() }
      let harness = try kept.connect()
      let before = try everything(harness)
      try kept.restart()
      let after = try everything(try kept.connect())
      #expect(after == before, "seed \(seed)")
    }
  }

  /// Every device with its saved states, once nobody else is connected.
  private func everything(_ client: TestClient) throws -> [String: JSONTree] {
    // Devices may end with the connections that were closed.
    try waitUntil { try client.result("getServerInfo")["harnessConnections"] == 1 }
    var content: [String: JSONTree] = [:]
    guard case .array(let devices)? = try client.result("listDevices")["devices"] else { return [:] }
    for case .string(let name)? in devices.map({ $0["device"] }) {
      content[name] = [
        "state": try client.export(name) ?? nil,
        "snapshots": try client.result("listSnapshots", ["device": .string(name)])["snapshots"] ?? nil,
      ]
    }
    return content
  }
}
