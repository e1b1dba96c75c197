import DeviceModel
import Schema
import Testing

/// What people met who keep secrets behind biometry, as stories: the cases of the keychain in section 10 of the
/// rulebook.
@Suite("Reported cases of the keychain")
struct KeychainCaseTests {
  private static let value = KeychainOutcome.items(["value of K"])

  @Test("a cancelled evaluation and a cancelled read have different numbers")
  func cancel() throws {
    let (story, client) = try Story.with(.biometryAny)
    let evaluation = client.evaluate(.biometrics)
    try story.respond(.tapCancel)
    #expect(evaluation.outcome == .error(.userCancel))
    let read = client.read()
    #expect(story.prompt?.cancelTitle == nil)
    try story.respond(.tapCancel)
    #expect(read.outcome == .status(.userCanceled))
    let second = client.read()
    try story.respond(.match)
    #expect(second.outcome == Self.value)
  }

  @Test("three strikes of Touch ID are a failed read, not a cancelled one")
  func strikes() throws {
    let (story, client) = try Story.with(.biometryAny, on: .touchID)
    let read = client.read()
    try story.respond([.nonMatch, .nonMatch])
    #expect(read.outcome == .pending)
    try story.respond(.nonMatch)
    #expect(read.outcome == .status(.authFailed))
  }

  @Test("a context withdrawn while it reads, or before, fails the read; a released one does as well")
  func withdrawn() throws {
    let (story, client) = try Story.with(.biometryAny)
    let context = try client.createContext()
    let read = client.read(in: context)
    try client.invalidate(context)
    #expect(read.outcome == .status(.authFailed))
    #expect(story.undelivered(.match) == .noPrompt)
    #expect(client.read(in: context).outcome == .status(.authFailed))
    let other = story.connect()
    let pending = other.read(in: try other.createContext())
    other.close()
    #expect(pending.outcome == .status(.authFailed))
    #expect(story.prompt == nil)
  }

  @Test("leaving the app or locking the phone while it reads is a failure that counts nothing")
  func leaving() throws {
    for command in [Command.backgroundApp(Device.defaultApp), .lock] {
      let (story, client) = try Story.with(.biometryAny)
      let read = client.read()
      try story.verb(command)
      #expect(read.outcome == .status(.authFailed))
      #expect(story.state.failedAttempts == 0)
    }
  }

  @Test("reading right after the unlock, before the app is in front, is told apart")
  func tooEarly() throws {
    let (story, client) = try Story.with(.biometryAny)
    try story.verb(.backgroundApp(Device.defaultApp))
    #expect(try client.error(for: .biometrics) == nil)
    #expect(client.evaluate(.biometrics).outcome == .error(.notInteractive))
    #expect(client.read().outcome == .status(.interactionNotAllowed))
    try story.verb(.activateApp(Device.defaultApp))
    #expect(client.read().outcome == .pending)
  }

