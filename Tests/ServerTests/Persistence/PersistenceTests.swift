import Foundation
import Platform
import TestSupport
import Testing

/// What outlives the daemon.
@Suite struct PersistenceTests {
  @Test("whatever was acknowledged is there again after the daemon was killed")
  func acknowledged() throws {
    let kept = try KeptDaemon()
    let client = try kept.connect()
    let requests: [(String, JSONTree)] = [
      ("setState", ["failedAttempts": 2, "behavior": ["seed": 7, "falseRejectRate": 0.5]]),
      ("secItemAdd", ["class": "genericPassword", "account": "a", "value": "s\u{0}\u{1F511}"]),
      ("secItemAdd", ["class": "key", "applicationTag": "t", "valueBase64": "AP8="]),
      ("secItemUpdate", ["query": ["class": "key"], "attributes": ["label": "l"]]),
      ("setApp", ["app": "other", "permission": "denied"]),
      (
        "arm",
        ["responses": [["method": "tapCancel", "after": 3], ["method": "enterPasscode", "passcode": "0"]]]
      ),
      ("createDevice", ["device": "touch", "state": ["biometryType": "touchID"], "clock": "manual"]),
      ("advanceClock", ["device": "touch", "seconds": 12.5]),
      ("saveSnapshot", ["device": "touch", "name": "s"]),
      ("setPasscode", ["device": "touch", "passcode": "77"]),
      ("cloneDevice", ["device": "touch", "as": "copy"]),
      ("restoreSnapshot", ["device": "touch", "name": "s"]),
      ("createDevice", ["device": "gone"]), ("deleteDevice", ["device": "gone"]),
      ("saveSnapshot", ["device": "copy", "name": "x"]), ("deleteSnapshot", ["device": "copy", "name": "x"]),
      ("lockDevice", ["device": "copy"]), ("unlockDevice", ["device": "copy", "passcode": "77"]),
      ("createDevice", ["device": "imported", "clock": "manual"]),
    ]
    for (method, params) in requests { try client.result(method, params) }
    try client.result("importState", ["device": "imported", "state": try client.export("touch") ?? nil])
    try client.result("lockDevice", ["device": "imported"])
    _ = try client.error("unlockDevice", ["device": "imported", "passcode": "wrong"])
    let names = ["default", "touch", "copy", "imported"]
    let before = try names.map(client.export)
    let listed = try client.result("listDevices")
    // Twice: after the journal, and after the snapshot that was made of it.
    for _ in 0..<2 {
      try kept.restart()
      let client = try kept.connect()
      #expect(try client.result("listDevices") == listed)
      #expect(try names.map(client.export) == before)
      #expect(
        try client.result("listSnapshots", ["device": "touch"])["snapshots"] == [["name": "s", "time": 12.5]])
      #expect(try client.result("listSnapshots", ["device": "copy"])["snapshots"] == [])
    }
  }

  @Test("a default device that was deleted does not come back")
  func deletedDefault() throws {
    let kept = try KeptDaemon()
    try kept.connect().result("deleteDevice", ["device": "default"])
    try kept.restart()
    #expect(try kept.connect().result("listDevices")["devices"] == [])
  }

  @Test("a stop in good order keeps everything in the snapshot alone")
  func stop() throws {
    let kept = try KeptDaemon()
    let client = try kept.connect()
    try client.result("setState", ["failedAttempts": 4])
    try client.start("evaluatePolicy", ["policy": "owner", "reason": "r"])
    let harness = try kept.connect()
    try harness.result("waitFor", ["kind": "promptShown"])
    let position = try harness.result("shutdown")["seq"]
    #expect(try client.reply()["error"]?["code"] == -4)
    #expect(try kept.daemon.end().status == 0)
    let journal = String(decoding: try FileSystem.read(kept.journal), as: UTF8.self)
    #expect(journal.split(separator: "\n").count == 1)
    try kept.start()
    let after = try kept.connect().result("getState")
    #expect(after["failedAttempts"] == 4)
    #expect(after["prompt"] == JSONTree.null)
    guard case .integer(let old)? = position, case .integer(let new)? = after["seq"] else {
      throw TestFailure("no seq")
    }
    // The prompt went, and the app came to the front again.
    #expect(new == old + 2)
  }

  @Test("ephemeral devices are not kept; what is cloned from one is")
  func ephemeral() throws {
    let kept = try KeptDaemon()
    let client = try kept.connect()
    try client.result("createDevice", ["device": "e", "ephemeral": true, "clock": "manual"])
    try client.result("setPasscode", ["device": "e", "passcode": "5678"])
    try client.result("cloneDevice", ["device": "e", "as": "copy"])
    try client.result("cloneDevice", ["device": "copy", "as": "e2", "ephemeral": true])
    let exported = try client.export("copy")
    try kept.restart()
    let after = try kept.connect()
    #expect(try after.result("listDevices")["devices"]?[0]?["device"] == "copy")
    #expect(try after.result("listDevices")["devices"]?[2] == nil)
    #expect(try after.export("copy") == exported)
  }

  @Test("a device from a template is kept whatever becomes of the template")
  func template() throws {
    let folder = try TemporaryFolder()
    try FileSystem.write(
      Array(#"{"t":{"state":{"passcode":"9999"},"clock":"manual"}}"#.utf8), to: folder.file("t"))
    let kept = try KeptDaemon(["--templates", folder.file("t")])
    let client = try kept.connect()
    try client.result("createDevice", ["device": "d", "template": "t"])
    let exported = try client.export("d")
    try kept.kill()
    try FileSystem.write(Array("{}".utf8), to: folder.file("t"))
    try kept.start()
    #expect(try kept.connect().export("d") == exported)
  }

  @Test("connections count as closed after the daemon was killed: prompts end, contexts are gone")
  func connections() throws {
    let kept = try KeptDaemon()
    let app = try kept.connect()
    let harness = try kept.connect()
    let context = try app.result("createContext")["context"] ?? nil
    try app.start("evaluatePolicy", ["policy": "biometrics", "reason": "r", "context": context])
    let shown = try harness.result("waitFor", ["kind": "promptShown"])["seq"] ?? nil
    try harness.result("nonMatchingFace")
    try kept.restart()
    let client = try kept.connect()
    let state = try client.result("getState")
    #expect(state["prompt"] == JSONTree.null)
    #expect(state["failedAttempts"] == 1)
    #expect(state["apps"]?["com.example.app"]?["state"] == "foreground")
    #expect(try client.error("canEvaluatePolicy", ["policy": "owner", "context": context]).code == -32006)
    // The log goes on where it was: a place in it means the same as before.
    let events = try client.result("getEvents", ["since": shown, "kinds": ["promptDismissed"]])["events"]
    #expect(events?[0]?["error"] == "appCancel")
    #expect(events?[1] == nil)
  }

  @Test("numbers of events are never given out twice, not even those of devices that are not kept")
  func positions() throws {
    let kept = try KeptDaemon()
    var last = 0
    for round in 0..<3 {
      let client = try kept.connect()
      try client.result("createDevice", ["device": "e", "ephemeral": true])
      for _ in 0..<5 {
        try client.result("lockDevice", ["device": "e"])
        try client.result("unlockDevice", ["device": "e", "passcode": "1234"])
      }
      guard
        case .integer(let seq)? = try client.result("setState", ["failedAttempts": .integer(round)])["seq"]
      else { throw TestFailure("no seq") }
      #expect(seq > last)
      try client.result("lockDevice", ["device": "e"])
      last = seq + 1
      try kept.restart()
    }
  }

  @Test("a scan on its way, an armed response and a back-off are as far as they were")
  func timers() throws {
    let kept = try KeptDaemon()
    let client = try kept.connect()
    try client.result("setState", ["passcodeFailures": 6, "behavior": ["scanLatency": 2]])
    try client.result("advanceClock", ["seconds": 20])
    try client.result("arm", ["responses": [["method": "match", "after": 5]]])
    try kept.restart()
    let after = try kept.connect()
    #expect(try after.result("getState")["passcodeRetryAfter"] == 40)
    try after.start("evaluatePolicy", ["policy": "biometrics", "reason": "r"])
    let harness = try kept.connect()
    try harness.result("waitFor", ["kind": "promptShown"])
    try harness.result("advanceClock", ["seconds": 6])
    #expect(try harness.result("getState")["prompt"]?["id"] == "p1")
    try harness.result("advanceClock", ["seconds": 2])
    #expect(try after.reply()["result"]?["method"] == "biometry")
  }

  @Test("a real clock goes on by the time that has passed, the wall's and its own")
  func realClock() throws {
    let kept = try KeptDaemon()
    let client = try kept.connect()
    try client.result("createDevice", ["device": "real"])
    try client.result("setClock", ["device": "real", "wallTime": 5000])
    func clock(_ client: TestClient) throws -> (Double, Double) {
      let clock = try client.result("getState", ["device": "real"])["clock"]
      func number(_ name: String) -> Double {
        switch clock?[name] {
        case .number(let value): value
        case .integer(let value): Double(value)
        default: .nan
        }
      }
      return (number("monotonic"), number("wall"))
    }
    let before = try clock(client)
    try kept.kill()
    HostClock.sleep(seconds: 0.5)
    try kept.start()
    let after = try clock(try kept.connect())
    #expect(after.0 - before.0 >= 0.5)
    #expect(after.0 - before.0 < 10)
    #expect(abs((after.1 - before.1) - (after.0 - before.0)) < 0.01)
  }

  @Test("the journal is folded into the snapshot when it is long, in the middle of everything")
  func compaction() throws {
    let kept = try KeptDaemon(["--max-journal-bytes", "2000"])
    let app = try kept.connect()
    let client = try kept.connect()
    let context = try app.result("createContext")["context"] ?? nil
    try app.start("evaluatePolicy", ["policy": "owner", "reason": "r", "context": context])
    try client.result("waitFor", ["kind": "promptShown"])
    for _ in 0..<200 { try client.result("advanceClock", ["seconds": 0.25]) }
    try waitUntil { (try FileSystem.status(of: kept.journal)?.size ?? .max) < 10_000 }
    // The prompt came before many a snapshot, and its answer after.
    try client.result("matchingFace")
    #expect(try app.reply()["result"]?["method"] == "biometry")
    #expect(
      try app.result("evaluatePolicy", ["policy": "owner", "reason": "r", "context": context])["method"]
        == "context")
    let before = try client.export()
    try kept.restart()
    #expect(try kept.connect().export() == before)
    #expect(try kept.connect().result("getState")["clock"]?["monotonic"] == 50)
  }

  @Test("state is one daemon's at a time")
  func locked() throws {
    let kept = try KeptDaemon()
    let end = try TestDaemon(["--socket", kept.folder.file("other"), "--state", kept.state]).end()
    #expect(end.status == 75)
    #expect(end.errors.contains("pid \(kept.daemon.process.id)"))
    #expect(try FileSystem.status(of: kept.folder.file("other")) == nil)
  }

  @Test("the folder and its files are private whatever the mask, and one that is not is refused")
  func modes() throws {
    let kept = try KeptDaemon(through: #"umask 0; exec "$0" "$@""#)
    try kept.connect().result("setState", ["failedAttempts": 1])
    #expect(try FileSystem.status(of: kept.state)?.mode == 0o700)
    for name in try FileManager.default.contentsOfDirectory(atPath: kept.state) {
      #expect(try FileSystem.status(of: "\(kept.state)/\(name)")?.mode == 0o600, "\(name)")
    }
    try kept.kill()
    try FileSystem.setMode(0o755, of: kept.state)
    let end = try kept.failToStart()
    #expect(end.status == 73)
    #expect(end.errors.contains("\(kept.state) must be a directory"))
  }

  @Test("a torn end is cut off, kept aside and logged")
  func torn() throws {
    let kept = try KeptDaemon()
    let client = try kept.connect()
    for count in 1...3 { try client.result("setState", ["failedAttempts": .integer(count)]) }
    try kept.kill()
    let bytes = try FileSystem.read(kept.journal)
    try FileSystem.write(Array(bytes.dropLast(10)), to: kept.journal)
    try kept.start()
    let after = try kept.connect()
    #expect(try after.result("getState")["failedAttempts"] == 2)
    try after.result("shutdown")
    #expect(try kept.daemon.end().errors.contains("journal.ndjson.torn-1"))
    #expect(try FileSystem.read("\(kept.journal).torn-1").count > 20)
  }

  @Test("damage refuses to start, names file, record and repair, and changes nothing; the repair works")
  func damage() throws {
    let kept = try KeptDaemon()
    let client = try kept.connect()
    for count in 1...4 { try client.result("setState", ["failedAttempts": .integer(count)]) }
    try kept.kill()
    var bytes = try FileSystem.read(kept.journal)
    let third = bytes.indices.filter { bytes[$0] == 0x0A }[2]
    bytes[third + 60] ^= 4
    try FileSystem.write(bytes, to: kept.journal)
    let end = try kept.failToStart()
    #expect(end.status == 65)
    #expect(
      end.errors.contains("\(kept.journal) is damaged at record 3, byte \(third + 1)"), "\(end.errors)")
    #expect(end.errors.split(separator: "\n").count == 1)
    #expect(try FileSystem.read(kept.journal) == bytes)
    let report = try kept.repair(by: end.errors)
    #expect(report.contains("ends before record 3"))
    #expect(report.contains("journal.ndjson.damaged-1"))
    try kept.start()
    #expect(try kept.connect().result("getState")["failedAttempts"] == 2)
    try kept.kill()
    #expect(try kept.repair(by: end.errors).contains("is not damaged"))
  }

  @Test(
    "the repair that is named can be pasted, whatever the folder is called",
    arguments: [
      "plain", "with space", "it's $HOME `x`", "-n", "*?;&|<>()", "\"é\\",
    ])
  func pastedRepair(_ name: String) throws {
    let parent = try TemporaryFolder()
    let kept = try KeptDaemon(state: parent.file(name))
    for count in 1...3 { try kept.connect().result("setState", ["failedAttempts": .integer(count)]) }
    try kept.kill()
    var bytes = try FileSystem.read(kept.snapshot)
    bytes[bytes.count / 2] ^= 1
    try FileSystem.write(bytes, to: kept.snapshot)
    let end = try kept.failToStart()
    #expect(end.status == 65)
    #expect(end.errors.contains("\(kept.snapshot) is damaged at record "))
    let report = try kept.repair(by: end.errors)
    #expect(report.contains("\(kept.state) starts again, without devices"), "\(report)")
    try kept.start()
    #expect(try kept.connect().result("getState")["failedAttempts"] == 0)
    #expect(try FileSystem.read("\(kept.snapshot).damaged-1") == bytes)
  }

  @Test("what was done stays done under lower limits, and what was refused stays refused under higher ones")
  func otherLimits() throws {
    let kept = try KeptDaemon()
    let client = try kept.connect()
    for name in ["a", "b", "c"] {
      try client.result("createDevice", ["device": .string(name), "clock": "manual"])
      try client.result("saveSnapshot", ["name": .string(name)])
      let value = JSONTree.string(String(repeating: "x", count: 1000))
      try client.result("secItemAdd", ["class": "key", "account": .string(name), "value": value])
      try client.result("arm", ["responses": [["method": "tapCancel"], ["method": "match"]]])
    }
    let before = try client.export()
    let listed = try client.result("listDevices")["devices"]
    let lower = [
      "--max-devices", "2", "--max-snapshots", "1", "--max-keychain-bytes", "1500", "--max-armed-responses",
      "2",
    ]
    let more: [(String, JSONTree)] = [
      ("createDevice", ["device": "d"]), ("saveSnapshot", ["name": "d"]),
      ("secItemAdd", ["class": "key", "value": "v"]), ("arm", ["responses": [["method": "match"]]]),
    ]
    // By the journal of high limits, then of low ones, then of high ones again.
    for arguments in [lower, lower, []] {
      try kept.kill()
      try kept.start(arguments)
      let after = try kept.connect()
      #expect(try after.export() == before)
      #expect(try after.result("listDevices")["devices"] == listed)
      for (method, params) in more {
        let reply = try after.call(method, params)
        #expect((reply["error"]?["data"]?["name"] == "limitExceeded") == !arguments.isEmpty, "\(reply)")
      }
    }
  }

  @Test("a record that is whole and cannot happen is damage, too")
  func impossible() throws {
    let kept = try KeptDaemon()
    let client = try kept.connect()
    try client.result("createDevice", ["device": "d", "clock": "manual"])
    try kept.kill()
    let state = try FileSystem.read(kept.snapshot)
    try kept.start()
    try kept.connect().result("lockDevice", ["device": "d"])
    try kept.kill()
    // The snapshot from before the device; its journal begins later than that.
    try FileSystem.write(state, to: kept.snapshot)
    let end = try kept.failToStart()
    #expect(end.status == 65)
    #expect(end.errors.contains("the snapshot before it is missing"))
  }

  @Test("whatever is promised, a stop and a start lose nothing", arguments: ["write", "fsync", "none"])
  func durability(_ durability: String) throws {
    let kept = try KeptDaemon(["--durability", durability])
    let client = try kept.connect()
    for _ in 0..<20 { try client.result("advanceClock", ["seconds": 1]) }
    if durability == "none" {
      try client.result("shutdown")
      _ = try kept.daemon.end()
      try kept.start()
    } else {
      try kept.restart()
    }
    #expect(try kept.connect().result("getState")["clock"]?["monotonic"] == 20)
  }
}

