import DeviceModel
import Platform

/// The time that devices see: the host's monotonic clock, which a restart of the host sets back, moved so that
/// it goes on from where an earlier daemon left it.
struct DeviceTime {
  /// How far it is ahead of the host's clock.
  private var offset = Nanoseconds.zero
  /// The wall clock while everything happens at one moment; `nil`: the host's.
  var heldWall: Nanoseconds?

  var wall: Nanoseconds { heldWall ?? Nanoseconds(seconds: HostClock.wallTime) }

  /// Shows a moment when the host's clock shows another.
  mutating func set(to moment: Nanoseconds, atHost host: Int64) { offset = moment - Nanoseconds(host) }

  /// What it shows at a moment of the host's.
  func now(atHost host: Int64) -> Nanoseconds { Nanoseconds(host) + offset }

  /// When the host's clock will show what this one shows at a moment.
  func onHost(_ moment: Nanoseconds) -> Int64 { (moment - offset).value }
}
