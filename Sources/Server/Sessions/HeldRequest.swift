import DeviceModel
import JSON
import WireProtocol

/// A request that waits for the group that is under way, as it came.
struct HeldRequest {
  let text: [UInt8]
  let batch: Batch?
  let slot: Int
}

/// With `--durability fsync`, changes of kept devices are made in groups.
extension Sessions {
  /// Whether a request has to wait until there is no group. What is wrong with it need not.
  func hasToWait(_ request: borrowing Request, for groups: GroupCommit) -> Bool {
    let connection = request.address.connection
    var need = GroupCommit.Need.none
    do throws(WireError) {
      try request.method.read(request.params) { (name, action) throws(WireError) in
        need = try self.need(of: action, on: name, connection)
      }
    } catch {
      return false
    }
    return !groups.admits(need, of: connection)
  }

  /// Has a request wait, and with it those behind it.
  func hold(
    _ message: JSONNode, of connection: Connection, _ batch: Batch?, _ slot: Int, for groups: GroupCommit
  ) {
    let request = HeldRequest(text: Array(message.raw), batch: batch, slot: slot)
    connection.heldRequest = request
    connections.hold(request.text.count, for: connection)
    connections.setHeld(connection, true)
    groups.afterwards { [connections] in connections.setHeld(connection, false) }
  }

  private func need(
    of action: Call.Action, on name: String?, _ connection: Connection
  ) throws(WireError) -> GroupCommit.Need {
    switch action {
    case .ping, .getServerInfo, .discover, .listDevices, .listSnapshots, .getEvents, .useDevice, .unsubscribe,
      .shutdown:
      return .none
    case .cancelRequest: return .alone
    case .getState, .exportState, .listKeychainItems: return try isKept(name, connection) ? .alone : .none
    case .subscribe(_, _, let allDevices):
      if allDevices { return .none }
      return try isKept(name, connection) ? .alone : .none
    case .waitFor(let query, _, _):
      if query.kind.isAboutDevices { return .none }
      return try isKept(name, connection) ? .alone : .none
    case .change(let change):
      switch change {
      // Names are given, and counted, for all devices.
      case .createDevice(let creation): return creation.isEphemeral ? .beside : .alone
      case .cloneDevice: return .alone
      case .deleteDevice, .saveSnapshot, .deleteSnapshot: return try isKept(name, connection) ? .alone : .none
      case .restoreSnapshot, .importState, .command, .respond, .daemon:
        return try isKept(name, connection) ? .join : .none
      }
    }
  }

  private func isKept(_ name: String?, _ connection: Connection) throws(WireError) -> Bool {
    try device(name, connection).owner == nil
  }

  /// Makes a change once its group is safe.
  func make(
    _ change: consuming Change, _ context: borrowing ChangeContext, on device: HostedDevice?,
    for request: borrowing Request, in groups: GroupCommit
  ) throws(WireError) {
    let (method, caller) = (request.method.method, context.caller)
    let address = request.address.copy()
    let isForApps = request.method.isForApps
    var awaited: (response: PromptResponse, deadline: Deadline)?
    if case .respond(let response, let deadline?) = change { awaited = (response, deadline) }
    let staged = try devices.stage(change, context)
    groups.add(staged, on: devices, holding: address.connection, by: connections) { [self, awaited] outcome in
      if case .failure(let error) = outcome { return replies.answer(address, with: error) }
      var isAnswered = false
      var isTooEarly = false
      devices.perform(staged) { result in
        if awaited != nil, result.isTooEarly {
          isTooEarly = true
          return
        }
        isAnswered = true
        if isForApps, let device, let end = AppCallEnd(of: method, result) { device.lastEnd = end }
        replies.answer(address, with: result)
      }
      guard !isAnswered, let device else { return }
      if isTooEarly, let awaited {
        devices.park(awaited.response, for: caller, on: device)
        let work = PendingRequest.Work.prompt(method: method.name, device: device, awaited.deadline)
        pending.add(caller.call.rawValue, address, for: work, awaited.deadline)
      } else {
        pending.add(caller.call.rawValue, address, for: .call(device: device), .never)
      }
    }
  }
}

extension GroupCommit {
  /// Adds a change of a connection, whose next request waits for it. One that is not kept is made at once.
  fileprivate func add(
    _ staged: StagedChange, on devices: Devices, holding connection: Connection, by connections: Connections,
    _ member: @escaping (Result<Void, WireError>) -> Void
  ) {
    guard staged.isRecorded else {
      member(.success(()))
      if let device = staged.device { devices.followUp(device) }
      return
    }
    connections.setHeld(connection, true)
    add(isAlone: staged.isAlone) { [connections] outcome in
      connections.setHeld(connection, false)
      member(outcome)
      if let device = staged.device { devices.followsUp(on: device) }
    }
  }
}
