import DeviceModel
import Schema
import Testing

/// Section 8 of the rulebook: the knobs that have no file of their own.
@Suite("Knobs")
struct KnobTests {
  @Test("the defaults are those of section 8 of the rulebook")
  func defaults() throws {
    let behavior = try Story().state.behavior
    #expect(behavior == Behavior())
    #expect(behavior.profile == .device && behavior.maxFailures == 5)
    #expect(behavior.passcodeNotSetPrecedence == .header && !behavior.lockoutEndsFaceIDPrompt)
    #expect(behavior.emptyFallbackSecondFailure == .cancelOnly && behavior.concurrency == .replace)
    #expect(behavior.contextAuthenticationLifetime == .seconds(600))
    #expect(behavior.currentSetInvalidation == .notFound && behavior.missingUsageDescription == .terminate)
    #expect(behavior.passcodeDelays.map(\.inSeconds) == [0, 0, 60, 300, 900, 3600])
    #expect(behavior.scanLatency == .init(minimum: .zero, maximum: .zero))
    #expect(behavior.falseRejectRate == 0 && behavior.seed == 0 && behavior.promptTimeout == nil)
  }

  @Test("knobs that are not named keep their value")
  func merge() throws {
    let story = try Story(.knob { $0.maxFailures = 3 })
    try story.set(.knob { $0.seed = 4 })
    #expect(story.state.behavior.maxFailures == 3 && story.state.behavior.seed == 4)
    try story.set(.knob { $0.promptTimeout = .some(.seconds(1)) })
    try story.set(.knob { $0.seed = 5 })
    #expect(story.state.behavior.promptTimeout == .seconds(1))
    try story.set(.knob { $0.promptTimeout = .some(nil) })
    #expect(story.state.behavior.promptTimeout == nil)
  }

  // MARK: profile

  @Test("the simulator's profile never locks out")
  func simulatorLockout() throws {
    let story = try Story(.touchID, .simulator)
    let app = story.connect()
    for _ in 0..<10 {
      let call = app.evaluate(.biometrics)
      try story.respond([.nonMatch, .nonMatch, .nonMatch])
      #expect(call.outcome == .error(.authenticationFailed))
    }
    #expect(story.state.failedAttempts == 30 && !story.state.lockedOut)
    // On a device, thirty are too many.
    try story.set(.knob { $0.profile = .device })
    #expect(story.state.lockedOut && story.state.lockoutReason == .failedAttempts)
    try story.set(.simulator)
    #expect(!story.state.lockedOut && story.state.failedAttempts == 30)
  }

  @Test("its passcode pane and lock screen accept anything")
  func simulatorPasscode() throws {
    let story = try Story(.nobodyEnrolled, .simulator, .passcodeFailures(10))
    #expect(story.state.passcodeRetryAfter == .zero)
    let call = story.connect().evaluate(.owner)
    try story.respond(.enterPasscode("whatever"))
    #expect(call.outcome == .success(.passcode))
    try story.verb(.lock)
    #expect(try story.verb(.unlock(.passcode(""))))
  }

  // MARK: scanLatency

  @Test("a scan takes its time, and until its verdict the sensor takes no other")
  func latency() throws {
    let story = try Story(.knob { $0.scanLatency = .init(minimum: .seconds(1), maximum: .seconds(1)) })
    let call = story.connect().evaluate(.biometrics)
    let report = try story.respond(.nonMatch)
    #expect(!report.matched && report.outcome == .pending && report.failedAttempts == 0)
    #expect(story.undelivered(.match) == .scanInProgress)
    try story.advance(.seconds(0.5))
    #expect(story.state.failedAttempts == 0)
    try story.advance(.seconds(0.5))
    #expect(story.state.failedAttempts == 1 && story.prompt?.buttons == [.tryAgain, .cancel])
    try story.respond(.match)
    #expect(call.outcome == .pending)
    try story.advance(.seconds(1))
    #expect(call.outcome == .success(.biometry))
  }

