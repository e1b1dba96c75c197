/// Something that is to happen at a moment, unless it is cancelled before.
final class Timer {
  /// On the host's monotonic clock.
  let deadline: Int64
  let purpose: Purpose
  /// Among timers of one moment, those set first fire first.
  fileprivate let order: UInt64
  /// Where it stands in the heap; −1: nowhere.
  fileprivate var index = -1

  fileprivate init(deadline: Int64, order: UInt64, purpose: Purpose) {
    self.deadline = deadline
    self.order = order
    self.purpose = purpose
  }

  /// What happens then.
  enum Purpose {
    /// Something is due on a device.
    case device(serial: UInt64)
    /// A prompt was not answered in time.
    case prompt(device: UInt64)
    /// A request has waited long enough.
    case request(serial: UInt64)
    /// There may be descriptors again.
    case resumeAccepting
    /// Nobody has been connected for long.
    case idle
    /// Something is to be looked at again.
    case tick
    /// Clients had their time to read the last replies.
    case flushed
  }

  fileprivate static func < (left: Timer, right: Timer) -> Bool {
    (left.deadline, left.order) < (right.deadline, right.order)
  }
}

/// The timers of a server: a binary heap in which each timer knows its place, so that cancelling one takes
/// it out at once. Most of them are cancelled.
struct TimerQueue {
  private var heap: [Timer] = []
  private var lastOrder: UInt64 = 0

  var isEmpty: Bool { heap.isEmpty }
  var count: Int { heap.count }

  /// The moment of the first one.
  var nextDeadline: Int64? { heap.first?.deadline }

  /// Sets a timer.
  mutating func schedule(at deadline: Int64, _ purpose: Timer.Purpose) -> Timer {
    lastOrder += 1
    let timer = Timer(deadline: deadline, order: lastOrder, purpose: purpose)
    heap.append(timer)
    timer.index = heap.count - 1
    moveUp(from: timer.index)
    return timer
  }

  /// Takes a timer back; one that fired or was cancelled already is left alone.
  mutating func cancel(_ timer: Timer?) {
    guard let timer, timer.index >= 0 else { return }
    remove(at: timer.index)
  }

  /// Takes the first timer out if its moment has come.
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
