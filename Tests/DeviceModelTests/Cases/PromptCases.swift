import DeviceModel
import Testing

/// Reported cases: what happens to prompts. The numbers are those of section 10 of the rulebook.
@Suite("Reported cases: prompts")
struct PromptCases {
  @Test("C09 Touch ID: three strikes end the call, five lock the sensor")
  func c09() throws {
    let story = try Story(.touchID)
    let app = story.connect()
    let first = app.evaluate(.biometrics)
    try story.respond([.nonMatch, .nonMatch])
    #expect(first.outcome == .pending && story.prompt?.attempt == 2)
    try story.respond(.nonMatch)
    #expect(first.outcome == .error(.authenticationFailed))
    #expect(try app.error(for: .biometrics) == nil)
    let second = app.evaluate(.biometrics)
    try story.respond(.nonMatch)
    #expect(second.outcome == .pending)
    try story.respond(.nonMatch)
    #expect(second.outcome == .error(.biometryLockout))
    #expect(try app.error(for: .biometrics) == .biometryLockout)
  }

  @Test("C10 Face ID: the call stays open after a failure")
  func c10() throws {
    for (last, error) in [(PromptResponse.tapFallback, LAErrorCode.userFallback), (.tapCancel, .userCancel)] {
      let story = try Story()
      let call = story.connect().evaluate(.biometrics)
      try story.respond(.nonMatch)
      #expect(call.outcome == .pending)
      #expect(Set(story.prompt?.buttons ?? []) == [.cancel, .tryAgain])
      try story.respond([.tapTryAgain, .nonMatch])
      #expect(call.outcome == .pending && story.prompt?.isScanning == false)
      #expect(Set(story.prompt?.buttons ?? []) == [.cancel, .fallback])
      #expect(story.undelivered(.match) == .scanningEnded)
      try story.respond(last)
      #expect(call.outcome == .error(error) && story.state.failedAttempts == 2)
    }
  }

  @Test("C12 only the passcode clears the lockout")
  func c12() throws {
    let story = try Story(.lockedOut)
    let app = story.connect()
    try story.advance(.seconds(86_400))
    #expect(try app.error(for: .biometrics) == .biometryLockout)
    try story.verb(.terminateApp(Device.defaultApp))
    let again = story.connect()
    #expect(try again.error(for: .biometrics) == .biometryLockout)
    try story.verb(.lock)
    #expect(story.refusal(of: .unlock(.biometry(identity: nil))) == .lockedOut)
    try story.verb(.restart)
    #expect(story.state.lockedOut)
    try story.verb(.unlock(.passcode("1234")))
    #expect(!story.state.lockedOut)

    let owner = try Story(.lockedOut)
    let client = owner.connect()
    let call = client.evaluate(.owner)
    #expect(owner.prompt?.pane == .passcode)
    try owner.respond(.enterPasscode("0000"))
    #expect(call.outcome == .pending)
    try owner.respond(.enterPasscode("1234"))
    #expect(call.outcome == .success(.passcode))
    #expect(try client.error(for: .biometrics) == nil)
    #expect(owner.state.failedAttempts == 0)
  }

  @Test("C13 owner with repeated wrong passcodes")
  func c13() throws {
    let story = try Story(.lockedOut)
    let call = story.connect().evaluate(.owner)
    for entry in 1...5 {
      try story.respond(.enterPasscode("000\(entry)"))
      #expect(call.outcome == .pending && story.state.passcodeRetryAfter == .zero)
    }
    try story.respond(.enterPasscode("0006"))
    #expect(story.refusal(of: .respond(.enterPasscode("1234"))) == .backOff)
    #expect(call.outcome == .pending && story.state.failedAttempts == 5)
    try story.advance(.minutes(1))
    try story.respond(.enterPasscode("1234"))
    #expect(call.outcome == .success(.passcode))
  }

