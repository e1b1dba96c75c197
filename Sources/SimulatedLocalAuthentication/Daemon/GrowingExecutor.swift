import Dispatch

/// Runs each job on a thread that nothing blocks.
///
/// Keychain functions block their thread while a prompt is up. On the shared pool, which has a thread per core,
/// two of them could keep the test from answering either.
package final class GrowingExecutor: TaskExecutor {
  /// The one that everybody uses.
  package static let shared = GrowingExecutor()

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // A queue of its own gets a thread at once, however many are blocked.
    DispatchQueue(label: "devicesim.test").async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
