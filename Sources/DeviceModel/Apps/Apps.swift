package import Schema

/// What the system knows of an app.
package struct AppStatus: Equatable, Sendable, Described {
  package var isInstalled = true
  package var state = AppState.notRunning
  package var permission = Permission.granted
  /// Whether the app says what it uses Face ID for.
  package var hasUsageDescription = true
  package var kind = AppKind.app
  /// The access groups it declares; `nil`: none are declared, so it may name any.
  package var accessGroups: [String]?
  package var teamIdentifier: String?

  package init() {}

  package init(
    isInstalled: Bool = true, state: AppState, permission: Permission = .granted,
    hasUsageDescription: Bool = true
  ) {
    self.isInstalled = isInstalled
    self.state = state
    self.permission = permission
    self.hasUsageDescription = hasUsageDescription
  }

  /// As `getState` shows it and an archive keeps it.
  package static let record = Record<Self>([
    Member("installed", \.isInstalled, .boolean, "whether the app is installed").required(),
    Member("state", \.state, .cases, "where it is in its life").required(),
    Member("permission", \.permission, .cases, "whether it may use Face ID or Optic ID").required(),
    Member(
      "usageDescription", \.hasUsageDescription, .boolean, "whether it says what it uses Face ID for"
    ).required(),
    Member("kind", \.kind, .cases, "an app, or an extension: a widget, a share sheet, a push handler")
      .omitted { $0.kind == .app },
    Member(
      "accessGroups", \.accessGroups, optional: .array(of: .nonEmpty),
      "the access groups it declares; absent: it may name any"),
    Member("teamIdentifier", \.teamIdentifier, optional: .nonEmpty, "what its own access group begins with"),
  ])
}

/// Whether code runs as an app of its own, or beside one.
package enum AppKind: String, CaseIterable, Sendable {
  case app, `extension`
}

/// What *setApp* changes; what is `nil` stays.
package struct AppChanges: Equatable, Sendable, Described {
  package var permission: Permission?
  package var hasUsageDescription: Bool?
  package var kind: AppKind?
  /// `.some(nil)`: it declares none any more.
  package var accessGroups: [String]??
  package var teamIdentifier: String??

  package init() {}

  package init(permission: Permission? = nil, usageDescription: Bool? = nil) {
    self.permission = permission
    hasUsageDescription = usageDescription
  }

  package static let record = Record<Self>([
    Member("permission", \.permission, optional: .cases, "whether it may use Face ID or Optic ID"),
    Member(
      "usageDescription", \.hasUsageDescription, optional: .boolean,
      "whether it says what it uses Face ID for; without one Face ID terminates it"),
    Member(
      "kind", \.kind, optional: .cases,
      "an app, or an extension: a widget, a share sheet, a push handler, which comes up beside an app"),
    Member(
      "accessGroups", \.accessGroups, optional: .nullable(.array(of: .name)),
      "its keychain-access-groups, by their full names; null: none are declared, and it may name any"),
    Member(
      "teamIdentifier", \.teamIdentifier, optional: .nullable(.name),
      "what its own access group begins with; null: that is its bundle id alone"),
  ])

  fileprivate func applied(to status: AppStatus) -> AppStatus {
    var status = status
    status.permission = permission ?? status.permission
    status.hasUsageDescription = hasUsageDescription ?? status.hasUsageDescription
    status.kind = kind ?? status.kind
    status.accessGroups = accessGroups ?? status.accessGroups
    status.teamIdentifier = teamIdentifier ?? status.teamIdentifier
    return status
  }
}

/// An app on the device.
struct App: Equatable, Sendable {
  var status = AppStatus()
  /// Whether something else than its prompt covers it: a call, the app switcher.
  var isCovered = false

  var isRunning: Bool { status.state != .notRunning }
  var isInFront: Bool { status.state == .foreground || status.state == .inactive }
  /// What it is, if it is in front.
  var kindInFront: AppKind? { isInFront ? status.kind : nil }
}

