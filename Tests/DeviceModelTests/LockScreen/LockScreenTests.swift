import DeviceModel
import Schema
import Testing

/// Section 5 of the rulebook.
@Suite("The lock screen")
struct LockScreenTests {
  private static let biometry = Command.unlock(.biometry(identity: nil))

  @Test("locking and unlocking are told once, and a state that holds changes nothing")
  func lockAndUnlock() throws {
    let story = try Story()
    #expect(try story.verb(.lock))
    #expect(try !story.verb(.lock))
    #expect(story.state.deviceLocked)
    #expect(try story.verb(Self.biometry))
    #expect(try !story.verb(Self.biometry))
    #expect(try !story.verb(.unlock(.passcode("wrong"))))
    #expect(!story.state.deviceLocked && story.state.passcodeFailures == 0)
    #expect(
      story.events == [
        .deviceLocked, .scan(prompt: nil, matched: true, failedAttempts: 0),
        .deviceUnlocked(with: .biometry),
      ])
  }

  @Test("the app that comes back is told from one whose name only looks the same")
  func bytes() throws {
    let story = try Story()
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    try story.verb(.launchApp(decomposed))
    try story.verb(.launchApp(composed))
    try story.verb(.lock)
    #expect(try !story.verb(.activateApp(composed)))
    #expect(try !story.verb(.backgroundApp(decomposed)))
    #expect(try story.verb(.activateApp(decomposed)))
    try story.verb(Self.biometry)
    #expect(story.state.apps.filter { $0.status.state == .foreground }.map(\.app.utf8.count) == [6])
  }

  @Test("the unlock is remembered with its method and time")
  func lastUnlock() throws {
    let story = try Story()
    #expect(story.state.lastUnlock == nil)
    try story.advance(.seconds(3))
    try story.verb(.lock)
    try story.verb(Self.biometry)
    #expect(story.state.lastUnlock == .init(method: .biometry, time: .seconds(3)))
    try story.advance(.seconds(2))
    try story.verb(.lock)
    #expect(story.state.lastUnlock == .init(method: .biometry, time: .seconds(3)))
    try story.verb(.unlock(.passcode("1234")))
    #expect(story.state.lastUnlock == .init(method: .passcode, time: .seconds(5)))
  }

  /// Why biometry opens nothing.
  private static let refusals: [([Setting], Command?, RefusalReason)] = [
    ([.noSensor], nil, .noSensor), ([.nobodyEnrolled], nil, .notEnrolled),
    ([.lockedOut], nil, .lockedOut), ([.touchID, .lockedOut(.remoteLock)], nil, .lockedOut),
    ([], .restart, .notUnlockedSinceBoot), ([.nobodyEnrolled], .restart, .notEnrolled),
    ([.simulator], .restart, .notUnlockedSinceBoot),
  ]

  @Test("biometry is refused, and says why, where it may not open", arguments: 0..<refusals.count)
  func refused(_ index: Int) throws {
    let (settings, command, reason) = Self.refusals[index]
    let story = try Story(settings)
    try story.verb(command ?? .lock)
    let before = story.device
    #expect(story.refusal(of: Self.biometry) == reason)
    #expect(story.device == before)
    #expect(try story.verb(.unlock(.passcode("1234"))))
  }

  @Test("a non-match is refused and counts")
  func nonMatch() throws {
    let story = try Story(.touchID)
    try story.verb(.lock)
    #expect(story.refusal(of: .unlock(.biometry(identity: "stranger"))) == .noMatch)
    #expect(story.state.failedAttempts == 1 && story.state.deviceLocked)
    #expect(story.events.last == .scan(prompt: nil, matched: false, failedAttempts: 1))
    #expect(try story.verb(.unlock(.biometry(identity: "finger-1"))))
    #expect(story.state.failedAttempts == 0)
  }

  @Test("a wrong passcode is refused and counts; the right one clears the lockout")
  func passcode() throws {
    let story = try Story(.lockedOut)
    try story.verb(.lock)
    #expect(story.refusal(of: .unlock(.passcode("0000"))) == .wrongPasscode)
    #expect(story.state.passcodeFailures == 1 && story.state.deviceLocked && story.state.lockedOut)
    #expect(try story.verb(.unlock(.passcode("1234"))))
    #expect(!story.state.lockedOut && story.state.failedAttempts == 0)
    #expect(story.state.passcodeFailures == 0)
    #expect(story.events.last == .deviceUnlocked(with: .passcode))
  }

  @Test("a passcode unlock resets the failed scans without a lockout too")
  func passcodeResets() throws {
    let story = try Story(.failedAttempts(4))
    try story.verb(.lock)
    try story.verb(.unlock(.passcode("1234")))
    #expect(story.state.failedAttempts == 0)
  }

  @Test(
    "without a passcode nothing is asked",
    arguments: [UnlockMethod.biometry(identity: nil), .biometry(identity: "stranger"), .passcode("x")])
  func noPasscode(_ method: UnlockMethod) throws {
    let story = try Story(.noPasscode)
    try story.verb(.lock)
    #expect(story.state.deviceLocked)
    #expect(try story.verb(.unlock(method)))
    #expect(story.state.failedAttempts == 0 && story.state.passcodeFailures == 0)
    #expect(story.events == [.deviceLocked, .deviceUnlocked(with: nil)])
  }

  @Test("scans on the prompt's way reach no lock screen")
  func scans() throws {
    let story = try Story()
    try story.verb(.lock)
    #expect(story.undelivered(.match) == .noPrompt)
    #expect(story.state.deviceLocked)
  }

  @Test("the app in front goes to the background and comes back")
  func appComesBack() throws {
    let story = try Story()
    _ = try story.connect("a").check(.biometrics)
    _ = try story.connect("b").check(.biometrics)
    try story.verb(.lock)
    #expect(story.appState("a") == .background && story.appState("b") == .background)
    try story.verb(Self.biometry)
    #expect(story.appState("a") == .background && story.appState("b") == .foreground)
  }

  @Test("an app that was in the background stays there")
  func backgroundStays() throws {
    let story = try Story()
    _ = try story.connect().check(.biometrics)
    try story.verb(.backgroundApp(Device.defaultApp))
    try story.verb(.lock)
    try story.verb(Self.biometry)
    #expect(story.appState() == .background)
  }

  @Test("an app that starts behind the lock screen stays in the background once it is open")
  func startsBehind() throws {
    let story = try Story()
    _ = try story.connect("a").check(.biometrics)
    try story.verb(.lock)
    _ = try story.connect("b").check(.biometrics)
    #expect(story.appState("b") == .background)
    try story.verb(Self.biometry)
    #expect(story.appState("b") == .background && story.appState("a") == .foreground)
  }

  @Test("an app that is killed or sent away behind the lock screen does not come back")
  func doesNotComeBack() throws {
    for command in [Command.terminateApp(Device.defaultApp), .backgroundApp(Device.defaultApp)] {
      let story = try Story()
      _ = try story.connect().check(.biometrics)
      try story.verb(.lock)
      #expect(try story.verb(command))
      try story.verb(Self.biometry)
      #expect(story.appState() != .foreground)
    }
  }

  @Test("a passcode set on a locked device is asked for")
  func passcodeSetWhileLocked() throws {
    let story = try Story(.noPasscode)
    try story.verb(.lock)
    try story.verb(.setPasscode("9"))
    #expect(story.refusal(of: .unlock(.passcode("1234"))) == .wrongPasscode)
    #expect(try story.verb(.unlock(.passcode("9"))))
  }
}

