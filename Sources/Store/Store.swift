import JSON
import Platform

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
  let folder: StateFolder
  /// The number of the form that the owner writes; it reads all up to this.
  let format: Int
  package let durability: Durability
  let log: (String) -> Void
  /// The longest line that is written; what reads it takes no longer one.
  let maximumLineBytes: Int

  /// The journal, once it is open.
  var file: OpenFile?
  /// Where the last record that counts ends.
  var length = 0
  /// Something may stand behind that, from a write that failed.
  var isTailDirty = false
  var chain = Chain()
  /// The number of the last record, those included that wait to be written.
  package internal(set) var number = 0
  /// That of the last one that is in the snapshot file.
  var folded = 0
  /// Whether there is anything to fold.
  package var hasRecords: Bool { number > folded }
  /// The number of the form that was found, the older one of two; `nil`: nothing was there.
  package internal(set) var foundFormat: Int?
  /// Records that are still to be written.
  var waiting = JSONWriter()
  /// The last of them are a group, which begins there; `nil`: there is none.
  var group: Group.Start?
  /// Whether the folder was found to be the one that was opened, since `endTurn`.
  var isVerified = false

  /// Opens a folder that no other process uses, or creates it. Nothing is read yet.
  package init(
    folder path: String, format: Int, durability: Durability = .write,
    maximumLineBytes: Int = JSONDocument.maximumBytes, log: @escaping (String) -> Void = { _ in }
  ) throws(StoreError) {
    folder = try StateFolder(path)
    self.format = format
    self.durability = durability
    self.maximumLineBytes = maximumLineBytes
    self.log = log
  }

  /// The size of what was found.
  package internal(set) var keptBytes = 0

  /// The size of the journal, with what waits to be written.
  package var journalBytes: Int { length + waiting.buffer.count }

  /// Has the next write look again whether the folder is still the one that was opened.
  package func endTurn() { isVerified = false }

  /// Refuses to go on in a folder that another process may have, or with a journal that nobody will find again.
  func verify() throws(WriteFailure) {
    if isVerified { return }
    if let file { try folder.check(writing: (StateFolder.journal, file.identity)) }
    isVerified = true
  }
}
