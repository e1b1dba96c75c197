import Foundation
import Platform
import Store
import TestSupport
import Testing

/// A state folder that is not where, or what, it was: nothing is acknowledged that nobody would find again, and no
/// other daemon's data is touched.
@Suite(.enabled(if: TestDaemon.program != nil, "devicesimd is not built"))
struct LostFolderTests {
  private let kept: KeptDaemon
  private let client: TestClient

  init() throws {
    kept = try KeptDaemon()
    client = try kept.connect()
    try client.result("setState", ["failedAttempts": 1])
  }

  /// Every change is refused, and says why; what is not kept is served.
  private func expectRefusal(_ reason: String) throws {
    for count in 2...3 {
      let failure = try client.error("setState", ["failedAttempts": .integer(count)])
      #expect(failure.name == "notStored")
      #expect(failure.message.contains(reason), "\(failure)")
    }
    #expect(try client.result("getState")["failedAttempts"] == 1)
    try client.result("createDevice", ["device": "e", "ephemeral": true])
    try client.result("setState", ["device": "e", "failedAttempts": 2])
    try client.result("deleteDevice", ["device": "e"])
  }

  /// Starts a daemon on the folder that is at the path now.
  private func startSecond() throws -> TestDaemon {
    try TestDaemon.start(in: try TemporaryFolder(), ["--state", kept.state, "--clock", "manual"])
  }

  /// The end of the first daemon would fold the journal; what the second one wrote last is there all the same.
  private func expectSecondIsKept(_ second: TestDaemon) throws {
    try client.result("shutdown")
    #expect(try kept.daemon.end().status == 0)
    try second.kill(Signal.kill)
    _ = try second.end()
    try kept.start()
    #expect(try kept.connect().result("getState")["failedAttempts"] == 3)
  }

  private func rename(_ path: String, to new: String) throws { try FileSystem.rename(path, to: new) }

  @Test("a folder that was moved is not written to, and is again once it is back")
  func moved() throws {
    let elsewhere = kept.folder.file("elsewhere")
    try rename(kept.state, to: elsewhere)
    let bytes = try FileSystem.read("\(elsewhere)/journal.ndjson")
    try expectRefusal("\(kept.state) was moved, removed or replaced")
    #expect(try FileSystem.read("\(elsewhere)/journal.ndjson") == bytes)
    try rename(elsewhere, to: kept.state)
    try client.result("setState", ["failedAttempts": 4])
    try kept.restart()
    #expect(try kept.connect().result("getState")["failedAttempts"] == 4)
  }

  @Test(
    "a folder that was removed is not made again, and no command is acknowledged into files that are gone")
  func removed() throws {
    try FileManager.default.removeItem(atPath: kept.state)
    try expectRefusal("was moved, removed or replaced")
    try client.result("shutdown")
    #expect(try kept.daemon.end().status == 0)
    #expect(try FileSystem.status(of: kept.state) == nil)
  }

  @Test("a folder in the place of another one keeps what its own daemon wrote")
  func replaced() throws {
    let elsewhere = kept.folder.file("elsewhere")
    try rename(kept.state, to: elsewhere)
    let second = try startSecond()
    try second.connect().result("setState", ["failedAttempts": 3])
    try expectRefusal("was moved, removed or replaced")
    try expectSecondIsKept(second)
  }

  @Test("a daemon whose lock was removed writes nothing more, so that the next one's data is safe")
  func lockRemoved() throws {
    try FileSystem.remove("\(kept.state)/lock")
    try expectRefusal("lock was removed or replaced")
    let second = try startSecond()
    #expect(try second.connect().result("getState")["failedAttempts"] == 1)
    try second.connect().result("setState", ["failedAttempts": 3])
    try expectRefusal("lock was removed or replaced")
    try expectSecondIsKept(second)
  }

  @Test("a journal that was removed, or is another file, is not written to")
  func journalReplaced() throws {
    let aside = kept.folder.file("aside")
    try rename(kept.journal, to: aside)
    try expectRefusal("journal.ndjson was moved, removed or replaced")
    try FileSystem.write(try FileSystem.read(aside), to: kept.journal)
    try expectRefusal("journal.ndjson was moved, removed or replaced")
    try rename(aside, to: kept.journal)
    try client.result("setState", ["failedAttempts": 4])
  }

  @Test("what lies in the way of a new file is not written to")
  func linkInTheWay() throws {
    let victim = kept.folder.file("victim")
    try FileSystem.write(Array("precious".utf8), to: victim)
    for name in ["snapshot.new", "journal.ndjson.new"] {
      try FileManager.default.createSymbolicLink(atPath: "\(kept.state)/\(name)", withDestinationPath: victim)
    }
    try client.result("shutdown")
    #expect(try kept.daemon.end().status == 0)
    #expect(try FileSystem.read(victim) == Array("precious".utf8))
    try kept.start()
    #expect(try kept.connect().result("getState")["failedAttempts"] == 1)
  }

  @Test(
    "a pipe in the place of a kept file is refused, and not waited for",
    arguments: ["lock", "journal.ndjson"])
  func pipe(_ name: String) throws {
    try kept.kill()
    try FileSystem.remove("\(kept.state)/\(name)")
    try #require(mkfifo("\(kept.state)/\(name)", 0o600) == 0)
    let end = try kept.failToStart()
    #expect(end.status == 73)
    #expect(end.errors.contains("\(kept.state)/\(name) must be a regular file"), "\(end.errors)")
  }
}
