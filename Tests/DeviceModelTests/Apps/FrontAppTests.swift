import DeviceModel
import Schema
import Testing

/// Section 1 of the rulebook, "Apps": who is in front, beside it, behind it or covered.
@Suite("Apps that are not the front app")
struct FrontAppTests {
  private let app = "com.example.app"
  private let other = "com.example.other"

  /// A device with the app in front and an extension of it, which was launched or not.
  private func story(_ settings: Setting..., launching: Command? = nil) throws -> (
    Story, AppClient, AppClient
  ) {
    let story = try Story(settings)
    let client = story.connect(app)
    _ = try client.check(.owner)
    var changes = AppChanges()
    changes.kind = .extension
    try story.verb(.setApp(other, changes))
    if let launching { try story.verb(launching) }
    return (story, client, story.connect(other))
  }

  @Test(
    "C71 a first call never takes the screen from a prompt of another app",
    arguments: [Command.setApp("com.example.other", AppChanges()), .installApp("com.example.other")])
  func prompt(_ command: Command) throws {
    let story = try Story()
    try story.verb(.setApp(other, AppChanges(permission: .denied)))
    try story.verb(command)
    let (first, second) = (story.connect(app), story.connect(other))
    let call = first.evaluate(.owner)
    let mark = story.mark
    _ = try second.check(.owner)
    #expect(call.outcome == .pending && story.prompt?.app == app)
    #expect(story.appState(other) == .background)
    #expect(story.events(since: mark) == [.appStateChanged(app: other, .background)])
    #expect(second.evaluate(.owner).outcome == .error(.notInteractive))
    #expect(call.outcome == .pending)
  }

  @Test("an extension that only calls stays in the background, and may not prompt")
  func pushHandler() throws {
    let (story, _, handler) = try story()
    #expect(try handler.error(for: .owner) == nil)
    #expect(story.appState(other) == .background && story.appState(app) == .foreground)
    #expect(handler.evaluate(.owner).outcome == .error(.notInteractive))
  }

  @Test("an extension that is launched comes up beside the app, prompts over it, and goes with it")
  func shareSheet() throws {
    let (story, client, sheet) = try story(launching: .launchApp("com.example.other"))
    #expect(story.appState(other) == .foreground && story.appState(app) == .foreground)
    let call = sheet.evaluate(.owner)
    #expect(story.prompt?.app == other)
    try story.respond(.match)
    #expect(call.outcome == .success(.biometry))
    let own = client.evaluate(.owner)
    #expect(own.outcome == .pending)
    try story.verb(.lock)
    #expect(own.outcome == .error(.systemCancel))
    #expect(story.appState(other) == .background && story.appState(app) == .background)
    try story.verb(.unlock(.passcode("1234")))
    #expect(story.appState(other) == .background && story.appState(app) == .foreground)
  }

  @Test("an app that runs does not turn into an extension")
  func kind() throws {
    let (story, _, _) = try story()
    var changes = AppChanges()
    changes.kind = .extension
    #expect(story.refusal(of: .setApp(app, changes)) == .contradiction)
    #expect(story.state.apps.first { $0.app == app }?.status.kind == .app)
    try story.verb(.terminateApp(app))
    #expect(try story.verb(.setApp(app, changes)))
  }

  @Test("launched in the background an app stays there, and one that runs stays where it is")
  func inBackground() throws {
    let story = try Story()
    #expect(try story.verb(.launchApp(other, inBackground: true)))
    #expect(story.appState(other) == .background)
    #expect(story.connect(other).evaluate(.owner).outcome == .error(.notInteractive))
    #expect(try story.verb(.launchApp(other)))
    #expect(try !story.verb(.launchApp(other, inBackground: true)))
    #expect(story.appState(other) == .foreground)
    try story.verb(.uninstallApp(other))
    #expect(story.refusal(of: .launchApp(other, inBackground: true)) == .appNotInstalled)
  }

  @Test("what is launched behind the lock screen stays in the background after the unlock")
  func launchedWhileLocked() throws {
    let story = try Story()
    _ = try story.connect(app).check(.owner)
    try story.verb(.lock)
    _ = try story.connect(other).check(.owner)
    try story.verb(.launchApp("third"))
    try story.verb(.unlock(.passcode("1234")))
    #expect(story.appState(other) == .background && story.appState("third") == .background)
    #expect(story.appState(app) == .foreground)
  }

  @Test("C83 a covered app is inactive without a prompt, may evaluate, and is inactive until it is uncovered")
  func covered() throws {
    let story = try Story()
    let client = story.connect(app)
    _ = try client.check(.owner)
    let mark = story.mark
    #expect(try story.verb(.coverApp(app)))
    #expect(try !story.verb(.coverApp(app)))
    #expect(story.events(since: mark) == [.appStateChanged(app: app, .inactive)])
    let call = client.evaluate(.owner)
    try story.respond(.match)
    #expect(call.outcome == .success(.biometry))
    #expect(story.appState(app) == .inactive)
    #expect(try story.verb(.uncoverApp(app)))
    #expect(try !story.verb(.uncoverApp(app)))
    #expect(story.appState(app) == .foreground)
  }

  @Test("a cover ends no prompt, and goes when the app leaves the front")
  func coverEnds() throws {
    let story = try Story()
    let client = story.connect(app)
    let call = client.evaluate(.owner)
    #expect(try story.verb(.coverApp(app)))
    #expect(call.outcome == .pending)
    try story.verb(.uncoverApp(app))
    #expect(call.outcome == .pending && story.appState(app) == .inactive)
    try story.verb(.coverApp(app))
    try story.verb(.backgroundApp(app))
    #expect(call.outcome == .error(.systemCancel))
    try story.verb(.activateApp(app))
    #expect(story.appState(app) == .foreground)
  }

  @Test("C83 an app is active again only so long after its reply as the sheet takes to leave")
  func dismissDelay() throws {
    let story = try Story(.knob { $0.dismissDelay = Nanoseconds(seconds: 1) })
    let client = story.connect(app)
    let call = client.evaluate(.owner)
    try story.respond(.match)
    #expect(call.outcome == .success(.biometry))
    #expect(story.appState(app) == .inactive)
    // It may ask again meanwhile, and then is inactive for that.
    client.evaluate(.owner)
    try story.advance(Nanoseconds(seconds: 5))
    #expect(story.appState(app) == .inactive && story.prompt != nil)
    try story.respond(.tapCancel)
    try story.advance(Nanoseconds(seconds: 0.5))
    #expect(story.appState(app) == .inactive)
    try story.advance(Nanoseconds(seconds: 0.5))
    #expect(story.appState(app) == .foreground)
  }

  @Test(
    "verbs for an app that is not there are refused and register nothing",
    arguments: [
      (Command.terminateApp("x"), .appNotRunning), (.backgroundApp("x"), .appNotRunning),
      (.coverApp("x"), .appNotRunning), (.uncoverApp("x"), .appNotRunning),
      (.uninstallApp("x"), .appNotInstalled),
    ] as [(Command, RefusalReason)])
  func unknown(_ command: Command, _ reason: RefusalReason) throws {
    let story = try Story()
    #expect(story.refusal(of: command) == reason)
    #expect(story.state.apps.isEmpty && story.events.isEmpty)
  }

  @Test("only an app in front can be covered")
  func coverInBackground() throws {
    let story = try Story()
    try story.verb(.launchApp(app, inBackground: true))
    #expect(story.refusal(of: .coverApp(app)) == .appNotInFront)
  }
}
