import Schema

/// The apps that a device knows, and the connections that speak for them.
struct AppTable: Equatable, Sendable {
  private var byName = SharedDictionary<Name, App>()
  /// Those in front, of which there are few.
  private var front = SharedOrder<PlaceInFront>()
  var speakers = Speakers()

  /// The app before its extensions, and each by its name.
  private struct PlaceInFront: Comparable, Placed {
    var isExtension: Bool
    var name: Name

    init(_ name: Name, of kind: AppKind) { (isExtension, self.name) = (kind == .extension, name) }

    var place: Self { self }

    static func < (left: Self, right: Self) -> Bool {
      left.isExtension == right.isExtension ? left.name < right.name : right.isExtension
    }
  }

  /// What is in front follows from the apps.
  static func == (left: Self, right: Self) -> Bool {
    left.byName == right.byName && left.speakers == right.speakers
  }

  var count: Int { byName.count }

  subscript(_ name: String) -> App? {
    get { byName[Name(name)] }
    set { change(name) { $0 = newValue } }
  }

  /// Changes what is known of an app where it is.
  mutating func change(_ name: String, _ body: (inout App?) -> Void) {
    let name = Name(name)
    var (before, after): (AppKind?, AppKind?)
    byName.change(name) { app in
      before = app?.kindInFront
      body(&app)
      after = app?.kindInFront
    }
    if before == after { return }
    if let before { front.remove(at: PlaceInFront(name, of: before)) }
    if let after { front.insert(PlaceInFront(name, of: after)) }
  }

  subscript(_ name: String, default app: @autoclosure () -> App) -> App {
    get { self[name] ?? app() }
    set { self[name] = newValue }
  }

  /// The app on screen; extensions may be beside it.
  var appInFront: String? { front.first.flatMap { $0.isExtension ? nil : $0.name.text } }

  /// All that are in front, in the order of their names.
  var namesInFront: [String] { front.all.map(\.name).sorted().map(\.text) }

  /// In no order.
  var names: [String] { byName.keys.map(\.text) }

  /// In the order of the bytes of their names.
  var sorted: [(name: String, app: App)] {
    var apps: [(name: Name, app: App)] = []
    byName.forEach { apps.append(($0, $1)) }
    return apps.sorted { $0.name < $1.name }.map { ($0.name.text, $0.app) }
  }

  /// Whether the system knows the same of the same apps.
  func hasSameStatus(as other: Self) -> Bool {
    byName.differences(from: other.byName).allSatisfy { $0.old?.status == $0.new?.status }
  }

  /// Who spoke for the apps of another table speaks for those that are in this one, too.
  mutating func takeSpeakers(from other: inout Self) {
    // Taken out, for else forgetting one would copy them.
    speakers = Speakers()
    swap(&speakers, &other.speakers)
    for difference in byName.differences(from: other.byName) where difference.new == nil {
      speakers.forget(difference.key)
    }
  }
}

/// Which connections speak for which app.
struct Speakers: Equatable, Sendable {
  /// Those that speak for its running process.
  private(set) var living: [Name: Set<ClientID>] = [:] { didSet { last = nil } }
  /// Those that spoke for a process that is gone; the app lives again only for others.
  private(set) var dead: [Name: Set<ClientID>] = [:]
  /// For which apps each speaks, or spoke.
  private var byClient: [ClientID: Set<Name>] = [:]
  /// One that spoke last for an app that it speaks for; the next call most likely comes from it, too.
  private var last: (client: ClientID, app: String)?

  /// Which apps a connection speaks for follows from who speaks for them.
  static func == (left: Self, right: Self) -> Bool { left.living == right.living && left.dead == right.dead }

  var clients: some Collection<ClientID> { byClient.keys }

  func knows(_ client: ClientID) -> Bool { byClient[client] != nil }

  mutating func speaks(_ client: ClientID, for app: String) -> Bool {
    if let last, last.client == client, last.app.isSameText(as: app) { return true }
    guard living[Name(app)]?.contains(client) == true else { return false }
    last = (client, app)
    return true
  }

  func isDead(_ client: ClientID, for app: String) -> Bool { dead[Name(app)]?.contains(client) == true }

  mutating func add(_ clients: Set<ClientID>, for app: String, dead deadClients: Set<ClientID> = []) {
    let app = Name(app)
    if !clients.isEmpty { living[app, default: []].formUnion(clients) }
    if !deadClients.isEmpty { dead[app, default: []].formUnion(deadClients) }
    for client in clients.union(deadClients) { byClient[client, default: []].insert(app) }
  }

  /// The process of an app has ended.
  mutating func end(_ app: String) {
    guard let clients = living.removeValue(forKey: Name(app)) else { return }
    dead[Name(app), default: []].formUnion(clients)
  }

  /// A connection is gone.
  mutating func remove(_ client: ClientID) {
    for app in byClient.removeValue(forKey: client) ?? [] {
      living.remove(client, of: app)
      dead.remove(client, of: app)
    }
  }

  /// Nobody speaks, or spoke, for an app.
  mutating func forget(_ app: Name) {
    let clients = (living.removeValue(forKey: app) ?? []).union(dead.removeValue(forKey: app) ?? [])
    for client in clients {
      byClient[client]?.remove(app)
      if byClient[client]?.isEmpty == true { byClient[client] = nil }
    }
  }
}

extension [Name: Set<ClientID>] {
  fileprivate mutating func remove(_ client: ClientID, of app: Name) {
    self[app]?.remove(client)
    if self[app]?.isEmpty == true { self[app] = nil }
  }
}
