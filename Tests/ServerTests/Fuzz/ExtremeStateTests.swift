import DeviceModel
import Foundation
import Platform
import Server
import Store
import TestSupport
import Testing

/// State folders and imports with extreme numbers. `DEVICESIM_EXTREME_ARCHIVES=20000` tries more of them. A failure
/// names its seed, which plays it again.
@Suite(.enabled(if: TestDaemon.program != nil, "devicesimd is not built"))
struct ExtremeStateTests {
  private static let rounds =
    (ProcessInfo.processInfo.environment["DEVICESIM_EXTREME_ARCHIVES"].flatMap { Int($0) } ?? 600) / 3

  /// Requests whose results have times, counters and ids in them; each may fail.
  private static let story: [(String, JSONTree)] = [
    ("getState", [:]), ("createContext", [:]), ("canEvaluatePolicy", ["policy": "biometrics"]),
    ("evaluatePolicy", ["policy": "owner", "reason": "r", "reuseDuration": 300]), ("nonMatchingFinger", [:]),
    ("advanceClock", ["seconds": 5]), ("matchingFinger", [:]), ("enterPasscode", ["passcode": "0"]),
    ("tapCancel", [:]), ("lockDevice", [:]), ("unlockDevice", ["passcode": "0"]),
    ("unlockDevice", ["passcode": "1234"]), ("enroll", ["identity": "x"]),
    ("secItemAdd", ["class": "genericPassword", "account": "b", "value": "v"]),
    ("secItemCopyMatching", ["class": "genericPassword", "returnPersistentRef": true, "limit": "all"]),
    ("saveSnapshot", ["name": "s"]), ("advanceClock", ["seconds": 9e9]),
    ("evaluatePolicy", ["policy": "biometrics", "reason": "r"]), ("advanceClock", ["seconds": 9e9]),
    ("setClock", ["mode": "real", "wallTime": 253_402_300_799]), ("matchingFinger", [:]), ("getState", [:]),
    ("restoreSnapshot", ["name": "s"]), ("resetDevice", [:]), ("listSnapshots", [:]), ("getEvents", [:]),
    ("exportState", [:]),
  ]

  /// A daemon's folder with a bit of everything, and a prompt on screen.
  private func folder() throws -> (snapshot: [UInt8], journal: [UInt8]) {
    let kept = try KeptDaemon()
    try fill(kept.connect(), "default")
    try kept.restart()
    let (client, app) = (try kept.connect(), try kept.connect())
    try fill(client, "second")
    try app.start("evaluatePolicy", ["device": "second", "policy": "owner", "reason": "r"])
    try client.result("waitFor", ["device": "second", "kind": "promptShown"])
    try client.result("nonMatchingFinger", ["device": "second"])
    try kept.kill()
    return (try FileSystem.read(kept.snapshot), try FileSystem.read(kept.journal))
  }

  private func fill(_ client: TestClient, _ name: String) throws {
    let device = JSONTree.string(name)
    if name != "default" { try client.result("createDevice", ["device": device, "clock": "manual"]) }
    let behavior: JSONTree = ["scanLatency": [0, 0.5], "dismissDelay": 1, "passcodeDelays": [0, 2, 60]]
    let steps: [(String, [String: JSONTree])] = [
      ("setState", ["biometryType": "touchID", "behavior": behavior, "passcodeFailures": 5]),
      ("secItemAdd", ["class": "genericPassword", "account": "a", "value": "v", "creator": 5]),
      ("arm", ["responses": [["method": "nonMatchingFinger", "after": 3]]]),
      ("failNext", ["error": "appCancel", "method": "canEvaluatePolicy", "times": 3]),
      ("advanceClock", ["seconds": 60]), ("lockDevice", [:]), ("unlockDevice", ["with": "biometry"]),
      ("saveSnapshot", ["name": "saved"]), ("createContext", ["reuseDuration": 5]),
      ("setState", ["failedAttempts": 2]),
    ]
    for (method, params) in steps {
      try client.result(method, .object(params.merging(["device": device]) { $1 }))
    }
  }

  @Test("a state folder with extreme numbers opens, and so does what is made of it, or is refused")
  func folders() throws {
    let original = try folder()
    var (opened, refused) = (0, 0)
    for seed in 0..<Self.rounds {
      var random = SeededGenerator(seed: UInt64(seed))
      let folder = try TemporaryFolder()
      let (snapshot, journal) = (folder.file("snapshot"), folder.file("journal.ndjson"))
      try FileSystem.write(original.snapshot, to: snapshot)
      try FileSystem.write(original.journal, to: journal)
      let path = Bool.random(using: &random) ? snapshot : journal
      let changed = Int.random(
        in: 0..<(path == snapshot ? original.snapshot : original.journal).count { $0 == 0x0A }, using: &random
      )
      try rewrite(path) { index, line in
        guard index == changed, line.numberCount > 0,
          let number = JSONTree.extremeNumbers.randomElement(using: &random)
        else { return }
        line.replaceNumber(Int.random(in: 0..<line.numberCount, using: &random), with: number)
      }
      guard try play(on: folder) else {
        refused += 1
        continue
      }
      opened += 1
      #expect(try play(on: folder), "seed \(seed)")
    }
    report("\(opened) folders with extreme numbers opened, \(refused) refused")
    #expect(opened > refused)
  }

  /// Starts a server on a folder and plays the story; returns whether it could.
  private func play(on folder: TemporaryFolder) throws -> Bool {
    var configuration = ServerConfiguration()
    configuration.clock = .manual
    let server = try Server(configuration)
    do throws(StoreError) {
      try server.recover(from: try Store.opened(folder.path))
    } catch {
      switch error {
      case .damaged, .newerFormat: return false
      case .system, .inUse, .notPrivate, .lost, .stopped: throw error
      }
    }
    let (own, peer) = try Socket.pair()
    try peer.setNonBlocking(true)
    try server.adopt(peer)
    let client = TestClient(own)
    var count = 1
    for name in ["default", "second"] {
      for (method, params) in Self.story {
        var params = params
        params["device"] = .string(name)
        try client.start(method, params)
        count += 1
      }
    }
    try client.start("shutdown")
    try server.run()
    var replies = 0
    while let line = try client.line() {
      let message = try JSONTree(parsing: line)
      if message["id"] != nil { replies += 1 }
    }
    #expect(replies == count)
    return true
  }

  @Test("an import with extreme numbers is refused, or the device lives on and its export can be imported")
  func imports() throws {
    let client = try TestServer { $0.clock = .manual }.connect()
    try fill(client, "default")
    guard let exported = try client.export() else { throw TestFailure("no export") }
    var (accepted, refused) = (0, 0)
    for seed in 0..<Self.rounds {
      var random = SeededGenerator(seed: UInt64(seed))
      var state = exported
      guard let number = JSONTree.extremeNumbers.randomElement(using: &random) else { continue }
      state.replaceNumber(Int.random(in: 0..<exported.numberCount, using: &random), with: number)
      if try client.call("importState", ["state": state])["error"] != nil {
        refused += 1
        continue
      }
      accepted += 1
      for (method, params) in Self.story { try client.start(method, params) }
      for _ in Self.story { _ = try client.reply() }
      let again = try client.call("importState", ["state": try client.export() ?? .null])
      #expect(again["result"] != nil, "seed \(seed): \(again)")
    }
    report("\(accepted) imports with extreme numbers accepted, \(refused) refused")
    #expect(accepted > 0 && refused > 0)
  }
}
