import Platform

/// The loop of the one thread: it watches descriptors and fires timers. It knows bytes and moments, no JSON and
/// no device.
final class Reactor {
  private let poller: Poller
  /// What is watched, by descriptor.
  private var watches: [Watch?] = []
  private var lastGeneration: UInt32 = 0
  private var timers = TimerQueue()
  /// The host's monotonic clock, read once for all that is done at a time.
  private(set) var now = HostClock.monotonic
  /// What was closed or deleted since memory was last returned to the system.
  private var released = 0

  /// A descriptor's handler.
  private struct Watch {
    /// What the poller reports the descriptor by: its number, and one that tells it from others that had the
    /// same number before.
    let token: UInt64
    let ready: (Readiness) -> Void
  }

  /// What the loop does after a turn.
  enum Rest {
    /// Sleeps until something happens.
    case sleep
    /// Goes on at once: something waits for its next turn.
    case again
    case end
  }

  init() throws(SystemError) { poller = try Poller() }

  /// Calls `ready` whenever something can be done with a descriptor.
  func watch(
    _ descriptor: FileDescriptor, _ ready: @escaping (Readiness) -> Void
  ) throws(SystemError) {
    lastGeneration &+= 1
    let token = UInt64(lastGeneration) << 32 | UInt64(UInt32(bitPattern: descriptor.rawValue))
    try poller.add(descriptor, for: .readable, token: token)
    let index = Int(descriptor.rawValue)
    while watches.count <= index { watches.append(nil) }
    watches[index] = Watch(token: token, ready: ready)
  }

  /// Watches a descriptor for something else than before.
  func watch(_ descriptor: FileDescriptor, for readiness: Readiness) throws(SystemError) {
    guard let watch = watches[Int(descriptor.rawValue)] else { return }
    try poller.change(descriptor, for: readiness, token: watch.token)
  }

  /// Stops watching a descriptor; call it before closing one.
  func unwatch(_ descriptor: FileDescriptor) {
    poller.remove(descriptor)
    let index = Int(descriptor.rawValue)
    if watches.indices.contains(index) { watches[index] = nil }
  }

  /// Does something at a moment of the host's monotonic clock.
  func schedule(at deadline: Int64, _ action: @escaping () -> Void) -> Timer {
    timers.schedule(at: deadline, action)
  }

  /// Cancels a timer, unless it fired or was cancelled already.
  func cancel(_ timer: Timer?) { timers.cancel(timer) }

  /// Reads the clock for what is done next.
  func readClock() { now = HostClock.monotonic }

  /// Does what can be done with descriptors at this moment, before it runs.
  func poll() {
    readClock()
    _ = try? serveDescriptors(until: .at(nanoseconds: 0))
  }

  /// Runs until `endTurn`, which is called after each turn, says that it is the end.
  func run(_ endTurn: () -> Rest) throws(SystemError) {
    var rest = Rest.again
    while true {
      switch rest {
      case .end: return
      case .again: try turn(until: .at(nanoseconds: 0))
      case .sleep: try turn(until: timers.nextDeadline.map { .at(nanoseconds: $0) } ?? .never)
      }
      rest = endTurn()
    }
  }

  private func turn(until limit: WaitLimit) throws(SystemError) {
    try serveDescriptors(until: limit)
    guard !timers.isEmpty else { return }
    readClock()
    while let timer = timers.popDue(at: now) { timer.action() }
  }

  private func serveDescriptors(until limit: WaitLimit) throws(SystemError) {
    for index in 0..<(try poller.wait(until: limit)) {
      let event = poller[index]
      let descriptor = Int(UInt32(truncatingIfNeeded: event.token))
      // With another token it was closed by an event before this one.
      if descriptor < watches.count, let watch = watches[descriptor], watch.token == event.token {
        watch.ready(event.readiness)
      }
    }
  }

  /// Counts something that is gone. After very many their memory is returned to the system.
  func countRelease() {
    released += 1
    if released == 1000 {
      released = 0
      HeapMemory.giveBack()
    }
  }
}
