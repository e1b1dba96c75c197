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

  /// A manual clock does not know the host's.
  static func == (left: Self, right: Self) -> Bool {
    left.mode == right.mode && left.now == right.now && left.wallOrigin == right.wallOrigin
      && (left.mode == .manual || left.host == right.host)
  }

  mutating func setMode(_ mode: ClockMode) { self.mode = mode }

  /// The wall clock may jump in both directions; nothing is timed by it.
  mutating func setWall(_ wallTime: Double) { wallOrigin = Nanoseconds(seconds: wallTime) - now }

  /// Goes on from where a saved clock stood. The wall of a real one is not saved: it shows what it would.
  mutating func resume(host moment: Nanoseconds) {
    if mode == .real { wallOrigin = wallOrigin + (moment - host) }
    host = moment
  }

  /// Moves a clock that was read as if the host's two clocks stood at zero to where they stand.
  mutating func place(at moment: HostMoment) {
    if mode == .real { wallOrigin = wallOrigin + moment.wall }
    host = moment.now
  }
}

extension DeviceClock {
  /// A real clock goes on at this moment of the host's, as far from the host's wall clock as it was.
  init(_ reader: ArchiveReader<some ArchiveSource>, at moment: HostMoment) throws(ArchiveError) {
    self = try reader.object { (object) throws(ArchiveError) in
      var clock = DeviceClock(mode: try object["mode"].text(), host: moment.now, wallTime: 0)
      let now = try object["monotonic"]
      clock.now = try now.time()
      if clock.now < .zero { throw now.mismatch("0 or more") }
      let base = clock.mode == .real ? moment.wall : .zero
      clock.wallOrigin = base + (try object["wall"].time()) - clock.now
      return clock
    }
  }

  /// A manual wall clock as it is; of a real one, what it is ahead of the host's.
  func write(_ name: StaticString, at moment: HostMoment, into sink: inout some ArchiveSink & ~Copyable) {
    sink.object(name) { sink in
      sink.member("mode", mode.rawValue)
      sink.member("monotonic", now)
      let wall = wallOrigin + now
      sink.member("wall", mode == .real ? wall + (moment.now - host) - moment.wall : wall)
    }
  }
}
