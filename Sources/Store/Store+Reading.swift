package import JSON
import Platform

/// Reading what is kept.
extension Store {
  private var journalPath: String { folder.path(of: StateFolder.journal) }
  private var snapshotPath: String { folder.path(of: StateFolder.snapshot) }

  /// Reads what is kept: the snapshot file line by line, then the records after it. The closures say what is
  /// wrong with what they get, `nil` if nothing is. State of a newer format is refused. `goesOn` is asked before
  /// each line.
  ///
  /// A torn end of the journal is kept in a file beside it, and cut off.
  package func load(
    while goesOn: @escaping () -> Bool = { true }, snapshot: (JSONNode) -> String?,
    record: (JSONNode) -> String?
  ) throws(StoreError) {
    precondition(file == nil, "a store is loaded once")
    let kept = try loadSnapshot(goesOn, snapshot)
    guard let journal = try folder.open(StateFolder.journal) else {
      if kept != nil {
        throw .damaged(
          StoreError.Damage(path: journalPath, record: 0, offset: 0, reason: "it is missing"))
      }
      do throws(WriteFailure) { return try startJournal() } catch { throw StoreError(error) }
    }
    let end = try loadJournal(ChainedFile(path: journalPath, journal, while: goesOn), after: kept, record)
    file = journal
    length = end.offset
    keptBytes += length
    chain = end.chain
    guard end.tornBytes > 0 else { return }
    try system { () throws(SystemError) in
      let kept = try folder.keepAside(journal, from: length, of: StateFolder.journal, as: "torn")
      try journal.descriptor.truncate(to: length)
      log(
        "the last record of \(journalPath) was not whole, and no client got a reply to it: "
          + "its \(end.tornBytes) bytes are kept in \(kept)")
    }
  }

  /// Returns the number of the last record that is in the snapshot; `nil`: there is none.
  private func loadSnapshot(
    _ goesOn: @escaping () -> Bool, _ line: (JSONNode) -> String?
  ) throws(StoreError) -> Int? {
    guard let snapshot = try folder.open(StateFolder.snapshot) else { return nil }
    var isComplete = false
    var lines = 0
    let file = ChainedFile(path: snapshotPath, snapshot, while: goesOn)
    let end = try file.read(record: { lines + 1 }) { (node) throws(StoreError) in
      lines += 1
      if isComplete { return "the snapshot had ended" }
      if let end = node["end"] {
        isComplete = true
        return end.integer == nil ? "its last line does not count the lines" : nil
      }
      if let header = node["snapshot"], node["number"] != nil {
        guard let last = node["number"]?.integer, Self.numbers.contains(last),
          try isKnown(header, in: snapshotPath)
        else {
          return Self.unknownForm
        }
        (number, folded) = (last, last)
      }
      return line(node)
    }
    keptBytes += end.offset
    guard isComplete, end.tornBytes == 0 else {
      throw .damaged(
        StoreError.Damage(
          path: snapshotPath, record: lines + 1, offset: end.offset, reason: "the rest is missing"))
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
    _ file: ChainedFile, after kept: Int?, _ record: (JSONNode) -> String?
  ) throws(StoreError) -> ChainedFile.End {
    var next: Int?
    let end = try file.read(record: { next ?? 0 }) { (node) throws(StoreError) in
      guard let expected = next else {
        guard let after = node["after"]?.integer, Self.numbers.contains(after),
          try isKnown(node["journal"], in: journalPath)
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
        StoreError.Damage(path: journalPath, record: 0, offset: 0, reason: "its first line is missing"))
    }
    return end
  }

  /// Moves what is damaged into a file beside it, so that what comes before it can be used. With a damaged
  /// snapshot file goes the journal, which means nothing without it.
  ///
  /// - Returns: What was done, for a person.
  package func repair(_ damage: StoreError.Damage) throws(StoreError) -> String {
    let isSnapshot = damage.path == snapshotPath
    guard !isSnapshot, damage.offset > 0, let journal = try folder.open(StateFolder.journal) else {
      do throws(WriteFailure) { return try putAside(isSnapshot: isSnapshot) } catch {
        throw StoreError(error)
      }
    }
    return try system { () throws(SystemError) in
      let kept = try folder.keepAside(journal, from: damage.offset, of: StateFolder.journal, as: "damaged")
      try journal.descriptor.truncate(to: damage.offset)
      try journal.descriptor.synchronize()
      return "\(journalPath) now ends before record \(damage.record); the rest is kept in \(kept)"
    }
  }

  private func putAside(isSnapshot: Bool) throws(WriteFailure) -> String {
    var kept: [String] = []
    for name in isSnapshot ? [StateFolder.snapshot, StateFolder.journal] : [StateFolder.journal] {
      try writing { () throws(SystemError) in
        if try folder.has(name) { kept.append(try folder.moveAside(name, as: "damaged")) }
      }
    }
    // The number of the last record in a snapshot that is whole is known by now.
    if isSnapshot { (number, folded) = (0, 0) }
    try startJournal()
    file = nil
    let rest = kept.isEmpty ? "" : "; what was there is kept in \(kept.joined(separator: " and "))"
    return isSnapshot
      ? "\(folder.path) starts again, without devices\(rest)"
      : "\(journalPath) starts again after the snapshot\(rest)"
  }
}
