/// The monotonic clock everything on the device runs on, and the wall clock beside it.
struct DeviceClock: Equatable, Sendable {
  private(set) var mode: ClockMode
  /// Since the device was made; never goes backwards.
  private(set) var now = Nanoseconds.zero
  /// The host's time at which `now` was taken.
  private var host: Nanoseconds
  /// What the wall showed at `now` zero, as Unix time.
  private var wallOrigin: Nanoseconds

  /// The wall time of a device whose clock is manual from birth, so that it shows the same in every run:
  /// 2026-01-01 00:00:00 UTC.
  static let manualWallTime = 1_767_225_600.0

  init(mode: ClockMode, host: Nanoseconds, wallTime: Double) {
    self.mode = mode
    self.host = host
    wallOrigin = Nanoseconds(seconds: mode == .manual ? Self.manualWallTime : wallTime)
  }

  var reading: DeviceState.ClockReading {
    .init(mode: mode, monotonic: now, wall: (wallOrigin + now).inSeconds)
  }

  /// Where a real clock stands at a moment of the host's; a manual one stands still.
  func time(atHost moment: Nanoseconds) -> Nanoseconds {
    mode == .real ? now + max(moment - host, .zero) : now
  }

  /// The host's moment at which a real clock reaches `time`; `nil` for a manual one.
  func hostMoment(of time: Nanoseconds) -> Nanoseconds? {
    mode == .real ? host + (time - now) : nil
  }

  /// Moves to a time of the device's, reached at a moment of the host's.
  mutating func move(to time: Nanoseconds, host moment: Nanoseconds) {
    now = max(now, time)
    host = max(host, moment)
  }

  /// Whether the two differ in nothing but the running of real time.
  func agrees(with other: Self) -> Bool {
    guard mode == other.mode else { return false }
    return switch mode {
    case .manual: reading == other.reading
    case .real: wallOrigin + (now - host) == other.wallOrigin + (other.now - other.host)
    }
  }

  mutating func setMode(_ mode: ClockMode) { self.mode = mode }

  /// The wall clock may jump in both directions; nothing is timed by it.
  mutating func setWall(_ wallTime: Double) { wallOrigin = Nanoseconds(seconds: wallTime) - now }

  /// Starts again at zero, as the clock of a device that is made now.
  mutating func restart(host moment: Nanoseconds) {
    wallOrigin = mode == .real ? wallOrigin + (moment - host) : wallOrigin
    now = .zero
    host = moment
  }
}
