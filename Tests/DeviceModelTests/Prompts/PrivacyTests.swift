import DeviceModel
import Schema
import Testing

/// Section 4 of the rulebook, "Before anything is shown".
@Suite("The permission and the usage description")
struct PrivacyTests {
  private let app = Device.defaultApp

  private func story(
    _ settings: Setting..., permission: Permission? = .notDetermined, usage: Bool? = nil
  ) throws -> Story {
    let story = try Story(settings)
    try story.verb(.setApp(app, AppChanges(permission: permission, usageDescription: usage)))
    return story
  }

  @Test(
    "the first use shows the alert, and allowing it leads on to the scan",
    arguments: BiometryType.withDialogs, [Policy.biometrics, .owner, .biometricsOrCompanion])
  func allow(_ sensor: BiometryType, _ policy: Policy) throws {
    let story = try story(.sensor(sensor))
    let client = story.connect()
    let call = client.evaluate(policy)
    #expect(story.prompt?.pane == .permission)
    #expect(story.prompt?.buttons == [.allow, .deny])
    #expect(story.prompt?.isScanning == false)
    try story.respond(.allowPermission)
    #expect(story.prompt?.pane == .biometry)
    #expect(story.prompt?.isScanning == true)
    #expect(story.permission() == .granted)
    #expect(story.appState() == .inactive)
    try story.respond(.match)
    #expect(call.outcome == .success(.biometry))
    client.evaluate(policy)
    #expect(story.prompt?.pane == .biometry)
  }

  @Test("denying ends a biometric call as not available, for ever", arguments: BiometryType.withDialogs)
  func deny(_ sensor: BiometryType) throws {
    let story = try story(.sensor(sensor))
    let client = story.connect()
    let call = client.evaluate(.biometrics)
    let report = try story.respond(.denyPermission)
    #expect(report.outcome == .ended && !report.matched)
    #expect(call.outcome == .error(.biometryNotAvailable))
    #expect(story.permission() == .denied)
    #expect(story.appState() == .foreground)
    #expect(client.evaluate(.biometrics).outcome == .error(.biometryNotAvailable))
    #expect(story.prompt == nil)
  }

  @Test("denying leads the owner on to the passcode", arguments: BiometryType.withDialogs)
  func denyOwner(_ sensor: BiometryType) throws {
    let story = try story(.sensor(sensor))
    let client = story.connect()
    let call = client.evaluate(.owner)
    let id = story.prompt?.id
    try story.respond(.denyPermission)
    #expect(story.prompt?.pane == .passcode && story.prompt?.id == id)
    try story.respond(.enterPasscode("1234"))
    #expect(call.outcome == .success(.passcode))
    client.evaluate(.owner)
    #expect(story.prompt?.pane == .passcode)
  }

  @Test("denying leads on to the companion that is near")
  func denyCompanion() throws {
    let story = try story(.companionNear)
    let call = story.connect().evaluate(.biometricsOrCompanion)
    #expect(story.lacksControl(for: .approveCompanion))
    try story.respond(.denyPermission)
    #expect(story.prompt?.pane == .companion)
    try story.respond(.approveCompanion)
    #expect(call.outcome == .success(.companion))
  }

  @Test("during the alert no scan is delivered, and there is nothing else to tap")
  func duringTheAlert() throws {
    let story = try story()
    story.connect().evaluate(.owner)
    #expect(story.undelivered(.match) == .permissionAlert)
    #expect(story.undelivered(.nonMatch) == .permissionAlert)
    for response in [PromptResponse.tapCancel, .tapFallback, .tapTryAgain, .enterPasscode("1234")] {
      #expect(story.lacksControl(for: response))
    }
    #expect(story.state.failedAttempts == 0)
  }

  @Test("Touch ID asks for no permission, whatever it is", arguments: Permission.allCases)
  func touchID(_ permission: Permission) throws {
    let story = try story(.touchID, permission: permission, usage: false)
    let call = story.connect().evaluate(.biometrics)
    #expect(story.prompt?.pane == .biometry)
    try story.respond(.match)
    #expect(call.outcome == .success(.biometry))
    #expect(story.permission() == permission)
  }

  @Test(
    "where biometry is not about to be used there is no alert",
    arguments: [Setting.lockedOut, .nobodyEnrolled])
  func noAlert(_ setting: Setting) throws {
    let story = try story(setting)
    story.connect().evaluate(.owner)
    #expect(story.prompt?.pane == .passcode)
    #expect(story.permission() == .notDetermined)
  }

  @Test(
    "Face ID about to be used without usage description kills the app",
    arguments: [Policy.biometrics, .owner, .biometricsOrCompanion], Permission.allCases)
  func noUsageDescription(_ policy: Policy, _ permission: Permission) throws {
    let story = try story(permission: permission, usage: false)
    let client = story.connect()
    if permission == .denied { return }  // Face ID is not about to be used.
    let call = client.evaluate(policy)
    #expect(call.outcome == .failure(.appTerminated(app: app)))
    #expect(story.appState() == .notRunning)
    #expect(story.events.last == .appTerminated(app: app, .privacy))
    #expect(story.state.failedAttempts == 0 && story.prompt == nil)
    #expect(client.evaluate(policy).outcome == .failure(.appTerminated(app: app)))
  }

