import DeviceModel
import JSON
import Platform
import Schema
import WireProtocol

extension Sessions {
  /// Does what a request asks, and answers it now or later.
  func execute(_ request: borrowing Request) throws(WireError) {
    try request.method.read(request.params) { (name, action) throws(WireError) in
      try execute(action, on: name, request)
    }
  }

  private func execute(
    _ action: consuming Call.Action, on name: String?, _ request: borrowing Request
  ) throws(WireError) {
    let connection = request.address.connection
    switch consume action {
    case .change(let change): try make(change, on: name, for: request)

    case .ping: replies.answer(request.address)
    case .getServerInfo: replies.answer(request.address) { writeServerInfo(into: &$0) }
    case .discover:
      replies.answer(request.address, constant: OpenRPCDocument.bytes)
    case .listDevices: listDevices(request.address)
    case .getState:
      let device = try device(name, connection)
      devices.catchUp(device)
      let (model, udid) = (device.model, device.udid)
      replies.answer(request.address, weight: model.stateWeight) {
        DeviceState.record.writeMembers(model.state(udid: udid), into: &$0)
      }
    case .exportState:
      let device = try device(name, connection)
      devices.catchUp(device)
      let (snapshot, moment) = (device.model.wholeSnapshot, devices.moment)
      replies.answer(request.address, weight: snapshot.weight) { writer in
        writer.key("state")
        snapshot.write(at: moment, into: &writer)
      }
    case .listSnapshots:
      let device = try device(name, connection)
      replies.answer(request.address) { writeSnapshots(of: device, into: &$0) }
    case .listKeychainItems(let app):
      let device = try device(name, connection)
      devices.catchUp(device)
      let model = device.model
      replies.answer(request.address, weight: model.keychainWeight) {
        ReplyEncoding.writeMembers(.keychainListing(model.listKeychainItems(of: app)), into: &$0)
      }
    case .getEvents(let since, let kinds, let limit, let allDevices):
      let device = allDevices ? nil : try device(name, connection)
      let filter = EventFilter(device: device?.name, kinds: kinds)
      try watchers.list(request.address, filter, since: since, limit: limit)

    case .useDevice:
      let chosen = try devices.registry.resolve(name, choice: nil).name
      let changes = connection.chosenDevice != chosen
      connection.chosenDevice = chosen
      replies.answer(request.address, changed: changes)
    case .cancelRequest(let id):
      let changes = pending.cancel(id, of: connection)
      replies.answer(request.address, changed: changes)
    case .subscribe(let since, let kinds, let allDevices):
      let device = allDevices ? nil : try device(name, connection)
      try watchers.subscribe(request.address, device, since: since, kinds)
    case .unsubscribe:
      let changes = connection.subscription != nil
      watchers.unsubscribe(connection)
      replies.answer(request.address, changed: changes)
    case .waitFor(let query, let since, let deadline):
      // A device that is awaited, or whose end is, need not be there.
      let device = query.kind.isAboutDevices ? nil : try device(name, connection)
      try watchers.wait(for: query, on: device, named: name, since: since, request.address, deadline)

    case .shutdown:
      configuration.log("a client asked for the shutdown")
      replies.answer(request.address)
      onShutdown()
    }
  }

  /// The device that a request means. Most mean the same as the one before.
  func device(_ name: String?, _ connection: Connection) throws(WireError) -> HostedDevice {
    let generation = devices.registry.generation
    if let last = connection.lastResolved, last.generation == generation, last.name.isSameText(as: name) {
      return last.device
    }
    let device = try devices.registry.resolve(name, choice: connection.chosenDevice)
    connection.lastResolved = Resolution(name: name, generation: generation, device: device)
    return device
  }

