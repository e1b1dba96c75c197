import Platform
import Synchronization
import TestSupport
import Testing

@testable import Server

@Suite struct WorkerTests {
  @Test("results come back to the loop in the order of the jobs, and the loop serves timers meanwhile")
  func order() throws {
    let reactor = try Reactor()
    let worker = Worker(on: reactor)
    let gate = try FileDescriptor.pipe()
    defer {
      gate.reading.close()
      gate.writing.close()
    }
    var done: [String] = []
    worker.run {
      // Until the loop's timer has fired.
      withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { try? gate.reading.read(into: $0) } ?? 0
    } then: {
      done.append("read \($0)")
    }
    for number in 1...100 {
      worker.run {
        number
      } then: {
        done.append("\($0)")
      }
    }
    _ = reactor.schedule(at: reactor.now) {
      done.append("timer")
      try? gate.writing.writeAll([0])
    }
    try reactor.run { worker.isBusy ? .sleep : .end }
    #expect(done == ["timer", "read 1"] + (1...100).map { "\($0)" })
  }

  @Test("what a job leads to may start the next one, and drain waits for both")
  func drain() throws {
    let reactor = try Reactor()
    let worker = Worker(on: reactor)
    var done: [Int] = []
    worker.run {
      1
    } then: { first in
      done.append(first)
      worker.run {
        first + 1
      } then: {
        done.append($0)
      }
    }
    worker.drain()
    #expect(done == [1, 2])
    #expect(!worker.isBusy)
  }

  @Test("a worker that ends with a job under way waits for it, and drops the rest")
  func end() throws {
    let reactor = try Reactor()
    let count = Counter()
    var worker: Worker? = Worker(on: reactor)
    worker?.run {
      count.increment()
    } then: { _ in
    }
    worker = nil
    #expect(count.value <= 1)
  }
}

private final class Counter: Sendable {
  private let number = Mutex(0)
  var value: Int { number.withLock { $0 } }
  func increment() { number.withLock { $0 += 1 } }
}
