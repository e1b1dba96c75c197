import JSON
import Platform
import Store
import Testing

/// Whatever happens to the files: what was acknowledged comes back, or nothing is used.
@Suite struct DamageTests {
  private let folder: StateFolderFixture

  init() throws { folder = try StateFolderFixture() }

  /// A journal of some records after a snapshot, and where its lines end.
  private func journal(_ count: Int = 6) throws -> (bytes: [UInt8], ends: [Int]) {
    do {
      let store = try folder.open().store
      try store.append(0)
      try store.compact([100, 200])
      for value in 1...count { try store.append(value) }
    }
    let bytes = try folder.bytes("journal.ndjson")
    return (bytes, bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 })
  }

  /// What is found; `nil`: it is refused as damaged.
  private func found() throws -> StateFolderFixture.Content? { try open().content }

  /// What is found, or where it is damaged.
  private func open() throws -> (content: StateFolderFixture.Content?, damage: StoreError.Damage?) {
    do throws(StoreError) {
      return (try folder.open().content, nil)
    } catch {
      guard case .damaged(let damage) = error else { throw error }
      return (nil, damage)
    }
  }

  @Test("a journal cut at any byte comes back up to its last whole record; the rest is kept aside")
  func cuts() throws {
    let (bytes, ends) = try journal()
    for cut in bytes.indices {
      try FileSystem.write(Array(bytes[..<cut]), to: folder.journal)
      let whole = ends.count { $0 <= cut } - 1
      guard whole >= 0 else {
        // Without its first line nobody knows what it follows.
        #expect(try found() == nil, "cut at \(cut)")
        continue
      }
      #expect(
        try found() == .init(snapshot: [100, 200], records: Array(1...6).prefix(whole).map(\.self)),
        "cut at \(cut)")
      let torn = bytes[ends[whole]..<max(cut, ends[whole])]
      let name = folder.names.first { $0.contains("torn") }
      #expect((name == nil) == torn.isEmpty, "cut at \(cut)")
      if let name {
        #expect(try folder.bytes(name) == Array(torn))
        try FileSystem.remove(folder.file(name))
      }
      #expect(try folder.bytes("journal.ndjson").count == ends[whole])
    }
  }

  @Test("a journal with any bit changed is refused, by record and byte, and left as it is")
  func flips() throws {
    let (bytes, ends) = try journal(3)
    for index in bytes.indices {
      for mask in [0x01, 0x80, 0x0A, 0xFF] as [UInt8] {
        var changed = bytes
        changed[index] ^= mask
        try FileSystem.write(changed, to: folder.journal)
        let damage = try #require(try open().damage, "byte \(index) ^ \(mask) was not noticed")
        let line = ends.count { $0 <= index }
        // The first line follows record 1, which is in the snapshot.
        #expect(damage.record == (line == 0 ? 0 : line + 1), "byte \(index)")
        #expect(damage.offset == (line == 0 ? 0 : ends[line - 1]), "byte \(index)")
        #expect(damage.path == folder.journal)
        #expect(try folder.bytes("journal.ndjson") == changed)
      }
    }
    #expect(folder.names == ["journal.ndjson", "lock", "snapshot"])
  }

  @Test("a snapshot cut at any byte, or with any byte changed, is refused")
  func snapshot() throws {
    _ = try journal()
    let bytes = try folder.bytes("snapshot")
    for index in bytes.indices {
      try FileSystem.write(Array(bytes[..<index]), to: folder.snapshot)
      #expect(try found() == nil, "cut at \(index)")
      var changed = bytes
      changed[index] ^= 0x10
      try FileSystem.write(changed, to: folder.snapshot)
      #expect(try found() == nil, "byte \(index)")
    }
    try FileSystem.write(bytes, to: folder.snapshot)
    #expect(try found() != nil)
  }

  @Test("a file that is missing, or is of another time, is refused")
  func missing() throws {
    let (bytes, _) = try journal()
    try FileSystem.remove(folder.journal)
    #expect(try found() == nil)
    try FileSystem.write(bytes, to: folder.journal)
    let snapshot = try folder.bytes("snapshot")
    try FileSystem.remove(folder.snapshot)
    #expect(try found() == nil)
    try FileSystem.write(snapshot, to: folder.snapshot)
    #expect(try found()?.records == [1, 2, 3, 4, 5, 6])
  }

  @Test("after a repair everything before the damage comes back, and the rest is kept aside")
  func repair() throws {
    let (bytes, ends) = try journal()
    var changed = bytes
    changed[ends[3] + 20] ^= 1
    try FileSystem.write(changed, to: folder.journal)
    try repairOnce()
    #expect(try folder.open().content == .init(snapshot: [100, 200], records: [1, 2, 3]))
    #expect(try folder.bytes("journal.ndjson.damaged-1") == Array(changed[ends[3]...]))
  }

  @Test("a journal whose first line is damaged starts again after the snapshot")
  func repairHeader() throws {
    var (bytes, _) = try journal()
    bytes[20] ^= 1
    try FileSystem.write(bytes, to: folder.journal)
    try repairOnce()
    do {
      let (store, content) = try folder.open()
      #expect(content == .init(snapshot: [100, 200]))
      try store.append(9)
    }
    #expect(try folder.open().content.records == [9])
    #expect(try folder.bytes("journal.ndjson.damaged-1") == bytes)
  }

  @Test("a damaged snapshot takes the journal with it")
  func repairSnapshot() throws {
    _ = try journal()
    var bytes = try folder.bytes("snapshot")
    bytes[60] ^= 1
    try FileSystem.write(bytes, to: folder.snapshot)
    try repairOnce()
    do {
      let (store, content) = try folder.open()
      #expect(content == .init())
      try store.append(1)
    }
    #expect(try folder.open().content.records == [1])
    #expect(
      folder.names.filter { $0.contains("damaged") } == ["journal.ndjson.damaged-1", "snapshot.damaged-1"])
  }

  private func repairOnce() throws {
    let store = try folder.newStore()
    do throws(StoreError) {
      try store.load { _ in
        nil
      } record: { _ in
        nil
      }
      Issue.record("no damage was found")
    } catch {
      guard case .damaged(let damage) = error else { throw error }
      #expect(try store.repair(damage).contains("kept in"))
    }
  }
}
