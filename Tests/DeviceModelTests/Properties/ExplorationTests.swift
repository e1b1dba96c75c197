import DeviceModel
import Foundation
import ModelChecking
import Testing

/// Every state that a few commands lead to. A failure tells the shortest story that leads there.
@Suite("Every state there is")
struct ExplorationTests {
  private static let states =
    (ProcessInfo.processInfo.environment["DEVICE_MODEL_STATES"].flatMap { Int($0) } ?? 50_000)
    / DeviceKind.all.count + 1

  @Test("what must hold holds on every way to every state", arguments: DeviceKind.all)
  func invariants(_ kind: DeviceKind) throws {
    var exploration = try Exploration(of: kind, checkingEvery: 100)
    if let violation = exploration.run(until: Self.states) {
      Issue.record("\(violation)")
    } else {
      #expect(exploration.states >= Self.states && exploration.depth > 1)
    }
  }
}