/// What an archive keeps of an app.
private struct AppMembers: Described {
  var app = App()
  var clients: Set<ClientID> = []
  var deadClients: Set<ClientID> = []

  static let record = Record<Self>(
    AppStatus.record.at(\.app.status) + [
      Member("clients", \.clients, .clients, "connections of its process").omitted { $0.clients.isEmpty },
      Member("deadClients", \.deadClients, .clients, "connections of processes that ended")
        .omitted { $0.deadClients.isEmpty },
      Member("covered", \.app.isCovered, .boolean, "whether something covers it")
        .omitted { !$0.app.isCovered },
    ])
}

extension Coding where Value == AppTable {
  /// By bundle id.
  static let apps = Coding<Named<AppMembers>>.dictionary(of: .object).map { members in
    members.reduce(into: AppTable()) { table, entry in
      table[entry.name] = entry.value.app
      table.speakers.add(entry.value.clients, for: entry.name, dead: entry.value.deadClients)
    }
  } _: { table in
    table.sorted.reduce(into: Named()) { members, entry in
      members[entry.name] = AppMembers(
        app: entry.app, clients: table.speakers.living[Name(entry.name)] ?? [],
        deadClients: table.speakers.dead[Name(entry.name)] ?? [])
    }
  }
}

/// Where an app stands in its life.
///
/// Apple: *UIApplication.State*, with "not running" from "Managing your app's life cycle".
package enum AppState: String, CaseIterable, Sendable {
  case foreground, inactive, background, notRunning
}

/// Whether the user lets an app use Face ID or Optic ID.
package enum Permission: String, CaseIterable, Sendable {
  case notDetermined, granted, denied
}

/// Why an app stopped running.
package enum TerminationReason: String, CaseIterable, Sendable {
  /// The system killed it: a missing usage description, or a permission changed in Settings.
  case privacy
  case terminated, uninstalled, restart
}

/// The apps' lives: launched, in front, inactive behind a prompt, in the background, gone.
///
/// Apple: "Managing your app's life cycle".
extension Device {
  /// The apps that it knows, in no order.
  package var appNames: some Collection<String> { apps.names }

  func permission(of app: String) -> Permission { (apps[app]?.status ?? AppStatus()).permission }

  /// The app on screen; extensions may be beside it.
  var appInFront: String? { apps.appInFront }

  /// Lets an app's call in, and returns which app it speaks for. Its first call launches the app.
  mutating func enter(
    _ app: String?, _ contextID: ContextID?, _ caller: Caller, _ effects: inout [Effect]
  ) throws(Failure) -> String {
    let name = try speaker(app, contextID, caller)
    let entry = try installed(name)
    if entry.isRunning && apps.speakers.speaks(caller.client, for: name) { return name }
    apps.speakers.add([caller.client], for: name)
    if !entry.isRunning {
      apps[name] = entry
      start(name, &effects)
    }
    return name
  }

  /// Which app a call speaks for: the one it names, else the context's.
  func speaker(_ app: String?, _ contextID: ContextID?, _ caller: Caller) throws(Failure) -> String {
    guard let contextID else { return try living(app ?? Self.defaultApp, caller) }
    if let app { _ = try living(app, caller) }
    let owner = try context(contextID, of: caller).app
    if let app, !app.isSameText(as: owner) {
      throw .invalidParameter("app", "context \(contextID) belongs to \(owner)")
    }
    return try living(owner, caller)
  }

  private func living(_ app: String, _ caller: Caller) throws(Failure) -> String {
    if apps.speakers.isDead(caller.client, for: app) { throw .appTerminated(app: app) }
    return app
  }