  @Test("C15 an empty fallback title")
  func c15() throws {
    for sensor in BiometryType.sensors {
      let story = try Story(.sensor(sensor))
      let call = story.connect().evaluate(.biometrics) { $0.fallbackTitle = "" }
      try story.respond(.nonMatch)
      if sensor != .touchID { try story.respond(.tapTryAgain) }
      try story.respond(.nonMatch)
      let prompt = story.prompt
      #expect(prompt?.buttons == [.cancel])
      #expect(story.lacksControl(for: .tapFallback) && story.prompt == prompt)
      try story.respond(.tapCancel)
      #expect(call.outcome == .error(.userCancel))

      let owner = try Story(.sensor(sensor), .failedAttempts(4))
      owner.connect().evaluate(.owner) { $0.fallbackTitle = "" }
      try owner.respond(.nonMatch)
      #expect(owner.state.lockedOut && owner.prompt?.pane == .passcode)
    }
  }

  @Test("C16 fallback: which policy, and when the button exists")
  func c16() throws {
    for policy in [Policy.biometrics, .owner] {
      let story = try Story(.touchID)
      let call = story.connect().evaluate(policy)
      #expect(story.prompt?.buttons == [.cancel])
      #expect(story.lacksControl(for: .tapFallback))
      try story.respond(.nonMatch)
      #expect(Set(story.prompt?.buttons ?? []) == [.cancel, .fallback])
      try story.respond(.tapFallback)
      if policy == .biometrics {
        #expect(call.outcome == .error(.userFallback))
      } else {
        #expect(call.outcome == .pending && story.prompt?.pane == .passcode)
        try story.respond(.enterPasscode("1234"))
        #expect(call.outcome == .success(.passcode))
      }
    }
  }

  @Test("C17 cancel of an evaluation")
  func c17() throws {
    let story = try Story()
    let call = story.connect().evaluate(.biometrics) { $0.cancelTitle = "" }
    try story.respond(.tapCancel)
    #expect(call.outcome == .error(.userCancel))
  }

  @Test("C18 invalidate, or drop, a context while it evaluates")
  func c18() throws {
    let story = try Story()
    let app = story.connect()
    let context = try app.createContext()
    let call = app.evaluate(.biometrics, in: context)
    try app.invalidate(context)
    #expect(call.outcome == .error(.appCancel) && story.prompt == nil)
    #expect(app.evaluate(.biometrics, in: context).outcome == .error(.invalidContext))
    #expect(try app.error(for: .biometrics, in: context) == .invalidContext)
    #expect(try !app.invalidate(context))
    #expect(story.undelivered(.match) == .noPrompt)
    let dropped = story.connect()
    let pending = dropped.evaluate(.biometrics, in: try dropped.createContext())
    dropped.close()
    #expect(pending.outcome == .error(.appCancel) && story.prompt == nil)
  }

  @Test("C20 leaving the app or locking the phone in mid-prompt")
  func c20() throws {
    let story = try Story()
    let app = story.connect()
    let first = app.evaluate(.biometrics)
    try story.verb(.backgroundApp(Device.defaultApp))
    #expect(first.outcome == .error(.systemCancel) && story.prompt == nil)
    try story.verb(.activateApp(Device.defaultApp))
    #expect(story.prompt == nil)
    let second = app.evaluate(.biometrics)
    try story.verb(.lock)
    #expect(second.outcome == .error(.systemCancel) && story.state.failedAttempts == 0)
  }

  @Test("C22 the prompt makes the app inactive, not backgrounded")
  func c22() throws {
    let story = try Story()
    let app = story.connect()
    _ = try app.check(.biometrics)
    for (response, outcome) in [
      (PromptResponse.match, Outcome.success(.biometry)), (.tapCancel, .error(.userCancel)),
    ] {
      let mark = story.mark
      let call = app.evaluate(.biometrics)
      try story.respond(response)
      #expect(call.outcome == outcome)
      let lives = story.effects[mark...].compactMap { effect -> String? in
        switch effect {
        case .reply(call.id, _): "reply"
        case .event(let event):
          if case .appStateChanged(_, let state) = event.body { "\(state)" } else { nil }
        case .reply: nil
        }
      }
      #expect(lives == ["inactive", "reply", "foreground"])
    }
  }

