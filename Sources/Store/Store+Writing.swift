package import JSON
import Platform

/// Writing records.
extension Store {
  /// Appends a record. If that fails, it is as if nobody had tried.
  package func append(_ members: (inout JSONWriter) -> Void) throws(WriteFailure) {
    let before = Group.Start(waitingBytes: waiting.buffer.count, chain: chain, number: number)
    try add(members)
    if durability == .none {
      flushIfMuch()
      return
    }
    do throws(WriteFailure) {
      try flush()
    } catch {
      goBack(to: before)
      throw error
    }
  }

  /// Appends a record of something that cannot be refused. It is written as soon as that is possible, before any
  /// other.
  package func appendLater(_ members: (inout JSONWriter) -> Void) {
    // It is a short one.
    try? add(members)
    if durability == .none { flushIfMuch() } else { _ = try? flush() }
  }

  private func flushIfMuch() {
    if waiting.buffer.count >= 1 << 16 { _ = try? flush() }
  }

  func add(_ members: (inout JSONWriter) -> Void) throws(WriteFailure) {
    try chain.append(to: &waiting, atMost: maximumLineBytes) { writer in
      writer.member("n", number + 1)
      members(&writer)
    }
    number += 1
  }

  /// Takes records back that nobody has written.
  func goBack(to start: Group.Start) {
    waiting.buffer.truncate(to: start.waitingBytes)
    (chain, number) = (start.chain, start.number)
  }

  /// Writes what waits to be written; returns whether there was anything.
  @discardableResult
  package func flush() throws(WriteFailure) -> Bool {
    guard !waiting.buffer.isEmpty, let file else { return false }
    try verify()
    do throws(WriteFailure) {
      try waiting.buffer.withBytes { (bytes) throws(WriteFailure) in
        try write(UnsafeRawBufferPointer(bytes), to: file)
      }
    } catch {
      isTailDirty = (try? file.descriptor.truncate(to: length)) == nil
      throw error
    }
    length += waiting.buffer.count
    waiting.buffer.removeAll(keepingAtMost: 1 << 16)
    return true
  }

  private func write(_ bytes: UnsafeRawBufferPointer, to file: OpenFile) throws(WriteFailure) {
    try writing { () throws(SystemError) in
      if isTailDirty { try file.descriptor.truncate(to: length) }
      isTailDirty = false
      try file.descriptor.write(bytes, at: length)
      if durability == .fsync { try file.descriptor.synchronize() }
    }
  }
}

/// Folding.
extension Store {
  /// Begins to fold the journal: what is kept at this moment is what the snapshot file will tell.
  package func beginFold() -> Fold {
    Fold(
      folder, format: format, maximumLineBytes: maximumLineBytes, number: number, mark: journalBytes)
  }

  /// Puts a fold's snapshot file in the place of the old one. The old journal goes on: its records up to here are
  /// known to be in the snapshot.
  package func installSnapshot(of fold: Fold) throws(WriteFailure) {
    do throws(WriteFailure) {
      try folder.replace(StateFolder.snapshot)
    } catch {
      folder.removeNew(StateFolder.snapshot)
      throw error
    }
    folded = fold.number
  }

  /// How many bytes of records a new journal lacks.
  package func bytesMissing(in new: NewJournal) -> Int { max(0, length - new.copied) }

  /// What takes the records over that a new journal lacks: to be done beside the loop.
  package func copying(to new: NewJournal) -> @Sendable () -> Result<NewJournal, WriteFailure> {
    let (file, folder, end) = (file, folder, length)
    return {
      var new = new
      return Result { () throws(WriteFailure) in
        do throws(WriteFailure) {
          if let file { try new.copy(file, upTo: end) }
          try new.synchronize()
        } catch {
          folder.removeNew(StateFolder.journal)
          throw error
        }
        return new
      }
    }
  }

  /// Takes over the last records, and puts a new journal in the place of the old one. If that fails, the old one
  /// goes on.
  package func installJournal(_ new: consuming NewJournal) throws(WriteFailure) {
    precondition(group == nil, "a group belongs to one journal")
    var later = JSONWriter()
    do throws(WriteFailure) {
      if let file { try new.copy(file, upTo: length) }
      var chain = new.chain
      try relink(from: max(0, new.copied - length), &chain, into: &later)
      try folder.replace(StateFolder.journal)
      (length, self.chain) = (new.length, chain)
    } catch {
      folder.removeNew(StateFolder.journal)
      throw error
    }
    file = new.file
    swap(&waiting, &later)
    isTailDirty = false
  }

  /// Makes the records that wait, from an offset on, those of another chain.
  private func relink(
    from offset: Int, _ chain: inout Chain, into writer: inout JSONWriter
  ) throws(WriteFailure) {
    var next = chain
    try waiting.buffer.withBytes { (bytes) throws(WriteFailure) in
      let bytes = UnsafeRawBufferPointer(bytes)
      var start = offset
      while let end = bytes.lineEnd(from: start) {
        try next.append(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), to: &writer)
        start = end + 1
      }
    }
    chain = next
  }

  /// Folds the journal at once. `goesOn` is asked after each line.
  ///
  /// - Returns: The size of the snapshot file.
  @discardableResult
  package func compact(
    while goesOn: @escaping () -> Bool = { true },
    header: (inout JSONWriter) -> Void, _ body: (inout ChainedFileWriter) throws(WriteFailure) -> Void
  ) throws(WriteFailure) -> Int {
    let fold = beginFold()
    let size = try fold.writeSnapshot(while: goesOn, header: header, body)
    try installSnapshot(of: fold)
    try installJournal(try fold.beginJournal())
    fold.synchronize()
    return size
  }

  /// Begins the first journal of a folder.
  func startJournal() throws(WriteFailure) {
    let fold = beginFold()
    try installJournal(try fold.beginJournal())
    fold.synchronize()
  }
}