/// Section 5 of the rulebook.
@Suite("Restart")
struct RestartTests {
  @Test("leaves the device locked, not unlocked since boot, and biometry waiting for the passcode")
  func restart() throws {
    let story = try Story()
    try story.verb(.lock)
    try story.verb(.unlock(.biometry(identity: nil)))
    let mark = story.mark
    #expect(try story.verb(.restart))
    let state = story.state
    #expect(state.deviceLocked && !state.unlockedSinceBoot && state.lastUnlock == nil)
    #expect(state.lockedOut && state.lockoutReason == .restart && state.failedAttempts == 0)
    #expect(
      story.events(since: mark) == [
        .stateChanged(fields: [.unlockedSinceBoot, .lastUnlock]), .lockout(.restart), .deviceLocked,
      ])
    #expect(try !story.verb(.restart))
    try story.verb(.unlock(.passcode("1234")))
    #expect(story.state.unlockedSinceBoot && !story.state.lockedOut)
    #expect(try story.connect().error(for: .biometrics) == nil)
  }

  @Test(
    "gives no lockout without a passcode, without a sensor, or in the simulator's profile",
    arguments: [Setting.noPasscode, .noSensor, .simulator])
  func noLockout(_ setting: Setting) throws {
    let story = try Story(setting)
    try story.verb(.restart)
    #expect(!story.state.lockedOut && story.state.deviceLocked && !story.state.unlockedSinceBoot)
    #expect(try story.verb(.unlock(.passcode("1234"))))
    #expect(story.state.unlockedSinceBoot)
  }

  @Test("leaves an earlier lockout and its count")
  func earlierLockout() throws {
    let story = try Story(.lockedOut)
    try story.verb(.restart)
    #expect(story.state.lockoutReason == .failedAttempts && story.state.failedAttempts == 5)
  }

  @Test("ends what is pending with systemCancel, and then no app is running")
  func apps() throws {
    let story = try Story()
    let (one, two) = (story.connect("one"), story.connect("two"))
    _ = try one.check(.biometrics)
    let call = two.evaluate(.biometrics)
    let mark = story.mark
    try story.verb(.restart)
    #expect(call.outcome == .error(.systemCancel))
    #expect(story.appState("one") == .notRunning && story.appState("two") == .notRunning)
    let gone = story.events(since: mark).compactMap { event -> String? in
      switch event {
      case .promptDismissed(_, .failed(.systemCancel)): "prompt"
      case .appTerminated(let app, .restart): app
      default: nil
      }
    }
    #expect(gone == ["prompt", "one", "two"])
    #expect(throws: Failure.appTerminated(app: "one")) { try one.check(.biometrics) }
    #expect(two.evaluate(.owner).outcome == .failure(.appTerminated(app: "two")))
  }

  @Test("only new connections launch an app again, behind the lock screen at first")
  func newConnections() throws {
    let story = try Story()
    let old = story.connect()
    _ = try old.check(.biometrics)
    try story.verb(.restart)
    _ = try story.connect().check(.owner)
    #expect(story.appState() == .background)
    try story.verb(.unlock(.passcode("1234")))
    #expect(story.appState() == .background)
    #expect(throws: Failure.appTerminated(app: Device.defaultApp)) { try old.check(.biometrics) }
  }

  @Test("keeps what is on the disk: enrolment, passcode and its back-off, permissions, the clock")
  func keeps() throws {
    let story = try Story(.touchID, .identities("a", "b"), .passcodeFailures(6), .companionNear)
    try story.verb(.setApp("x", AppChanges(permission: .denied, usageDescription: false)))
    try story.advance(.seconds(10))
    let before = story.state
    try story.verb(.restart)
    let after = story.state
    #expect(after.identities == before.identities && after.apps == before.apps)
    #expect(after.passcodeFailures == 6 && after.passcodeRetryAfter == .seconds(50))
    #expect(after.clock == before.clock && after.companion.isNear && after.behavior == before.behavior)
  }
}
