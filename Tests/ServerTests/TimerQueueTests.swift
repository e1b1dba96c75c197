import TestSupport
import Testing

@testable import Server

@Suite struct TimerQueueTests {
  private func serial(_ timer: Timer?) -> UInt64? {
    if case .request(let serial)? = timer?.purpose { serial } else { nil }
  }

  @Test("timers fire by their moment, those of one moment in the order they were set")
  func order() {
    var queue = TimerQueue()
    for (index, deadline) in [5, 1, 3, 1, 4, 1].enumerated() {
      _ = queue.schedule(at: Int64(deadline), .request(serial: UInt64(index)))
    }
    #expect(queue.nextDeadline == 1)
    #expect(serial(queue.popDue(at: 0)) == nil)
    let fired = (0..<6).map { _ in serial(queue.popDue(at: 5)) }
    #expect(fired == [1, 3, 5, 2, 4, 0])
    #expect(queue.isEmpty)
  }

  @Test("whatever is set and cancelled, the rest fires in order, and nothing is kept")
  func random() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<50 {
      var queue = TimerQueue()
      var timers = (0..<200).map { _ in
        queue.schedule(at: Int64.random(in: 0..<50, using: &random), .idle)
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
