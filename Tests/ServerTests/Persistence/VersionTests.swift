import DeviceModel
import Platform
import TestSupport
import Testing
import WireProtocol

/// What holds between versions: Sources/Store/README.md.
@Suite(.enabled(if: TestDaemon.program != nil, "devicesimd is not built"))
struct VersionTests {
  private let kept: KeptDaemon

  /// A daemon that was killed with some changes in its journal.
  init() throws {
    kept = try KeptDaemon()
    let client = try kept.connect()
    for count in 1...4 { try client.result("setState", ["failedAttempts": .integer(count)]) }
    try kept.kill()
  }

  @Test(
    "state of a newer format is refused with 65; it is not called damaged, and a repair changes nothing",
    arguments: ["snapshot", "journal.ndjson"])
  func newer(_ file: String) throws {
    let newer = ArchiveFormat.current + 1
    let path = "\(kept.state)/\(file)"
    try rewrite(path) { index, line in
      if index == 0 { line[file == "snapshot" ? "snapshot" : "journal"] = .integer(newer) }
    }
    let before = try [kept.snapshot, kept.journal].map(FileSystem.read)
    for end in [try kept.failToStart(), try kept.failToRepair()] {
      #expect(end.status == 65)
      #expect(
        end.errors.contains(
          "\(path) was written by a newer devicesim (format \(newer)), "
            + "this one reads up to \(ArchiveFormat.current)"), "\(end.errors)")
      #expect(!end.errors.contains("damaged"))
      #expect(end.errors.split(separator: "\n").count == 1)
    }
    #expect(try [kept.snapshot, kept.journal].map(FileSystem.read) == before)
  }

  @Test("a member that no version before knew is an error that names who wrote it")
  func unknownMember() throws {
    let original = try [kept.snapshot, kept.journal].map(FileSystem.read)
    let changes: [(path: String, (Int, inout JSONTree) -> Void)] = [
      (kept.snapshot, { index, line in if index == 0 { line["sunny"] = true } }),
      (kept.snapshot, { index, line in if index == 1 { line["sunny"] = true } }),
      (kept.snapshot, { index, line in if index == 1 { line["state"]?["sunny"] = true } }),
      (kept.journal, { index, line in if index == 2 { line["sunny"] = true } }),
      (kept.journal, { index, line in if index == 2 { line["method"] = "setSunny" } }),
    ]
    for (path, change) in changes {
      try FileSystem.write(original[0], to: kept.snapshot)
      try FileSystem.write(original[1], to: kept.journal)
      try rewrite(kept.snapshot) { index, line in if index == 0 { line["version"] = "9.8.7" } }
      try rewrite(path, change)
      let end = try kept.failToStart()
      #expect(end.status == 65)
      #expect(end.errors.lowercased().contains("sunny"), "\(end.errors)")
      #expect(
        end.errors.contains("written by devicesim 9.8.7, read by \(Product.version)"), "\(end.errors)")
    }
  }

  @Test("members that are missing mean their default")
  func absentMembers() throws {
    try rewrite(kept.snapshot) { index, line in
      if index == 0 {
        for name in ["seq", "serial", "keychainBytes", "armedResponses", "version"] { line[name] = nil }
      }
    }
    try rewrite(kept.journal) { index, line in
      if index > 0 { for name in ["seq", "call", "client", "digest"] { line[name] = nil } }
    }
    try kept.start()
    #expect(try kept.connect().result("getState")["failedAttempts"] == 4)
  }

  @Test("a replay by the same rules differs nowhere")
  func sameRules() throws {
    try kept.start()
    let log = try kept.log()
    #expect(log.contains("replayed 4 changes of the journal"), "\(log)")
    #expect(!log.contains("other results"), "\(log)")
  }

  @Test("a replay by other rules says how many results differ, and who wrote them")
  func otherRules() throws {
    try rewrite(kept.snapshot) { index, line in if index == 0 { line["version"] = "0.0.7" } }
    // As if the first and the second change had led to something else; what the last led to, no record tells.
    try rewrite(kept.journal) { index, line in if index == 2 || index == 3 { line["digest"] = 1 } }
    try kept.start()
    let log = try kept.log()
    #expect(
      log.contains(
        "2 of them led to other results than the first time: written by devicesim 0.0.7, "
          + "read by \(Product.version)"), "\(log)")
  }
}
