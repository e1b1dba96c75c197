import DeviceModel
import Foundation
import Platform
import Server
import Store
import TestSupport
import Testing

/// A daemon's own journal, damaged wherever it can be. `DEVICESIM_EVERY_BYTE=1` leaves out no byte of it.
@Suite struct JournalDamageTests {
  /// How far two bytes that are tried lie apart.
  private static let step =
    ProcessInfo.processInfo.environment["DEVICESIM_EVERY_BYTE"] == nil ? 13 : 1

  private static let commands: [(String, JSONTree)] = [
    ("setState", ["failedAttempts": 2, "behavior": ["seed": 7]]), ("setPasscode", ["passcode": "4711"]),
    ("secItemAdd", ["class": "genericPassword", "account": "a", "value": "s\u{0}\u{1F511}"]),
    ("advanceClock", ["seconds": 12.5]), ("createDevice", ["device": "d", "clock": "manual"]),
    ("saveSnapshot", ["name": "s"]), ("enroll", ["identity": "face-2"]), ("lockDevice", [:]),
    ("unlockDevice", ["passcode": "4711"]), ("arm", ["responses": [["method": "tapCancel", "after": 3]]]),
    ("deleteDevice", ["device": "d"]), ("restoreSnapshot", ["name": "s"]),
  ]

  /// Everything there is to ask for.
  private static let questions = ["exportState", "listDevices", "listSnapshots"]

  private func answers(_ client: TestClient) throws -> [JSONTree?] {
    try Self.questions.map { question in
      var answer = try client.result(question)
      // Coming back takes numbers of its own.
      answer["seq"] = nil
      return answer
    }
  }

  /// What a server answers that begins with the files of a folder; `nil`: it refuses to.
  private func recovered(_ folder: String) throws -> [JSONTree?]? {
    var configuration = ServerConfiguration()
    configuration.clock = .manual
    let server = try Server(configuration)
    do throws(StoreError) {
      try server.recover(from: try Store.opened(folder))
    } catch {
      guard case .damaged = error else { throw error }
      return nil
    }
    let (own, peer) = try Socket.pair()
    try peer.setNonBlocking(true)
    try server.adopt(peer)
    let client = TestClient(own)
    for method in Self.questions + ["shutdown"] { try client.start(method) }
    try server.run()
    return try Self.questions.map { _ in
      var answer = try client.reply()["result"]
      answer?["seq"] = nil
      return answer
    }
  }

  @Test(
    "start-up recovers exactly what was acknowledged before the damage, or refuses", arguments: [true, false])
  func damage(_ isCut: Bool) throws {
    let kept = try KeptDaemon()
    let client = try kept.connect()
    // How long the journal was after each command, and what was so then.
    var known = [(bytes: try FileSystem.read(kept.journal).count, answers: try answers(client))]
    for (method, params) in Self.commands {
      try client.result(method, params)
      known.append((try FileSystem.read(kept.journal).count, try answers(client)))
    }
    try kept.kill()
    let journal = try FileSystem.read(kept.journal)
    let snapshot = try FileSystem.read(kept.snapshot)
    #expect(journal.count == known.last?.bytes)
    var (recoveries, refusals) = (0, 0)
    for place in stride(from: 0, to: journal.count, by: Self.step) {
      let folder = try TemporaryFolder()
      var bytes = journal
      if isCut { bytes.removeSubrange(place...) } else { bytes[place] ^= 1 << UInt8(place % 8) }
      try FileSystem.write(bytes, to: folder.file("journal.ndjson"))
      try FileSystem.write(snapshot, to: folder.file("snapshot"))
      let found = try recovered(folder.path)
      if found == nil { refusals += 1 } else { recoveries += 1 }
      // A flip is never taken for a record. A cut is the end that a kill leaves, but for the first line.
      let expected = isCut ? known.last { $0.bytes <= place }?.answers : nil
      #expect(found == expected, "byte \(place)")
    }
    report(
      "\(isCut ? "cut" : "flipped") at \(recoveries + refusals) bytes: \(recoveries) recoveries, \(refusals) refusals"
    )
  }
}
