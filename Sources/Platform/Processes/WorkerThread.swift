#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A thread for work that blocks.
package struct WorkerThread {
  private let thread: pthread_t

  /// Starts the work.
  package init(_ work: @escaping @Sendable () -> Void) throws(SystemError) {
    let box = Unmanaged.passRetained(Work(work))
    #if canImport(Darwin)
      var thread: pthread_t?
      let status = pthread_create(&thread, nil, { Work.run($0) }, box.toOpaque())
    #else
      var thread = pthread_t()
      let status = pthread_create(&thread, nil, { $0.flatMap { Work.run($0) } }, box.toOpaque())
    #endif
    guard status == 0 else {
      box.release()
      throw SystemError(status, "start a thread")
    }
    #if canImport(Darwin)
      guard let thread else { throw SystemError(EAGAIN, "start a thread") }
    #endif
    self.thread = thread
  }

  /// Waits until the work is done.
  package func join() { pthread_join(thread, nil) }

  /// Lets it end by itself; nobody waits for it.
  package func detach() { pthread_detach(thread) }
}

/// The work of a thread, as an object that a pointer can refer to.
private final class Work: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  static func run(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
    return nil
  }
}
