#if os(Linux)
  import CSystemShims
  import Glibc

  /// Watches many descriptors at once, level-triggered: what was not dealt with is reported again.
  ///
  /// A wait after the closing of a descriptor may still report it, or the next file that got its number;
  /// the token tells them apart.
  package final class Poller {
    private let epoll: FileDescriptor
    private let buffer: UnsafeMutableBufferPointer<epoll_event>

    /// Watches nothing at first.
    package init() throws(SystemError) {
      epoll = FileDescriptor(try retrying("make an epoll") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
      buffer = .allocate(capacity: 256)
    }

    deinit {
      epoll.close()
      buffer.deallocate()
    }

    /// Watches a descriptor for `readiness`; that it hung up is always reported.
    package func add(
      _ descriptor: FileDescriptor, for readiness: Readiness, token: UInt64
    ) throws(SystemError) {
      try control(EPOLL_CTL_ADD, descriptor, readiness, token)
    }

    /// Watches a descriptor for something else.
    package func change(
      _ descriptor: FileDescriptor, for readiness: Readiness, token: UInt64
    ) throws(SystemError) {
      try control(EPOLL_CTL_MOD, descriptor, readiness, token)
    }

    /// Forgets a descriptor; to be called before it is closed.
    package func remove(_ descriptor: FileDescriptor) {
      _ = shim_epoll_control(epoll.rawValue, EPOLL_CTL_DEL, descriptor.rawValue, 0, 0)
    }

    /// Waits until something happens, and returns how much did; none when the limit passed first.
    package func wait(until limit: WaitLimit) throws(SystemError) -> Int {
      Int(
        try retrying("wait for events") {
          epoll_wait(epoll.rawValue, buffer.baseAddress, Int32(buffer.count), limit.milliseconds)
        })
    }

    /// What happened in the last wait.
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
