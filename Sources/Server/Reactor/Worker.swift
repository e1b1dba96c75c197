import Platform
import Synchronization

/// A thread for long work on values, so that the loop serves others meanwhile. Jobs are done one after the other;
/// what comes of each is handed back to the loop.
///
/// The thread starts with the first job.
final class Worker {
  private let reactor: Reactor
  private let queue = JobQueue()
  /// What the loop does with the results, in the order of the jobs.
  private var continuations: [() -> Void] = []
  private var thread: WorkerThread?
  /// Wakes the thread.
  private var alarm: Pipe?
  /// Where the thread tells that a job is done.
  private var bell: Pipe?

  private typealias Pipe = (reading: FileDescriptor, writing: FileDescriptor)

  init(on reactor: Reactor) { self.reactor = reactor }

  deinit {
    queue.end()
    _ = try? alarm?.writing.writeAll([0])
    thread?.join()
    closePipes()
  }

  private func closePipes() {
    if let bell { reactor.unwatch(bell.reading) }
    for pipe in [alarm, bell].compactMap(\.self) {
      pipe.reading.close()
      pipe.writing.close()
    }
    (alarm, bell) = (nil, nil)
  }

  /// Whether a job is under way.
  var isBusy: Bool { !continuations.isEmpty }

  /// Has the thread do a job, and the loop go on with what comes of it.
  func run<Result: Sendable>(
    _ job: @escaping @Sendable () -> Result, then continuation: @escaping (Result) -> Void
  ) {
    let result = Box<Result>()
    continuations.append { if let value = result.take() { continuation(value) } }
    do throws(SystemError) {
      let (alarm, bell) = try start()
      let isFirst = queue.add {
        result.put(job())
        _ = try? bell.writeAll([0])
      }
      if isFirst { _ = try? alarm.writeAll([0]) }
    } catch {
      // Without a thread the loop does it, and others wait.
      result.put(job())
      continuations.removeLast()()
    }
  }

  /// Waits for all jobs, and goes on with what comes of them.
  func drain() {
    while isBusy, let bell { takeResults(from: bell.reading) }
  }

  /// Returns what wakes the thread, and where it tells that a job is done.
  private func start() throws(SystemError) -> (alarm: FileDescriptor, bell: FileDescriptor) {
    if thread != nil, let alarm, let bell { return (alarm.writing, bell.writing) }
    closePipes()
    let bell = try FileDescriptor.pipe()
    self.bell = bell
    let alarm = try FileDescriptor.pipe()
    self.alarm = alarm
    try reactor.watch(bell.reading) { [unowned self] _ in takeResults(from: bell.reading) }
    thread = try WorkerThread { [queue] in queue.work(on: alarm.reading) }
    return (alarm.writing, bell.writing)
  }

  /// Waits for at least one job.
  private func takeResults(from bell: FileDescriptor) {
    let rings = withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { try? bell.read(into: $0) }
    let done = continuations.prefix(rings ?? 0)
    continuations.removeFirst(done.count)
    for continuation in done { continuation() }
  }
}

/// A result on its way between two threads.
private final class Box<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  func put(_ value: Value) { self.value.withLock { $0 = value } }

  func take() -> Value? { value.withLock { $0.take() } }
}

/// The jobs that the thread has not begun.
private final class JobQueue: Sendable {
  private let jobs = Mutex<[@Sendable () -> Void]?>([])

  /// Returns whether the thread has to be woken, for there was none.
  func add(_ job: @escaping @Sendable () -> Void) -> Bool {
    jobs.withLock { jobs in
      jobs?.append(job)
      return jobs?.count == 1
    }
  }

  /// Has the thread end after the job that it does now.
  func end() { jobs.withLock { $0 = nil } }

  /// Does jobs whenever there is something to read, until the end.
  func work(on alarm: FileDescriptor) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 1)
    defer { memory.deallocate() }
    while hasMore, (try? alarm.read(into: memory)) ?? 0 > 0 {
      while let job = next() { job() }
    }
  }

  private var hasMore: Bool { jobs.withLock { $0 != nil } }

  private func next() -> (@Sendable () -> Void)? {
    jobs.withLock { jobs in jobs?.isEmpty == false ? jobs?.removeFirst() : nil }
  }
}
