import DeviceModel
import Schema
import Testing

/// Section 1 of the rulebook, "Armed responses".
@Suite("Responses armed ahead of time")
struct ArmTests {
  private func arm(_ story: Story, _ responses: PromptResponse..., after delay: Nanoseconds = .zero) throws {
    try story.harness(.arm(responses.map { ArmedResponse($0, after: delay) }))
  }

  private func unused(_ story: Story) throws -> [PromptResponse] {
    guard case .disarmed(let unused, _) = try story.harness(.disarm) else { return [] }
    return unused.map(\.response)
  }

  @Test("a coming prompt consumes them one by one")
  func oneByOne() throws {
    let story = try Story()
    #expect(
      try story.harness(.arm([ArmedResponse(.nonMatch), ArmedResponse(.match)])) == .armed(waiting: 2))
    let call = story.connect().evaluate(.biometrics)
    #expect(call.outcome == .success(.biometry))
    #expect(story.failedScans == 1)
    #expect(try unused(story).isEmpty)
  }

  @Test("they span prompts, and each prompt takes only what it needs")
  func acrossPrompts() throws {
    let story = try Story()
    try arm(story, .match, .tapCancel, .nonMatch, .tapTryAgain, .nonMatch, .tapFallback, .match)
    let app = story.connect()
    let outcomes = (0..<4).map { _ in app.evaluate(.biometrics).outcome }
    #expect(
      outcomes == [
        .success(.biometry), .error(.userCancel), .error(.userFallback), .success(.biometry),
      ])
    #expect(app.evaluate(.biometrics).outcome == .pending)
  }

  @Test("arming again adds behind what waits")
  func armingAgain() throws {
    let story = try Story()
    try arm(story, .tapCancel)
    #expect(try story.harness(.arm([ArmedResponse(.match)])) == .armed(waiting: 2))
    #expect(try unused(story) == [.tapCancel, .match])
    #expect(try story.harness(.arm([])) == .armed(waiting: 0))
  }

  @Test("the head waits until a prompt takes it, and holds up the rest")
  func headWaits() throws {
    let story = try Story(.lockedOut)
    try arm(story, .match, .tapCancel)
    let app = story.connect()
    let owner = app.evaluate(.owner)
    #expect(owner.outcome == .pending)
    try story.respond(.enterPasscode("1234"))
    // The passcode freed biometry, and now a prompt takes the match.
    #expect(app.evaluate(.biometrics).outcome == .success(.biometry))
    #expect(app.evaluate(.biometrics).outcome == .error(.userCancel))
  }

  @Test("a prompt that is up already is taken as well")
  func alreadyUp() throws {
    let story = try Story()
    let call = story.connect().evaluate(.biometrics)
    try arm(story, .match)
    #expect(call.outcome == .success(.biometry))
  }

  @Test("every kind of response can be armed")
  func everyKind() throws {
    let story = try Story(.companionNear)
    try story.verb(.setApp(Device.defaultApp, AppChanges(permission: .notDetermined)))
    try arm(
      story, .denyPermission, .enterPasscode("0"), .enterPasscode("1234"), .approveCompanion)
    let app = story.connect()
    #expect(app.evaluate(.owner).outcome == .success(.passcode))
    #expect(app.evaluate(.companion).outcome == .success(.companion))
    #expect(try unused(story).isEmpty)
  }

  @Test("disarming returns the unused ones with their delays and stops their time")
  func disarm() throws {
    let story = try Story()
    let call = story.connect().evaluate(.biometrics)
    let armed = [ArmedResponse(.match, after: .seconds(2)), ArmedResponse(.tapCancel)]
    try story.harness(.arm(armed))
    try story.advance(.seconds(1))
    #expect(try story.harness(.disarm) == .disarmed(unused: armed))
    #expect(try story.harness(.disarm) == .disarmed(unused: []))
    try story.advance(.seconds(10))
    #expect(call.outcome == .pending)
  }

  @Test("the delay runs from when the prompt could take it")
  func delay() throws {
    let story = try Story()
    try arm(story, .match, after: .seconds(2))
    try story.advance(.minutes(1))
    let call = story.connect().evaluate(.biometrics)
    try story.advance(.seconds(2) - Nanoseconds(1))
    #expect(call.outcome == .pending)
    try story.advance(Nanoseconds(1))
    #expect(call.outcome == .success(.biometry))
  }

  @Test("another prompt starts the delay anew")
  func delayAnew() throws {
    let story = try Story()
    try arm(story, .match, after: .seconds(2))
    let app = story.connect()
    app.evaluate(.biometrics)
    try story.advance(.seconds(1))
    let call = app.evaluate(.biometrics)
    try story.advance(.seconds(1))
    #expect(call.outcome == .pending)
    try story.advance(.seconds(1))
    #expect(call.outcome == .success(.biometry))
  }

  @Test("a prompt that stops taking it starts the delay anew when it takes it again")
  func delayAfterDialog() throws {
    let story = try Story()
    try arm(story, .nonMatch, after: .seconds(2))
    story.connect().evaluate(.biometrics)
    try story.advance(.seconds(1))
    try story.respond(.nonMatch)
    try story.advance(.seconds(10))
    #expect(story.state.failedAttempts == 1)
    try story.respond(.tapTryAgain)
    try story.advance(.seconds(2) - Nanoseconds(1))
    #expect(story.state.failedAttempts == 1)
    try story.advance(Nanoseconds(1))
    #expect(story.state.failedAttempts == 2)
  }

  @Test("the delay runs on the real clock too")
  func realClock() throws {
    let story = try Story(clock: .real)
    try arm(story, .match, after: .seconds(2))
    let call = story.connect().evaluate(.biometrics)
    #expect(story.device.nextTimer == story.host + .seconds(2))
    story.pass(.seconds(2))
    #expect(call.outcome == .success(.biometry))
  }

  @Test("one for another sensor is refused, and with it all of them")
  func wrongModality() throws {
    let story = try Story()
    let responses = [ArmedResponse(.match), ArmedResponse(.match(.finger))]
    #expect(throws: Failure.wrongModality(scanned: .finger, sensor: .faceID)) {
      try story.harness(.arm(responses))
    }
    #expect(try unused(story).isEmpty)
    #expect(try Story(.noSensor).refusal(of: .arm([ArmedResponse(.match)])) == .noSensor)
  }

  @Test("one whose sensor has gone waits for it to come back")
  func sensorChanges() throws {
    let story = try Story()
    try arm(story, .match(.face))
    try story.set(.touchID)
    let app = story.connect()
    #expect(app.evaluate(.biometrics).outcome == .pending)
    try story.respond(.tapCancel)
    try story.set(.faceID)
    #expect(app.evaluate(.biometrics).outcome == .success(.biometry))
  }

  @Test("a scan that the sensor rejects over the first dialog waits for scanning to go on")
  func rejected() throws {
    let story = try Story(.knob { $0.falseRejectRate = 1 })
    try arm(story, .match, .match)
    story.connect().evaluate(.biometrics)
    #expect(story.state.failedAttempts == 1)
    try story.respond(.tapTryAgain)
    #expect(story.state.failedAttempts == 2)
    #expect(try unused(story).isEmpty)
  }

  @Test("a passcode armed into a back-off is used up, as a typed one is")
  func backOff() throws {
    let story = try Story(.nobodyEnrolled, .passcodeFailures(6))
    try arm(story, .enterPasscode("1234"))
    let call = story.connect().evaluate(.owner)
    #expect(call.outcome == .pending && story.state.passcodeFailures == 6)
    #expect(try unused(story).isEmpty)
  }

  @Test("they survive what ends a prompt, also a restart")
  func survive() throws {
    let story = try Story(.noPasscode, .companionNear)
    try arm(story, .approveCompanion)
    try story.verb(.restart)
    try story.verb(.unlock(.biometry(identity: nil)))
    #expect(story.connect().evaluate(.companion).outcome == .success(.companion))
  }
}
