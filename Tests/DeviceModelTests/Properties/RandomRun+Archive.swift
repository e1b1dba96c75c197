import DeviceModel
import ModelChecking

/// A device that goes through its archive is the same device, whatever it is at; and a snapshot brings back
/// what it was taken of.
extension RandomRun {
  /// Reads the device from its archive, and lets the copy do from now on what the device does.
  mutating func checkArchive() -> [String] {
    let bytes = watched.archive(of: watched.device)
    let others = twin.map(watched.archive(of:)).map { other in
      other == bytes
        ? []
        : [
          "the twin is another device: \(String(decoding: other, as: UTF8.self)), not \(String(decoding: bytes, as: UTF8.self))"
        ]
    }
    twin = try? watched.readFrom(bytes)
    return watched.checkArchive() + (others ?? [])
  }

  /// Lets the twin do what the device did, which must lead to the same.
  mutating func followTwin(
    _ body: (inout Device, Nanoseconds, inout [Effect]) -> Void
  ) -> [String] {
    guard twin != nil else { return [] }
    var same: [Effect] = []
    twin.map { twin in
      var twin = twin
      body(&twin, watched.host, &same)
      self.twin = twin
    }
    return same == watched.effects ? [] : ["the device from the archive does \(same), not \(watched.effects)"]
  }

  /// Goes back to how it is now, from wherever.
  mutating func checkSnapshot() -> [String] {
    let snapshot = watched.device.snapshot
    let host = watched.host
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
    let probe = WatchedDevice.probe
    changed.handle(.restore(snapshot), from: probe, at: host, into: &ignored)
    if changed.state != clone.state { violations.append("a restored device is not as it was saved") }
    var again: [Effect] = []
    changed.handle(.restore(snapshot), from: probe, at: host, into: &again)
    if again != [.reply(probe.call, .success(.changed(false)))] {
      violations.append("restoring twice does \(again)")
    }
    changed.handle(.reset, from: probe, at: host, into: &ignored)
    if changed.state != clone.state { violations.append("the reset of a copy is not what it began as") }
    return violations
  }
}