  /// Makes a change. It is answered at once, or by what happens on the device later.
  private func make(
    _ change: consuming Change, on name: String?, for request: borrowing Request
  ) throws(WireError) {
    let connection = request.address.connection
    let caller = Caller(call: CallID(devices.makeSerial()), client: connection.client)
    let record = devices.journal == nil ? nil : RecordedChange.request(request.method, request.params)
    if case .createDevice = change {
      // The one change whose device is not there yet.
      let context = ChangeContext(target: .name(name ?? ""), caller: caller, record: record)
      if let groups = devices.groups { return try make(change, context, on: nil, for: request, in: groups) }
      return try devices.apply(change, context) { replies.answer(request.address, with: $0) }
    }
    let device = try device(name, connection)
    connection.touch(device, among: devices.registry)
    let context = ChangeContext(target: .device(device), caller: caller, record: record)
    if let groups = devices.groups, device.owner == nil {
      return try make(change, context, on: device, for: request, in: groups)
    }
    if case .respond(let response, let deadline?) = change {
      return try deliver(response, deadline, context, on: device, for: request)
    }
    var isAnswered = false
    try devices.apply(change, context) { result in
      isAnswered = true
      if request.method.isForApps, let end = AppCallEnd(of: request.method.method, result) {
        device.lastEnd = end
      }
      replies.answer(request.address, with: result)
    }
    if !isAnswered {
      pending.add(caller.call.rawValue, request.address, for: .call(device: device), .never)
    }
    devices.followUp(device)
  }

  /// Gives a response to the prompt on screen, or has it wait for the next prompt that takes it.
  private func deliver(
    _ response: PromptResponse, _ deadline: Deadline, _ context: borrowing ChangeContext,
    on device: HostedDevice, for request: borrowing Request
  ) throws(WireError) {
    var isTooEarly = false
    try devices.apply(.respond(response, wait: deadline), context) { result in
      isTooEarly = result.isTooEarly
      if !isTooEarly { replies.answer(request.address, with: result) }
    }
    if isTooEarly {
      let caller = context.caller
      devices.park(response, for: caller, on: device)
      let work = PendingRequest.Work.prompt(method: request.method.method.name, device: device, deadline)
      pending.add(caller.call.rawValue, request.address, for: work, deadline)
    }
    devices.followUp(device)
  }
}

// MARK: - Lists

extension Sessions {
  /// Answers with what tells devices apart.
  private func listDevices(_ address: borrowing ReplyAddress) {
    let devices = devices.registry.all.map { device in
      (name: device.name, udid: device.udid, shown: device.listed, isEphemeral: device.owner != nil)
    }
    replies.answer(address, weight: devices.count << 8) { writer in
      writer.key("devices")
      writer.beginArray()
      for device in devices {
        writer.beginObject()
        writer.member("device", device.name)
        writer.member("udid", device.udid)
        writer.member("biometryType", device.shown.biometryType.rawValue)
        writer.member("clock", device.shown.clock.rawValue)
        writer.member("ephemeral", device.isEphemeral)
        writer.endObject()
      }
      writer.endArray()
    }
  }

  /// What `listSnapshots` answers.
  private func writeSnapshots(of device: HostedDevice, into writer: inout JSONWriter) {
    writer.key("snapshots")
    writer.beginArray()
    for (name, snapshot) in device.snapshots.sorted {
      writer.beginObject()
      writer.member("name", name)
      writer.key("time")
      writer.seconds(nanoseconds: snapshot.time.value)
      writer.endObject()
    }
    writer.endArray()
  }

  /// What `getServerInfo` answers.
  private func writeServerInfo(into writer: inout JSONWriter) {
    writer.member("name", Product.name)
    writer.member("version", Product.version)
    writer.member("protocolVersion", Product.protocolVersion)
    writer.member("pid", Int(CurrentProcess.id))
    if let appSocket { writer.member("appSocket", appSocket) }
    writer.member("harnessConnections", connections.count - connections.appCount)
    writer.key("limits")
    writer.beginObject()
    for limit in ServerLimits.all {
      writer.key(limit.name)
      writer.integer(configuration.limits[keyPath: limit.value])
    }
    writer.endObject()
    for (name, values) in [
      ("features", Product.features), ("templates", configuration.templates.sorted.map(\.name)),
    ] {
      writer.key(name)
      writer.beginArray()
      for value in values { writer.string(value) }
      writer.endArray()
    }
  }
}
