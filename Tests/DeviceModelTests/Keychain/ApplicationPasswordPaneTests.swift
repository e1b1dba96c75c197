import DeviceModel
import JSON
import Schema
import Testing

/// Section 6 of the rulebook: the pane for the password of an item.
@Suite("The pane for an application password")
struct ApplicationPasswordPaneTests {
  /// A device with an item under the password "sesame".
  private func vault(
    _ flags: AccessControlFlags = .applicationPassword, on settings: Setting...
  ) throws -> (Story, AppClient) {
    let story = try Story(settings)
    let app = story.connect()
    let context = try app.createContext()
    try app.setCredential("sesame", of: context)
    #expect(app.add("K", flags, in: context) == .added)
    return (story, app)
  }

  @Test("a context without a password asks the person for it; the right one opens the item")
  func right() throws {
    let (story, app) = try vault()
    let read = app.read()
    let prompt = try #require(story.prompt)
    #expect(prompt.pane == .applicationPassword && prompt.buttons == [.cancel] && !prompt.isScanning)
    let report = try story.respond(.enterApplicationPassword(Secret("sesame")))
    #expect(report.matched && report.outcome == .succeeded)
    #expect(read.outcome == .items(["value of K"]))
    #expect(
      story.events.contains {
        if case .promptDismissed(_, .succeeded(.applicationPassword)) = $0 { true } else { false }
      })
    let update = app.update()
    try story.respond(.enterApplicationPassword(Secret("sesame")))
    #expect(update.outcome == .updated(1))
  }

  @Test("a wrong one ends the call with authFailed, counts as nothing, and cancel is a cancel")
  func wrong() throws {
    let (story, app) = try vault()
    let read = app.read()
    let report = try story.respond(.enterApplicationPassword(Secret("wrong")))
    #expect(!report.matched && report.outcome == .failed)
    #expect(read.outcome == .status(.authFailed) && story.prompt == nil)
    #expect(story.state.failedAttempts == 0 && story.state.passcodeFailures == 0)
    let cancelled = app.read()
    try story.respond(.tapCancel)
    #expect(cancelled.outcome == .status(.userCanceled))
  }

  @Test("it comes behind what else the item asks for")
  func behind() throws {
    let (story, app) = try vault([.applicationPassword, .biometryAny])
    let read = app.read()
    #expect(story.prompt?.pane == .biometry)
    #expect(story.lacksControl(for: .enterApplicationPassword(Secret("sesame"))))
    try story.respond(.match)
    #expect(story.prompt?.pane == .applicationPassword && read.outcome == .pending)
    #expect(story.undelivered(.match) == .applicationPasswordPane)
    #expect(story.lacksControl(for: .enterPasscode("1234")))
    try story.respond(.enterApplicationPassword(Secret("sesame")))
    #expect(read.outcome == .items(["value of K"]))
  }

  @Test("the context keeps what was typed, as if the app had set it")
  func context() throws {
    let (story, app) = try vault()
    let context = try app.createContext()
    let first = app.read(in: context)
    let second = app.update(in: context)
    try story.respond(.enterApplicationPassword(Secret("sesame")))
    #expect(first.outcome == .items(["value of K"]) && second.outcome == .updated(1))
    #expect(app.read(in: context).outcome == .items(["new"]))
    try app.setCredential(nil, of: context)
    #expect(app.read(in: context).outcome == .pending)
  }

  @Test("where no prompt may be shown, the item cannot be read")
  func withoutPrompt() throws {
    let (story, app) = try vault()
    #expect(app.read { $0.authenticationUI = .fail }.outcome == .status(.interactionNotAllowed))
    #expect(app.read { $0.authenticationUI = .skip }.outcome == .status(.itemNotFound))
    let context = try app.createContext { $0.interactionNotAllowed = true }
    #expect(app.read(in: context).outcome == .status(.interactionNotAllowed))
    try story.verb(.backgroundApp(Device.defaultApp))
    #expect(app.read().outcome == .status(.interactionNotAllowed))
    #expect(app.delete() == .deleted(1) && story.prompt == nil)
  }

  @Test("evaluateAccessControl asks as well; the context has the password then")
  func accessControl() throws {
    let (story, app) = try vault()
    let context = try app.createContext()
    let call = app.evaluate(control: .applicationPassword, in: context)
    #expect(story.prompt?.pane == .applicationPassword && story.prompt?.purpose == .evaluateAccessControl)
    try story.respond(.enterApplicationPassword(Secret("sesame")))
    #expect(call.outcome == .success(.applicationPassword))
    #expect(app.read(in: context).outcome == .items(["value of K"]))
    let wrong = try app.createContext()
    app.evaluate(control: .applicationPassword, in: wrong)
    try story.respond(.enterApplicationPassword(Secret("other")))
    #expect(app.read(in: wrong).outcome == .status(.authFailed))
  }

  @Test("one password for the items of a call; an item under another one is not opened")
  func several() throws {
    let (story, app) = try vault()
    let context = try app.createContext()
    try app.setCredential("other", of: context)
    #expect(app.add("L", .applicationPassword, in: context) == .added)
    for (entry, outcome) in [
      ("sesame", KeychainOutcome.status(.authFailed)), ("other", .status(.authFailed)),
    ] {
      let read = app.read(nil) { $0.limit = .max }
      try story.respond(.enterApplicationPassword(Secret(entry)))
      #expect(read.outcome == outcome)
    }
    let one = app.read("L")
    try story.respond(.enterApplicationPassword(Secret("other")))
    #expect(one.outcome == .items(["value of L"]))
  }

  @Test("it can be armed, and an archive keeps it and the prompt")
  func armed() throws {
    let (story, app) = try vault()
    try story.harness(.arm([ArmedResponse(.enterApplicationPassword(Secret("sesame")))]))
    #expect(app.read().outcome == .items(["value of K"]))
    let read = app.read()
    try story.harness(.arm([ArmedResponse(.enterApplicationPassword(Secret("sesame")), after: .seconds(1))]))
    var writer = JSONWriter()
    story.device.write(at: .unknown, into: &writer)
    var copy = try withJSON(writer.bytes) { try Device($0, at: .unknown) }
    #expect(copy.state.prompt?.pane == .applicationPassword)
    var effects: [Effect] = []
    copy.handle(
      .advanceClock(.seconds(1)), from: Caller(call: CallID(900), client: .harness), at: .zero, into: &effects
    )
    #expect(
      effects.contains { if case .reply(read.id, .success(.keychainItems)) = $0 { true } else { false } })
  }
}
