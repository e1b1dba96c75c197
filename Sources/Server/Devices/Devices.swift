import DeviceModel
import WireProtocol

/// The devices, the log of what happens on them, and the journal that keeps them. It knows no connection: who
/// serves clients sets what replies and events are handed to.
final class Devices {
  let reactor: Reactor
  let configuration: ServerConfiguration
  var registry = DeviceRegistry()
  var log: EventLog
  var time = DeviceTime()
  /// Where devices are kept; `nil`: nowhere, or they are just being read.
  var journal: Journal?
  /// What is written to the journal in groups; `nil`: each record by itself.
  var groups: GroupCommit?
  /// The devices that changes of the last group were made on.
  var changedByGroup: [HostedDevice] = []
  /// A journal is read: its changes are made again.
  var isReplaying = false
  /// What the last change led to on devices that are kept.
  var digest = ResultDigest()
  /// How far events of devices that are not kept may use the log's numbers.
  var reservedPosition: UInt64 = 0
  private var lastSerial: UInt64 = 0
  /// The devices that end with a client's connection.
  private var ephemeral: [ClientID: Set<UInt64>] = [:]
  /// Memory for effects, lent out and given back.
  var effects: [Effect] = []
  /// What a device may take up. A journal is replayed under the limits that held when it was written.
  var limits: DeviceLimits { didSet { applyLimits() } }

  /// Takes the reply to a call that waited.
  var onReply: (CallID, Result<Reply, WireError>) -> Void = { _, _ in }
  /// Takes each event; `nil`: nobody waits for any.
  var onEvent: ((LogEntry) -> Void)?
  /// Is told the name of a device that nobody waits for any more, and what is said to those who did.
  var onWaitsEnd: (String, WireError) -> Void = { _, _ in }

  /// The daemon itself, where no client does something to a device.
  static let ownClient = ClientID(0)
  /// How many of the log's numbers are reserved at once.
  private static let reservation: UInt64 = 10_000

  /// Devices with `default` among them.
  init(_ configuration: ServerConfiguration, on reactor: Reactor) {
    self.reactor = reactor
    self.configuration = configuration
    log = EventLog(capacity: configuration.limits.keptEvents, bytes: configuration.limits.keptEventBytes)
    limits = configuration.deviceLimits
    do throws(Failure) {
      let model = try DeviceTemplate().make(DeviceCreation(clock: configuration.clock), at: moment)
      add(model, as: DeviceRegistry.defaultName)
    } catch {
      preconditionFailure("a device of defaults only cannot be contradictory")
    }
  }

  /// What time it is for devices.
  var now: Nanoseconds { time.now(atHost: reactor.now) }

  /// What time it is, by both clocks.
  var moment: HostMoment { HostMoment(now: now, wall: time.wall) }

  /// A number for a request, a device or a client; never given twice.
  func makeSerial() -> UInt64 {
    lastSerial += 1
    return lastSerial
  }

  /// Leaves out numbers that an earlier daemon gave.
  func useSerials(after serial: UInt64) { lastSerial = max(lastSerial, serial) }

  /// Stops the wall clock, so that everything happens at one moment and can be replayed at just that. Returns
  /// whether it did not stand already.
  func beginMoment() -> Bool {
    guard time.heldWall == nil else { return false }
    time.heldWall = time.wall
    return true
  }

  /// Goes on with the time.
  func endMoment() { time.heldWall = nil }
}

extension Devices {
  /// Adds a device.
  func add(_ model: Device, as name: String, owner: ClientID? = nil) {
    let device = HostedDevice(name, serial: makeSerial(), owner: owner, model, limits)
    if let owner { ephemeral[owner, default: []].insert(device.serial) }
    registry.insert(device)
    // Something may be armed, or due.
    setTimers(device)
  }

  /// Deletes a device. What is pending on it ends first.
  func remove(_ device: HostedDevice) {
    run(.shutDown, on: device, for: Caller(call: CallID(makeSerial()), client: Self.ownClient)) { _ in }
    reactor.cancel(device.timer)
    reactor.cancel(device.promptTimer)
    registry.remove(device)
    if let owner = device.owner { ephemeral[owner]?.remove(device.serial) }
    post(.deviceDeleted, of: device.name, at: device.model.now, isKept: device.owner == nil)
    endWaits(on: device, with: .unknownDevice(device.name, known: registry.names))
    reactor.countRelease()
  }

  /// Ends what waits for something to happen on a device: responses for a prompt, and requests for an event.
  func endWaits(on device: HostedDevice, with error: WireError) {
    for parked in device.parked.all { onReply(parked.caller.call, .failure(error)) }
    onWaitsEnd(device.name, error)
  }

  /// Ends what a client whose connection is gone had on devices, and deletes the devices that end with it.
  func closeClient(_ client: ClientID, touched: Set<UInt64>) {
    if let groups, groups.isBusy {
      return groups.afterwards { [unowned self] in closeClient(client, touched: touched) }
    }
    for serial in touched.sorted() {
      guard let device = registry[serial: serial], device.model.knows(client) else { continue }
      apply(.closeConnection, to: device, client: client)
    }
    for serial in (ephemeral.removeValue(forKey: client) ?? []).sorted() {
      if let device = registry[serial: serial] { remove(device) }
    }
  }

  /// Adds an event to the log, and tells those that wait for it.
  func post(
    _ event: consuming LoggedEvent, of device: String, at time: Nanoseconds, isKept: Bool
  ) {
    if !isKept { reservePosition() }
    let entry = LogEntry(seq: log.position + 1, device: device, time: time, event: event)
    guard let onEvent else { return log.append(entry) }
    log.append(entry)
    onEvent(entry)
  }

  /// Makes sure that the number of the next event is not given out again, though no record leads to it.
  private func reservePosition() {
    guard journal != nil, log.position + Self.reservation / 2 >= reservedPosition else { return }
    // There are enough left for a while.
    if let groups, groups.isBusy { return }
    let change = DaemonChange.reservePositions(log.position + Self.reservation)
    let caller = Caller(call: CallID(0), client: Self.ownClient)
    try? apply(change, to: .name(""), for: caller)
  }

  /// Forgets what was reserved: a snapshot file tells the log's position.
  func endReservation() { reservedPosition = log.position }
}
