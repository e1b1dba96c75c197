/// An action at a moment, unless it is cancelled before.
final class Timer {
  /// On the host's monotonic clock.
  let deadline: Int64
  /// What happens then.
  let action: () -> Void
  /// Among timers of one moment, those set first fire first.
  fileprivate let order: UInt64
  /// Where it stands in the heap; −1: nowhere.
  fileprivate var index = -1

  fileprivate init(deadline: Int64, order: UInt64, _ action: @escaping () -> Void) {
    self.deadline = deadline
    self.order = order
    self.action = action
  }

  fileprivate static func < (left: Timer, right: Timer) -> Bool {
    (left.deadline, left.order) < (right.deadline, right.order)
  }
}

/// Timers in a binary heap. Each knows its place, so that cancelling one removes it at once: most are cancelled.
struct TimerQueue {
  private var heap: [Timer] = []
  private var lastOrder: UInt64 = 0

  var isEmpty: Bool { heap.isEmpty }
  var count: Int { heap.count }

  /// The moment of the first one.
  var nextDeadline: Int64? { heap.first?.deadline }

  /// Sets a timer.
  mutating func schedule(at deadline: Int64, _ action: @escaping () -> Void) -> Timer {
    lastOrder += 1
    let timer = Timer(deadline: deadline, order: lastOrder, action)
    heap.append(timer)
    timer.index = heap.count - 1
    moveUp(from: timer.index)
    return timer
  }

  /// Cancels a timer, unless it fired or was cancelled already.
  mutating func cancel(_ timer: Timer?) {
    guard let timer, timer.index >= 0 else { return }
    remove(at: timer.index)
  }

  /// Removes and returns the first timer if its moment has come.
  mutating func popDue(at now: Int64) -> Timer? {
    guard let first = heap.first, first.deadline <= now else { return nil }
    remove(at: 0)
    return first
  }

  private mutating func remove(at index: Int) {
    heap[index].index = -1
    let last = heap.removeLast()
    guard index < heap.count else { return }
    heap[index] = last
    last.index = index
    moveUp(from: index)
    moveDown(from: last.index)
  }

  private mutating func moveUp(from start: Int) {
    var index = start
    while index > 0, heap[index] < heap[(index - 1) / 2] {
      swap(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func moveDown(from start: Int) {
    var index = start
    while true {
      var smallest = index
      for child in (2 * index + 1)...(2 * index + 2) where child < heap.count {
        if heap[child] < heap[smallest] { smallest = child }
      }
      if smallest == index { return }
      swap(index, smallest)
      index = smallest
    }
  }

  private mutating func swap(_ first: Int, _ second: Int) {
    heap.swapAt(first, second)
    heap[first].index = first
    heap[second].index = second
  }
}
