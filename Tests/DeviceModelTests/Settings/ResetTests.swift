import DeviceModel
import Schema
import Testing

/// Section 1 of the rulebook.
@Suite("Reset")
struct ResetTests {
  /// Changes everything that can be changed, and leaves an evaluation pending.
  private func spoil(_ story: Story) throws -> AppClient.Call {
    let app = story.connect()
    app.evaluate(.biometrics, in: try app.createContext())
    try story.respond(.nonMatch)
    try story.verb(.lock)
    _ = story.refusal(of: .unlock(.passcode("wrong")))
    try story.verb(.unlock(.biometry(identity: nil)))
    try story.verb(.setApp("other", AppChanges(permission: .denied, usageDescription: false)))
    try story.set(
      Setting {
        $0.biometryType = .touchID
        $0.identities = ["a", "b"]
        $0.passcode = .set("0")
        $0.failedAttempts = 2
        $0.passcodeFailures = 7
        $0.companionNear = true
        $0.behavior = BehaviorPatch()
        $0.behavior?.maxFailures = 3
        $0.behavior?.seed = 99
        $0.behavior?.falseRejectRate = 0.5
      })
    try story.verb(.restart)
    try story.verb(.setPasscode("1"))
    try story.verb(.unlock(.passcode("1")))
    if story.state.clock.mode == .manual { try story.advance(.minutes(3)) }
    try story.verb(.setClock(mode: nil, wallTime: 17))
    let call = story.connect().evaluate(.owner)
    try story.harness(.arm([ArmedResponse(.denyPermission)]))
    return call
  }

  @Test(
    "makes the device equal to a fresh one in every field, ends what is pending, twice the same",
    arguments: ClockMode.allCases)
  func fresh(_ mode: ClockMode) throws {
    for settings in [[Setting.none], [.opticID, .companionNear, .failedAttempts(1), .knob { $0.seed = 5 }]] {
      let story = try Story(settings, clock: mode)
      let call = try spoil(story)
      #expect(call.outcome == .pending)
      if mode == .real { story.pass(.seconds(60)) }
      #expect(try story.verb(.reset))
      #expect(call.outcome == .error(.systemCancel))
      let elapsed = mode == .real ? 60.0 : 0
      let fresh = try Device(
        StatePatch(settings), clock: mode, at: story.host, wallTime: Story.wallTime + elapsed)
      #expect(story.state == fresh.state)
      // A real clock began earlier, which a later reset still knows.
      if mode == .manual { #expect(story.device == fresh) }
      let after = story.device
      #expect(try !story.verb(.reset))
      #expect(story.device == after)
    }
  }

  @Test("ids start again, and old contexts are unknown")
  func ids() throws {
    let story = try Story()
    let app = story.connect()
    let old = try app.createContext()
    app.evaluate(.biometrics, in: old)
    app.evaluate(.biometrics)
    #expect(story.prompt?.id == PromptID(2))
    try story.verb(.reset)
    #expect(app.evaluate(.biometrics, in: old).outcome == .failure(.unknownContext(old)))
    app.evaluate(.biometrics)
    #expect(story.prompt?.id == PromptID(1))
    #expect(try app.createContext() == old)
  }

  @Test("kills no app and no connection")
  func killsNobody() throws {
    let story = try Story()
    let app = story.connect()
    app.evaluate(.biometrics)
    let mark = story.mark
    try story.verb(.reset)
    #expect(!story.events(since: mark).contains { if case .appTerminated = $0 { true } else { false } })
    #expect(app.evaluate(.biometrics).outcome == .pending)
    #expect(story.appState() == .inactive)
  }

  @Test("drops what is armed")
  func armed() throws {
    let story = try Story()
    try story.harness(.arm([ArmedResponse(.match)]))
    #expect(try story.verb(.reset))
    #expect(try story.harness(.disarm) == .disarmed(unused: []))
    #expect(story.connect().evaluate(.biometrics).outcome == .pending)
  }

  @Test("every single change is one that a reset takes back")
  func singleChanges() throws {
    let changes: [(String, (Story) throws -> Void)] = [
      ("a context", { _ = try $0.connect().createContext() }),
      ("an app", { try $0.verb(.setApp("a", AppChanges())) }),
      (
        "a scan",
        {
          $0.connect().evaluate(.biometrics); try $0.respond(.nonMatch)
        }
      ),
      ("the clock", { try $0.advance(.seconds(1)) }),
      ("the wall", { try $0.verb(.setClock(mode: nil, wallTime: 0)) }),
      ("the mode", { try $0.verb(.setClock(mode: .real, wallTime: nil)) }),
      ("the lock screen", { try $0.verb(.lock) }),
      (
        "an unlock",
        {
          try $0.verb(.lock); try $0.verb(.unlock(.passcode("1234")))
        }
      ),
      ("a restart", { try $0.verb(.restart) }),
      (
        "an enrolment that came and went",
        {
          try $0.verb(.unenroll(identity: nil)); try $0.verb(.enroll(identity: nil))
        }
      ),
      ("a knob", { try $0.set(.knob { $0.seed = 1 }) }),
      ("a companion", { try $0.set(.companionNear) }),
    ]
    for (name, change) in changes {
      let story = try Story()
      let fresh = story.device
      try change(story)
      #expect(story.device != fresh, "\(name)")
      #expect(try story.verb(.reset), "\(name)")
      #expect(story.device == fresh, "\(name)")
    }
  }
}
