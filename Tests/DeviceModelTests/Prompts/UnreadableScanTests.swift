import DeviceModel
import Schema
import Testing

/// Section 4 of the rulebook, "Inside the prompt": scans that the sensor cannot read.
@Suite("Scans that the sensor cannot read")
struct UnreadableScanTests {
  @Test("C82 a face that the camera never sees offers to try again, however often, and counts as nothing")
  func neverSeen() throws {
    for sensor in BiometryType.withDialogs {
      let story = try Story(.sensor(sensor), .failedAttempts(4))
      let call = story.connect().evaluate(.biometrics)
      for _ in 0..<10 { try story.respond([.unreadable, .tapTryAgain]) }
      #expect(call.outcome == .pending && story.prompt?.attempt == 0)
      #expect(story.state.failedAttempts == 4 && !story.state.lockedOut && story.failedScans == 0)
      try story.respond(.match)
      #expect(call.outcome == .success(.biometry))
    }
  }

  @Test("Touch ID tells of it and changes nothing")
  func touchID() throws {
    let story = try Story(.touchID)
    story.connect().evaluate(.biometrics)
    try story.respond(.nonMatch)
    let (prompt, mark) = (try #require(story.prompt), story.mark)
    let report = try story.respond(.unreadable)
    #expect(report == ResponseReport(prompt: prompt.id, matched: false, outcome: .pending, failedAttempts: 1))
    #expect(story.prompt == prompt)
    #expect(story.events(since: mark) == [.unreadableScan(prompt: prompt.id)])
  }

  @Test("Face ID tells of it and of its dialog")
  func faceID() throws {
    let story = try Story()
    story.connect().evaluate(.owner)
    let mark = story.mark
    try story.respond(.unreadable)
    let prompt = try #require(story.prompt)
    #expect(prompt.buttons == [.tryAgain, .cancel] && !prompt.isScanning)
    #expect(story.events(since: mark) == [.unreadableScan(prompt: prompt.id), .promptUpdated(prompt)])
    #expect(story.undelivered(.unreadable) == .tryAgainShown)
  }

  @Test("it reaches nobody where no other scan does")
  func undelivered() throws {
    let story = try Story()
    #expect(story.undelivered(.unreadable) == .noPrompt)
    story.connect().evaluate(.owner)
    try story.respond([.nonMatch, .tapTryAgain, .nonMatch])
    #expect(story.undelivered(.unreadable) == .scanningEnded)
    try story.respond(.tapFallback)
    #expect(story.undelivered(.unreadable) == .passcodePane)
    #expect(try Story(.noSensor).refusal(of: .respond(.unreadable)) == .noSensor)
  }

  @Test("it takes the time of a scan")
  func latency() throws {
    let story = try Story(.knob { $0.scanLatency = .init(minimum: .seconds(1), maximum: .seconds(1)) })
    story.connect().evaluate(.biometrics)
    try story.respond(.unreadable)
    #expect(story.undelivered(.match) == .scanInProgress)
    try story.advance(.seconds(1))
    #expect(story.prompt?.buttons == [.tryAgain, .cancel] && story.state.failedAttempts == 0)
  }

  @Test("it can be armed, and no sensor rejects what it cannot read")
  func armed() throws {
    let story = try Story(.touchID, .knob { $0.falseRejectRate = 1 })
    try story.harness(.arm([.unreadable, .unreadable, .tapCancel].map { ArmedResponse($0) }))
    #expect(story.connect().evaluate(.biometrics).outcome == .error(.userCancel))
    #expect(story.state.failedAttempts == 0)
  }
}
