import DeviceModel
import Testing

/// Section 4 of the rulebook, "Before anything is shown".
@Suite("evaluatePolicy before anything is shown")
struct EntryTests {
  /// Rows of the order: each device fails by its own step and by every step after it.
  @Test("an empty reason comes before everything, and is no LAError", arguments: Policy.allCases)
  func emptyReason(_ policy: Policy) throws {
    let story = try Story(.noSensor, .noPasscode)
    let app = story.connect()
    let context = try app.createContext()
    try app.invalidate(context)
    for reason in ["", nil] {
      let call = app.evaluate(policy, in: context) { $0.reason = reason }
      guard case .failure(.invalidParameter("reason", _)) = call.outcome else {
        Issue.record("\(call.outcome)")
        return
      }
    }
    #expect(story.prompt == nil)
  }

  @Test("an empty reason launches nothing")
  func emptyReasonLaunchesNothing() throws {
    let story = try Story()
    story.connect().evaluate(.owner) { $0.reason = "" }
    #expect(story.events.isEmpty)
    #expect(story.state.apps.isEmpty)
  }

  @Test("a reason of spaces is a reason")
  func spacesAreAReason() throws {
    let story = try Story()
    story.connect().evaluate(.owner) { $0.reason = " " }
    #expect(story.prompt?.reason == " ")
  }

  @Test("the context's reason and titles hold where the call gives none, else the call's own")
  func optionsOfTheContext() throws {
    let story = try Story(.touchID)
    let app = story.connect()
    let context = try app.createContext {
      $0.reason = "Pay"
      $0.fallbackTitle = "PIN"
      $0.cancelTitle = "No"
    }
    app.evaluate(.biometrics, in: context) { $0.reason = nil }
    #expect(story.prompt?.reason == "Pay")
    #expect(story.prompt?.fallbackTitle == "PIN")
    #expect(story.prompt?.cancelTitle == "No")
    try story.respond(.tapCancel)
    app.evaluate(.biometrics, in: context) {
      $0.reason = "Log in"
      $0.fallbackTitle = ""
      $0.cancelTitle = "Not now"
    }
    #expect(story.prompt?.reason == "Log in")
    #expect(story.prompt?.fallbackTitle == "")
    #expect(story.prompt?.cancelTitle == "Not now")
  }

  @Test("an invalidated context comes before availability", arguments: Policy.allCases)
  func invalidated(_ policy: Policy) throws {
    let story = try Story(.noSensor, .noPasscode)
    let app = story.connect()
    let context = try app.createContext()
    try app.invalidate(context)
    #expect(app.evaluate(policy, in: context).outcome == .error(.invalidContext))
  }

  @Test("what cannot be evaluated is answered at once with the same error", arguments: AvailabilityRow.rows)
  func unavailable(_ row: AvailabilityRow) throws {
    let answers: [(Policy, LAErrorCode?)] = [
      (.biometrics, row.biometrics), (.owner, row.owner), (.companion, row.companion),
      (.biometricsOrCompanion, row.either),
    ]
    for (policy, error) in answers {
      let story = try Story(row.settings)
      let app = Device.defaultApp
      try story.verb(.setApp(app, AppChanges(permission: row.permission)))
      // Availability comes before all that could stop the prompt.
      let count = story.state.failedAttempts
      let call = story.connect().evaluate(policy) { $0.interactionNotAllowed = error != nil }
      #expect(call.outcome == error.map(Outcome.error) ?? .pending, "\(policy)")
      #expect((story.prompt == nil) == (error != nil), "\(policy)")
      #expect(story.state.failedAttempts == count)
    }
  }

  @Test("an authenticated context comes before interactionNotAllowed and the foreground")
  func authenticatedContext() throws {
    let story = try Story()
    let app = story.connect()
    let context = try app.createContext()
    app.evaluate(.biometrics, in: context)
    try story.respond(.match)
    try story.verb(.backgroundApp(Device.defaultApp))
    let call = app.evaluate(.biometrics, in: context) { $0.interactionNotAllowed = true }
    #expect(call.outcome == .success(.context))
  }

