import DeviceModel
import Foundation
import JSON
import Testing
import WireProtocol

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

  @Test("the same commands and the same seed do the same, byte for byte")
  func deterministic() throws {
    for seed in 0..<20 {
      var runs = [try RandomRun(seed: seed), try RandomRun(seed: seed)]
      for index in runs.indices {
        runs[index].keepsLog = true
        for _ in 0..<Self.steps { _ = runs[index].next() }
      }
      #expect(runs[0].log == runs[1].log && bytes(of: runs[0].log) == bytes(of: runs[1].log), "seed \(seed)")
    }
  }

  /// The events as they go over the wire.
  private func bytes(of log: [Effect]) -> [UInt8] {
    var writer = JSONWriter()
    for case .event(let event) in log {
      EventEncoding.write(.onDevice(event.body), seq: 1, device: "d", time: event.time, into: &writer)
    }
    return writer.bytes
  }
}
