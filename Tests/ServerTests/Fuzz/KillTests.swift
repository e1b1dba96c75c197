import Foundation
import Platform
import TestSupport
import Testing

/// A daemon killed again and again while four clients write as fast as they can.
/// `DEVICESIM_KILL_ROUNDS=200` plays more rounds.
@Suite struct KillTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["DEVICESIM_KILL_ROUNDS"].flatMap { Int($0) } ?? 8

  /// A client on a thread of its own, with a device of its own and one that all share.
  private final class Writer: @unchecked Sendable {
    let device: String
    private let client: TestClient
    private let finished = DispatchSemaphore(value: 0)
    // Read by the test once `finished` was signalled.
    private(set) var sent = 0
    private(set) var acknowledged = 0
    private(set) var failure: String?

    init(_ device: String, _ client: TestClient) {
      self.device = device
      self.client = client
    }

    func start() {
      Thread.detachNewThread { [self] in
        do {
          try write()
        } catch {
          // The end of the daemon, most likely.
        }
        finished.signal()
      }
    }

    func wait() { finished.wait() }

    private func write() throws {
      let window = 8
      while true {
        while sent - acknowledged < window {
          let (method, params) = Self.command(sent, on: device)
          sent += 1
          try client.send(TestClient.request(method, params, id: .integer(sent)))
        }
        let reply = try client.reply()
        guard reply["id"] == .integer(acknowledged + 1), reply["result"] != nil else {
          failure = "\(reply)"
          return
        }
        acknowledged += 1
      }
    }

    /// The commands of a client: time on its device, an item, time on the shared one.
    private static func command(_ index: Int, on device: String) -> (String, JSONTree) {
      switch index % 3 {
      case 0: ("advanceClock", ["device": .string(device), "seconds": 1])
      case 1:
        (
          "secItemAdd",
          ["device": .string(device), "class": "key", "account": .string("\(index)"), "value": "v"]
        )
      default: ("advanceClock", ["device": "default", "seconds": 1])
      }
    }
  }

  private func seconds(_ client: TestClient, _ device: String) throws -> Int {
    guard
      case .integer(let seconds)? = try client.result("getState", ["device": .string(device)])["clock"]?[
        "monotonic"]
    else { throw TestFailure("no clock") }
    return seconds
  }

  @Test("nothing that was acknowledged is lost, and nothing is done twice", arguments: ["write", "fsync"])
  func storm(_ durability: String) throws {
    let kept = try KeptDaemon(["--durability", durability, "--max-journal-bytes", "100000"])
    var random = SeededGenerator(seed: 4711)
    for name in ["w0", "w1", "w2", "w3"] {
      try kept.connect().result("createDevice", ["device": .string(name), "clock": "manual"])
    }
    var (answers, requests) = (0, 0)
    for round in 0..<Self.rounds {
      let client = try kept.connect()
      for name in ["default", "w0", "w1", "w2", "w3"] {
        try client.result("resetDevice", ["device": .string(name)])
      }
      let writers = try (0..<4).map { Writer("w\($0)", try kept.connect()) }
      for writer in writers { writer.start() }
      HostClock.sleep(seconds: Double.random(in: 0.002...0.08, using: &random))
      try kept.kill()
      for writer in writers { writer.wait() }
      // Coming back is no safer a time than any other.
      if round % 2 == 1 { try kept.startInVain(for: Double.random(in: 0...0.02, using: &random)) }
      try kept.start()

      let after = try kept.connect()
      var (least, most) = (0, 0)
      for writer in writers {
        #expect(writer.failure == nil, "round \(round)")
        // What was done is the beginning of what was sent.
        let items = try after.result("listKeychainItems", ["device": .string(writer.device)])["items"]
        guard case .array(let found)? = items else { throw TestFailure("no items") }
        let accounts = found.map { $0["account"] }
        #expect(accounts == found.indices.map { .string("\($0 * 3 + 1)") }, "round \(round)")
        let done = (try seconds(after, writer.device), found.count)
        func counts(_ total: Int) -> (Int, Int, Int) { ((total + 2) / 3, (total + 1) / 3, total / 3) }
        let (acknowledged, sent) = (counts(writer.acknowledged), counts(writer.sent))
        #expect(done.0 >= acknowledged.0 && done.0 <= sent.0, "round \(round): \(done.0) seconds")
        #expect(done.1 >= acknowledged.1 && done.1 <= sent.1, "round \(round): \(done.1) items")
        least += acknowledged.2
        most += sent.2
        answers += writer.acknowledged
        requests += writer.sent
      }
      let shared = try seconds(after, "default")
      #expect(shared >= least && shared <= most, "round \(round): \(shared), not \(least) to \(most)")
    }
    report(
      "\(durability): \(Self.rounds) kills, \(requests) commands sent, \(answers) acknowledged"
    )
  }
}
