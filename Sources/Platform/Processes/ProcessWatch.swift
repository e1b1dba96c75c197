import CSystemShims

/// Waits for the end of a process that this one did not start.
package struct ProcessWatch: ~Copyable {
  private let id: Int32
  /// A handle of this very process, even when its number goes to another one; `nil` where the system has
  /// none.
  private let handle: FileDescriptor?

  /// Starts to watch. Do it before the process is told to end, while the number is still its own.
  package init(_ id: Int32) {
    self.id = id
    handle = FileDescriptor(process: id)
  }

  deinit { handle?.close() }

  /// Whether the process ended before the limit. A process that its parent has not yet waited for has ended,
  /// too.
  package func waitForEnd(until limit: WaitLimit) throws(SystemError) -> Bool {
    if let handle { return try !handle.wait(for: .readable, until: limit).isEmpty }
    while Signal.processExists(id) {
      if case .at(let moment) = limit, HostClock.monotonic >= moment { return false }
      HostClock.sleep(seconds: 0.005)
    }
    return true
  }
}

/// Tells when the process that started this one is gone.
///
/// The kernel's parent-death signal cannot be used: it comes when the *thread* that started this process
/// ends, and test runners and language runtimes start processes from short-lived threads.
package struct ParentWatch: Sendable {
  private let parent: Int32
  /// Readable when the parent is gone; `nil` where the system has no such descriptor, and `isParentGone` has
  /// to be asked now and then.
  package let descriptor: FileDescriptor?

  /// Watches the current parent.
  package init() {
    parent = CurrentProcess.parentID
    descriptor = FileDescriptor(process: parent)
  }

  /// Whether the parent is gone. This closes a race: a parent that ended before it could be watched, so that
  /// its number may belong to another process.
  package var isParentGone: Bool { CurrentProcess.parentID != parent }
}

extension FileDescriptor {
  /// A descriptor that is readable when the process has ended; `nil` where the system has none.
  fileprivate init?(process id: Int32) {
    let number = shim_pidfd_open(id)
    if number < 0 { return nil }
    self.init(number)
  }
}
