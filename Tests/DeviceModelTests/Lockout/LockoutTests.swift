import DeviceModel
import Schema
import Testing

/// Section 4 of the rulebook, "Counting".
@Suite("The lockout")
struct LockoutTests {
  @Test("by hand on Touch ID: three scans, then two")
  func touchID() throws {
    let story = try Story(.touchID)
    let app = story.connect()
    let first = app.evaluate(.biometrics)
    try story.respond([.nonMatch, .nonMatch, .nonMatch])
    #expect(first.outcome == .error(.authenticationFailed))
    #expect(try app.error(for: .biometrics) == nil)
    let second = app.evaluate(.biometrics)
    try story.respond([.nonMatch])
    #expect(second.outcome == .pending)
    #expect(try story.respond(.nonMatch).outcome == .failed)
    #expect(second.outcome == .error(.biometryLockout))
    #expect(try app.error(for: .biometrics) == .biometryLockout)
  }

  @Test("by hand on Face ID and Optic ID: two scans, two, and one", arguments: BiometryType.withDialogs)
  func faceID(_ sensor: BiometryType) throws {
    let story = try Story(.sensor(sensor))
    let app = story.connect()
    for _ in 0..<2 {
      let call = app.evaluate(.biometrics)
      try story.respond([.nonMatch, .tapTryAgain, .nonMatch, .tapCancel])
      #expect(call.outcome == .error(.userCancel) && !story.state.lockedOut)
    }
    app.evaluate(.biometrics)
    try story.respond([.nonMatch, .tapFallback])
    #expect(story.state.lockedOut && story.state.lockoutReason == .failedAttempts)
    #expect(app.evaluate(.biometrics).outcome == .error(.biometryLockout))
  }

  @Test("it is told once, after the scan that led to it")
  func told() throws {
    let story = try Story(.touchID, .failedAttempts(4))
    story.connect().evaluate(.biometrics)
    let mark = story.mark
    let prompt = try #require(story.prompt)
    try story.respond(.nonMatch)
    #expect(
      story.events(since: mark).prefix(2) == [
        .scan(prompt: prompt.id, matched: false, failedAttempts: 5), .lockout(.failedAttempts),
      ])
    #expect(story.events.count { $0 == .lockout(.failedAttempts) } == 1)
  }

  @Test("time, restarts, other enrolments, a new install and a locked screen leave it")
  func stays() throws {
    let story = try Story(.lockedOut)
    let app = Device.defaultApp
    _ = try story.connect().check(.biometrics)
    try story.advance(.seconds(1e7))
    try story.verb(.enroll(identity: "face-2"))
    try story.verb(.unenroll(identity: nil))
    try story.verb(.enroll(identity: nil))
    try story.verb(.uninstallApp(app))
    try story.verb(.installApp(app))
    try story.verb(.lock)
    #expect(story.refusal(of: .unlock(.biometry(identity: nil))) == .lockedOut)
    try story.verb(.restart)
    try story.set(.touchID)
    #expect(story.state.lockedOut && story.state.lockoutReason == .failedAttempts)
    #expect(story.state.failedAttempts == 5)
    #expect(!story.events.contains(.lockoutCleared))
  }

  @Test(
    "the passcode clears it on the lock screen, in an owner's prompt, and in Settings",
    arguments: LockoutReason.allCases)
  func cleared(_ reason: LockoutReason) throws {
    let ways: [(String, (Story) throws -> Void)] = [
      (
        "the lock screen",
        {
          try $0.verb(.lock); try $0.verb(.unlock(.passcode("1234")))
        }
      ),
      (
        "an owner's prompt",
        {
          $0.connect().evaluate(.owner); try $0.respond(.enterPasscode("1234"))
        }
      ),
      ("another passcode", { try $0.verb(.setPasscode("0000")) }),
      ("the same passcode", { try $0.verb(.setPasscode("1234")) }),
      ("no passcode", { try $0.verb(.clearPasscode) }),
      ("setState lockedOut", { try $0.set(Setting { $0.lockedOut = false }) }),
      ("setState passcode", { try $0.set(.passcode("0000")) }),
    ]
    for (name, clear) in ways {
      let story = try Story(.failedAttempts(2), .lockedOut(reason))
      #expect(story.state.lockoutReason == reason)
      try clear(story)
      #expect(!story.state.lockedOut && story.state.lockoutReason == nil, "\(name)")
      #expect(story.state.failedAttempts == 0, "\(name)")
      #expect(story.events.contains(.lockoutCleared), "\(name)")
    }
  }

  @Test("a wrong passcode clears nothing")
  func wrongPasscode() throws {
    let story = try Story(.lockedOut)
    story.connect().evaluate(.owner)
    try story.respond(.enterPasscode("0000"))
    try story.verb(.lock)
    #expect(story.refusal(of: .unlock(.passcode("0001"))) == .wrongPasscode)
    #expect(story.state.lockedOut && story.state.failedAttempts == 5)
  }

  @Test("the knob sets the limit", arguments: [1, 2, 3, 7])
  func maxFailures(_ limit: Int) throws {
    for sensor in BiometryType.sensors {
      let story = try Story(.sensor(sensor), .knob { $0.maxFailures = limit })
      let app = story.connect()
      for count in 1...limit {
        if story.prompt == nil { app.evaluate(.biometrics) }
        try story.respond(.nonMatch)
        #expect(story.state.failedAttempts == count)
        #expect(story.state.lockedOut == (count == limit), "\(sensor) \(count)")
        if story.prompt != nil { try story.respond(.tapCancel) }
      }
    }
  }

  @Test("lowering the limit to the count locks out, raising it later clears nothing")
  func movingTheLimit() throws {
    let story = try Story(.failedAttempts(3))
    let call = story.connect().evaluate(.biometrics)
    try story.set(.knob { $0.maxFailures = 3 })
    #expect(story.state.lockoutReason == .failedAttempts)
    #expect(call.outcome == .error(.systemCancel))
    try story.set(.knob { $0.maxFailures = 100 })
    #expect(story.state.lockedOut && story.state.failedAttempts == 3)
  }
}
