import DeviceModel
import JSON
import Schema
import Testing

/// Section 7 of the rulebook.
@Suite("The clocks")
struct ClockTests {
  private static let slow = Setting.knob {
    $0.scanLatency = Behavior.LatencyRange(minimum: .seconds(2), maximum: .seconds(2))
  }

  @Test("a manual clock stands at zero and at a fixed wall time, and moves only by advancing")
  func manual() throws {
    let story = try Story()
    story.pass(.seconds(1000))
    #expect(story.state.clock == .init(mode: .manual, monotonic: .zero, wall: 1_767_225_600))
    try story.advance(.seconds(0.1))
    for _ in 0..<9 { try story.advance(.seconds(0.1)) }
    #expect(story.state.clock.monotonic == .seconds(1))
    #expect(story.state.clock.wall == 1_767_225_601)
    #expect(story.events.count == 10 && story.events.allSatisfy { $0 == .clockAdvanced(by: .seconds(0.1)) })
    #expect(story.device.nextTimer == nil)
  }

  @Test("a real clock runs with the host's, and never backwards")
  func real() throws {
    let story = try Story(clock: .real)
    #expect(story.state.clock == .init(mode: .real, monotonic: .zero, wall: Story.wallTime))
    story.pass(.seconds(2.5))
    #expect(story.state.clock.monotonic == .seconds(2.5))
    #expect(story.state.clock.wall == Story.wallTime + 2.5)
    story.pass(.seconds(-2))
    #expect(story.state.clock.monotonic == .seconds(2.5))
    story.pass(.seconds(3))
    #expect(story.state.clock.monotonic == .seconds(3.5))
  }

  @Test("advancing by nothing changes nothing; backwards and under the real clock it is refused")
  func advancing() throws {
    let story = try Story()
    #expect(try !story.verb(.advanceClock(.zero)))
    guard
      case .failure(.invalidParameter("seconds", _)) = story.reply(
        to: story.send(.advanceClock(.seconds(-1))))
    else {
      Issue.record("backwards")
      return
    }
    #expect(try Story(clock: .real).refusal(of: .advanceClock(.seconds(1))) == .realClock)
    #expect(story.events.isEmpty)
  }

  @Test("a clock that is advanced past its end stays there")
  func saturates() throws {
    let story = try Story()
    try story.advance(.seconds(5))
    #expect(try story.verb(.advanceClock(.distantFuture)))
    #expect(try !story.verb(.advanceClock(.seconds(1))))
    #expect(story.events == [.clockAdvanced(by: .seconds(5)), .clockAdvanced(by: .seconds(9e9 - 5))])
    #expect(story.state.clock.monotonic == .distantFuture)
    try story.set(.passcodeFailures(6))
    #expect(story.state.passcodeRetryAfter == .zero)
  }

  @Test("changing the mode keeps both readings, and the time from then on is the mode's")
  func modes() throws {
    let story = try Story(clock: .real)
    story.pass(.seconds(10))
    #expect(try story.verb(.setClock(mode: .manual, wallTime: nil)))
    #expect(try !story.verb(.setClock(mode: .manual, wallTime: nil)))
    story.pass(.seconds(100))
    #expect(story.state.clock == .init(mode: .manual, monotonic: .seconds(10), wall: Story.wallTime + 10))
    try story.advance(.seconds(5))
    try story.verb(.setClock(mode: .real, wallTime: nil))
    story.pass(.seconds(1))
    #expect(story.state.clock == .init(mode: .real, monotonic: .seconds(16), wall: Story.wallTime + 16))
    #expect(story.events.count { $0 == .stateChanged(fields: [.clock]) } == 2)
  }

  @Test("the wall clock jumps in both directions and moves nothing else")
  func wall() throws {
    let story = try Story()
    try story.advance(.seconds(7))
    for wall in [0, 1, 4_000_000_000, -1, 1_600_000_000.25] {
      #expect(try story.verb(.setClock(mode: nil, wallTime: wall)))
      #expect(story.state.clock == .init(mode: .manual, monotonic: .seconds(7), wall: wall))
      #expect(try !story.verb(.setClock(mode: nil, wallTime: wall)))
    }
  }

  @Test("a wall clock that jumps opens no reuse window and ends no back-off", arguments: [-1e9, 1e9])
  func wallAndRules(_ jump: Double) throws {
    let story = try Story(.passcodeFailures(6))
    let app = story.connect()
    _ = try app.check(.biometrics)
    try story.verb(.lock)
    try story.verb(.unlock(.biometry(identity: nil)))
    try story.advance(.seconds(20))
    try story.verb(.setClock(mode: nil, wallTime: story.state.clock.wall + jump))
    #expect(story.state.passcodeRetryAfter == .seconds(40))
    let reuse: (Double) -> AppClient.Call = { seconds in
      app.evaluate(.biometrics) { $0.reuseDuration = .seconds(seconds) }
    }
    #expect(reuse(19).outcome == .pending)
    #expect(reuse(20).outcome == .success(.reuse))
    try story.verb(.lock)
    #expect(story.refusal(of: .unlock(.passcode("1234"))) == .backOff)
  }

  @Test("all durations run on the device's clock, manual or real", arguments: ClockMode.allCases)
  func durations(_ mode: ClockMode) throws {
    let story = try Story(.passcodeFailures(6), clock: mode)
    let app = story.connect()
    let context = try app.createContext()
    app.evaluate(.biometrics, in: context)
    try story.respond(.match)
    func wait(_ seconds: Double) throws {
      if mode == .manual { try story.advance(.seconds(seconds)) } else { story.pass(.seconds(seconds)) }
    }
    try wait(59)
    #expect(story.state.passcodeRetryAfter == .seconds(1))
    try wait(1)
    #expect(story.state.passcodeRetryAfter == .zero)
    try wait(539)
    #expect(app.evaluate(.biometrics, in: context).outcome == .success(.context))
    try wait(1)
    #expect(app.evaluate(.biometrics, in: context).outcome == .pending)
  }