  @Test("a scan whose prompt goes before its verdict counts nothing")
  func latencyCancelled() throws {
    let story = try Story(
      .touchID, .knob { $0.scanLatency = .init(minimum: .seconds(1), maximum: .seconds(1)) })
    let app = story.connect()
    let endings: [(Policy, [PromptResponse])] = [
      (.biometrics, [.nonMatch, .tapCancel]), (.owner, [.nonMatch, .tapCancel]),
    ]
    for (policy, responses) in endings {
      app.evaluate(policy)
      try story.respond(responses)
    }
    app.evaluate(.biometrics)
    try story.respond(.match)
    try story.verb(.lock)
    try story.advance(.seconds(5))
    #expect(story.state.failedAttempts == 0 && story.failedScans == 0)
    #expect(story.state.deviceLocked)
  }

  @Test("a scan on its way is dropped when the user turns to the passcode")
  func latencyFallback() throws {
    let story = try Story(
      .touchID, .knob { $0.scanLatency = .init(minimum: .seconds(1), maximum: .seconds(1)) })
    let call = story.connect().evaluate(.owner)
    try story.respond(.nonMatch)
    try story.advance(.seconds(1))
    try story.respond([.match, .tapFallback])
    try story.advance(.seconds(5))
    #expect(call.outcome == .pending && story.prompt?.pane == .passcode)
    #expect(story.state.failedAttempts == 1)
  }

  @Test("a range of latencies is drawn from evenly, the same for the same seed")
  func latencyRange() throws {
    func latencies(_ seed: UInt64) throws -> [Double] {
      let story = try Story(
        .knob {
          $0.scanLatency = .init(minimum: .seconds(1), maximum: .seconds(3))
          $0.seed = seed
        }, clock: .real)
      let app = story.connect()
      return try (0..<200).map { _ in
        app.evaluate(.biometrics)
        try story.respond(.match)
        let latency = try #require(story.device.nextTimer) - story.host
        story.pass(latency)
        #expect(story.prompt == nil)
        return latency.inSeconds
      }
    }
    let drawn = try latencies(1)
    #expect(drawn.allSatisfy { (1...3).contains($0) })
    #expect((1.9...2.1).contains(drawn.reduce(0, +) / 200))
    #expect(try latencies(1) == drawn)
    #expect(try latencies(2) != drawn)
  }

  // MARK: falseRejectRate

  @Test("a rate of one rejects everybody, a rate of zero nobody")
  func rejectAllOrNone() throws {
    let story = try Story(.touchID, .knob { $0.falseRejectRate = 1 })
    story.connect().evaluate(.biometrics)
    #expect(try !story.respond(.match).matched)
    #expect(try !story.respond(.match(by: "finger-1")).matched)
    #expect(story.state.failedAttempts == 2)
    try story.set(.knob { $0.falseRejectRate = 0 })
    #expect(try story.respond(.match).matched)
    try story.set(.knob { $0.falseRejectRate = 1 })
    try story.verb(.lock)
    #expect(story.refusal(of: .unlock(.biometry(identity: nil))) == .noMatch)
  }

  @Test("a rate between is met, the same for the same seed, and accepts no impostor")
  func rejectSome() throws {
    func verdicts(_ seed: UInt64) throws -> [Bool] {
      let story = try Story(
        .touchID,
        .knob {
          $0.falseRejectRate = 0.25
          $0.maxFailures = 1000
          $0.seed = seed
        })
      let app = story.connect()
      return try (0..<400).map { _ in
        if story.prompt == nil { app.evaluate(.biometrics) }
        #expect(try !story.respond(.nonMatch).matched)
        if story.prompt == nil { app.evaluate(.biometrics) }
        return try story.respond(.match).matched
      }
    }
    let drawn = try verdicts(0)
    #expect((60...140).contains(drawn.count { !$0 }))
    #expect(try verdicts(0) == drawn)
    #expect(try verdicts(1) != drawn)
  }

  @Test("a genuine scan that is rejected over the first dialog is dropped like any non-match")
  func rejectedOverDialog() throws {
    let story = try Story(.knob { $0.falseRejectRate = 1 })
    story.connect().evaluate(.biometrics)
    try story.respond(.match)
    let before = story.device
    #expect(story.undelivered(.match) == .tryAgainShown)
    #expect(story.device == before)
  }
}
