import DeviceModel
import JSON
import Schema
import Store
import WireProtocol

/// Everything that is kept, as it was at one moment: what a snapshot file tells. It is taken by the loop, which costs
/// little, and written beside it.
struct KeptDevices: Sendable {
  private let moment: HostMoment
  private let position: UInt64
  private let serial: UInt64
  private let limits: DeviceLimits
  private let devices: [Entry]

  /// A device and its saved states.
  private struct Entry: Sendable {
    let name: String
    let model: Device
    let snapshots: Named<DeviceSnapshot>
  }

  init(
    _ devices: some Sequence<HostedDevice>, at moment: HostMoment, position: UInt64, serial: UInt64,
    limits: DeviceLimits
  ) {
    self.moment = moment
    self.position = position
    self.serial = serial
    self.limits = limits
    self.devices = devices.map { Entry(name: $0.name, model: $0.model, snapshots: $0.snapshots) }
  }

  /// Writes the members of the file's first line.
  func writeHeader(into line: inout JSONWriter) {
    line.member("version", Product.version)
    line.member("t", Int(moment.now.value))
    line.member("w", Int(moment.wall.value))
    line.member("seq", Int(clamping: position))
    line.member("serial", Int(clamping: serial))
    for limit in DeviceLimits.named { line.member(limit.name, limits[keyPath: limit.path]) }
  }

  /// Writes the other lines.
  func write(into file: inout ChainedFileWriter) throws(WriteFailure) {
    var keychains = KeychainWriter()
    for entry in devices {
      try write(entry, &keychains, into: &file)
    }
  }

  private func write(
    _ entry: Entry, _ keychains: inout KeychainWriter, into file: inout ChainedFileWriter
  ) throws(WriteFailure) {
    var device = entry.model
    // It may be due, but nothing on it is.
    var effects: [Effect] = []
    device.runTimers(at: moment.now, into: &effects)
    try write(device, of: entry, savedAs: nil, &keychains, into: &file)
    for (name, saved) in entry.snapshots.sorted {
      try write(saved.kept, of: entry, savedAs: name, &keychains, into: &file)
    }
  }

  private func write(
    _ device: Device, of entry: Entry, savedAs name: String?, _ keychains: inout KeychainWriter,
    into file: inout ChainedFileWriter
  ) throws(WriteFailure) {
    let numbers = try keychains.write(device, at: moment) { (members) throws(WriteFailure) in
      try file.line(members)
    }
    try file.line { line in
      line.member("device", entry.name)
      if let name { line.member("saved", name) }
      numbers.write(into: &line)
      line.key("state")
      device.write(at: moment, hasKeychains: false, into: &line)
    }
  }
}
