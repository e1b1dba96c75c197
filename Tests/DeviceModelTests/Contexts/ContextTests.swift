import DeviceModel
import Schema
import Testing

/// Section 4 of the rulebook.
@Suite("Contexts")
struct ContextTests {
  private let unknown = ContextID("c99") ?? ContextID(99)

  @Test("ids count from one and are read back only as they were given out")
  func ids() throws {
    let app = try Story().connect()
    #expect(try app.createContext().description == "c1")
    #expect(try app.createContext().description == "c2")
    #expect(ContextID("c12") == ContextID(12))
    for text in ["", "c", "c0", "c01", "c-1", "p1", "C1", "c1 ", "c99999999999999999999"] {
      #expect(ContextID(text) == nil, "\(text)")
    }
  }

  @Test("a context belongs to its connection and dies with it")
  func belongs() throws {
    let story = try Story()
    let (one, two) = (story.connect(), story.connect())
    let context = try one.createContext()
    #expect(throws: Failure.unknownContext(context)) { try two.check(.biometrics, in: context) }
    #expect(two.evaluate(.biometrics, in: context).outcome == .failure(.unknownContext(context)))
    one.close()
    #expect(throws: Failure.unknownContext(context)) { try one.check(.biometrics, in: context) }
  }

  @Test("a context that never was is unknown, whatever it is used for")
  func unknownEverywhere() throws {
    let app = try Story().connect()
    #expect(throws: Failure.unknownContext(unknown)) { try app.check(.biometrics, in: unknown) }
    #expect(throws: Failure.unknownContext(unknown)) { try app.domainState(in: unknown) }
    #expect(throws: Failure.unknownContext(unknown)) { try app.invalidate(unknown) }
    #expect(app.evaluate(.owner, in: unknown).outcome == .failure(.unknownContext(unknown)))
  }

  @Test("a context speaks for the app it was made for")
  func speaksFor() throws {
    let story = try Story()
    let bank = story.connect("bank")
    let context = try bank.createContext()
    let nameless = AppClient(story: story, client: bank.client, app: nil)
    nameless.evaluate(.biometrics, in: context)
    #expect(story.prompt?.app == "bank")
    let other = AppClient(story: story, client: bank.client, app: "other")
    guard case .failure(.invalidParameter("app", _)) = other.evaluate(.owner, in: context).outcome else {
      Issue.record("another app's context")
      return
    }
    #expect(story.state.apps.map(\.app) == ["bank"])
  }

  @Test("invalidating twice changes nothing the second time")
  func invalidateTwice() throws {
    let app = try Story().connect()
    let context = try app.createContext()
    #expect(try app.invalidate(context))
    #expect(try !app.invalidate(context))
  }

  @Test("a reset drops them all")
  func reset() throws {
    let story = try Story()
    let app = story.connect()
    let context = try app.createContext()
    try story.verb(.reset)
    #expect(throws: Failure.unknownContext(context)) { try app.check(.biometrics, in: context) }
    #expect(try app.createContext().description == "c1")
  }
}

/// Section 4 of the rulebook.
@Suite("An authenticated context")
struct AuthenticatedContextTests {
  /// Who satisfied a context, and which policies it satisfies later on.
  private static let satisfied: [(Policy, PromptResponse, [Setting], Set<Policy>)] = [
    (.biometrics, .match, [], [.biometrics, .owner, .biometricsOrCompanion]),
    (.owner, .match, [], [.biometrics, .owner, .biometricsOrCompanion]),
    (.owner, .enterPasscode("1234"), [.lockedOut], [.owner]),
    (.companion, .approveCompanion, [], [.companion, .biometricsOrCompanion]),
    (.biometricsOrCompanion, .match, [], [.biometrics, .owner, .biometricsOrCompanion]),
    (.biometricsOrCompanion, .approveCompanion, [], [.companion, .biometricsOrCompanion]),
  ]

  @Test("needs no new prompt for what it was authenticated for", arguments: 0..<satisfied.count)
  func serves(_ index: Int) throws {
    let (policy, response, settings, policies) = Self.satisfied[index]
    for later in Policy.allCases {
      let story = try Story(settings + [.companionNear])
      let app = story.connect()
      let context = try app.createContext()
      app.evaluate(policy, in: context)
      try story.respond(response)
      let call = app.evaluate(later, in: context)
      #expect(call.outcome == (policies.contains(later) ? .success(.context) : .pending), "\(later)")
      #expect(app.evaluate(later).outcome == .pending, "a fresh one")
    }
  }

  @Test("serves until it is as old as its lifetime", arguments: [nil, 5.0])
  func lifetime(_ seconds: Double?) throws {
    let story = try Story(
      .knob { knobs in seconds.map { knobs.contextAuthenticationLifetime = .seconds($0) } })
    let app = story.connect()
    let context = try app.createContext()
    app.evaluate(.biometrics, in: context)
    try story.respond(.match)
    try story.advance(.seconds(seconds ?? 600) - Nanoseconds(1))
    #expect(app.evaluate(.biometrics, in: context).outcome == .success(.context))
    // Being served does not make it younger.
    try story.advance(Nanoseconds(1))
    #expect(app.evaluate(.biometrics, in: context).outcome == .pending)
  }

  @Test("a lifetime of zero asks every time")
  func zeroLifetime() throws {
    let story = try Story(.knob { $0.contextAuthenticationLifetime = .zero })
    let app = story.connect()
    let context = try app.createContext()
    app.evaluate(.biometrics, in: context)
    try story.respond(.match)
    #expect(app.evaluate(.biometrics, in: context).outcome == .pending)
  }

