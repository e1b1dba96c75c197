import DeviceModel
import Foundation
import Testing

/// Random commands on many devices. A failure names its seed and step, which play it again.
@Suite("Whatever comes")
struct PropertyTests {
  private static let steps = 300
  private static let chunks = 20
  /// `DEVICE_MODEL_SEQUENCES=100000 swift test --filter PropertyTests` plays more of them.
  private static let sequences =
    ProcessInfo.processInfo.environment["DEVICE_MODEL_SEQUENCES"].flatMap { Int($0) } ?? 1000

  @Test("what must hold holds after every command", arguments: 0..<chunks)
  func invariants(_ chunk: Int) throws {
    for seed in stride(from: chunk, to: Self.sequences, by: Self.chunks) {
      var run = try RandomRun(seed: seed)
      for _ in 0..<Self.steps {
        if let violation = run.next() {
          Issue.record("\(violation)")
          return
        }
      }
    }
  }

  @Test("the same commands and the same seed do the same")
  func deterministic() throws {
    for seed in 0..<30 {
      var runs = [try RandomRun(seed: seed), try RandomRun(seed: seed)]
      for index in runs.indices {
        runs[index].keepsLog = true
        for _ in 0..<Self.steps { _ = runs[index].next() }
      }
      #expect(runs[0].log.count > Self.steps && runs[0].log == runs[1].log, "seed \(seed)")
    }
  }
}
