import DeviceModel
import JSON
import System
import WireProtocol

extension Server {
  /// Does what is asked, and answers it now or later.
  func perform(
    _ call: Call, _ method: Method, _ params: JSONNode?, for address: ReplyAddress
  ) throws(WireError) {
    let connection = address.connection
    let entry = JournalEntry.request(method, params)
    switch call.action {
    case .ping: answer(address)
    case .getServerInfo: answer(address) { writeServerInfo(into: &$0) }
    case .discover:
      OpenRPCDocument.bytes.withUnsafeBufferPointer { answer(address, rawResult: $0) }
    case .useDevice:
      let name = try devices.resolve(call.device, choice: nil).name
      let changes = connection.chosenDevice != name
      connection.chosenDevice = name
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
      try create(call.device ?? "", creation, entry, by: connection)
      answer(address, with: .success(.changed(true)))
    case .cloneDevice(let cloning):
      try clone(try device(call, connection), cloning, entry, by: connection)
      answer(address, with: .success(.changed(true)))
    case .deleteDevice:
      try delete(try device(call, connection), entry, by: connection)
      answer(address, with: .success(.changed(true)))
    case .getState:
      let device = try device(call, connection)
      catchUp(device)
      answer(address) { StateEncoding.writeMembers(device.model.state, into: &$0) }

    case .saveSnapshot(let name):
      let changes = try saveSnapshot(name, of: try device(call, connection), entry, by: connection)
      answer(address, with: .success(.changed(changes)))
    case .restoreSnapshot(let name):
      let device = try device(call, connection)
      try run(.restore(try snapshot(name, of: device)), entry, on: device, for: address)
    case .deleteSnapshot(let name):
      try deleteSnapshot(name, of: try device(call, connection), entry, by: connection)
      answer(address, with: .success(.changed(true)))
    case .listSnapshots:
      let device = try device(call, connection)
      answer(address) { writeSnapshots(of: device, into: &$0) }
    case .exportState:
      let device = try device(call, connection)
      catchUp(device)
      answer(address) { writeExport(of: device, into: &$0) }
    case .importState(let state):
      let device = try device(call, connection)
      try atOneMoment { () throws(WireError) in
        try run(.importState(state.placed(at: moment)), entry, on: device, for: address)
      }

    case .command(let command):
      let entry = command.changesNothing ? .nothing : entry
      try run(command, entry, on: try device(call, connection), for: address)
    case .respond(let response, let deadline):
      let device = try device(call, connection)
      guard let deadline else { return try run(.respond(response), entry, on: device, for: address) }
      try respond(response, method, entry, on: device, for: address, deadline)

    case .subscribe(let since, let kinds, let allDevices):
      let device = allDevices ? nil : try device(call, connection)
      try subscribe(address, device, since: since, kinds)
    case .unsubscribe:
      let changes = connection.subscription != nil
      unsubscribe(connection)
      answer(address, with: .success(.changed(changes)))
    case .waitFor(let query, let since, let deadline):
      try wait(for: query, call, since: since, address, deadline)
    case .getEvents(let since, let kinds, let limit, let allDevices):
      let device = allDevices ? nil : try device(call, connection)
      try list(address, EventFilter(device: device?.name, kinds: kinds), since: since, limit: limit)
    }
  }

  private func device(_ call: Call, _ connection: Connection) throws(WireError) -> HostedDevice {
    if let last = connection.lastResolved, last.generation == devices.generation, last.name == call.device {
      return last.device
    }
    let device = try devices.resolve(call.device, choice: connection.chosenDevice)
    connection.lastResolved = Resolution(name: call.device, generation: devices.generation, device: device)
    return device
  }
}

extension Command {
  /// Whether it is a mere look, after which everything is as before.
  fileprivate var changesNothing: Bool {
    if case .listKeychainItems = self { true } else { false }
  }
}
