import DeviceModel
import Platform

/// The time as devices and timers are told it: the host's monotonic clock, which a restart of the host sets
/// back, moved so that it goes on from where an earlier daemon left it.
struct ServerTime {
  /// What it is ahead of the host's clock.
  private var offset: Int64 = 0
  /// What the wall clock shows while something happens at one moment; `nil`: what it shows.
  var heldWall: Nanoseconds?

  /// Goes on from a moment, as if no time had passed since.
  mutating func resume(at moment: Nanoseconds) { offset = moment.value - HostClock.monotonic }

  var now: Nanoseconds { Nanoseconds(HostClock.monotonic + offset) }

  var wall: Nanoseconds { heldWall ?? Nanoseconds(seconds: HostClock.wallTime) }

  /// When the host's clock will show what this one shows at a moment.
  func onHost(_ moment: Int64) -> Int64 { moment - offset }
}

extension Server {
  /// What time it is, by both clocks.
  var moment: HostMoment { HostMoment(now: now, wall: time.wall) }
}
