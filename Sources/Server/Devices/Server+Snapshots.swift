import DeviceModel
import JSON
import WireProtocol

extension Server {
  /// Keeps the state of a device under a name. Returns whether that is another one than was kept there.
  func saveSnapshot(
    _ name: String, of device: HostedDevice, _ entry: JournalEntry, by connection: Connection?
  ) throws(WireError) -> Bool {
    try DeviceRegistry.checkName(name, "name", of: "snapshot")
    let limit = configuration.limits.maxSnapshots
    if connection != nil, device.snapshots[name] == nil, device.snapshots.count >= limit {
      throw .limitExceeded("the device has \(limit) snapshots already; deleteSnapshot some", limit: limit)
    }
    return try atOneMoment { () throws(WireError) in
      catchUp(device)
      try note(entry, on: device, client: connection?.client ?? Self.ownClient, call: 0)
      let snapshot = device.model.snapshot
      return device.snapshots.updateValue(snapshot, forKey: name) != snapshot
    }
  }

  /// A state that was saved.
  func snapshot(_ name: String, of device: HostedDevice) throws(WireError) -> DeviceSnapshot {
    guard let snapshot = device.snapshots[name] else {
      throw .unknownSnapshot(name, of: device.name, known: device.snapshots.keys.sorted())
    }
    return snapshot
  }

  /// Forgets a state that was saved.
  func deleteSnapshot(
    _ name: String, of device: HostedDevice, _ entry: JournalEntry, by connection: Connection?
  ) throws(WireError) {
    _ = try snapshot(name, of: device)
    try note(entry, on: device, client: connection?.client ?? Self.ownClient, call: 0)
    device.snapshots[name] = nil
  }

  /// What `listSnapshots` answers.
  func writeSnapshots(of device: HostedDevice, into writer: inout JSONWriter) {
    writer.key("snapshots")
    writer.beginArray()
    for (name, snapshot) in device.snapshots.sorted(by: { $0.key < $1.key }) {
      writer.beginObject()
      writer.member("name", name)
      writer.key("time")
      writer.seconds(nanoseconds: snapshot.time.value)
      writer.endObject()
    }
    writer.endArray()
  }

  /// What `exportState` answers.
  func writeExport(of device: HostedDevice, into writer: inout JSONWriter) {
    writer.key("state")
    device.model.wholeSnapshot.write(at: moment, into: &writer)
  }
}
