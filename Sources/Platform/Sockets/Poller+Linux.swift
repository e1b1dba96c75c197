#if os(Linux)
  import CSystemShims
  import Glibc

  /// Watches many descriptors at once, level-triggered: it reports a state again as long as it lasts.
  ///
  /// After a descriptor was closed, one more wait may report it, or the next file that got its number; the
  /// token tells them apart.
  package final class Poller {
    private let epoll: FileDescriptor
    private let buffer: UnsafeMutableBufferPointer<epoll_event>

    /// Creates a poller that watches no descriptor.
    package init() throws(SystemError) {
      epoll = FileDescriptor(try retrying("create an epoll") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
      buffer = .allocate(capacity: 256)
    }

    deinit {
      epoll.close()
      buffer.deallocate()
    }

    /// Starts to watch a descriptor for `readiness`; a hang-up is always reported.
    package func add(
      _ descriptor: FileDescriptor, for readiness: Readiness, token: UInt64
    ) throws(SystemError) {
      try control(EPOLL_CTL_ADD, descriptor, readiness, token)
    }

    /// Changes the states to watch for.
    package func change(
      _ descriptor: FileDescriptor, for readiness: Readiness, token: UInt64
    ) throws(SystemError) {
      try control(EPOLL_CTL_MOD, descriptor, readiness, token)
    }

    /// Stops to watch a descriptor; call it before the descriptor is closed.
    package func remove(_ descriptor: FileDescriptor) {
      _ = shim_epoll_control(epoll.rawValue, EPOLL_CTL_DEL, descriptor.rawValue, 0, 0)
    }

    /// Waits for events, and returns their number; 0 when the limit passed first.
    package func wait(until limit: WaitLimit) throws(SystemError) -> Int {
      Int(
        try retrying("wait for events") {
          epoll_wait(epoll.rawValue, buffer.baseAddress, Int32(buffer.count), limit.milliseconds)
        })
    }

    /// An event of the last wait.
    package subscript(_ index: Int) -> PollerEvent {
      withUnsafePointer(to: buffer[index]) { event in
        let events = shim_epoll_events(event)
        var readiness = Readiness.none
        if events & EPOLLIN.rawValue != 0 { readiness.insert(.readable) }
        if events & EPOLLOUT.rawValue != 0 { readiness.insert(.writable) }
        if events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 { readiness.insert(.hungUp) }
        return PollerEvent(token: shim_epoll_data(event), readiness: readiness)
      }
    }

    private func control(
      _ operation: Int32, _ descriptor: FileDescriptor, _ readiness: Readiness, _ token: UInt64
    ) throws(SystemError) {
      var events: UInt32 = 0
      if readiness.contains(.readable) { events |= EPOLLIN.rawValue }
      if readiness.contains(.writable) { events |= EPOLLOUT.rawValue }
      try retrying("watch a descriptor") {
        shim_epoll_control(epoll.rawValue, operation, descriptor.rawValue, events, token)
      }
    }
  }
#endif
