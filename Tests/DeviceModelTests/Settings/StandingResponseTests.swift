import DeviceModel
import JSON
import Schema
import Testing

/// Section 1 of the rulebook, "Armed responses": those that stand.
@Suite("Standing responses")
struct StandingResponseTests {
  private func stand(_ story: Story, _ responses: PromptResponse..., after delay: Nanoseconds = .zero) throws
  {
    try story.harness(.arm(responses.map { ArmedResponse($0, after: delay, isStanding: true) }))
  }

  @Test("C81 somebody who always consents, the permission alert included, until disarmed")
  func consents() throws {
    let story = try Story()
    for app in ["a", "b"] {
      try story.verb(.setApp(app, AppChanges(permission: .notDetermined)))
    }
    try stand(story, .match, .allowPermission)
    for name in ["a", "b"] {
      let app = story.connect(name)
      try story.verb(.activateApp(name))
      for policy in [Policy.biometrics, .owner] {
        #expect(app.evaluate(policy).outcome == .success(.biometry))
      }
    }
    #expect(try story.harness(.disarm) == .disarmed(unused: []))
    #expect(story.connect("b").evaluate(.biometrics).outcome == .pending)
  }

  @Test("C81 somebody who never consents")
  func refuses() throws {
    let story = try Story()
    try story.verb(.setApp(Device.defaultApp, AppChanges(permission: .notDetermined)))
    try stand(story, .denyPermission, .tapCancel)
    let app = story.connect()
    #expect(app.evaluate(.biometrics).outcome == .error(.biometryNotAvailable))
    for _ in 0..<3 { #expect(app.evaluate(.owner).outcome == .error(.userCancel)) }
  }

  @Test("each serves at every step of a prompt: scan after scan, pane after pane")
  func steps() throws {
    let story = try Story(.touchID)
    try stand(story, .nonMatch)
    let app = story.connect()
    #expect(app.evaluate(.biometrics).outcome == .error(.authenticationFailed))
    #expect(app.evaluate(.owner).outcome == .pending)
    #expect(story.state.failedAttempts == 5 && story.state.lockedOut && story.prompt?.pane == .passcode)
    try stand(story, .enterPasscode("1234"))
    #expect(story.prompt == nil && !story.state.lockedOut)

    let face = try Story()
    try stand(face, .nonMatch, .tapTryAgain, .tapFallback, .enterPasscode("1234"))
    #expect(face.connect().evaluate(.owner).outcome == .success(.passcode))
    #expect(face.failedScans == 2)
  }

  @Test("none answers a prompt for ever: what changes nothing is given once")
  func bounded() throws {
    let touch = try Story(.touchID, .nobodyEnrolled)
    try stand(touch, .enterPasscode("0000"), .enterPasscode("1111"))
    #expect(touch.connect().evaluate(.owner).outcome == .pending)
    #expect(touch.state.passcodeFailures == 2)

    let story = try Story(.touchID)
    try stand(story, .unreadable)
    story.connect().evaluate(.biometrics)
    #expect(story.events.count { if case .unreadableScan = $0 { true } else { false } } == 1)

    let face = try Story()
    try stand(face, .unreadable, .tapTryAgain)
    face.connect().evaluate(.biometrics)
    #expect(face.prompt?.isScanning == true && face.state.failedAttempts == 0)
    #expect(face.events.count { if case .unreadableScan = $0 { true } else { false } } == 1)
    // The next step has it again.
    try face.respond(.nonMatch)
    #expect(face.prompt?.buttons == [.tryAgain, .cancel] && face.state.failedAttempts == 1)
  }

  @Test("the queue comes first, and a standing response serves what the queue does not")
  func besideTheQueue() throws {
    let story = try Story()
    try stand(story, .match)
    try story.harness(.arm([ArmedResponse(.tapCancel), ArmedResponse(.enterPasscode("1234"))]))
    let app = story.connect()
    #expect(app.evaluate(.biometrics).outcome == .error(.userCancel))
    #expect(app.evaluate(.biometrics).outcome == .success(.biometry))
    try story.set(.lockedOut)
    #expect(app.evaluate(.owner).outcome == .success(.passcode))
    #expect(app.evaluate(.owner).outcome == .success(.biometry))
  }

  @Test("its delay runs for every prompt, also on the real clock")
  func delay() throws {
    for clock in ClockMode.allCases {
      let story = try Story(clock: clock)
      try stand(story, .match, after: .seconds(2))
      let app = story.connect()
      for _ in 0..<2 {
        let call = app.evaluate(.biometrics)
        #expect(call.outcome == .pending)
        if clock == .manual { try story.advance(.seconds(2)) } else { story.pass(.seconds(2)) }
        #expect(call.outcome == .success(.biometry))
      }
    }
  }

  @Test("a response armed meanwhile takes the place of one whose time runs, and starts its own")
  func delayOfTheQueue() throws {
    let story = try Story()
    try stand(story, .match, after: .seconds(2))
    let call = story.connect().evaluate(.biometrics)
    try story.advance(.seconds(1))
    try story.harness(.arm([ArmedResponse(.tapCancel, after: .seconds(3))]))
    try story.advance(.seconds(2))
    #expect(call.outcome == .pending)
    try story.advance(.seconds(1))
    #expect(call.outcome == .error(.userCancel))
  }

  @Test("disarming returns those that served nobody, and a reset drops them")
  func disarm() throws {
    let story = try Story()
    try stand(story, .match, .enterPasscode("1234"))
    story.connect().evaluate(.biometrics)
    let unused = ArmedResponse(.enterPasscode("1234"), isStanding: true)
    #expect(try story.harness(.disarm) == .disarmed(unused: [unused]))
    try stand(story, .match)
    try story.verb(.reset)
    #expect(story.connect().evaluate(.biometrics).outcome == .pending)
    #expect(try story.harness(.disarm) == .disarmed(unused: []))
  }

  @Test("a genuine scan that the sensor rejects over the dialog leaves room for the others")
  func rejected() throws {
    let story = try Story(.knob { $0.falseRejectRate = 1 })
    try stand(story, .match, .tapTryAgain, .tapFallback)
    #expect(story.connect().evaluate(.biometrics).outcome == .error(.userFallback))
    #expect(story.state.failedAttempts == 2)
  }

  @Test("one for another sensor is refused; an archive keeps them, with what they did")
  func kept() throws {
    let story = try Story(.touchID)
    #expect(throws: Failure.wrongModality(scanned: .face, sensor: .touchID)) {
      try story.harness(.arm([ArmedResponse(.match(.face), isStanding: true)]))
    }
    try stand(story, .nonMatch, after: .seconds(1))
    try stand(story, .approveCompanion)
    let call = story.connect().evaluate(.biometrics)
    try story.advance(.seconds(1))
    #expect(call.outcome == .pending && story.state.failedAttempts == 1)
    var writer = JSONWriter()
    story.device.write(at: .unknown, into: &writer)
    var copy = try withJSON(writer.bytes) { try Device($0, at: .unknown) }
    var effects: [Effect] = []
    let caller = Caller(call: CallID(900), client: .harness)
    copy.handle(.advanceClock(.seconds(5)), from: caller, at: .zero, into: &effects)
    #expect(copy.state.failedAttempts == 3 && copy.state.prompt == nil)
    copy.handle(.disarm, from: caller, at: .zero, into: &effects)
    let unused = ArmedResponse(.approveCompanion, isStanding: true)
    #expect(effects.last == .reply(caller.call, .success(.disarmed(unused: [unused]))))
  }
}
