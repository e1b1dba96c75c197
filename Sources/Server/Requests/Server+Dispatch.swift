import DeviceModel
import JSON
import Platform
import Schema
import WireProtocol

extension Server {
  /// Does what is asked, and answers it now or later.
  func perform(
    _ asked: RequestTable.Entry, _ params: JSONNode?, for address: ReplyAddress
  ) throws(WireError) {
    let connection = address.connection
    let call = try asked.call(params)
    let name = call.device
    let entry = journal == nil ? JournalEntry.nothing : .request(asked.method, params)
    // The action goes from hand to hand: kept in a variable it would be copied.
    switch call.action {
    case .ping: answer(address)
    case .getServerInfo: answer(address) { writeServerInfo(into: &$0) }
    case .discover:
      OpenRPCDocument.bytes.withUnsafeBufferPointer { answer(address, rawResult: $0) }
    case .useDevice:
      let chosen = try devices.resolve(name, choice: nil).name
      let changes = connection.chosenDevice != chosen
      connection.chosenDevice = chosen
      answer(address, with: .success(.changed(changes)))
    case .cancelRequest(let id):
      let changes = cancel(id, of: connection)
      answer(address, with: .success(.changed(changes)))
    case .shutdown:
      configuration.log("shutdown was asked for")
      answer(address)
      stop()

    case .listDevices: answer(address) { writeDevices(into: &$0) }
    case .createDevice(let creation):
      try create(name ?? "", creation, entry, by: connection)
      answer(address, with: .success(.changed(true)))
    case .cloneDevice(let cloning):
      try clone(try device(name, connection), cloning, entry, by: connection)
      answer(address, with: .success(.changed(true)))
    case .deleteDevice:
      try delete(try device(name, connection), entry, by: connection)
      answer(address, with: .success(.changed(true)))
    case .getState:
      let device = try device(name, connection)
      catchUp(device)
      answer(address) { DeviceState.record.writeMembers(device.model.state, into: &$0) }

    case .saveSnapshot(let title):
      let changes = try saveSnapshot(title, of: try device(name, connection), entry, by: connection)
      answer(address, with: .success(.changed(changes)))
    case .restoreSnapshot(let title):
      let device = try device(name, connection)
      try run(.restore(try snapshot(title, of: device)), entry, on: device, for: address)
    case .deleteSnapshot(let title):
      try deleteSnapshot(title, of: try device(name, connection), entry, by: connection)
      answer(address, with: .success(.changed(true)))
    case .listSnapshots:
      let device = try device(name, connection)
      answer(address) { writeSnapshots(of: device, into: &$0) }
    case .exportState:
      let device = try device(name, connection)
      catchUp(device)
      answer(address) { writeExport(of: device, into: &$0) }
    case .importState(let state):
      let device = try device(name, connection)
      try atOneMoment { () throws(WireError) in
        try run(.importState(state.placed(at: moment)), entry, on: device, for: address)
      }

    case .command(let command):
      let entry = command.changesNothing ? .nothing : entry
      try run(command, entry, on: try device(name, connection), for: address)
    case .respond(let response, let deadline):
      let device = try device(name, connection)
      guard let deadline else { return try run(.respond(response), entry, on: device, for: address) }
      try respond(response, asked.method, entry, on: device, for: address, deadline)

    case .subscribe(let since, let kinds, let allDevices):
      let device = allDevices ? nil : try device(name, connection)
      try subscribe(address, device, since: since, kinds)
    case .unsubscribe:
      let changes = connection.subscription != nil
      unsubscribe(connection)
      answer(address, with: .success(.changed(changes)))
    case .waitFor(let query, let since, let deadline):
      try wait(for: query, on: name, since: since, address, deadline)
    case .getEvents(let since, let kinds, let limit, let allDevices):
      let device = allDevices ? nil : try device(name, connection)
      try list(address, EventFilter(device: device?.name, kinds: kinds), since: since, limit: limit)
    }
  }

  /// The device that a request means. Most mean the same as the one before.
  private func device(_ name: String?, _ connection: Connection) throws(WireError) -> HostedDevice {
    if let last = connection.lastResolved, last.generation == devices.generation, last.name == name {
      return last.device
    }
    let device = try devices.resolve(name, choice: connection.chosenDevice)
    connection.lastResolved = Resolution(name: name, generation: devices.generation, device: device)
    return device
  }
}

extension Command {
  /// Whether it is a mere look, after which everything is as before.
  fileprivate var changesNothing: Bool {
    if case .listKeychainItems = self { true } else { false }
  }
}
