import DeviceModel
import Testing

/// Section 4 of the rulebook, "Counting".
@Suite("Counting failed scans")
struct CountingTests {
  @Test("a scan without a prompt reaches nobody and counts nothing", arguments: BiometryType.sensors)
  func noPrompt(_ sensor: BiometryType) throws {
    let story = try Story(.sensor(sensor))
    _ = try story.connect().check(.biometrics)
    let before = story.device
    for response in [PromptResponse.match, .nonMatch] { #expect(story.undelivered(response) == .noPrompt) }
    #expect(story.device == before)
  }

  @Test("every response without a prompt says that there is none")
  func everyResponse() throws {
    let story = try Story()
    for response in [
      PromptResponse.tapCancel, .tapFallback, .tapTryAgain, .enterPasscode("1234"), .allowPermission,
      .denyPermission, .approveCompanion,
    ] { #expect(story.undelivered(response) == .noPrompt) }
  }

  @Test("a scan of another modality is an error and changes nothing, prompt or not")
  func wrongModality() throws {
    for sensor in BiometryType.sensors {
      for modality in Modality.allCases where modality != sensor.modality {
        let story = try Story(.sensor(sensor))
        #expect(throws: Failure.wrongModality(scanned: modality, sensor: sensor)) {
          try story.respond(.match(modality))
        }
        let call = story.connect().evaluate(.biometrics)
        let before = story.device
        for isGenuine in [true, false] {
          #expect(throws: Failure.wrongModality(scanned: modality, sensor: sensor)) {
            try story.respond(.scan(Scan(isGenuine: isGenuine, modality: modality)))
          }
        }
        #expect(story.device == before && call.outcome == .pending)
      }
    }
  }

  @Test("the sensor's own modality is like none named", arguments: BiometryType.sensors)
  func ownModality(_ sensor: BiometryType) throws {
    let story = try Story(.sensor(sensor))
    let call = story.connect().evaluate(.biometrics)
    try story.respond(.match(try #require(sensor.modality)))
    #expect(call.outcome == .success(.biometry))
  }

  @Test("without a sensor a scan is refused")
  func noSensor() throws {
    let story = try Story(.noSensor)
    #expect(story.refusal(of: .respond(.match)) == .noSensor)
    story.connect().evaluate(.owner)
    #expect(story.refusal(of: .respond(.nonMatch)) == .noSensor)
  }

  @Test("a scan of somebody who is not enrolled is a non-match")
  func stranger() throws {
    let story = try Story(.touchID, .identities("anna", "ben"))
    let app = story.connect()
    let call = app.evaluate(.biometrics)
    #expect(try !story.respond(.match(by: "clara")).matched)
    #expect(story.state.failedAttempts == 1)
    #expect(try story.respond(.match(by: "ben")).matched)
    #expect(call.outcome == .success(.biometry) && story.state.failedAttempts == 0)
  }

  @Test("an impostor is a non-match whoever he looks like")
  func impostor() throws {
    let story = try Story(.touchID)
    story.connect().evaluate(.biometrics)
    let scan = Scan(isGenuine: false, modality: .finger, identity: "finger-1")
    #expect(try !story.respond(.scan(scan)).matched)
  }

  @Test("cancel, leaving the app, dropped scans and other people's ends never count")
  func neverCount() throws {
    let story = try Story()
    let app = story.connect()
    app.evaluate(.biometrics)
    try story.respond(.tapCancel)
    app.evaluate(.biometrics)
    try story.verb(.backgroundApp(Device.defaultApp))
    try story.verb(.activateApp(Device.defaultApp))
    app.evaluate(.biometrics)
    try story.verb(.lock)
    try story.verb(.unlock(.passcode("1234")))
    #expect(story.state.failedAttempts == 0)
    app.evaluate(.biometrics)
    try story.respond(.nonMatch)
    for _ in 0..<10 { #expect(story.undelivered(.nonMatch) == .tryAgainShown) }
    #expect(story.state.failedAttempts == 1 && story.failedScans == 1)
  }

  @Test("the count spans prompts, contexts, apps and the lock screen")
  func spans() throws {
    let story = try Story()
    let (one, two) = (story.connect("one"), story.connect("two"))
    one.evaluate(.biometrics, in: try one.createContext())
    try story.respond([.nonMatch, .tapCancel])
    one.evaluate(.owner, in: try one.createContext())
    try story.respond([.nonMatch, .tapCancel])
    _ = try two.check(.biometrics)
    two.evaluate(.biometrics)
    try story.respond([.nonMatch, .tapCancel])
    try story.verb(.lock)
    #expect(story.refusal(of: .unlock(.biometry(identity: "nobody"))) == .noMatch)
    #expect(story.state.failedAttempts == 4 && !story.state.lockedOut)
    #expect(story.refusal(of: .unlock(.biometry(identity: "nobody"))) == .noMatch)
    #expect(story.state.failedAttempts == 5 && story.state.lockedOut)
    #expect(story.state.lockoutReason == .failedAttempts)
    #expect(story.events.last == .lockout(.failedAttempts))
  }

  @Test("a match resets it anywhere")
  func matchResets() throws {
    let story = try Story(.failedAttempts(3))
    story.connect().evaluate(.owner)
    try story.respond(.match)
    #expect(story.state.failedAttempts == 0)
    try story.set(.failedAttempts(4))
    try story.verb(.lock)
    try story.verb(.unlock(.biometry(identity: nil)))
    #expect(story.state.failedAttempts == 0)
  }

  @Test("wrong passcodes are another count")
  func passcodes() throws {
    let story = try Story(.failedAttempts(4), .nobodyEnrolled)
    story.connect().evaluate(.owner)
    for entry in 1...5 { try story.respond(.enterPasscode("\(entry)")) }
    #expect(story.state.failedAttempts == 4 && !story.state.lockedOut)
    #expect(story.state.passcodeFailures == 5)
  }
}
