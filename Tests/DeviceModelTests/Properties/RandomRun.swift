import DeviceModel
import ModelChecking
import Schema

/// A device under random commands, held against what must hold whatever comes.
struct RandomRun {
  let seed: Int
  private(set) var watched: WatchedDevice
  private(set) var step = 0
  var commands: RandomCommands
  private var patch = StatePatch()
  private let clock: ClockMode

  /// The same device, read from its archive a while ago.
  var twin: Device?

  /// A log of a run costs time; it is kept only where two are compared.
  var keepsLog = false
  private(set) var log: [Effect] = []

  init(seed: Int) throws(Failure) {
    self.seed = seed
    commands = RandomCommands(seed: seed)
    clock = seed % 4 == 0 ? .real : .manual
    patch.biometryType = BiometryType.sensors[seed % 3]
    if seed % 5 == 0 {
      patch.behavior = BehaviorPatch()
      patch.behavior?.seed = UInt64(seed)
      patch.behavior?.falseRejectRate = 0.2
    }
    watched = WatchedDevice(
      try Device(
        patch, clock: clock, at: WatchedDevice.start.now, wallTime: WatchedDevice.start.wall.inSeconds))
  }

  /// Does one thing; returns what does not hold afterwards.
  mutating func next() -> String? {
    step += 1
    var violations: [String] = []
    if watched.device.state.clock.mode == .real, commands.random.once(in: 3) {
      violations = watched.pass(.seconds(commands.random.pick([0.1, 1, 100])))
      violations += followTwin { device, host, effects in device.runTimers(at: host, into: &effects) }
      if keepsLog { log += watched.effects }
    }
    let (command, client) = commands.next(on: watched.watcher.before)
    violations += watched.perform(command, client)
    let caller = watched.lastCaller
    violations += followTwin { device, host, effects in
      device.handle(command, from: caller, at: host, into: &effects)
    }
    if keepsLog { log += watched.effects }
    if step % 8 == 0 { violations += watched.checkSettings() }
    if seed % 3 == 0, step % 60 == 0 { violations += checkArchive() }
    if step % 100 == 50 { violations += checkSnapshot() }
    if step % 16 == 0 { violations += watched.checkResponses() + watched.checkSecrets() }
    if step % 64 == 0 { violations += checkReset() + watched.checkShutdown() }
    guard let violation = violations.first else { return nil }
    return "seed \(seed), step \(step), after \(command) by \(client.rawValue): \(violation)"
  }

  private func checkReset() -> [String] {
    let moment = watched.moment
    guard let fresh = try? Device(patch, clock: clock, at: moment.now, wallTime: moment.wall.inSeconds) else {
      return ["no fresh device"]
    }
    return watched.checkReset(to: fresh.state)
  }
}
