import DeviceModel
import JSON
import Platform
import Schema
import Store
import WireProtocol

extension Devices {
  /// Reads the devices that a store keeps, or gives them to it if it is new, and keeps them there from now on.
  /// To be called before anything is served.
  ///
  /// The connections of the daemon before are gone, and time has passed since: for real clocks as much as the
  /// host's wall clock says, never less than none.
  ///
  /// `goesOn` is asked again and again; once it says no, nothing more is read, and nothing was changed.
  func recover(from store: Store, while goesOn: @escaping () -> Bool) throws(StoreError) {
    let fresh = registry
    let recovery = try load(store, while: goesOn)
    if !recovery.isFound { registry = fresh }
    log.advance(to: reservedPosition)
    let journal = Journal(
      store, on: reactor, maximumBytes: configuration.maxJournalBytes, log: configuration.log)
    self.journal = journal
    if recovery.isFound {
      closeAllClients()
      resumeTime()
    }
    recovery.report(configuration.log)
    // Without a snapshot file a new store would not know its first devices; a journal has records of one format; and
    // what comes is replayed under other limits.
    let mustFold = !recovery.isFound || store.foundFormat != ArchiveFormat.current
    if mustFold || limits != configuration.deviceLimits || journal.isLittle {
      do throws(WriteFailure) {
        try foldNow(while: goesOn)
      } catch {
        if mustFold || error == .stopped { throw StoreError(error) }
        configuration.log("the journal could not be folded and goes on: \(error)")
      }
    } else {
      beginFold()
    }
    beginGrouping()
    for device in registry.all { setTimers(device) }
  }

  /// Checks whether everything that a store keeps can be used. The devices cannot be used then.
  func check(_ store: Store) throws(StoreError) { _ = try load(store) { true } }

  private func load(_ store: Store, while goesOn: @escaping () -> Bool) throws(StoreError) -> Recovery {
    registry = DeviceRegistry()
    isReplaying = true
    defer { isReplaying = false }
    var recovery = Recovery()
    try store.load(while: goesOn) { line in
      recovery.isFound = true
      return recovery.read(line, into: self)
    } record: { record in
      recovery.isFound = true
      return recovery.replay(record, on: self)
    }
    for device in registry.all { recovery.held.addNames(of: device) }
    return recovery
  }

  private func closeAllClients() {
    for device in registry.all {
      for client in device.model.clients.sorted(by: { $0.rawValue < $1.rawValue }) {
        apply(.closeConnection, to: device, client: client)
      }
    }
  }

  /// Goes on from the last moment there is a record of.
  private func resumeTime() {
    let last = moment
    time.heldWall = nil
    reactor.readClock()
    time.set(to: last.now + max(time.wall - last.wall, .zero), atHost: reactor.now)
  }

  /// Takes the time at which something happened that happens again.
  fileprivate func setTime(to moment: HostMoment) {
    time.set(to: moment.now, atHost: reactor.now)
    time.heldWall = moment.wall
  }
}

/// Reads back what a store keeps.
private struct Recovery {
  var isFound = false
  /// Those that the snapshot file has told so far.
  private var keychains = KeychainReader()
  private var replayed = 0
  private var differences = 0
  var held = HeldValues()
  /// The daemon that wrote it.
  private var version = ""

  private static let headerMembers: [StaticString] =
    [
      "crc", "snapshot", "number", "version", "t", "w", "seq", "serial",
    ] + DeviceLimits.named.map(\.name)
  private static let deviceMembers: [StaticString] =
    ["crc", "device", "saved", "state"] + KeptNumbers.members
  private static let recordMembers: [StaticString] = [
    "crc", "n", "t", "w", "seq", "call", "client", "device", "digest", "method", "params",
  ]

  /// Reads a line of the snapshot file; says what is wrong with it.
  mutating func read(_ line: JSONNode, into devices: Devices) -> String? {
    if line["snapshot"] != nil {
      version = line["version"]?.string ?? "?"
      if let problem = unknownMember(of: line, Self.headerMembers) { return problem }
      guard let moment = moment(of: line) else { return "it lacks a member" }
      devices.setTime(to: moment)
      devices.log.advance(to: serial("seq", of: line))
      devices.useSerials(after: serial("serial", of: line))
      var limits = DeviceLimits()
      for limit in DeviceLimits.named {
        if let bound = held.number(limit.name, of: line, in: KeptRange.limit) {
          limits[keyPath: limit.path] = bound
        }
      }
      devices.limits = limits
      return nil
    }
    do throws(ArchiveError) {
      if line["keychain"] != nil, line["device"] == nil {
        var values: [HeldValue] = []
        defer { held.add(values, of: "a keychain") }
        try keychains.read(line, &values)
        return nil
      }
    } catch {
      return problem(error)
    }
    if let problem = unknownMember(of: line, Self.deviceMembers) { return problem }
    guard let name = line["device"]?.string, let state = line["state"] else { return "it is no device" }
    do throws(ArchiveError) {
      var values: [HeldValue] = []
      let device = try Device(kept: state, at: devices.moment, &values, KeptNumbers(line), in: keychains)
      held.add(values, of: (line["saved"]?.string).map { "\(name), saved as \($0)" } ?? name)
      if let saved = line["saved"]?.string {
        guard let owner = devices.registry[name] else { return "its device is missing" }
        owner.restore(device.snapshot, as: saved)
      } else {
        devices.add(device, as: name)
      }
      return nil
    } catch {
      return problem(error)
    }
  }