  @Test("an app probes for a protected item without disturbing anybody")
  func probe() throws {
    let (story, client) = try Story.with(.biometryAny)
    client.add("plain")
    let context = try client.createContext { $0.interactionNotAllowed = true }
    #expect(client.evaluate(.biometrics, in: context).outcome == .error(.notInteractive))
    #expect(client.read(in: context).outcome == .status(.interactionNotAllowed))
    #expect(client.read("absent", in: context).outcome == .status(.itemNotFound))
    #expect(client.read("plain", in: context).outcome == .items(["value of plain"]))
    #expect(client.read { $0.authenticationUI = .fail }.outcome == .status(.interactionNotAllowed))
    #expect(
      client.read { ($0.returning, $0.authenticationUI) = (.init(), .fail) }.outcome
        == .status(.interactionNotAllowed))
    #expect(story.prompt == nil)
  }

  @Test("after a new finger the item of the current set is gone, and storing it again helps")
  func newFinger() throws {
    let (story, client) = try Story.with(.biometryCurrentSet, on: .touchID)
    let before = client.read()
    try story.respond(.match)
    #expect(before.outcome == Self.value)
    try story.verb(.enroll(identity: "finger-2"))
    #expect(client.read().outcome == .status(.itemNotFound))
    try story.verb(.unenroll(identity: "finger-2"))
    #expect(client.read().outcome == .status(.itemNotFound))
    #expect(client.add("K", .biometryCurrentSet) == .added)
  }

  @Test("another person's face opens biometryAny after a re-enrolment")
  func otherFace() throws {
    let (story, client) = try Story.with(.biometryAny)
    try story.verb(.enroll(identity: "mum"))
    try story.verb(.unenroll(identity: "face-1"))
    let read = client.read()
    try story.respond(.match(by: "mum"))
    #expect(read.outcome == Self.value)
  }

  @Test("storing a biometric item with nobody enrolled fails, even with a passcode as the alternative")
  func nobodyEnrolled() throws {
    let story = try Story(.nobodyEnrolled)
    let client = story.connect()
    #expect(client.add("A", .biometryAny) == .status(.authFailed))
    #expect(client.add("C", [.biometryCurrentSet, .or, .devicePasscode]) == .status(.authFailed))
    #expect(story.state.keychain.isEmpty)
    #expect(client.add("U", .userPresence) == .added)
    #expect(client.add("P", .devicePasscode) == .added)
  }

  @Test("the keychain never says locked out")
  func lockedOut() throws {
    for flags in [AccessControlFlags.biometryAny, .biometryCurrentSet] {
      let (story, client) = try Story.with(flags)
      try story.set(.lockedOut)
      #expect(client.read().outcome == .status(.authFailed))
      #expect(story.prompt == nil)
      let owner = client.evaluate(.owner)
      try story.respond(.enterPasscode("1234"))
      #expect(owner.outcome == .success(.passcode))
      let read = client.read()
      try story.respond(.match)
      #expect(read.outcome == Self.value)
    }
  }

  @Test("check, then update, then read: each protected step asks, and a context asks once")
  func prompts() throws {
    let story = try Story()
    let client = story.connect()
    #expect(client.add("K", .biometryAny) == .added)
    #expect(client.add("K", .biometryAny) == .status(.duplicateItem))
    #expect(story.prompt == nil)
    let update = client.update(to: "value of K")
    try story.respond(.match)
    #expect(update.outcome == .updated(1))
    let cancelled = client.update(to: "lost")
    try story.respond(.tapCancel)
    #expect(cancelled.outcome == .status(.userCanceled))
    let context = try client.createContext()
    let read = client.read(in: context)
    try story.respond(.match)
    #expect(read.outcome == Self.value)
    #expect(client.update(to: "newer", in: context).outcome == .updated(1))
    #expect(client.delete() == .deleted(1))
    #expect(client.delete() == .status(.itemNotFound))
    #expect(story.events.count { if case .promptShown = $0 { true } else { false } } == 3)
  }

  @Test(
    "the simulator hands out a protected item as little as a device", arguments: Behavior.Profile.allCases)
  func enforced(_ profile: Behavior.Profile) throws {
    let (story, client) = try Story.with(.biometryAny, on: .knob { $0.profile = profile })
    let refused = client.read()
    #expect(refused.outcome == .pending)
    try story.respond([.nonMatch, .tapCancel])
    #expect(refused.outcome == .status(.userCanceled))
    #expect(!story.effects.contains { "\($0)".contains("value of K") })
    let read = client.read()
    try story.respond(.match)
    #expect(read.outcome == Self.value)
  }

  @Test("C67 a library's query for all items asks because of one, and its delete asks nobody")
  func sweeping() throws {
    let (story, client) = try Story.with(.biometryAny)
    client.add("plain")
    let all = { (ui: AuthenticationUI) in
      client.read(nil) {
        $0.limit = .max
        $0.authenticationUI = ui
      }
    }
    let asked = all(.allow)
    #expect(asked.outcome == .pending)
    try story.respond(.tapCancel)
    #expect(asked.outcome == .status(.userCanceled))
    #expect(all(.fail).outcome == .status(.interactionNotAllowed))
    #expect(all(.skip).outcome == .items(["value of plain"]))
    #expect(client.delete(nil) == .deleted(2))
    #expect(story.prompt == nil)
  }

  @Test("nobody's keychain is touched by what happens to another device")
  func isolation() throws {
    let (story, _) = try Story.with(.biometryCurrentSet)
    let (other, client) = try Story.with(.biometryCurrentSet)
    try story.verb(.enroll(identity: "second"))
    try story.verb(.resetKeychain(app: nil))
    let read = client.read()
    try other.respond(.match)
    #expect(read.outcome == Self.value)
  }
}
