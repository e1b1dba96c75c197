import DeviceModel
import Testing

/// What people who test biometrics met, played as it was reported, with the right values: what can be evaluated.
/// The numbers are those of section 10 of the rulebook, `Sources/DeviceModel/README.md`.
@Suite("Reported cases: availability")
struct AvailabilityCases {
  @Test("C01 the type asked before any preflight")
  func c01() throws {
    let story = try Story()
    let app = story.connect()
    // A context names its sensor from its first check on; that is the answer of a check, not of a context.
    let (first, second) = (try app.createContext(), try app.createContext())
    let answer = try app.check(.biometrics, in: first)
    #expect(answer.error == nil && answer.biometryType == .faceID)
    #expect(try app.domainState(in: first) != nil)
    #expect(try app.domainState(in: second) == nil)
  }

  @Test("C02 hardware present, nobody enrolled")
  func c02() throws {
    let story = try Story(.nobodyEnrolled)
    let app = story.connect()
    let answer = try app.check(.biometrics)
    #expect(answer.error == .biometryNotEnrolled && answer.biometryType == .faceID)
    #expect(try app.error(for: .owner) == nil)
    let owner = app.evaluate(.owner)
    #expect(story.prompt?.pane == .passcode && story.prompt?.isScanning == false)
    try story.respond(.enterPasscode("1234"))
    #expect(owner.outcome == .success(.passcode))
    let mark = story.mark
    #expect(app.evaluate(.biometrics).outcome == .error(.biometryNotEnrolled))
    #expect(story.events(since: mark).isEmpty)
  }

  @Test("C03 the user denied Face ID for this app")
  func c03() throws {
    let story = try Story()
    try story.verb(.setApp("denied", AppChanges(permission: .denied)))
    let app = story.connect("denied")
    let answer = try app.check(.biometrics)
    #expect(answer.error == .biometryNotAvailable && answer.biometryType == .faceID)
    #expect(app.evaluate(.biometrics).outcome == .error(.biometryNotAvailable))
    #expect(story.prompt == nil)
    #expect(try app.error(for: .owner) == nil)
    let owner = app.evaluate(.owner)
    #expect(story.prompt?.pane == .passcode)
    try story.respond(.enterPasscode("1234"))
    #expect(owner.outcome == .success(.passcode))
    #expect(try story.connect("granted").error(for: .biometrics) == nil)
  }

  @Test("C04 first use ever: the alert comes before the scan")
  func c04() throws {
    for allows in [true, false] {
      let story = try Story()
      try story.verb(.setApp(Device.defaultApp, AppChanges(permission: .notDetermined)))
      let app = story.connect()
      #expect(try app.error(for: .biometrics) == nil)
      let call = app.evaluate(.biometrics)
      #expect(call.outcome == .pending && story.prompt?.pane == .permission)
      #expect(story.undelivered(.match) == .permissionAlert)
      try story.respond(allows ? .allowPermission : .denyPermission)
      if allows {
        #expect(story.prompt?.isScanning == true && story.permission() == .granted)
        try story.respond(.match)
        #expect(call.outcome == .success(.biometry))
      } else {
        #expect(call.outcome == .error(.biometryNotAvailable) && story.permission() == .denied)
        #expect(app.evaluate(.biometrics).outcome == .error(.biometryNotAvailable))
        #expect(story.events.count { if case .promptShown = $0 { true } else { false } } == 1)
      }
    }
    let touchID = try Story(.touchID)
    try touchID.verb(.setApp(Device.defaultApp, AppChanges(permission: .notDetermined)))
    touchID.connect().evaluate(.biometrics)
    #expect(touchID.prompt?.pane == .biometry)
  }

  @Test("C05 the app has no usage description")
  func c05() throws {
    for sensor in [BiometryType.touchID, .faceID] {
      let story = try Story(.sensor(sensor), .failedAttempts(2))
      try story.verb(.setApp(Device.defaultApp, AppChanges(usageDescription: false)))
      let app = story.connect()
      #expect(try app.error(for: .biometrics) == nil)
      let call = app.evaluate(.biometrics)
      if sensor == .touchID {
        try story.respond(.match)
        #expect(call.outcome == .success(.biometry))
      } else {
        #expect(call.outcome == .failure(.appTerminated(app: Device.defaultApp)))
        #expect(story.events.last == .appTerminated(app: Device.defaultApp, .privacy))
        #expect(story.state.failedAttempts == 2)
      }
    }
  }

