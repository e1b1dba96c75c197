import DeviceModel
import JSON
import Platform
import Store
import WireProtocol

/// What a server keeps of its devices: each command before it happens, and now and then everything.
final class Journal {
  private let store: Store
  private let log: @Sendable (String) -> Void
  /// How large the journal may grow before it is folded into the snapshot.
  private let maximumBytes: Int
  private var compactsAt: Int
  /// The last write failed.
  private var isFailing = false
  /// When a snapshot may be tried again after one that failed.
  private var nextAttempt = Nanoseconds.zero
  /// How far events of devices that are not kept may have used up the log's numbers.
  private(set) var reservedPosition: UInt64

  /// How long to wait after a snapshot that failed.
  private static let pause = Nanoseconds(seconds: 1)
  /// How many numbers are reserved at once.
  private static let reservation: UInt64 = 10_000

  init(
    _ store: Store, maximumBytes: Int, reservedPosition: UInt64, log: @escaping @Sendable (String) -> Void
  ) {
    self.store = store
    self.maximumBytes = maximumBytes
    self.reservedPosition = reservedPosition
    self.log = log
    compactsAt = maximumBytes
  }

  /// Whether it is time for a snapshot: the journal is long, or it cannot grow, which a new one may.
  func needsSnapshot(at now: Nanoseconds) -> Bool {
    (store.journalBytes > compactsAt || isFailing) && now >= nextAttempt
  }

  /// What all records have besides what happens.
  struct Place {
    let moment: HostMoment
    /// Of the log, before.
    let position: UInt64
    let device: String?
    let client: ClientID
    let call: UInt64
  }

  /// Writes a record before its command happens. Throws if that is not possible; then it must not happen.
  func append(_ entry: JournalEntry, at place: Place) throws(WireError) {
    func write(_ writer: inout JSONWriter) {
      writer.member("t", Int(place.moment.now.value))
      writer.member("w", Int(place.moment.wall.value))
      writer.member("seq", Int(clamping: place.position))
      writer.member("call", Int(clamping: place.call))
      if place.client.rawValue > 0 { writer.member("client", Int(clamping: place.client.rawValue)) }
      if let device = place.device { writer.member("device", device) }
      entry.write(at: place.moment, into: &writer)
    }
    if entry.isInevitable { return store.appendLater(write) }
    do throws(SystemError) {
      try store.append(write)
      worked()
    } catch {
      failed(error)
      throw .notStored("\(error)")
    }
  }

  /// Whether numbers up to a position are still to be reserved.
  func needsReservation(_ position: UInt64) -> Bool { position > reservedPosition }

  /// Reserves numbers from a position on; the caller writes it down.
  func reserve(from position: UInt64) -> JournalEntry {
    reservedPosition = position + Self.reservation
    return .position(reservedPosition)
  }

  /// Writes what still waits to be written.
  func flush() {
    do throws(SystemError) {
      if try store.flush() { worked() }
    } catch {
      failed(error)
    }
  }

  /// Puts a snapshot in the journal's place. If that fails, all goes on as before.
  func compact(
    at position: UInt64, now: Nanoseconds, header: (inout JSONWriter) -> Void,
    _ body: (inout ChainedFileWriter) throws(SystemError) -> Void
  ) throws(SystemError) {
    do throws(SystemError) {
      let size = try store.compact(header: header, body)
      // The work of making a snapshot stays in proportion to what happened since the last one.
      compactsAt = max(maximumBytes, 2 * size)
      // What was reserved is forgotten.
      reservedPosition = position
      worked()
    } catch {
      nextAttempt = now + Self.pause
      throw error
    }
  }

  private func failed(_ error: SystemError) {
    if !isFailing { log("the journal cannot be written, commands are refused: \(error)") }
    isFailing = true
  }

  private func worked() {
    if isFailing { log("the journal can be written again") }
    isFailing = false
  }
}
