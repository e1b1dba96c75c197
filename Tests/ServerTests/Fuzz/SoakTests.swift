import Foundation
import Platform
import TestSupport
import Testing

/// Many clients at once that behave badly, for a while. `DEVICESIM_SOAK_CLIENTS=1000 DEVICESIM_SOAK_SECONDS=60`
/// makes it longer.
@Suite struct SoakTests {
  private static func number(_ name: String, _ usual: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
  }

  private static let clients = number("DEVICESIM_SOAK_CLIENTS", 100)
  private static let seconds = number("DEVICESIM_SOAK_SECONDS", 3)

  /// What a process has of the host.
  private struct Usage {
    var descriptors: Int
    var kilobytes: Int

    init(_ process: Int32) throws {
      descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
      let status = String(decoding: try FileSystem.read("/proc/\(process)/status"), as: UTF8.self)
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
      kilobytes = line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
  }

  @Test(
    "slow, half-closing and vanishing clients leave nothing behind, and others are served all the time",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd"), "needs /proc"))
  func soak() throws {
    CurrentProcess.raiseDescriptorLimit(to: Self.clients + 200)
    let daemon = try TestDaemon.start(in: try TemporaryFolder(), ["--max-output-bytes", "100000"])
    let steady = try daemon.connect()
    try steady.result("ping")
    let process = daemon.process.id
    let before = try Usage(process)
    // What one round takes, a second one has again.
    var after: [Usage] = []
    var (connections, slowest) = (0, Int64(0))
    for round in 0..<2 {
      let played = try play(daemon, steady, seed: UInt64(round))
      connections += played.connections
      slowest = max(slowest, played.slowestPing)
      try waitUntil { try Usage(process).descriptors == before.descriptors }
      let devices = String(decoding: try steady.result("listDevices").bytes, as: UTF8.self)
      #expect(!devices.contains(#""ephemeral":true"#))
      after.append(try Usage(process))
    }
    report(
      """
      \(connections) connections; \(before.descriptors) descriptors before and after; \(before.kilobytes) KB \
      before, \(after[0].kilobytes) and \(after[1].kilobytes) KB after; slowest ping \(slowest / 1000) µs
      """)
    // A build with checks keeps what was freed for a while, to notice who still uses it.
    if patience > 1 { return }
    #expect(
      after[1].kilobytes <= after[0].kilobytes + max(4096, after[0].kilobytes / 10),
      "\(before.kilobytes) KB, then \(after.map(\.kilobytes)) KB")
  }

  @Test(
    "the memory of many connections and their devices is given back when they are gone",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd"), "needs /proc"))
  func memoryGivenBack() throws {
    let count = 1500
    CurrentProcess.raiseDescriptorLimit(to: count + 200)
    let daemon = try TestDaemon.start(in: try TemporaryFolder())
    let steady = try daemon.connect()
    try steady.result("ping")
    let process = daemon.process.id
    let before = try Usage(process)
    let clients = try (0..<count).map { _ in try daemon.connect() }
    for (number, client) in clients.enumerated() {
      try client.result("createDevice", ["device": .string("d\(number)"), "ephemeral": true])
    }
    let most = try Usage(process)
    for client in clients { client.close() }
    try waitUntil { try Usage(process).descriptors == before.descriptors }
    try steady.result("ping")
    let after = try Usage(process)
    if patience > 1 { return }
    // What stays are the events.
    #expect(
      after.kilobytes - before.kilobytes <= (most.kilobytes - before.kilobytes) / 2,
      "\(before.kilobytes) KB, \(most.kilobytes) KB with all, \(after.kilobytes) KB after")
  }

  private func play(
    _ daemon: TestDaemon, _ steady: TestClient, seed: UInt64
  ) throws -> (connections: Int, slowestPing: Int64) {
    var requests = RandomRequests(seed: seed)
    var clients: [TestClient] = []
    let end = HostClock.monotonic + Int64(Self.seconds) * 500_000_000
    var (turns, connections, slowestPing) = (0, 0, Int64(0))
    while HostClock.monotonic < end {
      turns += 1
      if clients.count < Self.clients {
        let client = try daemon.connect()
        try client.descriptor.setNonBlocking(true)
        try? client.send(
          TestClient.request(
            "createDevice", ["device": .string("e\(turns)"), "ephemeral": true], id: 1))
        clients.append(client)
        connections += 1
      } else {
        act(on: Int.random(in: clients.indices, using: &requests.random), of: &clients, &requests)
      }
      if turns % 50 == 0 {
        let start = HostClock.monotonic
        try steady.result("ping")
        let taken = HostClock.monotonic - start
        slowestPing = max(slowestPing, taken)
        if Double(taken) > 2e9 * patience { throw TestFailure("a ping took \(taken) ns") }
      }
    }
    return (connections, slowestPing)
  }

  /// One bad habit. Writing fails when the daemon does not read on, or closed the connection, as it should.
  private func act(on index: Int, of clients: inout [TestClient], _ requests: inout RandomRequests) {
    let client = clients[index]
    switch Int.random(in: 0..<10, using: &requests.random) {
    case 0: clients.remove(at: index).close()
    case 1: client.finishWriting()
    case 2: try? sendSome(TestClient.request("subscribe", ["allDevices": true], id: 2), to: client)
    case 3: try? sendSome(#"{"jsonrpc":"2.0","id":3,"method":"pi"#, to: client)
    case 4: try? sendSome(String(repeating: TestClient.request("getState", id: 4), count: 50), to: client)
    case 5:
      try? sendSome(
        TestClient.request("evaluatePolicy", ["policy": "owner", "reason": "r"], id: 5), to: client)
    case 6: while (try? client.line(within: 0)) != nil {}
    default: try? sendSome(requests.next().line + "\n", to: client)
    }
  }

  private func sendSome(_ text: String, to client: TestClient) throws {
    _ = try Array(text.utf8).withUnsafeBytes { try Socket.send($0, to: client.descriptor) }
  }
}
