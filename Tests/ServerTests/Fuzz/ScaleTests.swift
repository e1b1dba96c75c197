import Foundation
import Platform
import TestSupport
import Testing

/// Devices by the thousand. `DEVICESIM_DEVICES=65536` makes as many as there can be.
@Suite struct ScaleTests {
  private static let count =
    ProcessInfo.processInfo.environment["DEVICESIM_DEVICES"].flatMap { Int($0) } ?? 2000

  /// Sends requests in blocks, and returns the last reply; all have to succeed.
  private func send(_ client: TestClient, _ requests: some Sequence<(String, JSONTree)>) throws {
    var block = ""
    var waiting = 0
    func flush() throws {
      try client.send(block)
      for _ in 0..<waiting {
        let reply = try client.reply(within: 60)
        if reply["result"] == nil { throw TestFailure("\(reply)") }
      }
      (block, waiting) = ("", 0)
    }
    for (method, params) in requests {
      block += TestClient.request(method, params, id: 1)
      waiting += 1
      if waiting == 500 { try flush() }
    }
    try flush()
  }

  @Test("one daemon holds thousands of devices, each its own, and one more than the limit is refused")
  func devices() throws {
    let daemon = try TestDaemon.start(
      in: try TemporaryFolder(), ["--max-devices", "\(Self.count)", "--clock", "manual"])
    let client = try daemon.connect()
    let beginning = HostClock.monotonic
    let names = (1..<Self.count).map { JSONTree.string("device-\($0)") }
    try client.result("setPasscode", ["passcode": "4711"])
    try send(
      client,
      names.enumerated().map { index, name in
        index % 2 == 0
          ? ("cloneDevice", ["as": name]) : ("createDevice", ["device": name, "clock": "manual"])
      })
    let made = HostClock.monotonic - beginning
    #expect(try client.error("cloneDevice", ["as": "one-more"]).code == -32008)
    try send(
      client,
      names.enumerated().map { index, name in
        ("setState", ["device": name, "failedAttempts": .integer(index % 5)])
      })
    for index in stride(from: 0, to: names.count, by: max(1, names.count / 50)) {
      let state = try client.result("getState", ["device": names[index]])
      #expect(state["failedAttempts"] == .integer(index % 5))
    }
    guard case .array(let listed)? = try client.result("listDevices")["devices"] else {
      throw TestFailure("no list")
    }
    #expect(listed.count == Self.count)
    // Others are served as ever.
    let start = HostClock.monotonic
    for _ in 0..<50 { try daemon.connect().result("getState", ["device": "device-1"]) }
    let served = HostClock.monotonic - start
    #expect(served < 5_000_000_000)
    let status = String(
      decoding: (try? FileSystem.read("/proc/\(daemon.process.id)/status")) ?? [], as: UTF8.self)
    let memory = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }.map { $0.filter(\.isNumber) }
    report(
      """
      \(Self.count) devices made in \(made / 1_000_000) ms, \(memory ?? "?") KB; connecting and asking for the \
      state of one took \(served / 50_000) µs
      """)
    try send(client, names.map { ("deleteDevice", ["device": $0]) })
    #expect(try client.result("listDevices")["devices"]?[1] == nil)
  }

  @Test("a restore costs the same with ten keychain items and with ten thousand")
  func restore() throws {
    let daemon = try TestDaemon.start(in: try TemporaryFolder(), ["--clock", "manual"])
    let client = try daemon.connect()
    func cost(items: Int) throws -> Int64 {
      let device = JSONTree.string("with-\(items)")
      try client.result("createDevice", ["device": device, "clock": "manual"])
      try send(
        client,
        (0..<items).map {
          (
            "secItemAdd",
            ["device": device, "class": "genericPassword", "account": .string("\($0)"), "value": "v"]
          )
        })
      try client.result("saveSnapshot", ["device": device, "name": "s"])
      var best = Int64.max
      for round in 0..<30 {
        try client.result(
          "secItemAdd",
          ["device": device, "class": "genericPassword", "account": .string("x\(round)"), "value": "v"])
        let start = HostClock.monotonic
        #expect(try client.result("restoreSnapshot", ["device": device, "name": "s"])["changed"] == true)
        best = min(best, HostClock.monotonic - start)
      }
      return best
    }
    let (few, many) = (try cost(items: 10), try cost(items: 10_000))
    report("restore: \(few / 1000) µs with 10 items, \(many / 1000) µs with 10000")
    // The socket there and back is the better part of both.
    #expect(many < few * 4 + 200_000, "\(few) ns with few, \(many) ns with many")
  }
}
