import Foundation
import JSON
import Platform
import Store
import Testing

/// What is kept, and found again.
@Suite struct StoreTests {
  private let folder: StateFolderFixture

  init() throws { folder = try StateFolderFixture() }

  @Test("records come back in their order", arguments: Durability.allCases)
  func records(_ durability: Durability) throws {
    do {
      let (store, content) = try folder.open(durability)
      #expect(content == .init())
      for value in 1...5 { try store.append(value) }
      try store.flush()
    }
    let (store, content) = try folder.open()
    #expect(content == .init(records: [1, 2, 3, 4, 5]))
    try store.append(6)
    #expect(store.number == 6)
  }

  @Test("an appended record is in the file before append returns, unless nothing is promised")
  func atOnce() throws {
    for (durability, isThere) in [(Durability.write, true), (.fsync, true), (.none, false)] {
      let folder = try StateFolderFixture()
      let store = try folder.open(durability).store
      try store.append(4711)
      let text = String(decoding: try folder.bytes("journal.ndjson"), as: UTF8.self)
      #expect(text.contains(#""n":1,"value":4711"#) == isThere, "\(durability)")
    }
  }

  @Test("a snapshot takes the journal's place, and records go on after it")
  func compaction() throws {
    do {
      let store = try folder.open().store
      for value in 1...3 { try store.append(value) }
      let before = store.journalBytes
      try store.compact([10, 20])
      #expect(store.journalBytes < before)
      try store.append(4)
    }
    let (store, content) = try folder.open()
    #expect(content == .init(snapshot: [10, 20], records: [4]))
    #expect(store.number == 4)
  }

  @Test("a journal older than the snapshot is read from where the snapshot ends")
  func oldJournal() throws {
    let old: [UInt8]
    do {
      let store = try folder.open().store
      for value in 1...3 { try store.append(value) }
      old = try folder.bytes("journal.ndjson")
      try store.compact([6])
    }
    // As if the process had ended between the two.
    try FileSystem.write(old, to: folder.journal)
    do {
      let (store, content) = try folder.open()
      #expect(content == .init(snapshot: [6]))
      try store.append(7)
      #expect(store.number == 4)
    }
    #expect(try folder.open().content == .init(snapshot: [6], records: [7]))
  }

  @Test("a snapshot that could not be finished leaves everything as it was")
  func failedCompaction() throws {
    do {
      let store = try folder.open().store
      try store.append(1)
      #expect(throws: WriteFailure.self) {
        try store.compact { _ in
        } _: { (_) throws(WriteFailure) in
          throw WriteFailure.system(SystemError(28, "write"))
        }
      }
      try store.append(2)
    }
    #expect(try folder.open().content == .init(records: [1, 2]))
    #expect(folder.names == ["journal.ndjson", "lock"])
  }

  @Test("what cannot be refused is written with the next record, before it")
  func later() throws {
    do {
      let store = try folder.open().store
      store.appendLater { $0.member("value", 1) }
      try store.append(2)
    }
    #expect(try folder.open().content == .init(records: [1, 2]))
  }

  @Test("folder and files are the owner's alone")
  func modes() throws {
    let store = try folder.open().store
    try store.append(1)
    try store.compact([1])
    #expect(try FileSystem.status(of: folder.path)?.mode == 0o700)
    for name in ["snapshot", "journal.ndjson", "lock"] {
      #expect(try FileSystem.status(of: folder.file(name))?.mode == 0o600, "\(name)")
    }
  }

  @Test("a folder that others can use, or a file that is a link or theirs to write, is not trusted")
  func trust() throws {
    try FileSystem.makeDirectory(folder.path, mode: 0o700)
    try FileSystem.setMode(0o750, of: folder.path)
    #expect(throws: StoreError.notPrivate(path: folder.path)) { try folder.open() }
    try FileSystem.setMode(0o700, of: folder.path)
    try FileSystem.write([], to: folder.file("elsewhere"))
    for name in ["journal.ndjson", "snapshot"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(name), withDestinationPath: folder.file("elsewhere"))
      #expect(throws: StoreError.notPrivate(path: folder.file(name))) { try folder.open() }
      try FileSystem.remove(folder.file(name))
      try FileSystem.write([], to: folder.file(name))
      try FileSystem.setMode(0o640, of: folder.file(name))
      #expect(throws: StoreError.notPrivate(path: folder.file(name))) { try folder.open() }
      try FileSystem.remove(folder.file(name))
    }
    #expect(try folder.open().content == .init())
  }

  @Test("a folder belongs to one store at a time")
  func lock() throws {
    let store = try folder.open().store
    #expect(throws: StoreError.inUse(folder: folder.path, processID: CurrentProcess.id)) {
      try Store(folder: folder.path, format: 1)
    }
    #expect(store.number == 0)
  }
}