  @Test("a prompt of that app goes down with it")
  func promptGoesDown() throws {
    let story = try story(.lockedOut, permission: nil, usage: false)
    let client = story.connect()
    let pending = client.evaluate(.owner)
    #expect(story.prompt?.pane == .passcode)
    try story.verb(.setPasscode("5678"))
    let call = client.evaluate(.owner)
    #expect(call.outcome == .failure(.appTerminated(app: app)))
    #expect(pending.outcome == .failure(.appTerminated(app: app)))
    #expect(story.prompt == nil)
  }

  @Test(
    "the passcode pane needs no usage description",
    arguments: [Setting.lockedOut, .nobodyEnrolled, .noSensor])
  func passcodeNeedsNone(_ setting: Setting) throws {
    let story = try story(setting, permission: nil, usage: false)
    let call = story.connect().evaluate(.owner)
    try story.respond(.enterPasscode("1234"))
    #expect(call.outcome == .success(.passcode))
  }

  /// The knob, the policy, and what comes: the end of the app, an error, or a pane.
  private enum Fate { case killed, error(LAErrorCode), pane(Pane) }

  @Test("C84 without a usage description Face ID kills, gives way to the passcode, or is not available")
  func missingUsageDescription() throws {
    let rows: [(Behavior.MissingUsageDescription, Policy, Fate)] = [
      (.terminate, .biometrics, .killed), (.terminate, .owner, .killed),
      (.passcode, .biometrics, .killed), (.passcode, .owner, .pane(.passcode)),
      (.passcode, .biometricsOrCompanion, .killed),
      (.notAvailable, .biometrics, .error(.biometryNotAvailable)), (.notAvailable, .owner, .pane(.passcode)),
      (.notAvailable, .biometricsOrCompanion, .pane(.companion)),
    ]
    for (knob, policy, fate) in rows {
      let story = try story(.companionNear, .knob { $0.missingUsageDescription = knob }, usage: false)
      let client = story.connect()
      #expect(try client.error(for: .biometrics) == nil)
      let call = client.evaluate(policy)
      switch fate {
      case .killed: #expect(call.outcome == .failure(.appTerminated(app: app)), "\(knob) \(policy)")
      case .error(let code): #expect(call.outcome == .error(code) && story.prompt == nil, "\(knob) \(policy)")
      case .pane(let pane): #expect(story.prompt?.pane == pane, "\(knob) \(policy)")
      }
      // Nobody was asked whether Face ID may be used.
      #expect(story.permission() == .notDetermined)
    }
  }

  @Test("C84 the keychain follows the knob, and Touch ID does not look for it")
  func missingUsageDescriptionInKeychain() throws {
    let knob = Setting.knob { $0.missingUsageDescription = .notAvailable }
    let (story, client) = try Story.with(.biometryAny, on: knob)
    client.add("L", .userPresence)
    try story.verb(.setApp(app, AppChanges(usageDescription: false)))
    #expect(client.read().outcome == .status(.authFailed))
    let read = client.read("L")
    try story.respond(.enterPasscode("1234"))
    #expect(read.outcome == .items(["value of L"]))
    try story.set(.touchID)
    client.evaluate(.biometrics)
    #expect(story.prompt?.pane == .biometry)
  }

  @Test("Optic ID does not look for the usage description")
  func opticID() throws {
    let story = try story(.opticID, permission: .granted, usage: false)
    story.connect().evaluate(.biometrics)
    #expect(story.prompt?.pane == .biometry)
  }

  @Test(
    "a permission that changes in Settings kills the running app",
    arguments: [Permission.denied, .notDetermined])
  func settingsKill(_ permission: Permission) throws {
    let story = try story(permission: .granted)
    let client = story.connect()
    let call = client.evaluate(.biometrics)
    #expect(try story.verb(.setApp(app, AppChanges(permission: permission))))
    #expect(call.outcome == .failure(.appTerminated(app: app)))
    #expect(story.prompt == nil && story.appState() == .notRunning)
    #expect(throws: Failure.appTerminated(app: app)) { try client.check(.biometrics) }
    #expect(
      try story.connect().check(.biometrics).error == (permission == .denied ? .biometryNotAvailable : nil))
    #expect(story.appState() == .foreground)
  }

  @Test("the same permission again kills nobody, and neither does the usage description")
  func settingsSpare() throws {
    let story = try story(permission: .granted)
    let client = story.connect()
    _ = try client.check(.biometrics)
    #expect(try !story.verb(.setApp(app, AppChanges(permission: .granted, usageDescription: true))))
    #expect(try story.verb(.setApp(app, AppChanges(permission: .granted, usageDescription: false))))
    #expect(story.appState() == .foreground)
  }
}
