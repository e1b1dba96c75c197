import TestSupport
import Testing

@testable import Server

@Suite struct SerialQueueTests {
  @Test("values come in their order and are found after any number, whatever is removed before")
  func order() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<50 {
      var queue = SerialQueue<UInt64>()
      var expected: [UInt64] = []
      var next: UInt64 = 0
      for _ in 0..<300 {
        if Bool.random(using: &random) {
          next += UInt64.random(in: 1...3, using: &random)
          queue.append(next, as: next)
          expected.append(next)
        } else if let victim = expected.randomElement(using: &random) {
          #expect(queue.remove(victim) == victim)
          #expect(queue.remove(victim) == nil)
          expected.removeAll { $0 == victim }
        }
        let probe = UInt64.random(in: 0...next + 1, using: &random)
        #expect(queue.first(after: probe)?.value == expected.first { $0 > probe })
        #expect(queue.count == expected.count)
      }
      #expect(Array(queue.values) == expected)
    }
  }
}
