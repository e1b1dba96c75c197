import Schema

/// Which clock a device runs on.
package enum ClockMode: String, CaseIterable, Sendable {
  case real
  /// Moves only by `advanceClock`.
  case manual
}

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

extension Coding where Value == DeviceClock {
  /// A clock of a host whose own two clocks stand at zero.
  static let clock = Coding<ClockMembers>.object.map(DeviceClock.init(_:)) { ClockMembers($0) }
}

private struct ClockMembers: Described {
  var mode = ClockMode.real
  var now = Nanoseconds.zero
  var wall = Nanoseconds.zero

  init() {}

  init(_ clock: DeviceClock) { (mode, now, wall) = (clock.mode, clock.now, clock.wall) }

  static let record = Record<Self>([
    Member("mode", \.mode, .cases, "whose time it is").required(),
    Member("monotonic", \.now, .nanoseconds, "since the device was created").required(),
    Member("wall", \.wall, .wallNanoseconds, "of a manual clock; how far a real one is ahead of the host's")
      .required(),
  ])
}

extension DeviceClock {
  fileprivate init(_ members: ClockMembers) {
    self.init(mode: members.mode, host: .zero, wallTime: 0)
    now = members.now
    wallOrigin = members.wall - members.now
  }

  fileprivate var wall: Nanoseconds { wallOrigin + now }

  /// The opposite of `place`: the same clock as if the host's clocks stood at zero.
  func unplaced(from moment: HostMoment) -> Self {
    var clock = self
    if mode == .real { clock.wallOrigin = wallOrigin + (moment.now - host) - moment.wall }
    clock.host = .zero
    return clock
  }
}

/// Time: what is due fires in the order of its time, however far the clock jumps.
extension Device {
  package var clockMode: ClockMode { clock.mode }

  mutating func setClock(_ mode: ClockMode?, _ wallTime: Double?, _ effects: inout [Effect]) -> Bool {
    let before = clock
    if let mode { clock.setMode(mode) }
    if let wallTime { clock.setWall(wallTime) }
    if clock == before { return false }
    emit(.stateChanged(fields: [.clock]), &effects)
    return true
  }

  mutating func advanceClock(
    by duration: Nanoseconds, host: Nanoseconds, _ effects: inout [Effect]
  ) throws(Failure) -> Bool {
    guard clock.mode == .manual else {
      throw .refused(.realClock, "the device runs on the real clock: setClock manual")
    }
    if duration < .zero {
      throw .invalidParameter("seconds", "the clock never goes backwards: 0 or more; setClock sets the wall")
    }
    let (start, end) = (clock.now, clock.now + duration)
    // At its end it stands still.
    if end == start { return false }
    pass(to: end, host: host, &effects)
    emit(.clockAdvanced(by: end - start), &effects)
    return true
  }

  /// Lets what is due by a moment of the host's happen.
  package mutating func runTimers(at now: Nanoseconds, into effects: inout [Effect]) {
    pass(to: clock.time(atHost: now), host: now, &effects)
  }

  /// The host's moment at which the next timer is due; `nil`: none, or the clock is manual.
  package var nextTimer: Nanoseconds? { nextDue.flatMap(clock.hostMoment) }

  /// What somebody has to see to: the next timer, and the end of a prompt's time, counted from when it came up.
  ///
  /// Mutating, for to look at a device that is part of an object would else copy it.
  package mutating func deadlines() -> (timer: Nanoseconds?, promptTimeout: Nanoseconds?) {
    (nextTimer, hasPrompt ? behavior.promptTimeout : nil)
  }

  /// Whether anything may be due some time; mostly not.
  private var hasTimers: Bool { hasPrompt || armedTimer != nil || !leavingSheets.isEmpty }

  private var nextDue: Nanoseconds? {
    var next = hasPrompt ? onScreen.scan?.due : nil
    if let due = armedTimer?.due { next = min(next ?? due, due) }
    if let due = leavingSheets.nextDue { next = min(next ?? due, due) }
    return next
  }

  private mutating func pass(to time: Nanoseconds, host: Nanoseconds, _ effects: inout [Effect]) {
    if !hasTimers { return clock.move(to: time, host: host) }
    while let due = nextDue, due <= time {
      clock.move(to: due, host: clock.hostMoment(of: due) ?? host)
      while let sheet = leavingSheets.popDue(at: due) { activate(sheet.app, &effects) }
      if hasPrompt, let scan = onScreen.scan, scan.due <= due { land(scan.verdict, &effects) }
      useArmedResponses(&effects)
    }
    clock.move(to: time, host: host)
  }
}
