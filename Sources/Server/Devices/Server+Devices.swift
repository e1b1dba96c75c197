import DeviceModel
import JSON
import Platform
import WireProtocol

extension Server {
  /// The device that every daemon starts with.
  func makeDefaultDevice() {
    do throws(Failure) {
      let model = try DeviceTemplate().make(DeviceCreation(clock: configuration.clock), at: moment)
      add(model, as: DeviceRegistry.defaultName, owner: nil)
    } catch {
      preconditionFailure("a device of defaults only cannot be contradictory")
    }
  }

  /// Makes the device that `createDevice` asks for.
  func create(
    _ name: String, _ creation: DeviceCreation, _ entry: JournalEntry, by connection: Connection?
  ) throws(WireError) {
    try checkName(name, parameter: "device")
    if connection != nil { try checkRoom() }
    let template = try template(creation.template)
    try atOneMoment { () throws(WireError) in
      let model: Device
      do throws(Failure) {
        model = try template.make(creation, at: moment)
      } catch {
        throw WireError(error)
      }
      if !creation.isEphemeral {
        // Templates may be other ones, or none, when the journal is played again.
        let entry = creation.template == nil ? entry : .made(model)
        try note(entry, onDeviceNamed: name, client: connection?.client ?? Self.ownClient, call: 0)
      }
      addNew(model, as: name, owner: creation.isEphemeral ? connection : nil)
    }
  }

  private func template(_ name: String?) throws(WireError) -> DeviceTemplate {
    guard let name else { return DeviceTemplate() }
    guard let template = configuration.templates[name] else {
      throw .unknownTemplate(name, known: configuration.templates.keys.sorted())
    }
    return template
  }

  /// Makes a device that begins as another one is now.
  func clone(
    _ device: HostedDevice, _ cloning: DeviceCloning, _ entry: JournalEntry, by connection: Connection?
  ) throws(WireError) {
    try checkName(cloning.name, parameter: "as")
    if connection != nil { try checkRoom() }
    try atOneMoment { () throws(WireError) in
      catchUp(device)
      let model = Device(device.model.snapshot, at: now)
      if !cloning.isEphemeral {
        // A journal knows nothing of a device that is not kept.
        let isKept = device.owner == nil
        try note(
          isKept ? entry : .made(model), onDeviceNamed: isKept ? device.name : cloning.name,
          client: connection?.client ?? Self.ownClient, call: 0)
      }
      addNew(model, as: cloning.name, owner: cloning.isEphemeral ? connection : nil)
    }
  }

  private func checkName(_ name: String, parameter: String) throws(WireError) {
    try DeviceRegistry.checkName(name, parameter)
    if devices[name] != nil { throw .deviceExists(name) }
  }

  private func checkRoom() throws(WireError) {
    let limit = configuration.limits.maxDevices
    if devices.count >= limit {
      throw .limitExceeded("there are \(limit) devices already; deleteDevice some", limit: limit)
    }
  }

  /// Adds a device and tells of it.
  func addNew(_ model: Device, as name: String, owner: Connection?) {
    add(model, as: name, owner: owner)
    record(.deviceCreated, of: name, at: model.now)
  }

  /// Adds a device.
  func add(_ model: Device, as name: String, owner: Connection?) {
    let device = HostedDevice(name, serial: makeSerial(), owner: owner?.client, model)
    owner?.ownDevices.insert(device.serial)
    device.model.limits = deviceLimits
    devices.insert(device)
    // Something may be armed, or due.
    setTimers(device)
  }

  /// Takes a device away. What is pending on it ends first.
  func delete(
    _ device: HostedDevice, _ entry: JournalEntry, by connection: Connection?
  ) throws(WireError) {
    try atOneMoment { () throws(WireError) in
      try note(entry, on: device, client: connection?.client ?? Self.ownClient, call: 0)
      remove(device)
    }
  }

  /// The same for one that dies with its connection.
  func remove(_ device: HostedDevice) {
    perform(.shutDown, on: device, makeSerial(), Self.ownClient)
    timers.cancel(device.timer)
    timers.cancel(device.promptTimer)
    devices.remove(device)
    record(.deviceDeleted, of: device.name, at: device.model.now)
    let orphans = waiters.filter { request in
      if case .event(let matcher, _) = request.work { matcher.isTied(to: device.name) } else { false }
    }
    for request in device.parked + orphans {
      finish(request, with: .unknownDevice(device.name, known: devices.names))
    }
    noteGone()
  }

  /// What `listDevices` answers.
  func writeDevices(into writer: inout JSONWriter) {
    writer.key("devices")
    writer.beginArray()
    for device in devices.all {
      let state = device.model.state
      writer.beginObject()
      writer.member("device", device.name)
      writer.member("biometryType", state.biometryType.rawValue)
      writer.member("clock", state.clock.mode.rawValue)
      writer.member("ephemeral", device.owner != nil)
      writer.endObject()
    }
    writer.endArray()
  }

  /// What `getServerInfo` answers.
  func writeServerInfo(into writer: inout JSONWriter) {
    writer.member("name", Product.name)
    writer.member("version", Product.version)
    writer.member("protocolVersion", Product.protocolVersion)
    writer.member("pid", Int(CurrentProcess.id))
    if let appSocket { writer.member("appSocket", appSocket) }
    writer.key("limits")
    writer.beginObject()
    for limit in configuration.limits.members {
      writer.key(limit.name)
      writer.integer(limit.value)
    }
    writer.endObject()
    writer.key("features")
    writer.beginArray()
    for feature in Product.features { writer.string(feature) }
    writer.endArray()
    writer.key("templates")
    writer.beginArray()
    for name in configuration.templates.keys.sorted() { writer.string(name) }
    writer.endArray()
  }
}