  mutating func setApp(
    _ app: String, _ changes: AppChanges, _ effects: inout [Effect]
  ) throws(Failure) -> Bool {
    let known = apps[app]
    if known == nil { try checkRoomForApp() }
    var entry = known ?? App()
    let before = entry.status
    entry.status = changes.applied(to: before)
    if entry.isRunning, entry.status.kind != before.kind {
      throw .refused(.contradiction, "\(app) is running, and kind is for before that: terminateApp first")
    }
    let permissionChanges = entry.status.permission != before.permission
    apps[app] = entry
    if known?.status == entry.status { return false }
    emit(.stateChanged(fields: [.apps]), &effects)
    // Settings ends an app whose permission changes; it comes back to a fresh process.
    if permissionChanges { terminate(app, .privacy, &effects) }
    return true
  }

  /// Starts an app that does not run, where nobody sees it.
  mutating func launchInBackground(_ app: String, _ effects: inout [Effect]) throws(Failure) -> Bool {
    if try installed(app).isRunning { return false }
    setAppState(app, .background, &effects)
    return true
  }

  /// A first call brings its app to the front, but never over the prompt of another one; nobody sees an
  /// extension that is not launched.
  private mutating func start(_ app: String, _ effects: inout [Effect]) {
    let isBehind = apps[app]?.status.kind == .extension || hasPrompt
    if isBehind { setAppState(app, .background, &effects) } else { moveToFront(app, &effects) }
  }

  mutating func bringForward(_ app: String, _ effects: inout [Effect]) throws(Failure) -> Bool {
    let entry = try installed(app)
    if entry.isInFront || (lockScreen.isLocked && lockScreen.appBehind.isSameText(as: app)) { return false }
    moveToFront(app, &effects)
    return true
  }

  /// Behind the lock screen an app is launched into the background and stays there; one that runs comes to the
  /// front with the unlock.
  mutating func moveToFront(_ app: String, _ effects: inout [Effect]) {
    if lockScreen.isLocked {
      if apps[app]?.isRunning == true {
        lockScreen.appBehind = app
      } else {
        setAppState(app, .background, &effects)
      }
      return
    }
    // An extension comes up beside the app that shows it.
    if apps[app]?.status.kind != .extension { leaveFront(except: app, &effects) }
    setAppState(app, .foreground, &effects)
  }

  /// Sends the apps in front to the background.
  mutating func leaveFront(except app: String? = nil, _ effects: inout [Effect]) {
    for name in apps.namesInFront where !app.isSameText(as: name) { leaveFront(name, &effects) }
  }

  /// Something comes over the app, or goes: it is inactive without a prompt.
  mutating func setCovered(
    _ app: String, _ isCovered: Bool, _ effects: inout [Effect]
  ) throws(Failure) -> Bool {
    let entry = try running(app)
    if entry.isCovered == isCovered { return false }
    guard entry.isInFront else {
      throw .refused(.appNotInFront, "\(app) is not in front, so nothing covers it: activateApp \(app)")
    }
    apps[app]?.isCovered = isCovered
    if isCovered { setAppState(app, .inactive, &effects) } else { activate(app, &effects) }
    return true
  }

  /// An inactive app is active again, unless something is still over it.
  mutating func activate(_ app: String, _ effects: inout [Effect]) {
    guard let entry = apps[app], entry.status.state == .inactive, !entry.isCovered,
      !(hasPrompt && onScreen.evaluation.app.isSameText(as: app)), !leavingSheets.contains(app)
    else { return }
    setAppState(app, .foreground, &effects)
  }

  /// The sheet of a prompt that was answered leaves the screen, which takes `Behavior.dismissDelay`.
  mutating func leaveSheet(of app: String, _ effects: inout [Effect]) {
    if behavior.dismissDelay > .zero, apps[app]?.status.state == .inactive {
      leavingSheets.append(LeavingSheet(app: app, due: clock.now + behavior.dismissDelay))
    }
    activate(app, &effects)
  }

