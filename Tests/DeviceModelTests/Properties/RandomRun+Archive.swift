import DeviceModel
import JSON
import WireProtocol

/// A device that goes through its archive is the same device, whatever it is at; and a snapshot brings back
/// what it was taken of.
extension RandomRun {
  /// Reads the device from its archive, and lets the copy do from now on what the device does.
  mutating func checkArchive() -> [String] {
    var violations = twin.map { archive(of: $0) == archive(of: device) ? [] : ["the twin is another device: \(String(decoding: archive(of: $0), as: UTF8.self)), not \(String(decoding: archive(of: device), as: UTF8.self))"] }
    do {
      let bytes = archive(of: device)
      let copy = try withJSON(bytes) { node in try Device(node, at: moment) }
      twin = copy
      if archive(of: copy) != bytes {
        violations = ["what was read from it has another archive: \(String(decoding: bytes, as: UTF8.self))"]
      }
    } catch {
      return ["the archive cannot be read: \(error): \(String(decoding: archive(of: device), as: UTF8.self))"]
    }
    return violations ?? []
  }

  private func archive(of device: Device) -> [UInt8] {
    var writer = JSONWriter()
    var current = device
    var effects: [Effect] = []
    // Nothing is due: whoever moves the host's time tells the device.
    current.runTimers(at: host, into: &effects)
    current.write(at: moment, into: &writer)
    return writer.bytes
  }

  private var moment: HostMoment {
    HostMoment(now: host, wallTime: 1e9 + (host - .seconds(100)).inSeconds)
  }

  /// Lets the twin do what the device did, which must lead to the same.
  mutating func followTwin(
    _ body: (inout Device, Nanoseconds, inout [Effect]) -> Void
  ) -> [String] {
    guard twin != nil else { return [] }
    var same: [Effect] = []
    twin.map { twin in
      var twin = twin
      body(&twin, host, &same)
      self.twin = twin
    }
    return same == effects ? [] : ["the device from the archive does \(same), not \(effects)"]
  }

  /// Goes back to how it is now, from wherever.
  mutating func checkSnapshot() -> [String] {
    let snapshot = device.snapshot
    var violations: [String] = []
    let clone = Device(snapshot, at: host)
    var changed = clone
    var ignored: [Effect] = []
    for _ in 0..<8 {
      let (command, client) = commands.next(on: changed.state)
      if case .setClock(.some, _) = command { continue }
      changed.handle(
        command, from: Caller(call: CallID(1_000_000), client: client), at: host, into: &ignored)
    }
    changed.handle(.restore(snapshot), from: Self.probe, at: host, into: &ignored)
    if changed.state != clone.state { violations.append("a restored device is not as it was saved") }
    var again: [Effect] = []
    changed.handle(.restore(snapshot), from: Self.probe, at: host, into: &again)
    if again != [.reply(Self.probe.call, .success(.changed(false)))] {
      violations.append("restoring twice does \(again)")
    }
    changed.handle(.reset, from: Self.probe, at: host, into: &ignored)
    if changed.state != clone.state { violations.append("the reset of a copy is not what it began as") }
    return violations
  }
}
