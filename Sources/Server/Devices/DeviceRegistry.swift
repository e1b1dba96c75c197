import DeviceModel
import Schema
import WireProtocol

/// The devices by name, and which of them a request means.
struct DeviceRegistry {
  /// The device that the daemon starts with, and that is meant when nobody says which.
  static let defaultName = "default"

  private var byName = Named<HostedDevice>()
  private var bySerial: [UInt64: HostedDevice] = [:]
  /// Changes whenever a name comes to mean another device, or none.
  private(set) var generation: UInt64 = 0

  var count: Int { byName.count }
  /// In the order of their names, which is the order of their bytes.
  private(set) var all: [HostedDevice] = []
  /// Those that are kept, in the same order.
  var kept: [HostedDevice] { all.filter { $0.owner == nil } }
  /// The same of the names, for a message; of very many, only some.
  var names: [String] { byName.names.prefix(100).map(Name.init).sorted().map(\.text) }

  subscript(name: String) -> HostedDevice? { byName[name] }
  subscript(serial serial: UInt64) -> HostedDevice? { bySerial[serial] }

  /// Adds a device whose name is free.
  mutating func insert(_ device: HostedDevice) {
    byName[device.name] = device
    all.insert(device, at: place(of: device.name))
    bySerial[device.serial] = device
    generation += 1
  }

  /// Removes a device; its name is free again.
  mutating func remove(_ device: HostedDevice) {
    byName[device.name] = nil
    all.remove(at: place(of: device.name))
    bySerial[device.serial] = nil
    generation += 1
  }

  /// Where a name stands in the order, or would.
  private func place(of name: String) -> Int {
    let name = Name(name)
    return all.end { Name($0.name) < name }
  }

  /// The device that a request means: the one it names, else its connection's choice, else `default`, else
  /// the only one there is.
  func resolve(_ named: String?, choice: String?) throws(WireError) -> HostedDevice {
    if let name = named ?? choice {
      guard let device = byName[name] else { throw .unknownDevice(name, known: names) }
      return device
    }
    if let device = byName[Self.defaultName] { return device }
    guard byName.count == 1, let device = byName.values.first else { throw .ambiguousDevice(names) }
    return device
  }
}