  @Test("a timer of the real clock is due at a moment of the host's, and fires then")
  func nextTimer() throws {
    let story = try Story(Self.slow, clock: .real)
    story.pass(.seconds(10))
    let call = story.connect().evaluate(.biometrics)
    #expect(story.device.nextTimer == nil)
    try story.respond(.match)
    let due = story.host + .seconds(2)
    #expect(story.device.nextTimer == due)
    story.pass(.seconds(2) - Nanoseconds(1))
    #expect(call.outcome == .pending && story.device.nextTimer == due)
    story.pass(Nanoseconds(1))
    #expect(call.outcome == .success(.biometry) && story.device.nextTimer == nil)
  }

  @Test("a command that comes late finds done what was due before it")
  func lateCommand() throws {
    let story = try Story(Self.slow)
    let app = story.connect()
    app.evaluate(.biometrics)
    try story.verb(.setClock(mode: .real, wallTime: nil))
    try story.respond(.match)
    story.pass(.seconds(1))
    #expect(story.undelivered(.match) == .scanInProgress)
    story.pass(.seconds(5))
    #expect(story.undelivered(.match) == .noPrompt)
    #expect(
      story.effects.contains { effect in
        guard case .event(let event) = effect, case .scan = event.body else { return false }
        return event.time == .seconds(2)
      })
  }

  @Test("timers fire in order of due time, each at its own, when the clock passes several")
  func severalTimers() throws {
    let story = try Story(.touchID, Self.slow)
    let call = story.connect().evaluate(.biometrics)
    try story.harness(
      .arm([
        ArmedResponse(.nonMatch, after: .seconds(1)), ArmedResponse(.nonMatch, after: .seconds(3)),
        ArmedResponse(.match), ArmedResponse(.tapCancel),
      ]))
    let mark = story.mark
    try story.advance(.minutes(1))
    let times = story.effects[mark...].compactMap { effect -> String? in
      guard case .event(let event) = effect else { return nil }
      return switch event.body {
      case .scan(_, let matched, _): "\(matched) \(event.time.inSeconds)"
      case .promptDismissed: "gone \(event.time.inSeconds)"
      case .clockAdvanced: "now \(event.time.inSeconds)"
      default: nil
      }
    }
    // Armed at 1 s, verdict at 3 s; armed 3 s after that, verdict at 8 s; the match is there at 10 s.
    #expect(times == ["false 3.0", "false 8.0", "true 10.0", "gone 10.0", "now 60.0"])
    #expect(call.outcome == .success(.biometry))
    #expect(try story.harness(.disarm) == .disarmed(unused: [ArmedResponse(.tapCancel)]))
  }
}

@Suite("Clocks in an archive")
struct ClockArchiveTests {
  @Test("a wall clock at either end of its range can be read again", arguments: ClockMode.allCases)
  func extremes(_ mode: ClockMode) throws {
    for wallTime in [-62_135_596_800.0, 253_402_300_799, 0] {
      let story = try Story(clock: mode)
      try story.verb(.setClock(mode: nil, wallTime: wallTime))
      let moment = HostMoment(now: story.host, wallTime: Story.wallTime)
      var writer = JSONWriter()
      story.device.write(at: moment, into: &writer)
      let copy = try withJSON(writer.bytes) { try Device($0, at: moment) }
      // How far a real one is ahead of the host's saturates there.
      if mode == .manual || wallTime == 0 { #expect(copy.state.clock == story.state.clock) }
    }
  }
}

@Suite("Nanoseconds")
struct NanosecondsTests {
  private static let end: Int64 = 9_000_000_000_000_000_000
  private static let roundings: [(Double, Int64)] = [
    (0, 0), (1, 1_000_000_000), (0.1, 100_000_000), (1e-10, 0), (-1.5, -1_500_000_000),
    (9e9, end), (9.1e9, end), (-9e9, -end), (1e300, end), (-1e300, -end), (.infinity, end),
    (-.infinity, -end), (.nan, 0),
  ]

  @Test("seconds round to the nearest and saturate", arguments: 0..<roundings.count)
  func rounding(_ index: Int) {
    let (seconds, value) = Self.roundings[index]
    #expect(Nanoseconds(seconds: seconds).value == value)
  }

  @Test("sums and differences saturate")
  func saturation() {
    let one = Nanoseconds(1)
    #expect(Nanoseconds.distantFuture + one == .distantFuture)
    #expect(Nanoseconds.distantPast - one == .distantPast)
    #expect(Nanoseconds.distantPast + Nanoseconds(-1) == .distantPast)
    #expect(Nanoseconds.distantFuture - Nanoseconds(-1) == .distantFuture)
    #expect(Nanoseconds(5) - Nanoseconds(7) == Nanoseconds(-2))
    for value in [Int64.min, .max, -Self.end, Self.end, 0, -1] {
      for other in [Int64.min, .max, -Self.end, Self.end, 0, 1] {
        let (left, right) = (Nanoseconds(value), Nanoseconds(other))
        #expect(((left + right).value).magnitude <= UInt64(Self.end))
        #expect(((left - right).value).magnitude <= UInt64(Self.end))
      }
    }
  }
}
