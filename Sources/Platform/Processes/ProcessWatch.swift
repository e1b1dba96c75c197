import CSystemShims

/// Waits for the end of a process that this one did not start.
package struct ProcessWatch: ~Copyable {
  private let id: Int32
  /// Stands for this very process, even when its number goes to another one; `nil` on an old kernel.
  private let handle: FileDescriptor?

  /// Begins to watch. Done before the process is told to end, so that the number is still its own.
  package init(_ id: Int32) {
    self.id = id
    #if os(Linux)
      let number = shim_pidfd_open(id)
      handle = number >= 0 ? FileDescriptor(number) : nil
    #else
      handle = nil
    #endif
  }

  deinit { handle?.close() }

  /// Whether the process ended before the limit. One that its parent has not collected has ended, too.
  package func waitForEnd(until limit: WaitLimit) throws(SystemError) -> Bool {
    if let handle { return try !handle.wait(for: .readable, until: limit).isEmpty }
    while Signal.processExists(id) {
      if case .at(let moment) = limit, HostClock.monotonic >= moment { return false }
      HostClock.sleep(seconds: 0.005)
    }
    return true
  }
}
