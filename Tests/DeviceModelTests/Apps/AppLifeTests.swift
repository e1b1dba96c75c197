import DeviceModel
import Testing

/// Section 1 of the rulebook, "Apps".
@Suite("The lives of apps")
struct AppLifeTests {
  private static let running: [AppState] = [.foreground, .background]

  @Test("an app's first call launches it into the foreground, with everything granted")
  func firstCall() throws {
    let story = try Story()
    _ = try story.connect("a").check(.owner)
    #expect(
      story.state.apps == [
        .init(app: "a", status: .init(isInstalled: true, state: .foreground, permission: .granted))
      ])
    #expect(story.events == [.appStateChanged(app: "a", .foreground)])
    #expect(story.state.apps[0].status.hasUsageDescription)
  }

  @Test("a call that names no app speaks for the default one")
  func defaultApp() throws {
    let story = try Story()
    _ = try story.connect().check(.owner)
    #expect(story.state.apps.map(\.app) == ["com.example.app"])
  }

  @Test("the app that was there goes to the background, and calling again brings nobody forward")
  func secondApp() throws {
    let story = try Story()
    let (one, two) = (story.connect("one"), story.connect("two"))
    _ = try one.check(.owner)
    _ = try two.check(.owner)
    _ = try one.check(.owner)
    _ = try story.connect("one").check(.owner)
    #expect(story.appState("one") == .background && story.appState("two") == .foreground)
    try story.verb(.activateApp("one"))
    #expect(story.appState("one") == .foreground && story.appState("two") == .background)
  }

  @Test("setApp registers, launches nothing and kills nobody before the first call")
  func setApp() throws {
    let story = try Story()
    for permission in [Permission.denied, .granted, .notDetermined] {
      #expect(try story.verb(.setApp("a", AppChanges(permission: permission))))
      #expect(story.appState("a") == .notRunning)
    }
    #expect(try !story.verb(.setApp("a", AppChanges())))
    #expect(try !story.verb(.setApp("a", AppChanges(permission: .notDetermined, usageDescription: true))))
    #expect(try story.verb(.setApp("b", AppChanges())))
    #expect(story.events.allSatisfy { $0 == .stateChanged(fields: [.apps]) })
    _ = try story.connect("a").check(.owner)
    #expect(story.appState("a") == .foreground && story.permission("a") == .notDetermined)
  }

  @Test(
    "naming an unknown app registers it",
    arguments: [
      Command.launchApp("x"), .activateApp("x"), .launchApp("x", inBackground: true),
      .setApp("x", AppChanges()),
    ])
  func registers(_ command: Command) throws {
    let story = try Story()
    #expect(try story.verb(command))
    let entry = try #require(story.state.apps.first)
    #expect(entry.app == "x" && entry.status.isInstalled && entry.status.permission == .granted)
    #expect(entry.status.hasUsageDescription)
  }

  @Test(
    "launching and activating bring an app forward once",
    arguments: [Command.launchApp("x"), .activateApp("x")])
  func forward(_ command: Command) throws {
    let story = try Story()
    #expect(try story.verb(command))
    #expect(try !story.verb(command))
    #expect(story.appState("x") == .foreground)
  }

  @Test("an app behind its own prompt is in front already")
  func inactive() throws {
    let story = try Story()
    let call = story.connect().evaluate(.biometrics)
    #expect(try !story.verb(.activateApp(Device.defaultApp)))
    #expect(call.outcome == .pending)
  }

  @Test("going to the background happens once, and only to what runs")
  func background() throws {
    let story = try Story()
    try story.verb(.launchApp("x"))
    #expect(try story.verb(.backgroundApp("x")))
    #expect(try !story.verb(.backgroundApp("x")))
    try story.verb(.terminateApp("x"))
    #expect(story.refusal(of: .backgroundApp("x")) == .appNotRunning)
    #expect(story.refusal(of: .backgroundApp("unknown")) == .appNotRunning)
    #expect(story.state.apps.map(\.app) == ["x"])
  }

  @Test("a killed app answers its connections with appTerminated, now and later, and no others")
  func killed() throws {
    let story = try Story()
    let (old, bystander) = (story.connect("a"), story.connect("b"))
    let context = try old.createContext()
    _ = try bystander.check(.owner)
    try story.verb(.activateApp("a"))
    let pending = old.evaluate(.biometrics, in: context)
    #expect(try story.verb(.terminateApp("a")))
    #expect(try !story.verb(.terminateApp("a")))
    let terminated = Failure.appTerminated(app: "a")
    #expect(pending.outcome == .failure(terminated))
    #expect(old.evaluate(.owner).outcome == .failure(terminated))
    #expect(old.evaluate(.owner, in: context).outcome == .failure(terminated))
    #expect(throws: terminated) { try old.check(.biometrics) }
    #expect(throws: terminated) { try old.createContext() }
    #expect(throws: terminated) { try old.domainState() }
    #expect(old.evaluate(.owner, in: ContextID(99)).outcome == .failure(terminated))
    // Its context is what names the app here.
    #expect(throws: terminated) { try old.invalidate(context) }
    #expect(try bystander.error(for: .owner) == nil)
    #expect(story.appState("a") == .notRunning)
  }

  @Test("a new connection launches it anew; the old one stays dead, whoever launched it")
  func launchedAnew() throws {
    let story = try Story()
    let old = story.connect()
    _ = try old.check(.owner)
    try story.verb(.terminateApp(Device.defaultApp))
    _ = try story.connect().check(.owner)
    #expect(story.appState() == .foreground)
    #expect(throws: Failure.appTerminated(app: Device.defaultApp)) { try old.check(.owner) }
    try story.verb(.terminateApp(Device.defaultApp))
    try story.verb(.launchApp(Device.defaultApp))
    #expect(throws: Failure.appTerminated(app: Device.defaultApp)) { try old.check(.owner) }
    #expect(try story.connect().error(for: .owner) == nil)
  }

  @Test("a connection may speak for several apps, and only the killed one is gone for it")
  func severalApps() throws {
    let story = try Story()
    let a = story.connect("a")
    let b = AppClient(story: story, client: a.client, app: "b")
    _ = try a.check(.owner)
    _ = try b.check(.owner)
    try story.verb(.terminateApp("a"))
    #expect(throws: Failure.appTerminated(app: "a")) { try a.check(.owner) }
    #expect(try b.error(for: .owner) == nil)
  }

  @Test("an uninstalled app is killed and cannot be launched or called")
  func uninstalled() throws {
    let story = try Story()
    let app = story.connect("a")
    let call = app.evaluate(.biometrics)
    #expect(try story.verb(.uninstallApp("a")))
    #expect(try !story.verb(.uninstallApp("a")))
    #expect(call.outcome == .failure(.appTerminated(app: "a")))
    #expect(story.events.contains(.appTerminated(app: "a", .uninstalled)))
    #expect(story.refusal(of: .launchApp("a")) == .appNotInstalled)
    #expect(story.refusal(of: .activateApp("a")) == .appNotInstalled)
    guard case .failure(.refused(.appNotInstalled, _)) = story.connect("a").evaluate(.owner).outcome else {
      Issue.record("a call of an app that is not installed")
      return
    }
    #expect(story.appState("a") == .notRunning)
  }

  @Test("after an install the permission is asked for again")
  func installed() throws {
    let story = try Story()
    _ = try story.connect("a").check(.owner)
    #expect(try !story.verb(.installApp("a")))
    #expect(story.permission("a") == .granted)
    try story.verb(.uninstallApp("a"))
    #expect(try story.verb(.installApp("a")))
    #expect(story.permission("a") == .notDetermined && story.appState("a") == .notRunning)
    #expect(try story.verb(.installApp("new")))
    #expect(story.permission("new") == .notDetermined)
    story.connect("new").evaluate(.biometrics)
    #expect(story.prompt?.pane == .permission)
  }

  @Test("while a prompt is up the app is inactive, and active again after the reply")
  func orderOfEvents() throws {
    let endings: [(PromptResponse, Result<Reply, Failure>)] = [
      (.tapCancel, .failure(.localAuthentication(.userCancel)))
    ]
    for (response, result) in endings {
      let story = try Story()
      let call = story.connect().evaluate(.biometrics)
      let prompt = try #require(story.prompt)
      #expect(story.appState() == .inactive)
      let mark = story.mark
      try story.respond(response)
      let told = Array(story.effects[mark...].dropLast())
      #expect(
        told == [
          .event(Event(time: .zero, .promptDismissed(prompt, .failed(.userCancel)))),
          .reply(call.id, result),
          .event(Event(time: .zero, .appStateChanged(app: Device.defaultApp, .foreground))),
        ])
    }
  }

  @Test("connections that close leave their app running")
  func closing() throws {
    let story = try Story()
    let app = story.connect()
    _ = try app.check(.owner)
    app.close()
    #expect(story.appState() == .foreground)
  }

  @Test("a connection that closed is forgotten: its number speaks for a running app again")
  func closedAndKilled() throws {
    let story = try Story()
    let app = story.connect()
    _ = try app.check(.owner)
    try story.verb(.terminateApp(Device.defaultApp))
    app.close()
    #expect(try app.error(for: .owner) == nil)
  }
}
