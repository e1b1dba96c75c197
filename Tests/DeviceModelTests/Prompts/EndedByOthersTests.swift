import DeviceModel
import Testing

/// Section 4 of the rulebook, "Ends by others".
@Suite("A prompt ended by others")
struct EndedByOthersTests {
  private static let app = Device.defaultApp

  /// What happens to the device, what the call hears, and where the app is then.
  private static let ends: [(String, Command, Outcome, AppState?)] = [
    ("the app goes to the background", .backgroundApp(app), .error(.systemCancel), .background),
    ("another app comes forward", .launchApp("other"), .error(.systemCancel), .background),
    ("the device is locked", .lock, .error(.systemCancel), .background),
    ("the device restarts", .restart, .error(.systemCancel), .notRunning),
    ("the device is reset", .reset, .error(.systemCancel), nil),
    ("the device goes away", .shutDown, .error(.systemCancel), .foreground),
    ("its connection closes", .clientClosed(ClientID(1)), .error(.appCancel), .foreground),
    ("the app is killed", .terminateApp(app), .failure(.appTerminated(app: app)), .notRunning),
    ("the app is removed", .uninstallApp(app), .failure(.appTerminated(app: app)), .notRunning),
    (
      "the passcode is cleared", .clearPasscode, .error(.systemCancel), .foreground
    ),
    ("nobody answers in time", .promptTimedOut(PromptID(1)), .error(.systemCancel), .foreground),
    ("the caller gives up", .cancelCall(CallID(1)), .failure(.cancelled), .foreground),
  ]

  @Test("each way ends it once, for each policy and pane", arguments: 0..<ends.count)
  func endsOnce(_ index: Int) throws {
    let (name, command, outcome, appState) = Self.ends[index]
    for (policy, settings) in [
      (Policy.biometrics, [Setting.touchID]), (.biometrics, []), (.owner, []), (.owner, [.lockedOut]),
      (.biometricsOrCompanion, [.companionNear, .opticID]),
    ] {
      if command == .clearPasscode && policy == .biometricsOrCompanion { continue }
      let story = try Story(settings)
      let call = story.connect().evaluate(policy)
      #expect(call.id == CallID(1))
      try story.harness(command)
      #expect(call.outcome == outcome, "\(name) \(policy)")
      #expect(story.prompt == nil, "\(name) \(policy)")
      #expect(story.appState() == appState, "\(name) \(policy)")
      #expect(story.failedScans == 0)
      #expect(story.undelivered(.match) == (story.state.biometryType == .none ? nil : .noPrompt))
    }
  }

  @Test("a context that is invalidated ends its own prompt with appCancel, and no other")
  func invalidated() throws {
    let story = try Story()
    let app = story.connect()
    let (first, second) = (try app.createContext(), try app.createContext())
    let call = app.evaluate(.biometrics, in: first)
    #expect(try app.invalidate(second))
    #expect(call.outcome == .pending)
    #expect(try app.invalidate(first))
    #expect(call.outcome == .error(.appCancel) && story.prompt == nil)
    #expect(try !app.invalidate(first))
    #expect(app.evaluate(.biometrics, in: first).outcome == .error(.invalidContext))
  }

  @Test("another connection of the same app that closes ends nothing")
  func otherConnection() throws {
    let story = try Story()
    let (one, two) = (story.connect(), story.connect())
    let call = one.evaluate(.biometrics)
    _ = try two.check(.biometrics)
    two.close()
    #expect(call.outcome == .pending)
  }

  @Test("coming to the front again resumes nothing")
  func nothingResumes() throws {
    let story = try Story()
    let app = story.connect()
    let call = app.evaluate(.biometrics)
    try story.verb(.backgroundApp(Self.app))
    try story.verb(.activateApp(Self.app))
    #expect(call.outcome == .error(.systemCancel) && story.prompt == nil)
    #expect(story.appState() == .foreground)
  }

  @Test("the app is in the background before its prompt goes, and never active in between")
  func neverActive() throws {
    for command in [Command.backgroundApp(Self.app), .lock] {
      let story = try Story()
      story.connect().evaluate(.biometrics)
      let mark = story.mark
      try story.verb(command)
      #expect(!story.events(since: mark).contains(.appStateChanged(app: Self.app, .foreground)))
    }
  }

  @Test("a restart and a reset make no app active", arguments: [Command.restart, .reset])
  func neverActiveAtRestart(_ command: Command) throws {
    let story = try Story()
    story.connect().evaluate(.biometrics)
    let mark = story.mark
    try story.verb(command)
    #expect(!story.events(since: mark).contains(.appStateChanged(app: Self.app, .foreground)))
  }

  @Test("the timeout of an earlier prompt ends no later one")
  func staleTimeout() throws {
    let story = try Story()
    let app = story.connect()
    app.evaluate(.biometrics)
    try story.respond(.tapCancel)
    let call = app.evaluate(.biometrics)
    #expect(try !story.verb(.promptTimedOut(PromptID(1))))
    #expect(call.outcome == .pending)
    #expect(try story.verb(.promptTimedOut(PromptID(2))))
    #expect(call.outcome == .error(.systemCancel))
  }

  /// What the prompt's timeout says was awaited.
  private static let awaited: [([Setting], Policy, [PromptResponse], [String])] = [
    ([.touchID], .biometrics, [], ["matchingFinger", "tapCancel"]),
    ([.touchID], .biometrics, [.nonMatch], ["matchingFinger", "tapFallback", "tapCancel"]),
    ([.faceID], .biometrics, [.nonMatch], ["tapTryAgain", "tapCancel"]),
    ([.opticID], .biometrics, [], ["matchingEyes", "tapCancel"]),
    ([.lockedOut], .owner, [], ["enterPasscode", "tapCancel"]),
    ([.companionNear], .companion, [], ["approveCompanion", "tapCancel"]),
    (
      [.companionNear], .biometricsOrCompanion, [], ["matchingFace", "approveCompanion", "tapCancel"]
    ),
  ]

  @Test("the timeout says which scan or tap was awaited", arguments: 0..<awaited.count)
  func saysWhatWasAwaited(_ index: Int) throws {
    let (settings, policy, responses, names) = Self.awaited[index]
    let story = try Story(settings)
    story.connect().evaluate(policy)
    try story.respond(responses)
    let prompt = try #require(story.prompt)
    try story.verb(.promptTimedOut(prompt.id))
    #expect(story.events.contains(.promptDismissed(prompt, .timedOut(awaited: names))))
  }

  @Test("the timeout of a permission alert says so")
  func awaitedPermission() throws {
    let story = try Story()
    try story.verb(.setApp(Self.app, AppChanges(permission: .notDetermined)))
    story.connect().evaluate(.biometrics)
    let prompt = try #require(story.prompt)
    try story.verb(.promptTimedOut(prompt.id))
    let outcome = PromptOutcome.timedOut(awaited: ["allowPermission", "denyPermission"])
    #expect(story.events.contains(.promptDismissed(prompt, outcome)))
  }
}
