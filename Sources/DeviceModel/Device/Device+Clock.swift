/// Time: what is due fires in the order of its time, however far the clock jumps.
extension Device {
  mutating func setClock(_ mode: ClockMode?, _ wallTime: Double?, _ effects: inout [Effect]) -> Bool {
    let before = clock
    if let mode { clock.setMode(mode) }
    if let wallTime { clock.setWall(wallTime) }
    if clock == before { return false }
    emit(.stateChanged(fields: .clock), &effects)
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
    if duration == .zero { return false }
    pass(to: clock.now + duration, host: host, &effects)
    emit(.clockAdvanced(by: duration), &effects)
    return true
  }

  /// Lets what is due by a moment of the host's happen.
  package mutating func runTimers(at now: Nanoseconds, into effects: inout [Effect]) {
    pass(to: clock.time(atHost: now), host: now, &effects)
  }

  /// The host's moment at which the next timer is due; `nil`: none, or the clock is manual.
  package var nextTimer: Nanoseconds? { nextDue.flatMap(clock.hostMoment) }

  private var nextDue: Nanoseconds? {
    if !hasPrompt { return armedTimer?.due }
    return switch (prompt?.scan?.due, armedTimer?.due) {
    case (let scan?, let response?): min(scan, response)
    case (let scan, let response): scan ?? response
    }
  }

  private mutating func pass(to time: Nanoseconds, host: Nanoseconds, _ effects: inout [Effect]) {
    // Mostly there is nothing that could be due.
    if !hasPrompt, armedTimer == nil { return clock.move(to: time, host: host) }
    while let due = nextDue, due <= time {
      clock.move(to: due, host: clock.hostMoment(of: due) ?? host)
      if let scan = prompt?.scan, scan.due <= due { land(isMatch: scan.isMatch, &effects) }
      useArmedResponses(&effects)
    }
    clock.move(to: time, host: host)
  }
}
