#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The states of a descriptor that one can wait for.
@usableFromInline
package struct Readiness: OptionSet, Hashable, Sendable {
  @usableFromInline package let rawValue: UInt8

  @inlinable
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// No state. The literal `[]` costs a hundred times as much.
  @inlinable package static var none: Readiness { Readiness(rawValue: 0) }
  /// There are bytes to read, or the end.
  @inlinable package static var readable: Readiness { Readiness(rawValue: 1) }
  /// There is room to write.
  @inlinable package static var writable: Readiness { Readiness(rawValue: 2) }
  /// The other side is gone altogether.
  @inlinable package static var hungUp: Readiness { Readiness(rawValue: 4) }
}

/// An event of a watched descriptor. `Poller`, which reports it, is in a file for each system.
package struct PollerEvent: Sendable {
  /// The number that was given when the descriptor was added.
  package let token: UInt64
  package let readiness: Readiness
}

extension FileDescriptor {
  /// Waits for a state in `wanted`; the result is empty when the limit passed first.
  package func wait(for wanted: Readiness, until limit: WaitLimit) throws(SystemError) -> Readiness {
    var entry = pollfd(self, wanted)
    // After a signal, the remaining time is computed again.
    try retrying("wait for a descriptor") { poll(&entry, 1, limit.milliseconds) }
    return entry.readinessToRead
  }

  /// Waits for a state of one of several descriptors; all results are empty when the limit passed first.
  package static func wait(
    for wanted: [(descriptor: FileDescriptor, readiness: Readiness)], until limit: WaitLimit
  ) throws(SystemError) -> [Readiness] {
    var entries = wanted.map { pollfd($0.descriptor, $0.readiness) }
    try retrying("wait for a descriptor") {
      poll(&entries, nfds_t(entries.count), limit.milliseconds)
    }
    return entries.map(\.readinessToRead)
  }
}

extension pollfd {
  /// An entry that waits for `wanted`.
  init(_ descriptor: FileDescriptor, _ wanted: Readiness) {
    var events: Int32 = 0
    if wanted.contains(.readable) { events |= Int32(POLLIN) }
    if wanted.contains(.writable) { events |= Int32(POLLOUT) }
    self.init(fd: descriptor.rawValue, events: Int16(events), revents: 0)
  }

  /// The states that the system found.
  var readiness: Readiness {
    let events = Int32(revents)
    var readiness = Readiness.none
    if events & Int32(POLLIN) != 0 { readiness.insert(.readable) }
    if events & Int32(POLLOUT) != 0 { readiness.insert(.writable) }
    if events & Int32(POLLHUP | POLLERR | POLLNVAL) != 0 { readiness.insert(.hungUp) }
    return readiness
  }

  /// The same; an end or an error counts as readable, because the next read returns it.
  fileprivate var readinessToRead: Readiness {
    readiness.contains(.hungUp) ? readiness.union(.readable) : readiness
  }
}