  @Test("the reuse window comes before interactionNotAllowed and the foreground")
  func reuse() throws {
    let story = try Story()
    let app = story.connect()
    _ = try app.check(.biometrics)
    try story.verb(.lock)
    try story.verb(.unlock(.biometry(identity: nil)))
    try story.verb(.backgroundApp(Device.defaultApp))
    let call = app.evaluate(.biometrics) {
      $0.reuseDuration = .seconds(10)
      $0.interactionNotAllowed = true
    }
    #expect(call.outcome == .success(.reuse))
  }

  @Test("without interaction what needs a prompt is notInteractive", arguments: Policy.allCases)
  func interactionNotAllowed(_ policy: Policy) throws {
    let story = try Story(.companionNear)
    let app = story.connect()
    #expect(
      app.evaluate(policy) { $0.interactionNotAllowed = true }.outcome == .error(.notInteractive))
    let context = try app.createContext { $0.interactionNotAllowed = true }
    #expect(app.evaluate(policy, in: context).outcome == .error(.notInteractive))
    #expect(story.prompt == nil)
  }

  @Test("interactionNotAllowed comes before the privacy rules")
  func interactionBeforePrivacy() throws {
    let story = try Story()
    let app = Device.defaultApp
    try story.verb(.setApp(app, AppChanges(usageDescription: false)))
    let call = story.connect().evaluate(.biometrics) { $0.interactionNotAllowed = true }
    #expect(call.outcome == .error(.notInteractive))
    #expect(story.appState() == .foreground)
  }

  @Test("an app in the background is notInteractive, and hears who is in front and what to do")
  func background() throws {
    let story = try Story()
    let (one, two) = (story.connect("one"), story.connect("two"))
    _ = try one.check(.biometrics)
    _ = try two.check(.biometrics)
    let call = one.evaluate(.biometrics)
    #expect(call.outcome == .error(.notInteractive))
    #expect(call.message == "one is not in the foreground, two is in front: activateApp one")
    try story.verb(.backgroundApp("two"))
    #expect(
      one.evaluate(.owner).message
        == "one is not in the foreground, no app is in front: activateApp one")
    try story.verb(.activateApp("one"))
    #expect(one.evaluate(.biometrics).outcome == .pending)
  }

  @Test("behind the lock screen no app is in front")
  func locked() throws {
    let story = try Story()
    let app = story.connect()
    _ = try app.check(.biometrics)
    try story.verb(.lock)
    let call = app.evaluate(.owner)
    #expect(call.outcome == .error(.notInteractive))
    #expect(call.message?.contains("the device is locked: unlockDevice") == true)
  }

  @Test("an app that is in the background is not killed for its missing usage description")
  func backgroundBeforePrivacy() throws {
    let story = try Story()
    let app = Device.defaultApp
    let client = story.connect()
    try story.verb(.setApp(app, AppChanges(usageDescription: false)))
    _ = try client.check(.biometrics)
    try story.verb(.backgroundApp(app))
    #expect(client.evaluate(.biometrics).outcome == .error(.notInteractive))
    #expect(story.appState() == .background)
  }

  @Test("the prompt shows what was asked, and the app is inactive first")
  func shows() throws {
    let story = try Story()
    let client = story.connect("bank")
    _ = try client.check(.biometrics)
    let mark = story.mark
    let call = client.evaluate(.owner) { $0.cancelTitle = "No" }
    let prompt = try #require(story.prompt)
    #expect(prompt.app == "bank" && prompt.policy == .owner && prompt.reason == "Log in")
    #expect(prompt.id.description == "p1")
    #expect(
      story.events(since: mark) == [.appStateChanged(app: "bank", .inactive), .promptShown(prompt)])
    #expect(call.outcome == .pending)
  }
}
