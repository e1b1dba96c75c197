import DeviceModel
import Schema
import Testing

/// Section 4 of the rulebook, "Ends by others".
@Suite("Several evaluations at once")
struct ConcurrencyTests {
  private static let serialize = Setting.knob { $0.concurrency = .serialize }

  @Test("the newer takes the screen, the older gets systemCancel")
  func replace() throws {
    let story = try Story()
    let app = story.connect()
    let contexts = [try app.createContext(), try app.createContext()]
    let older = app.evaluate(.biometrics, in: contexts[0])
    let mark = story.mark
    let newer = app.evaluate(.owner, in: contexts[1])
    #expect(older.outcome == .error(.systemCancel))
    #expect(newer.outcome == .pending && story.prompt?.policy == .owner && story.prompt?.id.number == 2)
    #expect(!story.events(since: mark).contains { if case .appStateChanged = $0 { true } else { false } })
    let fresh = app.evaluate(.biometrics)
    #expect(newer.outcome == .error(.systemCancel))
    try story.respond(.match)
    #expect(fresh.outcome == .success(.biometry))
  }

  @Test("contexts of another connection of the app are other contexts")
  func replaceAcrossConnections() throws {
    let story = try Story()
    let older = story.connect().evaluate(.biometrics)
    let newer = story.connect().evaluate(.biometrics)
    #expect(older.outcome == .error(.systemCancel) && newer.outcome == .pending)
  }

  @Test("an app that is launched takes the screen from the app that is there, and its prompt")
  func otherApp() throws {
    let story = try Story()
    let older = story.connect("one").evaluate(.biometrics)
    try story.verb(.launchApp("two"))
    let newer = story.connect("two").evaluate(.biometrics)
    #expect(older.outcome == .error(.systemCancel) && newer.outcome == .pending)
    #expect(story.appState("one") == .background && story.appState("two") == .inactive)
    try story.respond(.match)
    #expect(newer.outcome == .success(.biometry))
  }

  @Test("an evaluation that needs no prompt, or cannot have one, takes no screen")
  func noReplace() throws {
    let story = try Story()
    let app = story.connect()
    let context = try app.createContext()
    app.evaluate(.biometrics, in: context)
    try story.respond(.match)
    let pending = app.evaluate(.biometrics)
    #expect(app.evaluate(.biometrics, in: context).outcome == .success(.context))
    #expect(app.evaluate(.companion).outcome == .error(.companionNotAvailable))
    #expect(app.evaluate(.biometrics) { $0.interactionNotAllowed = true }.outcome == .error(.notInteractive))
    #expect(pending.outcome == .pending)
  }

  @Test("serialized: each waits its turn, and sees the world of its turn")
  func serialized() throws {
    let story = try Story(Self.serialize, .failedAttempts(4))
    let app = story.connect()
    let first = app.evaluate(.owner)
    let second = app.evaluate(.owner) { $0.reason = "second" }
    let third = app.evaluate(.biometrics)
    #expect(story.prompt?.reason == "Log in")
    try story.respond(.match)
    #expect(first.outcome == .success(.biometry))
    #expect(second.outcome == .pending && story.prompt?.reason == "second" && story.prompt?.id.number == 2)
    try story.set(.lockedOut)
    #expect(story.prompt?.pane == .passcode)
    try story.respond(.tapCancel)
    #expect(second.outcome == .error(.userCancel))
    // Its turn has come, and biometry is locked out.
    #expect(third.outcome == .error(.biometryLockout))
    #expect(story.prompt == nil && story.appState() == .foreground)
  }

  @Test("serialized: what waits ends as the prompt does when others end it")
  func serializedEnds() throws {
    let ends: [(Command, Outcome)] = [
      (.lock, .error(.systemCancel)), (.backgroundApp(Device.defaultApp), .error(.systemCancel)),
      (.restart, .error(.systemCancel)), (.reset, .error(.systemCancel)),
      (.shutDown, .error(.systemCancel)), (.clientClosed(ClientID(1)), .error(.appCancel)),
      (.terminateApp(Device.defaultApp), .failure(.appTerminated(app: Device.defaultApp))),
    ]
    for (command, outcome) in ends {
      let story = try Story(Self.serialize)
      let app = story.connect()
      let calls = (0..<3).map { _ in app.evaluate(.biometrics) }
      try story.harness(command)
      #expect(calls.map(\.outcome) == [outcome, outcome, outcome], "\(command)")
      let answered = story.effects.compactMap { effect -> CallID? in
        guard case .reply(let call, _) = effect, calls.contains(where: { $0.id == call }) else { return nil }
        return call
      }
      #expect(answered == calls.map(\.id), "in the order of their calls after \(command)")
      #expect(story.prompt == nil, "\(command)")
    }
  }

