import Foundation
import Platform
import TestSupport
import Testing

/// What happens when nothing more can be written.
@Suite struct FullDiskTests {
  /// A small file system of its own; `nil` where this user may not mount one.
  final class SmallDisk {
    let path: String
    private let parent: TemporaryFolder

    init?(kilobytes: Int) throws {
      parent = try TemporaryFolder()
      path = parent.file("disk")
      try FileSystem.makeDirectory(path)
      guard try Self.run("mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k,mode=0700", "tmpfs", path) else {
        return nil
      }
    }

    deinit { _ = try? Self.run("umount", "-l", path) }

    /// Leaves no room.
    func fill() throws {
      let file = try FileSystem.openForAppending("\(path)/ballast")
      defer { file.close() }
      for size in [4096, 1] {
        while (try? file.writeAll([UInt8](repeating: 0, count: size))) != nil {}
      }
    }

    func empty() throws { try FileSystem.remove("\(path)/ballast") }

    private static func run(_ program: String, _ arguments: String...) throws -> Bool {
      var configuration = ChildProcess.Configuration(program: program, arguments: arguments)
      let nowhere = try FileSystem.openForAppending("/dev/null")
      defer { nowhere.close() }
      configuration.standardError = nowhere
      guard let process = try? ChildProcess.spawn(configuration) else { return false }
      return try process.wait() == .exited(status: 0)
    }
  }

  static let mayMount: Bool = CurrentProcess.userID == 0 && ((try? SmallDisk(kilobytes: 64)) ?? nil) != nil

  /// Commands of every kind fail, and the state stays.
  private func expectRefusals(_ client: TestClient, _ reason: String) throws {
    let before = try client.export()
    for (method, params): (String, JSONTree) in [
      ("setState", ["failedAttempts": 4]), ("nonMatchingFace", [:]), ("createDevice", ["device": "x"]),
      ("cloneDevice", ["as": "x"]), ("saveSnapshot", ["name": "s"]), ("resetDevice", [:]),
      ("importState", ["state": before ?? nil]), ("lockDevice", [:]), ("deleteDevice", [:]),
      ("secItemAdd", ["class": "key", "value": "v"]),
    ] {
      let failure = try client.error(method, params)
      #expect(failure.code == -32017, "\(method): \(failure)")
      #expect(failure.message.contains(reason), "\(failure)")
    }
    #expect(try client.export() == before)
    #expect(try client.result("listSnapshots")["snapshots"] == [])
    #expect(try client.error("getState", ["device": "x"]).code == -32001)
    // What is not kept needs no disk.
    try client.result("createDevice", ["device": "e", "ephemeral": true])
    try client.result("lockDevice", ["device": "e"])
    try client.result("deleteDevice", ["device": "e"])
  }

  /// Sends commands until one is refused; returns how many were done. Then there is no room for the shortest
  /// record either: the lengths differ, and what does not fill a page may still fit.
  private func fillJournal(_ client: TestClient) throws -> Int {
    for count in 0..<10_000 {
      let reply = try client.call("advanceClock", ["seconds": 1])
      guard reply["error"]?["data"]?["name"] == "notStored" else { continue }
      for _ in 0..<100 {
        if try client.call("disarm")["error"]?["data"]?["name"] == "notStored" { return count }
      }
    }
    throw TestFailure("the disk is never full")
  }

  @Test(
    "on a full disk commands fail and change nothing, the daemon lives, and goes on when there is room",
    .enabled(if: mayMount, "only root may mount a small file system"))
  func fullDisk() throws {
    let disk = try #require(try SmallDisk(kilobytes: 256))
    let kept = try KeptDaemon(state: "\(disk.path)/state")
    let client = try kept.connect()
    let app = try kept.connect()
    try app.start("evaluatePolicy", ["policy": "biometrics", "reason": "r"])
    try client.result("waitFor", ["kind": "promptShown"])
    try disk.fill()
    // Some fit into the last block.
    let done = try fillJournal(client)
    try expectRefusals(client, "No space left on device")
    // What cannot be refused happens, and is written as soon as there is room.
    app.close()
    try client.result("waitFor", ["kind": "promptDismissed", "where": ["prompt": "p1"]])
    try disk.empty()
    try client.result("advanceClock", ["seconds": 1])
    #expect(try client.result("getState")["clock"]?["monotonic"] == .integer(done + 1))
    let after = try client.export()
    try kept.restart()
    let again = try kept.connect()
    #expect(try again.export() == after)
    try again.result("shutdown")
    #expect(try kept.daemon.end().status == 0)
  }

  @Test("a journal that may not grow any more is folded into the snapshot, and its commands go on")
  func fileSizeLimit() throws {
    let kept = try KeptDaemon(through: #"ulimit -f 32; exec "$0" "$@""#)
    let client = try kept.connect()
    var refused = 0
    for _ in 0..<600 {
      if try client.call("advanceClock", ["seconds": 1])["error"]?["data"]?["name"] == "notStored" {
        refused += 1
      }
    }
    #expect((1...20).contains(refused))
    #expect(try client.result("getState")["clock"]?["monotonic"] == .integer(600 - refused))
    try kept.restart()
    #expect(try kept.connect().result("getState")["clock"]?["monotonic"] == .integer(600 - refused))
  }

  @Test("a new folder that cannot be written to is no state: the start is refused")
  func unusable() throws {
    let folder = try TemporaryFolder()
    let end = try TestDaemon(
      ["--socket", folder.file("s"), "--state", folder.file("state")],
      through: #"ulimit -f 0; exec "$0" "$@""#
    ).end()
    #expect(end.status == 74)
    #expect(end.errors.contains("File too large"), "\(end.errors)")
    let missing = try TestDaemon(["--socket", folder.file("s"), "--state", folder.file("a/b")]).end()
    #expect(missing.status == 74)
    #expect(missing.errors.contains("No such file or directory"))
  }
}