  @Test("is refused where the policy has become unavailable")
  func availabilityFirst() throws {
    let story = try Story()
    let app = story.connect()
    let context = try app.createContext()
    app.evaluate(.biometrics, in: context)
    try story.respond(.match)
    try story.set(.lockedOut)
    #expect(app.evaluate(.biometrics, in: context).outcome == .error(.biometryLockout))
    #expect(app.evaluate(.owner, in: context).outcome == .success(.context))
  }

  @Test("an evaluation that fails authenticates nothing")
  func failures() throws {
    let story = try Story(.touchID)
    let app = story.connect()
    let context = try app.createContext()
    app.evaluate(.biometrics, in: context)
    try story.respond([.nonMatch, .tapFallback])
    #expect(app.evaluate(.biometrics, in: context).outcome == .pending)
  }

  @Test("locking and unlocking the device leaves it authenticated")
  func lockAndUnlock() throws {
    let story = try Story()
    let app = story.connect()
    let context = try app.createContext()
    app.evaluate(.biometrics, in: context)
    try story.respond(.match)
    try story.verb(.lock)
    try story.verb(.unlock(.passcode("1234")))
    #expect(app.evaluate(.biometrics, in: context).outcome == .success(.context))
  }
}

/// Section 4 of the rulebook.
@Suite("The reuse of a device unlock")
struct ReuseTests {
  private func unlocked(_ method: UnlockMethod, _ settings: Setting...) throws -> (Story, AppClient) {
    let story = try Story(settings)
    let app = story.connect()
    _ = try app.check(.biometrics)
    try story.verb(.lock)
    try story.verb(.unlock(method))
    return (story, app)
  }

  /// Reuse duration, time since the unlock, whether it is reused.
  private static let windows: [(Double, Double, Bool)] = [
    (0, 0, false), (10, 0, true), (10, 10, true), (10, 10.000_000_001, false), (300, 300, true),
    (300, 300.000_000_001, false), (1e6, 300, true), (1e6, 300.000_000_001, false),
  ]

  @Test(
    "a biometric unlock serves for the reuse duration, five minutes at most", arguments: 0..<windows.count)
  func window(_ index: Int) throws {
    let (duration, age, isReused) = Self.windows[index]
    for policy in [Policy.biometrics, .owner, .biometricsOrCompanion] {
      let (story, app) = try unlocked(.biometry(identity: nil))
      if age > 0 { try story.advance(.seconds(age)) }
      let call = app.evaluate(policy) { $0.reuseDuration = .seconds(duration) }
      #expect(call.outcome == (isReused ? .success(.reuse) : .pending), "\(policy)")
      #expect((call.domainState != nil) == isReused)
    }
  }

  @Test("the duration may be the context's")
  func contextDuration() throws {
    let (_, app) = try unlocked(.biometry(identity: nil))
    let context = try app.createContext { $0.reuseDuration = .seconds(60) }
    #expect(app.evaluate(.biometrics, in: context).outcome == .success(.reuse))
    // It authenticates the context as the scan at the lock screen did.
    #expect(app.evaluate(.biometrics, in: context).outcome == .success(.context))
  }

  @Test("a passcode unlock opens no window, and closes an open one")
  func passcode() throws {
    let (story, app) = try unlocked(.biometry(identity: nil))
    try story.verb(.lock)
    try story.verb(.unlock(.passcode("1234")))
    #expect(story.state.lastUnlock == .init(method: .passcode, time: .zero))
    #expect(app.evaluate(.biometrics) { $0.reuseDuration = .seconds(60) }.outcome == .pending)
  }

  @Test("an unlock without a passcode opens none")
  func noPasscode() throws {
    let (story, app) = try unlocked(.biometry(identity: nil), .noPasscode)
    #expect(story.state.lastUnlock == nil)
    try story.verb(.setPasscode("1"))
    #expect(app.evaluate(.biometrics) { $0.reuseDuration = .seconds(60) }.outcome == .pending)
  }

  @Test("a scan in an app opens none")
  func appScan() throws {
    let story = try Story()
    let app = story.connect()
    app.evaluate(.biometrics)
    try story.respond(.match)
    #expect(app.evaluate(.biometrics) { $0.reuseDuration = .seconds(60) }.outcome == .pending)
  }

  @Test("what is unavailable stays so, and the companion's policy has no window")
  func unavailable() throws {
    let (story, app) = try unlocked(.biometry(identity: nil), .companionNear)
    let reuse: (inout EvaluationRequest) -> Void = { $0.reuseDuration = .seconds(60) }
    #expect(app.evaluate(.companion, nil, reuse).outcome == .pending)
    try story.set(.lockedOut)
    #expect(app.evaluate(.biometrics, nil, reuse).outcome == .error(.biometryLockout))
    // Biometry that waits for the passcode vouches for nobody.
    #expect(app.evaluate(.owner, nil, reuse).outcome == .pending)
    #expect(story.prompt?.pane == .passcode)
  }

  @Test("a restart closes it")
  func restart() throws {
    let (story, _) = try unlocked(.biometry(identity: nil))
    try story.verb(.restart)
    #expect(story.state.lastUnlock == nil)
  }
}

extension AppClient {
  fileprivate func evaluate(
    _ policy: Policy, _ context: ContextID?, _ change: (inout EvaluationRequest) -> Void
  ) -> Call { evaluate(policy, in: context, change) }
}
