#if canImport(Darwin)
  import Darwin

  /// Watches many descriptors at once, level-triggered: what was not dealt with is reported again.
  package final class Poller {
    private var entries: [pollfd] = []
    private var tokens: [UInt64] = []
    private var happened: [PollerEvent] = []

    /// Watches nothing at first.
    package init() throws(SystemError) {}

    /// Watches a descriptor for `readiness`; that it hung up is always reported.
    package func add(
      _ descriptor: FileDescriptor, for readiness: Readiness, token: UInt64
    ) throws(SystemError) {
      entries.append(pollfd(fd: descriptor.rawValue, events: Self.events(readiness), revents: 0))
      tokens.append(token)
    }

    /// Watches a descriptor for something else.
    package func change(
      _ descriptor: FileDescriptor, for readiness: Readiness, token: UInt64
    ) throws(SystemError) {
      guard let index = entries.firstIndex(where: { $0.fd == descriptor.rawValue }) else {
        throw SystemError(ENOENT, "watch a descriptor")
      }
      entries[index].events = Self.events(readiness)
      tokens[index] = token
    }

    /// Forgets a descriptor; to be called before it is closed.
    package func remove(_ descriptor: FileDescriptor) {
      guard let index = entries.firstIndex(where: { $0.fd == descriptor.rawValue }) else { return }
      entries.swapAt(index, entries.count - 1)
      tokens.swapAt(index, tokens.count - 1)
      entries.removeLast()
      tokens.removeLast()
    }

    /// Waits until something happens, and returns how much did; none when the limit passed first.
    package func wait(until limit: WaitLimit) throws(SystemError) -> Int {
      try retrying("wait for events") { poll(&entries, nfds_t(entries.count), limit.milliseconds) }
      happened.removeAll(keepingCapacity: true)
      for (entry, token) in zip(entries, tokens) where entry.revents != 0 {
        let events = Int32(entry.revents)
        var readiness = Readiness.none
        if events & POLLIN != 0 { readiness.insert(.readable) }
        if events & POLLOUT != 0 { readiness.insert(.writable) }
        if events & (POLLHUP | POLLERR | POLLNVAL) != 0 { readiness.insert(.hungUp) }
        happened.append(PollerEvent(token: token, readiness: readiness))
      }
      return happened.count
    }

    /// What happened in the last wait.
    package subscript(_ index: Int) -> PollerEvent { happened[index] }

    private static func events(_ readiness: Readiness) -> Int16 {
      var events: Int32 = 0
      if readiness.contains(.readable) { events |= POLLIN }
      if readiness.contains(.writable) { events |= POLLOUT }
      return Int16(events)
    }
  }
#endif
