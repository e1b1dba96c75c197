import DeviceModel
import Schema
import Testing

/// Section 4 of the rulebook, "The passcode pane".
@Suite("The passcode pane")
struct PasscodePaneTests {
  private static let unusable: [[Setting]] = [
    [.noSensor], [.nobodyEnrolled], [.lockedOut], [.touchID, .lockedOut(.restart)],
    [.opticID, .lockedOut(.sos)],
  ]

  @Test("comes at once when biometry is unusable for any reason, with cancel only", arguments: unusable)
  func atOnce(_ settings: [Setting]) throws {
    let story = try Story(settings)
    let call = story.connect().evaluate(.owner)
    let prompt = try #require(story.prompt)
    #expect(prompt.pane == .passcode && prompt.buttons == [.cancel] && !prompt.isScanning)
    #expect(story.lacksControl(for: .tapFallback))
    #expect(story.lacksControl(for: .tapTryAgain))
    try story.respond(.enterPasscode("1234"))
    #expect(call.outcome == .success(.passcode))
  }

  @Test("comes at once when this app is denied")
  func denied() throws {
    let story = try Story()
    try story.verb(.setApp(Device.defaultApp, AppChanges(permission: .denied)))
    story.connect().evaluate(.owner)
    #expect(story.prompt?.pane == .passcode)
  }

  @Test("takes no scan")
  func noScan() throws {
    let story = try Story(.lockedOut)
    story.connect().evaluate(.owner)
    #expect(story.undelivered(.match) == .passcodePane)
    #expect(story.undelivered(.nonMatch) == .passcodePane)
  }

  @Test("the biometry pane takes no passcode")
  func notOnBiometry() throws {
    let story = try Story()
    story.connect().evaluate(.owner)
    #expect(story.lacksControl(for: .enterPasscode("1234")))
    #expect(story.state.passcodeFailures == 0)
  }

