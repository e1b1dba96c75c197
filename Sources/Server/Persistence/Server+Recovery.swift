import DeviceModel
import JSON
import Platform
package import Store
import WireProtocol

extension Server {
  /// Takes over the devices that a store keeps, or gives it those there are if it is new, and keeps them there
  /// from now on. To be called before the server runs.
  ///
  /// The connections of the daemon before are gone, and time has passed since: for real clocks as much as the
  /// host's wall clock says, never less than none.
  package func recover(from store: Store) throws(StoreError) {
    let fresh = devices
    let recovery = try load(store)
    if recovery.isFound {
      closeAllClients()
      resumeTime()
    } else {
      devices = fresh
    }
    log.advance(to: recovery.reservedPosition)
    journal = Journal(
      store, maximumBytes: configuration.maxJournalBytes, reservedPosition: log.position,
      log: configuration.log)
    recovery.tell(configuration.log)
    do throws(SystemError) {
      try makeSnapshot()
    } catch {
      // Without one, a new store would not know its first devices.
      if !recovery.isFound { throw .system(error) }
      configuration.log("no snapshot could be made, the journal goes on: \(error)")
    }
    for device in devices.all { setTimers(device) }
  }

  /// Looks whether everything that a store keeps can be used. The server is of no use afterwards.
  package func check(_ store: Store) throws(StoreError) { _ = try load(store) }

  private func load(_ store: Store) throws(StoreError) -> Recovery {
    devices = DeviceRegistry()
    var recovery = Recovery()
    try store.load { line in
      recovery.isFound = true
      return recovery.read(line, into: self)
    } record: { record in
      recovery.isFound = true
      return recovery.replay(record, on: self)
    }
    return recovery
  }

  private func closeAllClients() {
    for device in devices.all {
      for client in device.model.clients.sorted(by: { $0.rawValue < $1.rawValue }) {
        happen(.clientClosed(client), on: device, client: client, call: makeSerial())
      }
    }
  }

  /// Goes on from the last moment there is a record of.
  private func resumeTime() {
    let last = moment
    time.heldWall = nil
    time.resume(at: last.now + max(time.wall - last.wall, .zero))
    lookAtClock()
  }
}

/// Brings back what a store keeps.
private struct Recovery {
  var isFound = false
  private(set) var reservedPosition: UInt64 = 0
  private var replayed = 0
  private var differences = 0
  private var version = ""

  /// Reads a line of the snapshot; says what is wrong with it.
  mutating func read(_ line: JSONNode, into server: Server) -> String? {
    if line["snapshot"] != nil {
      guard let moment = HostMoment(line), let position = line["seq"]?.integer,
        let serial = line["serial"]?.integer
      else { return "it lacks a member" }
      version = line["version"]?.string ?? ""
      server.setClock(to: moment)
      server.log.advance(to: UInt64(clamping: position))
      server.useSerials(after: UInt64(clamping: serial))
      if let limits = DeviceLimits(line) { server.deviceLimits = limits }
      return nil
    }
    guard let name = line["device"]?.string, let state = line["state"] else {
      return "it is no device"
    }
    do throws(ArchiveError) {
      let device = try Device(state, at: server.moment)
      guard let saved = line["saved"]?.string else {
        server.add(device, as: name, owner: nil)
        return nil
      }
      guard let owner = server.devices[name] else { return "its device is missing" }
      owner.snapshots[saved] = device.snapshot
      return nil
    } catch {
      return "\(error.path) must be \(error.rule)"
    }
  }

