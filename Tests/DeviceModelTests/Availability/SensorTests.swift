import DeviceModel
import JSON
import Schema
import Testing

/// Sections 1, 3 and 4 of the rulebook: a sensor that is covered, or away.
@Suite("A sensor that is covered, or away")
struct SensorTests {
  /// Each with a sensor that it may befall.
  static let gone: [(BiometryType, SensorState, LAErrorCode)] = [
    (.touchID, .covered, .biometryNotAvailable), (.faceID, .covered, .biometryNotAvailable),
    (.opticID, .covered, .biometryNotAvailable), (.touchID, .disconnected, .biometryDisconnected),
    (.touchID, .notPaired, .biometryNotPaired),
  ]

  @Test("C66 a prompt on it ends with systemCancel, and afterwards biometry answers why", arguments: gone)
  func ends(_ type: BiometryType, _ state: SensorState, _ error: LAErrorCode) throws {
    let story = try Story(.sensor(type))
    let app = story.connect()
    for policy in [Policy.biometrics, .owner, .biometricsOrCompanion] {
      let call = app.evaluate(policy)
      #expect(story.prompt?.pane == .biometry)
      try story.set(.sensorIs(state))
      #expect(call.outcome == .error(.systemCancel) && story.prompt == nil)
      let availability = try app.check(.biometrics)
      #expect(availability.error == error && availability.biometryType == type)
      #expect(app.evaluate(.biometrics).outcome == .error(error))
      let owner = app.evaluate(.owner)
      #expect(story.prompt?.pane == .passcode)
      try story.respond(.enterPasscode("1234"))
      #expect(owner.outcome == .success(.passcode))
      try story.set(.sensorIs(.ready))
    }
    app.evaluate(.biometrics)
    #expect(try story.respond(.match).matched)
  }

  @Test("C66 the passcode pane stays, and so does a companion's")
  func panesStay() throws {
    let story = try Story(.touchID)
    let app = story.connect()
    let owner = app.evaluate(.owner)
    try story.respond([.nonMatch, .tapFallback])
    try story.set(.covered)
    #expect(owner.outcome == .pending && story.prompt?.pane == .passcode)
    #expect(story.undelivered(.match) == .passcodePane)
    try story.respond(.enterPasscode("1234"))
    #expect(owner.outcome == .success(.passcode))
    try story.set(.companionNear)
    let other = app.evaluate(.biometricsOrCompanion)
    #expect(story.prompt?.pane == .companion)
    try story.set(.sensorIs(.notPaired))
    try story.respond(.approveCompanion)
    #expect(other.outcome == .success(.companion))
  }

  @Test("Face ID's dialogs and its permission alert go as well")
  func dialogs() throws {
    for responses in [[PromptResponse.nonMatch], [.nonMatch, .tapTryAgain, .nonMatch]] {
      let story = try Story()
      let call = story.connect().evaluate(.owner)
      try story.respond(responses)
      try story.set(.covered)
      #expect(call.outcome == .error(.systemCancel))
    }
    let story = try Story()
    try story.verb(.setApp(Device.defaultApp, AppChanges(permission: .notDetermined)))
    let call = story.connect().evaluate(.owner)
    #expect(story.prompt?.pane == .permission)
    try story.set(.covered)
    #expect(call.outcome == .error(.systemCancel) && story.permission() == .notDetermined)
  }

  @Test("C66 who is enrolled stays, and so do the items of the current set", arguments: gone)
  func enrolmentStays(_ type: BiometryType, _ state: SensorState, _ error: LAErrorCode) throws {
    let (story, app) = try Story.with(.biometryCurrentSet, on: .sensor(type))
    let identities = story.state.identities
    let domainState = try app.domainState()
    let read = app.read()
    try story.set(.sensorIs(state))
    #expect(read.outcome == .status(.authFailed))
    #expect(story.state.identities == identities && story.state.enrolled)
    #expect(app.read().outcome == .status(.authFailed) && story.prompt == nil)
    try story.set(.sensorIs(.ready))
    #expect(try app.domainState() == domainState)
    let again = app.read()
    try story.respond(.match)
    #expect(again.outcome == .items(["value of K"]))
  }

  @Test("nobody can be enrolled on it, and nobody unlocks by it", arguments: gone)
  func refused(_ type: BiometryType, _ state: SensorState, _ error: LAErrorCode) throws {
    let story = try Story(.sensor(type), .sensorIs(state))
    #expect(story.refusal(of: .enroll(identity: "anna")) == .sensorNotReady)
    #expect(story.refusal(of: .enroll(identity: nil)) == .sensorNotReady)
    try story.verb(.lock)
    #expect(story.refusal(of: .unlock(.biometry(identity: nil))) == .sensorNotReady)
    #expect(story.state.failedAttempts == 0)
    #expect(try story.verb(.unlock(.passcode("1234"))))
    #expect(try story.verb(.unenroll(identity: nil)))
  }

  @Test("only Touch ID is in a keyboard, and no sensor cannot be covered")
  func impossible() throws {
    for type in BiometryType.allCases {
      for state in SensorState.allCases {
        let isPossible = state == .ready || type == .touchID || (state == .covered && type != .none)
        let patch = StatePatch([.sensor(type), .sensorIs(state)])
        let made = try? Device(patch, clock: .manual, at: .zero, wallTime: 0)
        #expect((made != nil) == isPossible, "\(type) \(state)")
        let story = try Story(.sensor(type))
        let before = story.device
        let refusal = story.refusal(of: .setState(StatePatch([.sensorIs(state)])))
        #expect(
          refusal == (isPossible ? nil : type == .none ? .noSensor : .contradiction), "\(type) \(state)")
        if !isPossible { #expect(story.device == before) }
      }
    }
  }

  @Test("another sensor is ready; the same one stays as it is")
  func anotherSensor() throws {
    let story = try Story(.touchID, .sensorIs(.disconnected))
    try story.set(.touchID)
    #expect(story.state.sensor == .disconnected)
    try story.set(.faceID)
    #expect(story.state.sensor == .ready)
    try story.set(.touchID, .covered)
    #expect(story.state.sensor == .covered)
  }

  @Test("it is told, and an armed scan waits for the sensor to come back")
  func told() throws {
    let story = try Story(.touchID)
    let mark = story.mark
    #expect(try story.set(.covered))
    #expect(try !story.set(.covered))
    #expect(story.events(since: mark) == [.stateChanged(fields: [.sensor])])
    try story.harness(.arm([ArmedResponse(.match)]))
    let app = story.connect()
    #expect(app.evaluate(.owner).outcome == .pending)
    try story.respond(.tapCancel)
    try story.set(.sensorIs(.ready))
    #expect(app.evaluate(.owner).outcome == .success(.biometry))
  }

  @Test("an archive keeps it, and one that says what cannot be is refused")
  func archive() throws {
    let story = try Story(.touchID, .sensorIs(.notPaired))
    var writer = JSONWriter()
    story.device.write(at: .unknown, into: &writer)
    let text = String(decoding: writer.bytes, as: UTF8.self)
    #expect(text.contains(#""sensor":"notPaired""#))
    #expect(try withJSON(writer.bytes) { try Device($0, at: .unknown) }.state.sensor == .notPaired)
    let wrong = text.replacing(#""biometryType":"touchID""#, with: #""biometryType":"opticID""#)
    #expect(throws: (any Error).self) { try withJSON(Array(wrong.utf8)) { try Device($0, at: .unknown) } }
  }
}
