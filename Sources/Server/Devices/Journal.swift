import DeviceModel
import JSON
import Platform
import Schema
import Store
import WireProtocol

/// What a server keeps of its devices: each change before it is made, and now and then everything.
final class Journal {
  private let store: Store
  private let log: @Sendable (String) -> Void
  /// How large the journal may grow before it is folded into the snapshot file.
  private let maximumBytes: Int
  private var foldsAt: Int
  /// The last write failed.
  private var isFailing = false
  /// When folding may be tried again after it failed.
  private var nextAttempt = Nanoseconds.zero

  /// How long to wait after folding failed.
  private static let pause = Nanoseconds(seconds: 1)

  init(_ store: Store, maximumBytes: Int, log: @escaping @Sendable (String) -> Void) {
    self.store = store
    self.maximumBytes = maximumBytes
    self.log = log
    foldsAt = maximumBytes
  }

  /// Whether it is time to fold: the journal is long, or it cannot grow, which a new one may.
  func needsFold(at now: Nanoseconds) -> Bool {
    (store.journalBytes > foldsAt || isFailing) && now >= nextAttempt
  }

  /// What every record has besides its change.
  struct Place {
    let moment: HostMoment
    /// Of the log, before the change.
    let position: UInt64
    let device: String?
    let caller: Caller
    /// What the record before led to.
    let digest: UInt32
  }

  /// Writes a record before its change is made. Throws if that is not possible; then it must not be made.
  func append(_ change: RecordedChange, at place: Place) throws(WireError) {
    func write(_ writer: inout JSONWriter) {
      writer.member("t", Int(place.moment.now.value))
      writer.member("w", Int(place.moment.wall.value))
      writer.member("seq", Int(clamping: place.position))
      writer.member("call", Int(clamping: place.caller.call.rawValue))
      let client = place.caller.client.rawValue
      if client > 0 { writer.member("client", Int(clamping: client)) }
      if let device = place.device { writer.member("device", device) }
      writer.member("digest", Int(place.digest))
      change.write(at: place.moment, into: &writer)
    }
    if change.isInevitable { return store.appendLater(write) }
    do throws(SystemError) {
      try store.append(write)
      noteSuccess()
    } catch {
      note(error)
      throw .notStored("\(error)")
    }
  }

  /// Writes what still waits to be written.
  func flush() {
    do throws(SystemError) {
      if try store.flush() { noteSuccess() }
    } catch {
      note(error)
    }
  }

  /// Puts a snapshot file in the journal's place. If that fails, all goes on as before.
  func fold(
    at now: Nanoseconds, header: (inout JSONWriter) -> Void,
    _ body: (inout ChainedFileWriter) throws(SystemError) -> Void
  ) throws(SystemError) {
    do throws(SystemError) {
      let size = try store.compact(header: header, body)
      // The work of folding stays in proportion to what happened since the last time.
      foldsAt = max(maximumBytes, 2 * size)
      noteSuccess()
    } catch {
      nextAttempt = now + Self.pause
      throw error
    }
  }

  private func note(_ error: SystemError) {
    if !isFailing { log("the journal cannot be written, commands are refused: \(error)") }
    isFailing = true
  }

  private func noteSuccess() {
    if isFailing { log("the journal can be written again") }
    isFailing = false
  }
}

extension Devices {
  /// Writes what could not be written before, and folds the journal when it has become long.
  func tendJournal() {
    guard let journal else { return }
    journal.flush()
    if journal.needsFold(at: now) { foldJournal() }
  }

  /// Folds the journal, if that is possible.
  func foldJournal() {
    do throws(SystemError) {
      try writeSnapshotFile()
    } catch {
      configuration.log("the journal could not be folded and goes on: \(error)")
    }
  }

  /// Folds the journal: puts a snapshot file of everything that is kept in its place.
  func writeSnapshotFile() throws(SystemError) {
    guard let journal else { return }
    reactor.readClock()
    let limits = configuration.deviceLimits
    let isFirst = beginMoment()
    defer { if isFirst { endMoment() } }
    let moment = self.moment
    let kept = registry.all.filter { $0.owner == nil }
    for device in kept { catchUp(device) }
    try journal.fold(at: now) { header in
      header.member("version", Product.version)
      header.member("t", Int(moment.now.value))
      header.member("w", Int(moment.wall.value))
      header.member("seq", Int(clamping: log.position))
      header.member("serial", Int(clamping: makeSerial()))
      for limit in DeviceLimits.named { header.member(limit.name, limits[keyPath: limit.path]) }
    } _: { (file) throws(SystemError) in
      for device in kept { try Self.write(device, at: moment, into: &file) }
    }
    endReservation()
    // From here on they hold: the records to come are replayed under them.
    if self.limits != limits { self.limits = limits }
  }

  private static func write(
    _ device: HostedDevice, at moment: HostMoment, into file: inout ChainedFileWriter
  ) throws(SystemError) {
    try file.line { line in
      line.member("device", device.name)
      line.key("state")
      device.model.write(at: moment, into: &line)
    }
    for (name, saved) in device.snapshots.sorted {
      try file.line { line in
        line.member("device", device.name)
        line.member("saved", name)
        line.key("state")
        saved.write(at: moment, into: &line)
      }
    }
  }
}
