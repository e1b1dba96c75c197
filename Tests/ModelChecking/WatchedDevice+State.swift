package import DeviceModel
import JSON
import Schema

/// What must hold of a device in whatever state it is; each is tried on a copy.
extension WatchedDevice {
  /// - Parameter fresh: What a reset leads to.
  /// - Returns: What does not hold.
  package func checkState(fresh: DeviceState) -> [String] {
    checkSettings() + checkResponses() + checkReset(to: fresh) + checkShutdown() + checkArchive()
      + checkSecrets()
  }

  /// Setting what is shown changes nothing.
  package func checkSettings() -> [String] {
    let (copy, effects) = trying(.setState(StatePatch(shown: watcher.before)))
    if effects != [.reply(Self.probe.call, .success(.changed(false)))] {
      return ["setting the state did \(effects)"]
    }
    return copy == device ? [] : ["setting the state changed something"]
  }

  /// The prompt takes what it shows, and nothing else.
  package func checkResponses() -> [String] {
    let prompt = watcher.before.prompt
    for button in Button.allCases
    where accepts(button.response) != (prompt?.buttons.contains(button) ?? false) {
      return ["the \(button) button"]
    }
    if accepts(.enterPasscode("1234")) != (prompt?.pane == .passcode) { return ["the passcode field"] }
    if accepts(.scan(Scan(isGenuine: false))), prompt?.isScanning != true {
      return ["a scan that the sensor does not show"]
    }
    return []
  }

  private func accepts(_ response: PromptResponse) -> Bool {
    switch Self.reply(to: Self.probe.call, in: trying(.respond(response)).effects) {
    case .success, .failure(.refused(.backOff, _)), .failure(.refused(.deviceDisabled, _)): true
    default: false
    }
  }

  /// A reset is a fresh device.
  package func checkReset(to fresh: DeviceState) -> [String] {
    let (once, effects) = trying(.reset)
    if once.state != fresh { return ["a reset is not a fresh device"] }
    var twice = once
    var ignored: [Effect] = []
    twice.handle(.reset, from: Self.probe, at: host, into: &ignored)
    return twice == once ? owed(in: effects) : ["a second reset changes something"]
  }

  /// Nothing is owed after a shutdown.
  package func checkShutdown() -> [String] {
    let (copy, effects) = trying(.shutDown)
    return copy.state.prompt == nil ? owed(in: effects) : ["a prompt survives the shutdown"]
  }

  /// The calls that wait, as they stand on the screen and in the queue: in the order in which a shutdown ends them.
  var owedInOrder: [CallID] {
    if watcher.pending.isEmpty { return [] }
    return trying(.shutDown).effects.compactMap { effect in
      if case .reply(let call, _) = effect, call != Self.probe.call { call } else { nil }
    }
  }

  private func owed(in effects: [Effect]) -> [String] {
    var owed = watcher.pending
    for case .reply(let call, _) in effects where call != Self.probe.call {
      if owed.remove(call) == nil { return ["\(call) is answered twice"] }
    }
    return owed.isEmpty ? [] : ["\(owed.count) calls are never answered"]
  }

  private func trying(_ command: Command) -> (device: Device, effects: [Effect]) {
    var copy = device
    var effects: [Effect] = []
    copy.handle(command, from: Self.probe, at: host, into: &effects)
    return (copy, effects)
  }

  /// What is read from an archive is the device.
  package func checkArchive() -> [String] {
    let bytes = archive(of: device)
    do {
      let copy = try readFrom(bytes)
      if archive(of: copy) != bytes {
        return ["what was read from it has another archive: \(String(decoding: bytes, as: UTF8.self))"]
      }
      // A real clock is read as one that was made elsewhere, at another moment.
      return copy == told || clock == .real
        ? [] : ["what was read from it is another device: \(copy), not \(told)"]
    } catch {
      return ["the archive cannot be read: \(error): \(String(decoding: bytes, as: UTF8.self))"]
    }
  }

  /// The device when it was told the time; nothing is due, for whoever moves the host's time tells the device.
  private var told: Device {
    var told = device
    var effects: [Effect] = []
    told.runTimers(at: host, into: &effects)
    return told
  }

  /// A device as an archive that is written now.
  package func archive(of device: Device) -> [UInt8] {
    var writer = JSONWriter()
    var current = device
    var effects: [Effect] = []
    current.runTimers(at: host, into: &effects)
    current.write(at: moment, into: &writer)
    return writer.bytes
  }

  /// The device from an archive that is read now.
  package func readFrom(_ archive: [UInt8]) throws -> Device {
    let moment = moment
    return try withJSON(archive) { node in try Device(node, at: moment) }
  }

  /// What nobody may read in an event.
  static let secrets = ["1234", "0000", "1111", "2222", "sesame", "treasure"]

  /// No event tells a secret.
  package func checkSecrets() -> [String] {
    for case .event(let event) in effects {
      let text = "\(event.body)"
      if let secret = Self.secrets.first(where: text.contains) {
        return ["an event tells \(secret): \(text)"]
      }
    }
    return []
  }
}
