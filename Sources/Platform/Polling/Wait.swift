#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What can happen to a descriptor.
@usableFromInline
package struct Readiness: OptionSet, Hashable, Sendable {
  @usableFromInline package let rawValue: UInt8

  @inlinable
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Nothing; the literal `[]` costs a hundred times as much.
  @inlinable package static var none: Readiness { Readiness(rawValue: 0) }
  /// There is something to read, or the end.
  @inlinable package static var readable: Readiness { Readiness(rawValue: 1) }
  /// There is room to write.
  @inlinable package static var writable: Readiness { Readiness(rawValue: 2) }
  /// The other side is gone altogether.
  @inlinable package static var hungUp: Readiness { Readiness(rawValue: 4) }
}

extension FileDescriptor {
  /// Waits until something of `wanted` holds; empty when the limit passed first.
  package func wait(for wanted: Readiness, until limit: WaitLimit) throws(SystemError) -> Readiness {
    var entry = pollfd(self, wanted)
    // The time left is taken anew after each signal.
    try retrying("wait for a descriptor") { poll(&entry, 1, limit.milliseconds) }
    return entry.readiness
  }

  /// Waits until something holds for one of several descriptors; all empty when the limit passed first.
  package static func wait(
    for wanted: [(descriptor: FileDescriptor, readiness: Readiness)], until limit: WaitLimit
  ) throws(SystemError) -> [Readiness] {
    var entries = wanted.map { pollfd($0.descriptor, $0.readiness) }
    try retrying("wait for a descriptor") {
      poll(&entries, nfds_t(entries.count), limit.milliseconds)
    }
    return entries.map(\.readiness)
  }
}

extension pollfd {
  fileprivate init(_ descriptor: FileDescriptor, _ wanted: Readiness) {
    var events: Int32 = 0
    if wanted.contains(.readable) { events |= Int32(POLLIN) }
    if wanted.contains(.writable) { events |= Int32(POLLOUT) }
    self.init(fd: descriptor.rawValue, events: Int16(events), revents: 0)
  }

  /// What the system found.
  fileprivate var readiness: Readiness {
    let events = Int32(revents)
    var readiness = Readiness.none
    if events & Int32(POLLIN) != 0 { readiness.insert(.readable) }
    if events & Int32(POLLOUT) != 0 { readiness.insert(.writable) }
    // An error makes the next read or write say which.
    if events & Int32(POLLHUP | POLLERR | POLLNVAL) != 0 { readiness.formUnion([.hungUp, .readable]) }
    return readiness
  }
}