  mutating func sendToBackground(_ app: String, _ effects: inout [Effect]) throws(Failure) -> Bool {
    let entry = try running(app)
    if lockScreen.appBehind.isSameText(as: app) {
      lockScreen.appBehind = nil
      return true
    }
    guard entry.isInFront else { return false }
    leaveFront(app, &effects)
    return true
  }

  /// The app goes to the background, and its prompt ends with systemCancel.
  mutating func leaveFront(_ app: String, _ effects: inout [Effect]) {
    // First the background, so that the dismissal does not bring the app back to the foreground.
    setAppState(app, .background, &effects)
    endEvaluations(.failed(.systemCancel), of: .app(app), &effects)
  }

  /// A person ends the app.
  mutating func terminate(_ app: String, _ effects: inout [Effect]) throws(Failure) -> Bool {
    if apps[app] == nil { throw notRunning(app) }
    return terminate(app, .terminated, &effects)
  }

  /// Ends the process: whatever its connections wait for, or ask later, is answered with appTerminated, and
  /// so their contexts are of no use any more.
  @discardableResult
  mutating func terminate(
    _ app: String, _ reason: TerminationReason, _ effects: inout [Effect]
  ) -> Bool {
    guard let entry = apps[app], entry.isRunning else { return false }
    setAppState(app, .notRunning, &effects)
    apps.speakers.end(app)
    if lockScreen.appBehind.isSameText(as: app) { lockScreen.appBehind = nil }
    emit(.appTerminated(app: app, reason), &effects)
    endEvaluations(.appTerminated, of: .app(app), &effects)
    return true
  }

  /// A new install asks for permission again.
  mutating func install(_ app: String, _ effects: inout [Effect]) throws(Failure) -> Bool {
    if apps[app]?.status.isInstalled == true { return false }
    if apps[app] == nil { try checkRoomForApp() }
    setInstalled(app, true, &effects)
    return true
  }

  mutating func uninstall(_ app: String, _ effects: inout [Effect]) throws(Failure) -> Bool {
    guard let entry = apps[app] else { throw notInstalled(app) }
    guard entry.status.isInstalled else { return false }
    terminate(app, .uninstalled, &effects)
    setInstalled(app, false, &effects)
    return true
  }

  private mutating func setInstalled(_ app: String, _ isInstalled: Bool, _ effects: inout [Effect]) {
    apps[app, default: App()].status.isInstalled = isInstalled
    apps[app, default: App()].status.permission = .notDetermined
    emit(.stateChanged(fields: [.apps]), &effects)
  }

  mutating func setAppState(_ app: String, _ state: AppState, _ effects: inout [Effect]) {
    var changes = false
    apps.change(app) { entry in
      changes = entry?.status.state != state
      if !changes { return }
      entry = entry ?? App()
      entry?.status.state = state
      if state != .inactive { entry?.isCovered = false }
    }
    guard changes else { return }
    if state != .inactive { leavingSheets.remove(app) }
    emit(.appStateChanged(app: app, state), &effects)
  }

  /// An app that is not known yet is installed, if there is room for it.
  private func installed(_ app: String) throws(Failure) -> App {
    guard let entry = apps[app] else {
      try checkRoomForApp()
      return App()
    }
    guard entry.status.isInstalled else { throw notInstalled(app) }
    return entry
  }

  /// An app that the device has heard of stays known.
  private func checkRoomForApp() throws(Failure) {
    guard apps.count >= limits.apps else { return }
    throw .limitExceeded(
      "the device knows \(apps.count) apps already; resetDevice forgets them, or use another device",
      limit: limits.apps)
  }

  private func running(_ app: String) throws(Failure) -> App {
    guard let entry = apps[app], entry.isRunning else { throw notRunning(app) }
    return entry
  }

  private func notRunning(_ app: String) -> Failure {
    .refused(.appNotRunning, "\(app) is not running: launchApp \(app)")
  }

  private func notInstalled(_ app: String) -> Failure {
    .refused(.appNotInstalled, "\(app) is not installed: installApp \(app)")
  }
}