  @Test("C06 no passcode on the device")
  func c06() throws {
    let story = try Story(.noPasscode)
    let app = story.connect()
    for policy in [Policy.biometrics, .owner] {
      #expect(try app.error(for: policy) == .passcodeNotSet)
      #expect(app.evaluate(policy).outcome == .error(.passcodeNotSet))
    }
    #expect(try app.check(.biometrics).biometryType == .faceID && story.prompt == nil)
    try story.set(.nobodyEnrolled)
    #expect(try app.error(for: .biometrics) == .biometryNotEnrolled)
    #expect(try app.error(for: .owner) == .passcodeNotSet)
  }

  @Test("C07 no biometric hardware")
  func c07() throws {
    let story = try Story(.noSensor)
    let app = story.connect()
    let answer = try app.check(.biometrics)
    #expect(answer.error == .biometryNotAvailable && answer.biometryType == .none)
    #expect(try app.error(for: .owner) == nil)
    app.evaluate(.owner)
    #expect(story.prompt?.pane == .passcode)
    #expect(story.refusal(of: .enroll(identity: nil)) == .noSensor)
    #expect(story.refusal(of: .respond(.match)) == .noSensor)
  }

  @Test("C08 already locked out: preflight and immediate failure")
  func c08() throws {
    let story = try Story(.failedAttempts(5))
    let app = story.connect()
    let context = try app.createContext()
    let answer = try app.check(.biometrics, in: context)
    #expect(answer.error == .biometryLockout && answer.biometryType == .faceID)
    #expect(app.evaluate(.biometrics).outcome == .error(.biometryLockout))
    #expect(!story.events.contains { if case .promptShown = $0 { true } else { false } })
    #expect(try app.error(for: .owner) == nil)
    #expect(try app.domainState(in: context) == nil)
    #expect(story.state.identities == ["face-1"])
  }

  @Test("C21 asking while not in the foreground")
  func c21() throws {
    let story = try Story()
    let app = story.connect()
    _ = try app.check(.biometrics)
    try story.verb(.backgroundApp(Device.defaultApp))
    #expect(try app.error(for: .biometrics) == nil)
    #expect(app.evaluate(.biometrics).outcome == .error(.notInteractive) && story.prompt == nil)
    try story.verb(.activateApp(Device.defaultApp))
    #expect(app.evaluate(.biometrics).outcome == .pending && story.prompt != nil)
  }

  @Test("C23 a permission switched in Settings kills the app")
  func c23() throws {
    let story = try Story()
    let app = Device.defaultApp
    let pending = story.connect().evaluate(.biometrics)
    try story.verb(.setApp(app, AppChanges(permission: .denied)))
    #expect(pending.outcome == .failure(.appTerminated(app: app)) && story.prompt == nil)
    #expect(story.events.contains(.appTerminated(app: app, .privacy)))
    try story.verb(.launchApp(app))
    #expect(try story.connect().error(for: .biometrics) == .biometryNotAvailable)
    try story.verb(.setApp(app, AppChanges(permission: .granted)))
    #expect(story.appState() == .notRunning)
    try story.verb(.launchApp(app))
    #expect(try story.connect().error(for: .biometrics) == nil)
  }

  @Test("C24 an empty reason")
  func c24() throws {
    let story = try Story()
    let call = story.connect().evaluate(.biometrics) { $0.reason = "" }
    guard case .failure(.invalidParameter("reason", _)) = call.outcome else {
      Issue.record("\(call.outcome)")
      return
    }
    #expect(story.prompt == nil)
  }

  @Test("C33 the domain state")
  func c33() throws {
    let story = try Story(.touchID)
    let app = story.connect()
    let context = try app.createContext()
    #expect(try app.domainState(in: context) == nil)
    #expect(try app.check(.owner, in: context).domainState == nil)
    let d1 = try #require(try app.check(.biometrics, in: context).domainState)
    #expect(try app.check(.biometrics, in: app.createContext()).domainState == d1)
    #expect(try story.connect().check(.biometrics).domainState == d1)
    try story.verb(.enroll(identity: "finger-2"))
    let d2 = try #require(try app.check(.biometrics).domainState)
    try story.verb(.unenroll(identity: "finger-2"))
    let d3 = try #require(try app.check(.biometrics).domainState)
    #expect(d2 != d1 && d3 != d2)
    for setting in [Setting.nobodyEnrolled, .lockedOut, .noPasscode] {
      let unusable = try Story(.touchID, setting).connect()
      #expect(try unusable.check(.biometrics).domainState == nil)
    }
  }
}