  @Test("the right passcode clears the lockout and the count, and tells so")
  func right() throws {
    let story = try Story(.lockedOut)
    let call = story.connect().evaluate(.owner)
    let mark = story.mark
    let report = try story.respond(.enterPasscode("1234"))
    #expect(report.matched && report.outcome == .succeeded && report.failedAttempts == 0)
    #expect(call.outcome == .success(.passcode))
    #expect(!story.state.lockedOut && story.state.failedAttempts == 0 && story.state.lockoutReason == nil)
    #expect(
      story.events(since: mark).prefix(2) == [
        .stateChanged(fields: [.failedAttempts]), .lockoutCleared,
      ])
  }

  @Test("a wrong passcode counts and leaves the prompt")
  func wrong() throws {
    let story = try Story(.failedAttempts(2), .nobodyEnrolled)
    let call = story.connect().evaluate(.owner)
    let report = try story.respond(.enterPasscode("0000"))
    #expect(!report.matched && report.outcome == .pending)
    #expect(call.outcome == .pending)
    #expect(story.state.passcodeFailures == 1)
    #expect(story.state.failedAttempts == 2)
    #expect(story.events.last == .stateChanged(fields: [.passcodeFailures]))
  }

  @Test("the same wrong passcode again does not count")
  func sameWrong() throws {
    let story = try Story(.nobodyEnrolled)
    story.connect().evaluate(.owner)
    for (entry, count) in [("0", 1), ("0", 1), ("1", 2), ("0", 3), ("0", 3)] {
      try story.respond(.enterPasscode(entry))
      #expect(story.state.passcodeFailures == count)
    }
  }

  @Test("the right passcode resets the wrong ones")
  func resets() throws {
    let story = try Story(.nobodyEnrolled)
    let app = story.connect()
    app.evaluate(.owner)
    try story.respond([.enterPasscode("0"), .enterPasscode("1"), .enterPasscode("1234")])
    #expect(story.state.passcodeFailures == 0)
    app.evaluate(.owner)
    try story.respond(.enterPasscode("1"))
    #expect(story.state.passcodeFailures == 1)
  }

  /// Wrong entries in a row, and the seconds until the next one is taken; `nil`: never.
  private static let backOff: [(Int, Double?)] = [
    (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 60), (7, 300), (8, 900), (9, 3600), (10, nil),
  ]

  @Test("the back-off grows from the sixth wrong entry, and the tenth disables the device")
  func backOff() throws {
    let story = try Story(.nobodyEnrolled)
    let call = story.connect().evaluate(.owner)
    for (count, seconds) in Self.backOff {
      try story.respond(.enterPasscode("wrong \(count)"))
      #expect(story.state.passcodeFailures == count)
      #expect(story.state.passcodeRetryAfter == seconds.map(Nanoseconds.init(seconds:)))
      if let seconds, seconds > 0 {
        // Refused and not counted, right or wrong, until the last nanosecond of it has passed.
        try story.advance(.seconds(seconds) - Nanoseconds(1))
        #expect(story.refusal(of: .respond(.enterPasscode("1234"))) == .backOff)
        #expect(story.refusal(of: .respond(.enterPasscode("wrong again"))) == .backOff)
        #expect(story.state.passcodeFailures == count)
        #expect(story.state.passcodeRetryAfter == Nanoseconds(1))
        try story.advance(Nanoseconds(1))
        #expect(story.state.passcodeRetryAfter == .zero)
      }
    }
    try story.advance(.seconds(1e9))
    #expect(story.refusal(of: .respond(.enterPasscode("1234"))) == .deviceDisabled)
    #expect(story.state.passcodeFailures == 10)
    #expect(call.outcome == .pending)
    try story.verb(.setPasscode("1234"))
    try story.respond(.enterPasscode("1234"))
    #expect(call.outcome == .success(.passcode))
  }

  @Test("the back-off holds on the lock screen as well")
  func lockScreen() throws {
    let story = try Story(.passcodeFailures(5))
    try story.verb(.lock)
    #expect(story.refusal(of: .unlock(.passcode("0"))) == .wrongPasscode)
    #expect(story.refusal(of: .unlock(.passcode("1234"))) == .backOff)
    try story.advance(.minutes(1))
    #expect(try story.verb(.unlock(.passcode("1234"))))
    #expect(story.state.passcodeFailures == 0)
  }

  @Test("the knob sets the delays", arguments: [[], [5.0], [0, 1, 2]])
  func knob(_ delays: [Double]) throws {
    let story = try Story(
      .nobodyEnrolled, .knob { $0.passcodeDelays = delays.map(Nanoseconds.init(seconds:)) })
    story.connect().evaluate(.owner)
    for entry in 1...3 { try story.respond(.enterPasscode("\(entry)")) }
    #expect(story.state.passcodeRetryAfter == .zero)
    for (index, seconds) in delays.enumerated() {
      try story.respond(.enterPasscode("\(index + 4)"))
      #expect(story.state.passcodeRetryAfter == .seconds(seconds))
      try story.advance(.seconds(seconds))
    }
    try story.respond(.enterPasscode("the last"))
    #expect(story.state.passcodeRetryAfter == nil)
    #expect(story.refusal(of: .respond(.enterPasscode("1234"))) == .deviceDisabled)
  }

  @Test("a passcode of any text is compared exactly", arguments: ["0", " ", "pä55 wörd", "1234 "])
  func exact(_ passcode: String) throws {
    let story = try Story(.nobodyEnrolled, .passcode(passcode))
    let call = story.connect().evaluate(.owner)
    try story.respond(.enterPasscode("1234"))
    #expect(call.outcome == .pending)
    try story.respond(.enterPasscode(passcode))
    #expect(call.outcome == .success(.passcode))
  }

  @Test("it succeeds without any domain state")
  func domainState() throws {
    let story = try Story(.lockedOut)
    let call = story.connect().evaluate(.owner)
    try story.respond(.enterPasscode("1234"))
    #expect(call.domainState == nil)
  }
}
