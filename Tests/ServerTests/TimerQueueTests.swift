import TestSupport
import Testing

@testable import Server

@Suite struct TimerQueueTests {
  @Test("timers fire by their moment, those of one moment in the order they were set")
  func order() {
    var queue = TimerQueue()
    var fired: [Int] = []
    for (index, deadline) in [5, 1, 3, 1, 4, 1].enumerated() {
      _ = queue.schedule(at: Int64(deadline)) { fired.append(index) }
    }
    #expect(queue.nextDeadline == 1)
    #expect(queue.popDue(at: 0)?.deadline == nil)
    for _ in 0..<6 { queue.popDue(at: 5)?.action() }
    #expect(fired == [1, 3, 5, 2, 4, 0])
    #expect(queue.isEmpty)
  }

  @Test("whatever is set and cancelled, the rest fires in order, and nothing is kept")
  func random() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<50 {
      var queue = TimerQueue()
      var timers = (0..<200).map { _ in
        queue.schedule(at: Int64.random(in: 0..<50, using: &random)) {}
      }
      timers.shuffle(using: &random)
      let cancelled = timers.prefix(Int.random(in: 0...200, using: &random))
      for timer in cancelled { queue.cancel(timer) }
      for timer in cancelled { queue.cancel(timer) }
      #expect(queue.count == 200 - cancelled.count)
      var last: Int64 = 0
      while let timer = queue.popDue(at: .max) {
        #expect(timer.deadline >= last)
        last = timer.deadline
        queue.cancel(timer)
      }
      #expect(queue.isEmpty)
    }
  }
}
