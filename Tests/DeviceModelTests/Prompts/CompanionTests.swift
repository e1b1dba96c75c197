import DeviceModel
import Testing

/// Section 1 of the rulebook, "The companion".
@Suite("The companion")
struct CompanionTests {
  @Test("the companion's own policy waits for it, with cancel", arguments: BiometryType.allCases)
  func companion(_ sensor: BiometryType) throws {
    let story = try Story(.sensor(sensor), .companionNear)
    let app = story.connect()
    let call = app.evaluate(.companion)
    #expect(story.prompt?.pane == .companion && story.prompt?.buttons == [.cancel])
    if sensor != .none {
      #expect(story.undelivered(.match) == .companionPane)
      #expect(story.undelivered(.nonMatch) == .companionPane)
    }
    #expect(story.lacksControl(for: .enterPasscode("1234")))
    #expect(try story.respond(.approveCompanion).outcome == .succeeded)
    #expect(call.outcome == .success(.companion))
    let other = app.evaluate(.companion)
    try story.respond(.tapCancel)
    #expect(other.outcome == .error(.userCancel))
  }

  @Test("either: a scan and the companion both answer", arguments: BiometryType.sensors)
  func either(_ sensor: BiometryType) throws {
    let story = try Story(.sensor(sensor), .companionNear)
    let app = story.connect()
    let first = app.evaluate(.biometricsOrCompanion)
    #expect(story.prompt?.pane == .biometry)
    try story.respond(.match)
    #expect(first.outcome == .success(.biometry))
    let second = app.evaluate(.biometricsOrCompanion)
    try story.respond([.nonMatch, .approveCompanion])
    #expect(second.outcome == .success(.companion))
    #expect(story.state.failedAttempts == 1)
  }

  @Test(
    "either: without usable biometry the companion alone is asked",
    arguments: [Setting.noSensor, .nobodyEnrolled, .lockedOut, .noPasscode])
  func eitherWithoutBiometry(_ setting: Setting) throws {
    let story = try Story(setting, .companionNear)
    let call = story.connect().evaluate(.biometricsOrCompanion)
    #expect(story.prompt?.pane == .companion)
    try story.respond(.approveCompanion)
    #expect(call.outcome == .success(.companion))
    #expect(story.state.failedAttempts == (story.state.lockedOut ? 5 : 0))
  }

  @Test("it approves nothing that does not ask for it, and nothing while it is away")
  func notAsked() throws {
    let story = try Story(.companionNear)
    let app = story.connect()
    for policy in [Policy.biometrics, .owner] {
      app.evaluate(policy)
      #expect(story.lacksControl(for: .approveCompanion))
      try story.respond(.tapCancel)
    }
    app.evaluate(.biometricsOrCompanion)
    try story.set(Setting { $0.companionNear = false })
    #expect(story.prompt?.pane == .biometry)
    #expect(story.lacksControl(for: .approveCompanion))
    try story.set(.companionNear)
    try story.respond(.approveCompanion)
    #expect(story.prompt == nil)
  }

  @Test("a prompt that waits for a companion that leaves ends with systemCancel")
  func leaves() throws {
    let story = try Story(.companionNear)
    let call = story.connect().evaluate(.companion)
    try story.set(Setting { $0.companionNear = false })
    #expect(call.outcome == .error(.systemCancel) && story.prompt == nil)
  }

  @Test("it satisfies neither biometry nor the owner later on")
  func contexts() throws {
    let story = try Story(.companionNear)
    let app = story.connect()
    let context = try app.createContext()
    app.evaluate(.companion, in: context)
    try story.respond(.approveCompanion)
    #expect(app.evaluate(.companion, in: context).outcome == .success(.context))
    #expect(app.evaluate(.biometricsOrCompanion, in: context).outcome == .success(.context))
    let biometrics = app.evaluate(.biometrics, in: context)
    #expect(biometrics.outcome == .pending)
    try story.respond(.tapCancel)
    #expect(app.evaluate(.owner, in: context).outcome == .pending)
  }
}
