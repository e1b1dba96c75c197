package import JSON
import Platform
import Synchronization

/// The folding of a journal: a snapshot file of everything up to one moment takes the place of the old one, and a
/// journal of what came since that of the old journal.
///
/// The long parts are done beside the loop, on values: `writeSnapshot`, `beginJournal`, `NewJournal.advance` and
/// `synchronize`. In between the store puts the files in their places, and looks whether the folder is still the one
/// that was opened. Whenever that ends, the files that are there belong together: records that are in the snapshot
/// are passed over in an old journal.
package final class Fold: Sendable {
  private let folder: StateFolder
  private let format: Int
  private let maximumLineBytes: Int
  /// The number of the last record that is in the snapshot.
  let number: Int
  /// Where the next one begins in the old journal.
  let mark: Int
  private let isCancelled = Atomic(false)

  init(_ folder: StateFolder, format: Int, maximumLineBytes: Int, number: Int, mark: Int) {
    self.maximumLineBytes = maximumLineBytes
    self.folder = folder
    self.format = format
    self.number = number
    self.mark = mark
  }

  /// Ends what is done beside the loop, soon. The old journal goes on.
  package func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Writes the new snapshot file, and returns its size. `goesOn` is asked after each line.
  package func writeSnapshot(
    while goesOn: @escaping () -> Bool = { true },
    header: (inout JSONWriter) -> Void, _ body: (inout ChainedFileWriter) throws(WriteFailure) -> Void
  ) throws(WriteFailure) -> Int {
    let file = try folder.createNew(StateFolder.snapshot)
    do throws(WriteFailure) {
      var writer = ChainedFileWriter(file, maximumLineBytes: maximumLineBytes) { [self] in
        !isCancelled.load(ordering: .relaxed) && goesOn()
      }
      try writer.line { line in
        line.member("snapshot", format)
        line.member("number", number)
        header(&line)
      }
      try body(&writer)
      return try writer.finish()
    } catch {
      folder.removeNew(StateFolder.snapshot)
      throw error
    }
  }

  /// Begins the new journal.
  package func beginJournal() throws(WriteFailure) -> NewJournal {
    folder.synchronize()
    return try NewJournal(in: folder, format: format, after: number, readingFrom: mark)
  }

  /// Waits until the files have their names for good.
  package func synchronize() { folder.synchronize() }
}

/// A journal that is to take the place of another one, whose records it takes over.
package struct NewJournal: Sendable {
  let file: OpenFile
  private(set) var chain: Chain
  /// Where its last record ends.
  private(set) var length: Int
  /// How far the old journal is copied.
  private(set) var copied: Int

  init(
    in folder: StateFolder, format: Int, after number: Int, readingFrom mark: Int
  ) throws(WriteFailure) {
    file = try folder.createNew(StateFolder.journal)
    copied = mark
    do throws(WriteFailure) {
      var writer = ChainedFileWriter(file)
      try writer.line { line in
        line.member("journal", format)
        line.member("after", number)
      }
      try writer.synchronize()
      (length, chain) = (writer.written, writer.chain)
    } catch {
      folder.removeNew(StateFolder.journal)
      throw error
    }
  }

  /// Copies records of the old journal, up to a place in it.
  mutating func copy(_ old: OpenFile, upTo end: Int) throws(WriteFailure) {
    guard end > copied else { return }
    var source = LineSource(old.descriptor, from: copied, to: end)
    var copy = ChainedFileWriter(file, at: length, chain)
    while try writing({ () throws(SystemError) in try source.advance() }) {
      try source.withLine { (line) throws(WriteFailure) in try copy.line(from: line) }
    }
    try copy.flush()
    (length, chain, copied) = (copy.written, copy.chain, end)
  }

  /// Waits until it survives a loss of power.
  func synchronize() throws(WriteFailure) {
    try writing { () throws(SystemError) in try file.descriptor.synchronize() }
  }
}
