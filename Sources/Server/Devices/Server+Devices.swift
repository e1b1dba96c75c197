import DeviceModel
import JSON
import System
import WireProtocol

extension Server {
  /// The device that every daemon starts with.
  func makeDefaultDevice() {
    do throws(Failure) {
      let model = try Device(
        clock: configuration.clock, at: Nanoseconds(HostClock.monotonic), wallTime: HostClock.wallTime)
      devices.insert(HostedDevice(DeviceRegistry.defaultName, serial: makeSerial(), owner: nil, model))
    } catch {
      preconditionFailure("a device of defaults only cannot be contradictory")
    }
  }

  /// Makes the device that `createDevice` asks for.
  func create(_ name: String?, _ creation: DeviceCreation, by connection: Connection) throws(WireError) {
    let name = name ?? ""
    try DeviceRegistry.checkName(name)
    if devices[name] != nil { throw .deviceExists(name) }
    let limit = configuration.limits.maxDevices
    if devices.count >= limit {
      throw .limitExceeded("there are \(limit) devices already; deleteDevice some", limit: limit)
    }
    let model: Device
    do throws(Failure) {
      model = try Device(
        creation.state, clock: creation.clock, at: Nanoseconds(HostClock.monotonic),
        wallTime: HostClock.wallTime)
    } catch {
      throw WireError(error)
    }
    let owner = creation.isEphemeral ? connection.client : nil
    devices.insert(HostedDevice(name, serial: makeSerial(), owner: owner, model))
    record(.deviceCreated, of: name, at: .zero)
  }

  /// Takes a device away. What is pending on it ends first.
  func delete(_ device: HostedDevice) {
    run(.shutDown, on: device)
    timers.cancel(device.timer)
    timers.cancel(device.promptTimer)
    devices.remove(device)
    record(.deviceDeleted, of: device.name, at: device.model.state.clock.monotonic)
    let orphans = waiters.filter { request in
      if case .event(let matcher, _) = request.work { matcher.isTied(to: device.name) } else { false }
    }
    for request in device.parked + orphans {
      finish(request, with: .unknownDevice(device.name, known: devices.names))
    }
  }

  /// What `listDevices` answers.
  func writeDevices(into writer: inout JSONWriter) {
    writer.key("devices")
    writer.beginArray()
    for device in devices.all {
      let state = device.model.state
      writer.beginObject()
      writer.member("device", device.name)
      writer.member("biometryType", state.biometryType.wireName)
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
  }
}
