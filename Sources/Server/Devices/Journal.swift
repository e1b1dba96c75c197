import DeviceModel
import JSON
import Platform
import Schema
import Store
import WireProtocol

/// What a server keeps of its devices: each change before it is made, and now and then everything.
final class Journal {
  let store: Store
  let log: @Sendable (String) -> Void
  /// How large the journal may grow before it is folded into the snapshot file.
  private let maximumBytes: Int
  private var foldsAt: Int
  /// How much was kept, at the last folding or the start.
  private var keptBytes: Int
  /// The last write failed.
  private(set) var isFailing = false
  /// The folder is another one's by now; only a write shows whether it came back.
  private var isLost = false
  /// When folding may be tried again after it failed, on the host's clock.
  var nextAttempt: Int64 = 0
  /// Writes snapshot files while the loop goes on.
  let folder: Worker
  /// What is written in groups; `nil`: each record by itself.
  weak var groups: GroupCommit?
  /// The folding that is under way.
  var fold: Fold?

  init(
    _ store: Store, on reactor: Reactor, maximumBytes: Int, log: @escaping @Sendable (String) -> Void
  ) {
    self.store = store
    self.maximumBytes = maximumBytes
    self.log = log
    foldsAt = maximumBytes
    keptBytes = store.keptBytes
    folder = Worker(on: reactor)
  }

  deinit { fold?.cancel() }

  /// Whether it is time to fold: the journal is long, or it cannot grow, which a new one may.
  func needsFold(at now: Int64) -> Bool {
    (store.journalBytes > foldsAt || isFailing) && !isLost && fold == nil && now >= nextAttempt
  }

  /// Whether records are written in groups, beside the loop.
  var isGrouping: Bool { store.durability == .fsync }

  /// Whether all that is kept is folded in no time.
  var isLittle: Bool { keptBytes + store.journalBytes < 1 << 20 }

  /// The work of folding stays in proportion to what happened since the last time.
  func note(snapshotBytes: Int) {
    keptBytes = snapshotBytes
    foldsAt = max(maximumBytes, 2 * snapshotBytes)
  }

  /// What every record has besides its change.
  struct Place {
    let moment: HostMoment
    /// Of the log, before the change; `nil` for all of a group but the first, for those before it are not made yet.
    let position: UInt64?
    let device: String?
    let caller: Caller
    /// What the records before led to, since the last one that tells it; `nil` as for the position.
    let digest: UInt32?
  }

  /// Writes a record before its change is made. Throws if that is not possible; then it must not be made.
  func append(_ change: RecordedChange, at place: Place) throws(WireError) {
    func write(_ writer: inout JSONWriter) {
      writer.member("t", Int(place.moment.now.value))
      writer.member("w", Int(place.moment.wall.value))
      if let position = place.position { writer.member("seq", Int(clamping: position)) }
      writer.member("call", Int(clamping: place.caller.call.rawValue))
      let client = place.caller.client.rawValue
      if client > 0 { writer.member("client", Int(clamping: client)) }
      if let device = place.device { writer.member("device", device) }
      if let digest = place.digest { writer.member("digest", Int(digest)) }
      change.write(at: place.moment, into: &writer)
    }
    do throws(WriteFailure) {
      switch (change.isInevitable, isGrouping) {
      case (true, true): store.stageLater(write)
      case (true, false): store.appendLater(write)
      case (false, true): try store.stage(write)
      case (false, false):
        try store.append(write)
        noteSuccess()
      }
    } catch {
      throw refusal(error)
    }
  }

  /// Writes what still waits to be written.
  func flush() {
    do throws(WriteFailure) {
      if try store.flush() { noteSuccess() }
    } catch {
      note(error)
    }
  }

  /// What is answered instead of doing what could not be written down.
  func refusal(_ failure: WriteFailure) -> WireError {
    if case .tooLong(let limit) = failure {
      return .limitExceeded("\(failure), so that it was not done", limit: limit)
    }
    note(failure)
    return .notStored("\(failure)")
  }

  func note(_ failure: WriteFailure) {
    if !isFailing { log("the journal cannot be written, commands are refused: \(failure)") }
    isFailing = true
    if case .lost = failure { isLost = true }
  }

  func noteSuccess() {
    if isFailing { log("the journal can be written again") }
    (isFailing, isLost) = (false, false)
  }
}