  private func problem(_ error: ArchiveError) -> String { "\(Unreadable(error).reason), \(writer)" }

  /// Makes the change of a record again; says why that cannot be.
  mutating func replay(_ record: JSONNode, on devices: Devices) -> String? {
    if let problem = unknownMember(of: record, Self.recordMembers) { return problem }
    guard let moment = moment(of: record), let name = record["method"]?.string else {
      return "it lacks a member"
    }
    let call = serial("call", of: record)
    let client = ClientID(serial("client", of: record))
    devices.setTime(to: moment)
    devices.useSerials(after: max(call, client.rawValue))
    compare(record, devices)
    replayed += 1
    do throws(Unreadable) {
      let change = try change(of: record, named: name, at: moment)
      let device = record["device"]?.string ?? ""
      let target = devices.registry[device].map(ChangeContext.Target.device) ?? .name(device)
      let caller = Caller(call: CallID(call), client: client)
      do throws(WireError) {
        try devices.apply(change, ChangeContext(target: target, caller: caller, record: nil))
      } catch {
        throw Unreadable(reason: error.message)
      }
      if case .device(let device) = target { devices.followUp(device) }
      return nil
    } catch {
      return "\(error.reason), \(writer)"
    }
  }

  /// Counts a record that led to something else than the first time, as the next one tells.
  /// Of a group of records only the first tells, for it was written before the others were made.
  private mutating func compare(_ record: JSONNode, _ devices: Devices) {
    var isDifferent = false
    if record["seq"] != nil {
      let position = serial("seq", of: record)
      // Devices that are not kept had events of their own in between: there cannot be fewer than there were.
      isDifferent = position < devices.log.position
      devices.log.advance(to: position)
    }
    if let digest = record["digest"]?.integer {
      if digest != Int(devices.digest.value) { isDifferent = true }
      devices.digest = ResultDigest()
    }
    if isDifferent, replayed > 0 { differences += 1 }
  }

  /// Reads what a record says.
  private mutating func change(
    of record: JSONNode, named name: String, at moment: HostMoment
  ) throws(Unreadable) -> Change {
    do throws(ArchiveError) {
      let own = try DaemonChange(recordName: name, record["params"], at: moment, &held)
      if let own { return .daemon(own) }
      // A device that is kept, inside of a request.
      if name == "importState", let state = record["params"]?["state"] {
        var values: [HeldValue] = []
        defer { held.add(values, of: "an import") }
        return .importState(try DeviceSnapshot(kept: state, at: .unknown, &values))
      }
    } catch {
      throw Unreadable(error)
    }
    guard let method = MethodTable.find(name) else { throw Unreadable(reason: "there is no method \(name)") }
    do throws(WireError) {
      if case .change(let change) = try call(method, record["params"]).action { return change }
    } catch {
      throw Unreadable(reason: error.message)
    }
    throw Unreadable(reason: "\(name) changes nothing")
  }

  /// What a request asked that an older version took.
  private mutating func call(_ method: Method, _ parameters: JSONNode?) throws(WireError) -> Call {
    do throws(WireError) {
      return try method.call(parameters, isRecorded: true)
    } catch {
      var values: [HeldValue] = []
      guard let parameters, let copy = ValueType.object(method.input.fields).holding(parameters, &values),
        let call = try? withJSON(copy, { try method.call($0, isRecorded: true) })
      else { throw error }
      held.add(values, of: method.name)
      return call
    }
  }

  /// The moment of a record.
  private mutating func moment(of record: JSONNode) -> HostMoment? {
    guard let now = held.number("t", of: record, in: KeptRange.time),
      let wall = held.number("w", of: record, in: KeptRange.wall)
    else { return nil }
    return HostMoment(now: Nanoseconds(Int64(now)), wall: Nanoseconds(Int64(wall)))
  }

  private mutating func serial(_ name: StaticString, of record: JSONNode) -> UInt64 {
    UInt64(held.number(name, of: record, in: KeptRange.serial) ?? 0)
  }

  /// Refuses what only another version can have written.
  private func unknownMember(of line: JSONNode, _ known: [StaticString]) -> String? {
    for (key, _) in line.members where !known.contains(where: { key.equals($0) }) {
      return "it has an unknown member \(quoted(key.string ?? "")), \(writer)"
    }
    return nil
  }

  /// Who wrote what is read.
  private var writer: String { "written by devicesim \(version), read by \(Product.version)" }

  /// Logs what was replayed, and whether it led to something else than the first time.
  func report(_ log: (String) -> Void) {
    for line in held.lines { log(line) }
    if replayed > 0 { log("replayed \(replayed) changes of the journal") }
    if differences > 0 {
      log("\(differences) of them led to other results than the first time: \(writer)")
    }
  }
}

/// Why a line of a state folder cannot be used.
private struct Unreadable: Error {
  let reason: String

  init(reason: String) { self.reason = reason }
  init(_ error: ArchiveError) { reason = "\(error.path) must be \(error.rule)" }
}