  @Test("serialized: one that waits can be taken back, or lose its context, and the rest goes on")
  func serializedCancel() throws {
    let story = try Story(Self.serialize)
    let app = story.connect()
    let context = try app.createContext()
    let first = app.evaluate(.biometrics)
    let second = app.evaluate(.biometrics)
    let third = app.evaluate(.biometrics, in: context)
    let fourth = app.evaluate(.biometrics)
    #expect(try story.verb(.cancelCall(second.id)))
    #expect(second.outcome == .failure(.cancelled))
    try app.invalidate(context)
    #expect(third.outcome == .error(.appCancel))
    try story.respond(.match)
    try story.respond(.tapCancel)
    #expect(first.outcome == .success(.biometry) && fourth.outcome == .error(.userCancel))
  }

  @Test("serialized: one whose turn comes without usage description takes its app down")
  func serializedPrivacy() throws {
    let story = try Story(Self.serialize, .lockedOut)
    let app = story.connect()
    let first = app.evaluate(.owner)
    let second = app.evaluate(.owner)
    try story.verb(.setApp(Device.defaultApp, AppChanges(usageDescription: false)))
    try story.respond(.enterPasscode("1234"))
    #expect(first.outcome == .success(.passcode))
    #expect(second.outcome == .failure(.appTerminated(app: Device.defaultApp)))
    #expect(story.appState() == .notRunning)
  }

  @Test("the same context again waits for the first one's outcome", arguments: Behavior.Concurrency.allCases)
  func sameContext(_ concurrency: Behavior.Concurrency) throws {
    for (response, outcome) in [
      (PromptResponse.match, Outcome.success(.biometry)), (.tapCancel, .error(.userCancel)),
    ] {
      let story = try Story(.knob { $0.concurrency = concurrency })
      let app = story.connect()
      let context = try app.createContext()
      let first = app.evaluate(.biometrics, in: context)
      let again = app.evaluate(.owner, in: context)
      #expect(first.outcome == .pending && again.outcome == .pending)
      #expect(story.prompt?.policy == .biometrics && story.prompt?.id.number == 1)
      try story.respond(response)
      #expect(first.outcome == outcome && again.outcome == outcome)
      #expect(story.prompt == nil)
    }
  }

  @Test("the same context in the queue as well, whatever its turn brings")
  func sameContextQueued() throws {
    let story = try Story(Self.serialize)
    let app = story.connect()
    let context = try app.createContext()
    app.evaluate(.owner)
    let queued = app.evaluate(.biometrics, in: context)
    let again = app.evaluate(.owner, in: context)
    // The owner's policy would have a prompt; the first one's outcome counts.
    try story.set(.lockedOut)
    try story.respond(.tapCancel)
    #expect(queued.outcome == .error(.biometryLockout) && again.outcome == .error(.biometryLockout))
  }

  @Test("those who joined are answered when another context takes the screen")
  func joinedAndReplaced() throws {
    let story = try Story()
    let app = story.connect()
    let context = try app.createContext()
    let calls = [app.evaluate(.biometrics, in: context), app.evaluate(.biometrics, in: context)]
    app.evaluate(.biometrics)
    #expect(calls.map(\.outcome) == [.error(.systemCancel), .error(.systemCancel)])
  }

  @Test("whoever takes its call back leaves the prompt to those who joined it")
  func joinedAndCancelled() throws {
    let story = try Story()
    let app = story.connect()
    let context = try app.createContext()
    let calls = (0..<3).map { _ in app.evaluate(.biometrics, in: context) }
    try story.verb(.cancelCall(calls[1].id))
    try story.verb(.cancelCall(calls[0].id))
    #expect(calls[0].outcome == .failure(.cancelled) && calls[1].outcome == .failure(.cancelled))
    #expect(calls[2].outcome == .pending && story.prompt?.id.number == 1)
    try story.respond(.match)
    #expect(calls[2].outcome == .success(.biometry))
  }

  @Test("the last one who takes its call back takes the prompt along; an unknown call changes nothing")
  func lastCancelled() throws {
    let story = try Story()
    let call = story.connect().evaluate(.biometrics)
    let prompt = try #require(story.prompt)
    #expect(try !story.verb(.cancelCall(CallID(999))))
    #expect(try story.verb(.cancelCall(call.id)))
    #expect(call.outcome == .failure(.cancelled))
    #expect(story.events.contains(.promptDismissed(prompt, .cancelled)))
    #expect(try !story.verb(.cancelCall(call.id)))
  }

  @Test("an app that asks again on every activation is shown prompt after prompt until it leaves")
  func endlessLoop() throws {
    let story = try Story()
    let app = story.connect()
    for number in 1...20 {
      let call = app.evaluate(.biometrics)
      #expect(story.prompt?.id.number == number)
      try story.respond(.tapCancel)
      #expect(call.outcome == .error(.userCancel) && story.appState() == .foreground)
    }
    let last = app.evaluate(.biometrics)
    try story.verb(.backgroundApp(Device.defaultApp))
    #expect(last.outcome == .error(.systemCancel))
    #expect(app.evaluate(.biometrics).outcome == .error(.notInteractive))
    #expect(story.prompt == nil)
  }
}