/// The end of a daemon that has much to read or to write.
extension PersistenceTests {
  @Test("SIGTERM while a long journal is read ends the daemon, and changes nothing")
  func stopWhileReading() throws {
    let kept = try KeptDaemon()
    let client = try kept.connect()
    for _ in 0..<100 {
      try client.send(
        String(repeating: TestClient.request("advanceClock", ["seconds": 1], id: 1), count: 100))
      for _ in 0..<100 { #expect(try client.message()["result"] != nil) }
    }
    try kept.kill()
    let before = try [kept.snapshot, kept.journal].map(FileSystem.read)
    for delay in [0.05, 0.15, 0.3] {
      let daemon = try TestDaemon(["--socket", kept.folder.file("s"), "--state", kept.state])
      HostClock.sleep(seconds: delay)
      try daemon.kill(Signal.terminate)
      let end = try daemon.end()
      #expect(end.status == 0)
      if end.errors.contains("listens on") { break }
      #expect(try [kept.snapshot, kept.journal].map(FileSystem.read) == before)
    }
    try kept.start()
    #expect(try kept.connect().result("getState")["clock"]?["monotonic"] == 10_000)
  }

  @Test("a daemon that is killed while a worker folds its journal loses nothing, whenever that is")
  func killWhileFolding() throws {
    let kept = try KeptDaemon(["--max-journal-bytes", "20000"])
    var client = try kept.connect()
    let value = JSONTree.string(String(repeating: "x", count: 100_000))
    for index in 0..<40 {
      try client.result("secItemAdd", ["class": "key", "account": .string("\(index)"), "value": value])
    }
    for round in 0..<8 {
      for _ in 0..<20 {
        try client.send(
          String(repeating: TestClient.request("advanceClock", ["seconds": 1], id: 1), count: 10))
        for _ in 0..<10 { #expect(try client.message()["result"] != nil) }
      }
      HostClock.sleep(seconds: Double(round) * 0.003)
      try kept.restart()
      client = try kept.connect()
      #expect(try client.result("getState")["clock"]?["monotonic"] == .integer((round + 1) * 200))
    }
    #expect(try client.result("listKeychainItems")["items"]?[39] != nil)
  }
}