  /// Lets a record happen again; says why it cannot.
  mutating func replay(_ record: JSONNode, on server: Server) -> String? {
    guard let moment = HostMoment(record), let position = record["seq"]?.integer,
      let call = record["call"]?.integer, let name = record["method"]?.string
    else { return "it lacks a member" }
    let client = ClientID(UInt64(clamping: record["client"]?.integer ?? 0))
    server.setClock(to: moment)
    server.useSerials(after: max(UInt64(clamping: call), client.rawValue))
    // Devices that are not kept had events of their own in between. There cannot be fewer than there were.
    if UInt64(clamping: position) < server.log.position { differences += 1 }
    server.log.advance(to: UInt64(clamping: position))
    replayed += 1
    let parameters = record["params"]
    if name == JournalEntry.OwnName.position {
      reservedPosition = UInt64(clamping: parameters?["position"]?.integer ?? 0)
      return nil
    }
    guard let device = record["device"]?.string else { return "it names no device" }
    return server.replay(
      name, parameters, onDeviceNamed: device, client: client, call: UInt64(clamping: call))
  }

  func tell(_ log: (String) -> Void) {
    if replayed > 0 { log("\(replayed) commands of the journal were done again") }
    if differences > 0 {
      log(
        "\(differences) of them came to more events than the first time; "
          + "version \(version) wrote them, this is \(Product.version)")
    }
  }
}

extension DeviceLimits {
  /// Reads those that records after a snapshot keep to.
  fileprivate init?(_ header: JSONNode) {
    guard let keychainBytes = header["keychainBytes"]?.integer,
      let armedResponses = header["armedResponses"]?.integer
    else { return nil }
    self.init()
    self.keychainBytes = keychainBytes
    self.armedResponses = armedResponses
  }
}

extension HostMoment {
  /// Reads the moment of a record.
  fileprivate init?(_ record: JSONNode) {
    guard let now = record["t"]?.integer, let wall = record["w"]?.integer else { return nil }
    self.init(now: Nanoseconds(Int64(now)), wall: Nanoseconds(Int64(wall)))
  }
}

extension Server {
  /// Lets a record happen again; says why it cannot.
  fileprivate func replay(
    _ name: String, _ parameters: JSONNode?, onDeviceNamed deviceName: String, client: ClientID,
    call serial: UInt64
  ) -> String? {
    if name == JournalEntry.OwnName.made {
      do throws(ArchiveError) {
        guard let parameters else { return "it has no state" }
        let device = try Device(parameters, at: moment)
        addNew(device, as: deviceName, owner: nil)
        return nil
      } catch {
        return "\(error.path) must be \(error.rule)"
      }
    }
    let device = devices[deviceName]
    if let device {
      if name == JournalEntry.OwnName.timers {
        catchUp(device)
        return nil
      }
      if let command = JournalEntry.command(name, parameters, client: client) {
        happen(command, on: device, client: client, call: serial)
        return nil
      }
    }
    guard let method = MethodTable.find(name) else { return "there is no method \(name)" }
    do throws(WireError) {
      let action = try method.call(parameters).action
      if case .createDevice(let creation) = action {
        try create(deviceName, creation, .nothing, by: nil)
        return nil
      }
      guard let device else { return "there is no device \(deviceName)" }
      try replay(action, on: device, client: client, call: serial)
      return nil
    } catch {
      return error.message
    }
  }

  private func replay(
    _ action: Call.Action, on device: HostedDevice, client: ClientID, call serial: UInt64
  ) throws(WireError) {
    switch action {
    case .command(let command): happen(command, on: device, client: client, call: serial)
    case .respond(let response, _): happen(.respond(response), on: device, client: client, call: serial)
    case .restoreSnapshot(let name):
      happen(.restore(try snapshot(name, of: device)), on: device, client: client, call: serial)
    case .importState(let state):
      happen(.importState(state.placed(at: moment)), on: device, client: client, call: serial)
    case .cloneDevice(let cloning): try clone(device, cloning, .nothing, by: nil)
    case .deleteDevice: try delete(device, .nothing, by: nil)
    case .saveSnapshot(let name): _ = try saveSnapshot(name, of: device, .nothing, by: nil)
    case .deleteSnapshot(let name): try deleteSnapshot(name, of: device, .nothing, by: nil)
    default: throw .refused(.contradiction, "the method changes nothing")
    }
  }

  private func happen(_ command: Command, on device: HostedDevice, client: ClientID, call serial: UInt64) {
    perform(command, on: device, serial, client)
  }
}
