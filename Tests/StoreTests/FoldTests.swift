import JSON
import Platform
import Store
import Testing

/// Folding while records come: whenever it ends, everything is there once.
@Suite struct FoldTests {
  private let folder: StateFolderFixture

  init() throws { folder = try StateFolderFixture() }

  /// A store as it is written beside the test, and what a process would find that starts now.
  private final class Writer {
    let folder: StateFolderFixture
    let store: Store
    private(set) var last = 0

    init(_ folder: StateFolderFixture, _ durability: Durability = .write) throws {
      self.folder = folder
      store = try folder.open(durability).store
    }

    func append(_ count: Int = 3) throws {
      for _ in 0..<count {
        last += 1
        try store.append(last)
      }
    }

    /// Everything that was appended is found, as if the process had been killed.
    func check(_ moment: String) throws {
      let copy = try FoldTests.copy(of: folder)
      let (store, content) = try copy.open()
      #expect(content.snapshot + content.records == Array(1..<last + 1), "\(moment)")
      try store.append(last + 1)
      #expect(store.number == last + 1)
    }

    func snapshot(_ fold: Fold, upTo last: Int? = nil) throws {
      let values = Array(1..<(last ?? self.last) + 1)
      _ = try fold.writeSnapshot { _ in
      } _: { (file) throws(WriteFailure) in
        for value in values { try file.line { $0.member("value", value) } }
      }
    }
  }

  @Test("whenever the process ends while it folds, all records are there, each once")
  func everyStep() throws {
    let writer = try Writer(folder)
    for round in 0..<3 {
      try writer.append()
      let fold = writer.store.beginFold()
      try writer.snapshot(fold)
      try writer.append()
      try writer.check("\(round): the snapshot file is written")
      try writer.store.installSnapshot(of: fold)
      try writer.check("\(round): it has its name")
      try writer.append()
      var new = try fold.beginJournal()
      try writer.check("\(round): the new journal is begun")
      try writer.append()
      #expect(writer.store.bytesMissing(in: new) > 0)
      new = try writer.store.copying(to: new)().get()
      #expect(writer.store.bytesMissing(in: new) == 0)
      try writer.append()
      try writer.check("\(round): records are copied")
      let before = writer.store.journalBytes
      try writer.store.installJournal(new)
      #expect(writer.store.journalBytes < before)
      try writer.check("\(round): the new journal has its name")
      try writer.append()
      try writer.check("\(round): it goes on")
    }
    #expect(folder.names == ["journal.ndjson", "lock", "snapshot"])
  }

  @Test("records that are not in the file yet, from before and after the beginning, are there too")
  func waiting() throws {
    let writer = try Writer(folder, .none)
    try writer.append()
    let fold = writer.store.beginFold()
    try writer.append()
    try writer.snapshot(fold, upTo: 3)
    try writer.store.installSnapshot(of: fold)
    let new = try fold.beginJournal()
    try writer.append()
    try writer.store.installJournal(new)
    try writer.append()
    try writer.store.flush()
    try writer.check("after it")
  }

  @Test("a snapshot file of any size is written")
  func large() throws {
    let store = try folder.open().store
    let text = String(repeating: "x", count: 1 << 20)
    try store.compact { _ in
    } _: { (file) throws(WriteFailure) in
      for value in 1...20 {
        try file.line { line in
          line.member("value", value)
          line.member("text", text)
        }
      }
    }
    #expect(try FoldTests.content(of: folder).snapshot == Array(1...20))
  }

  @Test("a folding that is cancelled leaves the journal as it was")
  func cancelled() throws {
    let writer = try Writer(folder)
    try writer.append()
    let fold = writer.store.beginFold()
    fold.cancel()
    #expect(throws: WriteFailure.stopped) { try writer.snapshot(fold) }
    try writer.append()
    try writer.check("after it")
    #expect(folder.names == ["journal.ndjson", "lock"])
  }

  @Test("neither a snapshot file nor a journal takes the place of one in a folder that was moved")
  func moved() throws {
    let writer = try Writer(folder)
    try writer.append()
    let fold = writer.store.beginFold()
    try writer.snapshot(fold)
    let elsewhere = "\(folder.path).moved"
    try FileSystem.rename(folder.path, to: elsewhere)
    #expect { try writer.store.installSnapshot(of: fold) } throws: { "\($0)".contains("moved") }
    try FileSystem.rename(elsewhere, to: folder.path)
    #expect(folder.names == ["journal.ndjson", "lock"])
    try writer.append()
    try writer.check("after it")
  }

  @Test("a group that was not written leaves no record, and its numbers are given again")
  func failedGroup() throws {
    let writer = try Writer(folder, .fsync)
    try writer.store.stage { $0.member("value", 100) }
    try writer.store.stage { $0.member("value", 101) }
    _ = try #require(try writer.store.beginGroup())
    let failure = WriteFailure.system(SystemError(5, "write"))
    #expect(throws: failure) { try writer.store.endGroup(.failure(failure)) }
    for value in 1...2 { try writer.store.stage { $0.member("value", value) } }
    let group = try #require(try writer.store.beginGroup())
    try writer.store.endGroup(group.write())
    #expect(writer.store.number == 2)
    #expect(try FoldTests.content(of: folder) == .init(records: [1, 2]))
  }

  @Test("what could not be read again is not written: a line that is too long")
  func tooLong() throws {
    let store = try folder.newStore(.write, maximumLineBytes: 100)
    try store.load { _ in
      nil
    } record: { _ in
      nil
    }
    let long = String(repeating: "x", count: 100)
    try store.append(1)
    #expect(throws: WriteFailure.tooLong(limit: 100)) { try store.append { $0.member("text", long) } }
    try store.append(2)
    #expect(throws: WriteFailure.tooLong(limit: 100)) {
      try store.compact { _ in
      } _: { (file) throws(WriteFailure) in
        try file.line { $0.member("text", long) }
      }
    }
    try store.append(3)
    #expect(try FoldTests.content(of: folder) == .init(records: [1, 2, 3]))
  }

  /// What a process would find that starts now.
  private static func content(of folder: StateFolderFixture) throws -> StateFolderFixture.Content {
    try copy(of: folder).open().content
  }

  private static func copy(of folder: StateFolderFixture) throws -> StateFolderFixture {
    let copy = try StateFolderFixture()
    try FileSystem.makeDirectory(copy.path, mode: 0o700)
    for name in folder.names where name != "lock" {
      try FileSystem.write(try folder.bytes(name), to: copy.file(name))
    }
    return copy
  }
}
