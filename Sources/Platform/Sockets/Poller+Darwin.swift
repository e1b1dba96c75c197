#if canImport(Darwin)
  import Darwin

  /// Watches many descriptors at once, level-triggered: it reports a state again as long as it lasts.
  package final class Poller {
    private var entries: [pollfd] = []
    private var tokens: [UInt64] = []
    private var events: [PollerEvent] = []

    /// Creates a poller that watches no descriptor.
    package init() throws(SystemError) {}

    /// Starts to watch a descriptor for `readiness`; a hang-up is always reported.
    package func add(
      _ descriptor: FileDescriptor, for readiness: Readiness, token: UInt64
    ) throws(SystemError) {
      entries.append(pollfd(descriptor, readiness))
      tokens.append(token)
    }

    /// Changes the states to watch for.
    package func change(
      _ descriptor: FileDescriptor, for readiness: Readiness, token: UInt64
    ) throws(SystemError) {
      guard let index = index(of: descriptor) else { throw SystemError(ENOENT, "watch a descriptor") }
      entries[index] = pollfd(descriptor, readiness)
      tokens[index] = token
    }

    /// Stops to watch a descriptor; call it before the descriptor is closed.
    package func remove(_ descriptor: FileDescriptor) {
      guard let index = index(of: descriptor) else { return }
      entries.swapAt(index, entries.count - 1)
      tokens.swapAt(index, tokens.count - 1)
      entries.removeLast()
      tokens.removeLast()
    }

    /// Waits for events, and returns their number; 0 when the limit passed first.
    package func wait(until limit: WaitLimit) throws(SystemError) -> Int {
      try retrying("wait for events") { poll(&entries, nfds_t(entries.count), limit.milliseconds) }
      events.removeAll(keepingCapacity: true)
      for (entry, token) in zip(entries, tokens) where entry.revents != 0 {
        events.append(PollerEvent(token: token, readiness: entry.readiness))
      }
      return events.count
    }

    /// An event of the last wait.
    package subscript(_ index: Int) -> PollerEvent { events[index] }

    private func index(of descriptor: FileDescriptor) -> Int? {
      entries.firstIndex { $0.fd == descriptor.rawValue }
    }
  }
#endif
