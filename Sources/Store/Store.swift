package import JSON
package import Platform

/// How much an acknowledged command survives.
package enum Durability: String, CaseIterable, Sendable {
  /// The end of the process, however it comes.
  case write
  /// A loss of power, too.
  case fsync
  /// Nothing for certain: records are written when there is time.
  case none
}

/// State that outlives its process: a snapshot file, and a journal of what happened after it.
///
/// Their content is the owner's. This module makes sure that a record that was appended is found again, whole and
/// in its place, or that the damage is found. README.md says what holds between versions.
package final class Store {
  private let folder: StateFolder
  /// The number of the form that the owner writes; it reads all up to this.
  private let format: Int
  private let durability: Durability
  private let log: (String) -> Void

  /// The journal, once it is open.
  private var file: FileDescriptor?
  /// Where the last record that counts ends.
  private var length = 0
  /// Something may stand behind that, from a write that failed.
  private var isTailDirty = false
  private var chain = Chain()
  /// The number of the last record, those included that wait to be written.
  package private(set) var number = 0
  /// The number of the form that was found, the older one of two; `nil`: nothing was there.
  package private(set) var foundFormat: Int?
  /// Records that could not be refused and are still to be written.
  private var waiting = JSONWriter()

  /// Opens a folder that no other process uses, or creates it. Nothing is read yet.
  package init(
    folder path: String, format: Int, durability: Durability = .write,
    log: @escaping (String) -> Void = { _ in }
  ) throws(StoreError) {
    folder = try StateFolder(path)
    self.format = format
    self.durability = durability
    self.log = log
  }

  deinit {
    file?.close()
    folder.unlock()
  }

  /// The size of the journal.
  package var journalBytes: Int { length }

  // MARK: Reading

  /// Reads what is kept: the snapshot file line by line, then the records after it. The closures say what is
  /// wrong with what they get, `nil` if nothing is. State of a newer format is refused.
  ///
  /// A torn end of the journal is kept in a file beside it, and cut off.
  package func load(
    snapshot: (JSONNode) -> String?, record: (JSONNode) -> String?
  ) throws(StoreError) {
    precondition(file == nil, "a store is loaded once")
    let kept = try loadSnapshot(snapshot)
    guard let bytes = try folder.read(folder.journal) else {
      if kept != nil {
        throw .damaged(
          StoreError.Damage(path: folder.journal, record: 0, offset: 0, reason: "it is missing"))
      }
      return try system { () throws(SystemError) in try beginJournal() }
    }
    let end = try loadJournal(bytes, after: kept, record)
    try system { () throws(SystemError) in
      let journal = try FileSystem.openForUpdating(folder.journal)
      file = journal
      length = end.offset
      chain = end.chain
      guard end.isTorn else { return }
      let name = try folder.keepAside(bytes[end.offset...], of: folder.journal, as: "torn")
      try journal.truncate(to: length)
      log(
        "the last record of \(folder.journal) was not whole, and no client got a reply to it: "
          + "its \(bytes.count - length) bytes are kept in \(name)")
    }
  }

  /// Returns the number of the last record that is in the snapshot; `nil`: there is none.
  private func loadSnapshot(_ line: (JSONNode) -> String?) throws(StoreError) -> Int? {
    guard let bytes = try folder.read(folder.snapshot) else { return nil }
    var isComplete = false
    var lines = 0
    let file = ChainedFile(path: folder.snapshot, bytes)
    let end = try file.read(record: { lines + 1 }) { (node) throws(StoreError) in
      lines += 1
      if isComplete { return "the snapshot had ended" }
      if let end = node["end"] {
        isComplete = true
        return end.integer == nil ? "its last line does not count the lines" : nil
      }
      if let header = node["snapshot"], node["number"] != nil {
        guard let last = node["number"]?.integer, Self.numbers.contains(last),
          try isKnown(header, in: folder.snapshot)
        else {
          return Self.unknownForm
        }
        number = last
      }
      return line(node)
    }
    guard isComplete, !end.isTorn else {
      throw .damaged(
        StoreError.Damage(
          path: folder.snapshot, record: lines + 1, offset: end.offset, reason: "the rest is missing"))
    }
    return number
  }

  /// Records are counted from 1; nobody counts to the end.
  private static let numbers = 0...(1 << 61)

  private static let unknownForm = "it is of a form that no version writes"

  /// Whether a file's format is one of those up to the owner's.
  private func isKnown(_ header: JSONNode?, in path: String) throws(StoreError) -> Bool {
    guard let found = header?.integer, found >= 1 else { return false }
    if found > format { throw .newerFormat(path: path, found: found, known: format) }
    foundFormat = min(foundFormat ?? found, found)
    return true
  }

  private func loadJournal(
    _ bytes: [UInt8], after kept: Int?, _ record: (JSONNode) -> String?
  ) throws(StoreError) -> ChainedFile.End {
    var next: Int?
    let file = ChainedFile(path: folder.journal, bytes)
    let end = try file.read(record: { next ?? 0 }) { (node) throws(StoreError) in
      guard let expected = next else {
        guard let after = node["after"]?.integer, Self.numbers.contains(after),
          try isKnown(node["journal"], in: folder.journal)
        else {
          return Self.unknownForm
        }
        if after > kept ?? 0 { return "the snapshot before it is missing" }
        next = after + 1
        return nil
      }
      guard node["n"]?.integer == expected else { return "it is not number \(expected)" }
      // Older ones: the snapshot file was written, and the process ended before it began its journal.
      if expected > kept ?? 0 {
        if let problem = record(node) { return problem }
        number = expected
      }
      next = expected + 1
      return nil
    }
    guard end.lines > 0 else {
      throw .damaged(
        StoreError.Damage(path: folder.journal, record: 0, offset: 0, reason: "its first line is missing"))
    }
    return end
  }

  /// Moves what is damaged into a file beside it, so that what comes before it can be used. With a damaged
  /// snapshot file goes the journal, which means nothing without it.
  ///
  /// - Returns: What was done, for a person.
  package func repair(_ damage: StoreError.Damage) throws(StoreError) -> String {
    let isSnapshot = damage.path == folder.snapshot
    let bytes = try folder.read(damage.path) ?? []
    return try system { () throws(SystemError) in
      guard !isSnapshot, damage.offset > 0 else { return try putAside(isSnapshot: isSnapshot) }
      let journal = try FileSystem.openForUpdating(folder.journal)
      defer { journal.close() }
      let kept = try folder.keepAside(bytes[damage.offset...], of: folder.journal, as: "damaged")
      try journal.truncate(to: damage.offset)
      try journal.synchronize()
      return "\(folder.journal) now ends before record \(damage.record); the rest is kept in \(kept)"
    }
  }

  private func putAside(isSnapshot: Bool) throws(SystemError) -> String {
    var kept: [String] = []
    for name in isSnapshot ? [folder.snapshot, folder.journal] : [folder.journal] {
      guard try FileSystem.status(of: name) != nil else { continue }
      kept.append(try folder.moveAside(name, as: "damaged"))
    }
    // The number of the last record in a snapshot that is whole is known by now.
    if isSnapshot { number = 0 }
    try beginJournal()
    file?.close()
    file = nil
    let rest = kept.isEmpty ? "" : "; what was there is kept in \(kept.joined(separator: " and "))"
    return isSnapshot
      ? "\(folder.path) starts again, without devices\(rest)"
      : "\(folder.journal) starts again after the snapshot\(rest)"
  }

  // MARK: Writing

  /// Appends a record. If that fails, it is as if nobody had tried.
  package func append(_ members: (inout JSONWriter) -> Void) throws(SystemError) {
    if durability == .none { return appendLater(members) }
    let (oldCount, oldChain) = (waiting.buffer.count, chain)
    add(members)
    do throws(SystemError) {
      try flush()
    } catch {
      waiting.buffer.truncate(to: oldCount)
      chain = oldChain
      number -= 1
      throw error
    }
  }

  /// Appends a record of something that cannot be refused. It is written as soon as that is possible, before any
  /// other.
  package func appendLater(_ members: (inout JSONWriter) -> Void) {
    add(members)
    if durability == .none && waiting.buffer.count < 1 << 16 { return }
    _ = try? flush()
  }

  private func add(_ members: (inout JSONWriter) -> Void) {
    number += 1
    chain.append(to: &waiting) { writer in
      writer.member("n", number)
      members(&writer)
    }
  }

  /// Writes what waits to be written; returns whether there was anything.
  @discardableResult
  package func flush() throws(SystemError) -> Bool {
    guard !waiting.buffer.isEmpty, let file else { return false }
    if isTailDirty {
      try file.truncate(to: length)
      isTailDirty = false
    }
    do throws(SystemError) {
      try waiting.buffer.withBytes { (bytes) throws(SystemError) in
        try file.write(UnsafeRawBufferPointer(bytes), at: length)
      }
      if durability == .fsync { try file.synchronize() }
    } catch {
      isTailDirty = true
      if (try? file.truncate(to: length)) != nil { isTailDirty = false }
      throw error
    }
    length += waiting.buffer.count
    waiting.buffer.removeAll(keepingAtMost: 1 << 16)
    return true
  }

  /// Folds the journal: writes a snapshot file of everything up to now in place of the old one, and starts a new
  /// journal.
  ///
  /// - Returns: The size of the snapshot file.
  @discardableResult
  package func compact(
    header: (inout JSONWriter) -> Void, _ body: (inout ChainedFileWriter) throws(SystemError) -> Void
  ) throws(SystemError) -> Int {
    var size = 0
    let snapshot = try folder.replace(folder.snapshot) { (file) throws(SystemError) in
      var writer = ChainedFileWriter(file)
      let number = number
      try writer.line { line in
        line.member("snapshot", format)
        line.member("number", number)
        header(&line)
      }
      try body(&writer)
      size = try writer.finish()
    }
    snapshot.close()
    // If this fails, the old journal goes on: its records up to here are known to be in the snapshot.
    try beginJournal()
    return size
  }

  private func beginJournal() throws(SystemError) {
    let number = number
    var begun = (length: 0, chain: Chain())
    let new = try folder.replace(folder.journal) { (file) throws(SystemError) in
      var writer = ChainedFileWriter(file)
      try writer.line { line in
        line.member("journal", format)
        line.member("after", number)
      }
      try writer.flush()
      begun = (writer.written, writer.chain)
    }
    file?.close()
    file = new
    (length, chain) = begun
    waiting.buffer.removeAll()
    isTailDirty = false
  }
}
