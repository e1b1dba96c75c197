import DeviceModel
import JSON
import Platform
import Store
import WireProtocol

extension Server {
  /// Lets something happen at one moment, so that it can be played again at just that.
  func atOneMoment<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard journal != nil, time.heldWall == nil else { return try body() }
    time.heldWall = time.wall
    defer { time.heldWall = nil }
    return try body()
  }

  /// Writes down what is about to happen to a device that is kept. If that fails, it must not happen.
  func note(
    _ entry: JournalEntry, on device: HostedDevice, client: ClientID, call: UInt64
  ) throws(WireError) {
    guard journal != nil, device.owner == nil else { return }
    try note(entry, onDeviceNamed: device.name, client: client, call: call)
  }

  /// The same for a device that need not be there yet.
  func note(
    _ entry: JournalEntry, onDeviceNamed name: String?, client: ClientID, call: UInt64
  ) throws(WireError) {
    guard let journal else { return }
    if case .nothing = entry { return }
    let place = Journal.Place(
      moment: moment, position: log.position, device: name, client: client, call: call)
    try journal.append(entry, at: place)
  }

  /// Sees to it that the numbers of events are not given out again, those included that no record leads to.
  func reservePosition(forMore count: Int) {
    // One more for the event that the device is there, or no longer.
    let position = log.position + UInt64(count) + 1
    guard let journal, journal.needsReservation(position) else { return }
    try? note(journal.reserve(from: position), onDeviceNamed: nil, client: Self.ownClient, call: 0)
  }

  /// Makes a snapshot when the journal has become long, and writes what could not be written before.
  func tendJournal() {
    guard let journal else { return }
    journal.flush()
    if journal.needsSnapshot(at: now) { compact() }
  }

  /// Puts a snapshot of everything that is kept in the journal's place.
  func compact() {
    do throws(SystemError) {
      try makeSnapshot()
    } catch {
      configuration.log("no snapshot could be made, the journal goes on: \(error)")
    }
  }

  /// The same; tells if it fails.
  func makeSnapshot() throws(SystemError) {
    guard let journal else { return }
    lookAtClock()
    let limits = configuration.deviceLimits
    try atOneMoment { () throws(SystemError) in
      let moment = self.moment
      let kept = devices.all.filter { $0.owner == nil }
      for device in kept { catchUp(device) }
      try journal.compact(at: log.position, now: now) { header in
        header.member("version", Product.version)
        header.member("t", Int(moment.now.value))
        header.member("w", Int(moment.wall.value))
        header.member("seq", Int(clamping: log.position))
        header.member("serial", Int(clamping: makeSerial()))
        header.member("keychainBytes", limits.keychainBytes)
        header.member("armedResponses", limits.armedResponses)
      } _: { (file) throws(SystemError) in
        for device in kept {
          try file.line { line in
            line.member("device", device.name)
            line.key("state")
            device.model.write(at: moment, into: &line)
          }
          for (name, saved) in device.snapshots.sorted(by: { $0.key < $1.key }) {
            try file.line { line in
              line.member("device", device.name)
              line.member("saved", name)
              line.key("state")
              saved.write(at: moment, into: &line)
            }
          }
        }
      }
    }
    // From here on they hold: the records to come are read under them.
    if deviceLimits != limits { deviceLimits = limits }
  }
}
