package import Schema

/// What the system knows of an app.
package struct AppStatus: Equatable, Sendable, Described {
  package var isInstalled = true
  package var state = AppState.notRunning
  package var permission = Permission.granted
  /// Whether the app says what it uses Face ID for.
  package var hasUsageDescription = true

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
  ])
}

/// An app on the device.
struct App: Equatable, Sendable {
  var status = AppStatus()
  /// The connections that speak for its running process.
  var clients: Set<ClientID> = []
  /// Those that spoke for a process that is gone; the app lives again only for others.
  var deadClients: Set<ClientID> = []

  var isRunning: Bool { status.state != .notRunning }
  var isInFront: Bool { status.state == .foreground || status.state == .inactive }
}

extension App: Described {
  static let record = Record<App>(
    AppStatus.record.at(\.status) + [
      Member("clients", \.clients, .clients, "connections of its process").omitted { $0.clients.isEmpty },
      Member("deadClients", \.deadClients, .clients, "connections of processes that ended")
        .omitted { $0.deadClients.isEmpty },
    ])
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
  func permission(of app: String) -> Permission { (apps[app]?.status ?? AppStatus()).permission }

  /// The app on screen.
  var appInFront: String? { apps.first { $0.value.isInFront }?.name }

  /// Lets an app's call in, and returns which app it speaks for. Its first call launches the app.
  mutating func enter(
    _ app: String?, _ contextID: ContextID?, _ caller: Caller, _ effects: inout [Effect]
  ) throws(Failure) -> String {
    let name = try speaker(app, contextID, caller)
    var entry = apps[name] ?? App()
    guard entry.status.isInstalled else { throw notInstalled(name) }
    if entry.isRunning && entry.clients.contains(caller.client) { return name }
    entry.clients.insert(caller.client)
    apps[name] = entry
    if !entry.isRunning { moveToFront(name, &effects) }
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
    if apps[app]?.deadClients.contains(caller.client) == true { throw .appTerminated(app: app) }
    return app
  }

  mutating func setApp(
    _ app: String, _ permission: Permission?, hasUsageDescription: Bool?, _ effects: inout [Effect]
  ) -> Bool {
    let known = apps[app]
    var entry = known ?? App()
    if let hasUsageDescription { entry.status.hasUsageDescription = hasUsageDescription }
    let permissionChanges = permission.map { $0 != entry.status.permission } ?? false
    if let permission { entry.status.permission = permission }
    apps[app] = entry
    if known?.status == entry.status { return false }
    emit(.stateChanged(fields: [.apps]), &effects)
    // Settings ends an app whose permission changes; it comes back to a fresh process.
    if permissionChanges { terminate(app, .privacy, &effects) }
    return true
  }

  mutating func bringForward(_ app: String, _ effects: inout [Effect]) throws(Failure) -> Bool {
    let entry = apps[app] ?? App()
    guard entry.status.isInstalled else { throw notInstalled(app) }
    if entry.isInFront || (lockScreen.isLocked && lockScreen.appBehind == app) { return false }
    moveToFront(app, &effects)
    return true
  }

  /// Behind the lock screen an app runs in the background until the device is unlocked.
  mutating func moveToFront(_ app: String, _ effects: inout [Effect]) {
    if lockScreen.isLocked {
      lockScreen.appBehind = app
      if apps[app]?.isRunning == false { setAppState(app, .background, &effects) }
      return
    }
    if let front = appInFront, front != app { leaveFront(front, &effects) }
    setAppState(app, .foreground, &effects)
  }

  mutating func sendToBackground(_ app: String, _ effects: inout [Effect]) throws(Failure) -> Bool {
    guard let entry = apps[app], entry.isRunning else {
      throw .refused(.appNotRunning, "\(app) is not running: launchApp \(app)")
    }
    if lockScreen.appBehind == app {
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
    endEvaluations(.failed(.systemCancel), &effects) { $0.app.isSameText(as: app) }
  }

  /// A person ends the app.
  mutating func terminate(_ app: String, _ effects: inout [Effect]) -> Bool {
    if apps[app] == nil {
      apps[app] = App()
      emit(.stateChanged(fields: [.apps]), &effects)
      return true
    }
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
    apps[app]?.deadClients.formUnion(entry.clients)
    apps[app]?.clients = []
    if lockScreen.appBehind == app { lockScreen.appBehind = nil }
    emit(.appTerminated(app: app, reason), &effects)
    endEvaluations(.appTerminated, &effects) { $0.app.isSameText(as: app) }
    return true
  }

  /// A new install asks for permission again.
  mutating func install(_ app: String, _ effects: inout [Effect]) -> Bool {
    if apps[app]?.status.isInstalled == true { return false }
    setInstalled(app, true, &effects)
    return true
  }

  mutating func uninstall(_ app: String, _ effects: inout [Effect]) -> Bool {
    guard apps[app]?.status.isInstalled != false else { return false }
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
    guard apps[app]?.status.state != state else { return }
    apps[app, default: App()].status.state = state
    emit(.appStateChanged(app: app, state), &effects)
  }

  private func notInstalled(_ app: String) -> Failure {
    .refused(.appNotInstalled, "\(app) is not installed: installApp \(app)")
  }
}