  @Test("C25 evaluating the same context twice")
  func c25() throws {
    let story = try Story()
    let app = story.connect()
    let context = try app.createContext()
    let first = app.evaluate(.biometrics, in: context)
    try story.respond(.match)
    #expect(first.outcome == .success(.biometry))
    #expect(app.evaluate(.biometrics, in: context).outcome == .success(.context) && story.prompt == nil)
    #expect(app.evaluate(.biometrics, in: try app.createContext()).outcome == .pending)
  }

  @Test("C27 non-interactive mode")
  func c27() throws {
    let story = try Story()
    let app = story.connect()
    let context = try app.createContext { $0.interactionNotAllowed = true }
    #expect(app.evaluate(.biometrics, in: context).outcome == .error(.notInteractive))
    #expect(story.prompt == nil)
  }

  @Test("C42 a match sent before the prompt is up")
  func c42() throws {
    let story = try Story()
    #expect(story.undelivered(.match) == .noPrompt)
    let call = story.connect().evaluate(.biometrics)
    #expect(call.outcome == .pending)
    #expect(try story.respond(.match).outcome == .succeeded)
    #expect(story.undelivered(.match) == .noPrompt)
    #expect(call.outcome == .success(.biometry))
    try story.harness(.arm([ArmedResponse(.match), ArmedResponse(.match)]))
    #expect(story.connect().evaluate(.biometrics).outcome == .success(.biometry))
    try story.verb(.reset)
    #expect(story.connect().evaluate(.biometrics).outcome == .pending)
  }

  @Test("C44 several devices at once")
  func c44() throws {
    let (x, y) = (try Story(), try Story())
    let pending = y.connect().evaluate(.biometrics)
    let before = y.device
    try x.set(.nobodyEnrolled, .lockedOut)
    try x.verb(.setApp(Device.defaultApp, AppChanges(permission: .denied)))
    try x.advance(.minutes(60))
    #expect(x.undelivered(.match) == .noPrompt)
    #expect(y.device == before && pending.outcome == .pending)
  }

  @Test("C45 state leaking between tests")
  func c45() throws {
    let story = try Story()
    let fresh = story.device
    let app = story.connect()
    try story.verb(.setApp("b", AppChanges(permission: .denied, usageDescription: false)))
    try story.set(.touchID, .identities("x"), .failedAttempts(5), .passcode("0"), .companionNear)
    try story.advance(.minutes(5))
    let call = app.evaluate(.owner)
    #expect(call.outcome == .pending)
    try story.verb(.reset)
    #expect(call.outcome == .error(.systemCancel))
    #expect(story.device == fresh)
    try story.verb(.reset)
    #expect(story.device == fresh)
    // A copy is a snapshot.
    #expect(fresh.state == story.state)
  }

  @Test("C57 a client vanishes in mid-prompt")
  func c57() throws {
    let story = try Story()
    let gone = story.connect()
    let call = gone.evaluate(.biometrics)
    let prompt = try #require(story.prompt)
    gone.close()
    #expect(call.outcome == .error(.appCancel) && story.state.failedAttempts == 0)
    #expect(story.events.contains(.promptDismissed(prompt, .failed(.appCancel))))
    #expect(story.undelivered(.match) == .noPrompt)
    let next = story.connect().evaluate(.biometrics)
    try story.respond(.match)
    #expect(next.outcome == .success(.biometry))
    for _ in 0..<1000 {
      let client = story.connect()
      client.evaluate(.biometrics)
      client.close()
    }
    #expect(story.prompt == nil && story.appState() == .foreground)
  }
}
