import DeviceModel
import Foundation
import JSON
import ModelChecking
import Schema
import TestSupport
import Testing

/// Archives with numbers at the ends of their ranges and beyond. A failure names its seed, which plays it again.
@Suite("Numbers from outside")
struct ExtremeNumberTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["DEVICESIM_EXTREME_ARCHIVES"].flatMap { Int($0) } ?? 600

  @Test("an archive with extreme numbers is refused, or its device lives on within the wire's ranges")
  func archives() throws {
    var accepted = 0
    for seed in 0..<Self.rounds {
      let archive = try ExtremeArchive(seed: seed)
      guard let device = try? archive.device() else { continue }
      accepted += 1
      var life = ExtremeLife(device, seed: seed)
      if let violation = life.violation() {
        Issue.record("seed \(seed), \(archive.changes): \(violation)")
        return
      }
    }
    #expect((Self.rounds / 20..<Self.rounds).contains(accepted))
  }

  @Test("what was kept with numbers beyond a range opens with them at its end")
  func kept() throws {
    var (opened, held) = (0, 0)
    for seed in 0..<Self.rounds {
      let archive = try ExtremeArchive(seed: seed)
      do throws(ArchiveError) {
        var values: [HeldValue] = []
        var life = ExtremeLife(try archive.keptDevice(&values), seed: seed)
        opened += 1
        held += values.count
        if let violation = life.violation() {
          Issue.record("seed \(seed), \(archive.changes): \(violation)")
          return
        }
      } catch {
        // What is beyond a range is no reason: only fractions, and members that contradict each other.
        #expect(
          !error.rule.contains(" from ") || archive.hasFraction, "seed \(seed), \(archive.changes): \(error)")
      }
    }
    #expect(opened > Self.rounds / 2 && held > Self.rounds / 4)
  }
}

/// The archive of a device that has been through something, with some numbers changed.
private struct ExtremeArchive {
  private let bytes: [UInt8]
  private let moment: HostMoment
  private(set) var changes: [String] = []
  private(set) var hasFraction = false

  init(seed: Int) throws {
    var run = try RandomRun(seed: seed)
    for _ in 0..<40 { _ = run.next() }
    moment = run.watched.moment
    let own = run.watched.archive(of: run.watched.device)
    var tree = try JSONTree(parsing: own)
    var random = RandomNumbers(seed: seed)
    for _ in 0...random.below(2) {
      let number = random.pick(JSONTree.extremeNumbers)
      let index = random.below(tree.numberCount)
      tree.replaceNumber(index, with: number)
      changes.append("number \(index) is \(number)")
      if case .number = number { hasFraction = true }
    }
    bytes = tree.bytes
  }

  func device() throws -> Device { try withJSON(bytes) { try Device($0, at: moment) } }

  func keptDevice(_ held: inout [HeldValue]) throws(ArchiveError) -> Device {
    let read = try? withJSON(bytes) { node in
      Result { () throws(ArchiveError) in try Device(kept: node, at: moment, &held) }
    }
    guard let read else { throw ArchiveError("", "JSON") }
    return try read.get()
  }
}

/// What becomes of a device from an archive: random commands, and times that end.
private struct ExtremeLife {
  private var device: Device
  private var commands: RandomCommands
  private var host = WatchedDevice.start.now
  private var calls: UInt64 = 0

  init(_ device: Device, seed: Int) {
    self.device = device
    commands = RandomCommands(seed: seed)
  }

  /// Plays it; returns what does not hold.
  mutating func violation() -> String? {
    for step in 0..<60 {
      let (command, client) = step % 6 == 5 ? extreme() : commands.next(on: device.state)
      handle(command, client)
      if let violation = beyondRange() { return "step \(step), after \(command): \(violation)" }
      if step % 20 == 19, let violation = readAgain() { return "step \(step): \(violation)" }
    }
    return nil
  }

  private mutating func handle(_ command: Command, _ client: ClientID) {
    calls += 1
    var effects: [Effect] = []
    device.handle(command, from: Caller(call: CallID(calls), client: client), at: host, into: &effects)
  }

  private mutating func extreme() -> (Command, ClientID) {
    let snapshot = device.snapshot
    switch commands.random.below(8) {
    case 0...2: return (.advanceClock(.distantFuture), .harness)
    case 3:
      return (
        .setClock(mode: nil, wallTime: commands.random.pick([-62_135_596_800, 253_402_300_799])), .harness
      )
    case 4:
      host = commands.random.pick([.distantFuture, host + Nanoseconds(1), .zero])
      return (.setClock(mode: .real, wallTime: nil), .harness)
    case 5: return (.restore(snapshot), .harness)
    case 6: return (.importState(device.wholeSnapshot), .harness)
    default:
      var patch = StatePatch()
      patch.failedAttempts = 1_000_000
      patch.passcodeFailures = 1_000_000
      return (.setState(patch), .harness)
    }
  }

  /// What the wire shows is what it says that it shows.
  private func beyondRange() -> String? {
    var writer = JSONWriter()
    writer.beginObject()
    DeviceState.record.writeMembers(device.state(udid: UDID.ofDevice(named: "phone")), into: &writer)
    writer.endObject()
    do {
      try withJSON(writer.bytes) { try ValueType.object(DeviceState.record.fields).check($0) }
      return nil
    } catch {
      return (error as? Mismatch)?.explanation(owner: "the state").message ?? "\(error)"
    }
  }

  /// What is written can be read, and goes on.
  private mutating func readAgain() -> String? {
    let moment = HostMoment(now: host, wall: WatchedDevice.start.wall)
    var writer = JSONWriter()
    device.write(at: moment, into: &writer)
    do {
      device = try withJSON(writer.bytes) { try Device($0, at: moment) }
      return nil
    } catch {
      return "its archive cannot be read: \(error)"
    }
  }
}
