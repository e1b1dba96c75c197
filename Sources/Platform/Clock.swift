#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The host's clocks.
package enum HostClock {
  /// Nanoseconds since some moment before this process started; the number never decreases.
  package static var monotonic: Int64 {
    let time = read(CLOCK_MONOTONIC)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Seconds since 1970.
  package static var wallTime: Double {
    let time = read(CLOCK_REALTIME)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The current time as RFC 3339 in UTC with milliseconds: `2026-01-31T09:05:00.123Z`.
  package static var timestamp: String {
    let time = read(CLOCK_REALTIME)
    var seconds = time.tv_sec
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let date = "\(parts.tm_year + 1900)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
    let clock = "\(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec))"
    return "\(date)T\(clock).\(padded(Int32(time.tv_nsec / 1_000_000), to: 3))Z"
  }

  /// Sleeps for the whole time, even if signals come.
  package static func sleep(seconds: Double) {
    let seconds = WaitLimit.bounded(seconds)
    let whole = seconds.rounded(.down)
    var wanted = timespec(tv_sec: Int(whole), tv_nsec: Int((seconds - whole) * 1e9))
    var left = timespec()
    while nanosleep(&wanted, &left) == -1 && errno == EINTR { wanted = left }
  }

  @inline(__always)
  private static func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    clock_gettime(clock, &time)
    return time
  }

  private static func padded(_ number: Int32, to width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

/// The moment until which a call may wait, on the monotonic clock.
package enum WaitLimit: Equatable, Sendable {
  case at(nanoseconds: Int64)
  case never

  /// A number of seconds from now; for ever, if that is more than a person or the clock can wait.
  package static func after(seconds: Double) -> WaitLimit {
    if seconds >= longest { return .never }
    return .at(nanoseconds: HostClock.monotonic + Int64(bounded(seconds) * 1e9))
  }

  /// A century, which leaves the clock as much again.
  private static let longest = 3.2e9

  /// Whether the moment is over.
  package var hasPassed: Bool {
    guard case .at(let moment) = self else { return false }
    return moment <= HostClock.monotonic
  }

  /// The seconds within what nanoseconds can hold; 0 for less than zero and for NaN.
  fileprivate static func bounded(_ seconds: Double) -> Double { seconds > 0 ? min(seconds, longest) : 0 }

  /// The time left in whole milliseconds, rounded up, as `poll` takes it; −1 without a limit.
  var milliseconds: Int32 {
    guard case .at(let moment) = self else { return -1 }
    let now = HostClock.monotonic
    return moment <= now ? 0 : Int32(clamping: (moment - now - 1) / 1_000_000 + 1)
  }
}
