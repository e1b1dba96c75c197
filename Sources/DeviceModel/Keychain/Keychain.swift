import Schema

/// The items of all apps, by their access groups. A copy is a snapshot and costs nothing until one of the two
/// changes.
struct Keychain: Equatable, Sendable {
  private var groups = Named<Group>()
  /// How many items each app has, by their access groups.
  private var owners = Named<Named<Int>>()
  /// Of the newest item there ever was.
  private(set) var lastNumber = 0
  /// Of all items together.
  private(set) var bytes = 0

  /// The items of one access group. None of another group is ever found among them.
  private struct Group: Equatable {
    var byKey = SharedDictionary<PrimaryKey, KeychainItem>()
    /// The keys by the items' numbers.
    var byNumber = SharedDictionary<Int, PrimaryKey>()
  }

  /// In the order of the bundle ids.
  var counts: [DeviceState.KeychainEntry] {
    owners.sorted.map { .init(app: $0.name, count: $0.value.values.reduce(0, +)) }
  }

  /// The apps that have items.
  var appNames: [String] { owners.sorted.map(\.name) }

  /// Setting an item puts it under its key; whatever was there is gone.
  subscript(_ key: PrimaryKey) -> KeychainItem? {
    get { groups[key.accessGroup.text]?.byKey[key] }
    set {
      let name = key.accessGroup.text
      lastNumber = max(lastNumber, newValue?.number ?? 0)
      let old = groups[name, default: Group()].byKey.set(newValue, for: key)
      if let old {
        _ = groups[name]?.byNumber.set(nil, for: old.number)
        count(old.app, name, -1)
      }
      if let newValue {
        _ = groups[name]?.byNumber.set(key, for: newValue.number)
        count(newValue.app, name, 1)
      }
      bytes += (newValue?.bytes ?? 0) - (old?.bytes ?? 0)
      if groups[name]?.byKey.isEmpty == true { groups[name] = nil }
    }
  }

  private mutating func count(_ app: String, _ group: String, _ change: Int) {
    let count = owners[app, default: Named()][group, default: 0] + change
    owners[app, default: Named()][group] = count > 0 ? count : nil
    if owners[app]?.isEmpty == true { owners[app] = nil }
  }

  /// All that an app added, the oldest first.
  func items(of app: String) -> [KeychainItem] {
    guard let counts = owners[app] else { return [] }
    return counts.names.flatMap { group in
      (groups[group]?.byKey.values ?? []).filter { $0.app.isSameText(as: app) }
    }.sorted { $0.number < $1.number }
  }

  /// The items of some access groups that a query means, the oldest first.
  func items(in names: [String], matching query: KeychainQuery) -> [KeychainItem] {
    names.flatMap { name in
      groups[name].map { candidates(query, name, $0).filter { $0.matches(query) } } ?? []
    }.sorted { $0.number < $1.number }
  }

  /// A query that has a reference or every primary attribute is a look-up, any other a search.
  private func candidates(_ query: KeychainQuery, _ name: String, _ group: Group) -> [KeychainItem] {
    if let reference = query.reference {
      return [group.byNumber[reference.number].flatMap { group.byKey[$0] }].compactMap(\.self)
    }
    guard let itemClass = query.itemClass, query.synchronizable != .any,
      itemClass.primaryAttributes.allSatisfy({ query.attributes[$0] != nil })
    else { return group.byKey.values }
    let key = PrimaryKey(
      itemClass, query.attributes, isSynchronizable: query.synchronizable == .yes, group: name)
    return [group.byKey[key]].compactMap(\.self)
  }

  /// Removes the items that `isMeant` picks.
  mutating func removeAll(where isMeant: (KeychainItem) -> Bool) {
    for app in appNames {
      for item in items(of: app) where isMeant(item) { self[item.key] = nil }
    }
  }

  /// Removes all that an app added; returns whether there was anything.
  mutating func removeAll(of app: String) -> Bool {
    let gone = items(of: app)
    for item in gone { self[item.key] = nil }
    return !gone.isEmpty
  }
}

extension Coding where Value == Keychain {
  static let keychain = Coding<KeychainMembers>.object.map(Keychain.init) { KeychainMembers($0) }
}

/// What an archive keeps of a keychain.
private struct KeychainMembers: Described {
  /// By bundle id, the oldest first.
  var items = Named<[KeychainItem]>()
  var lastNumber = 0

  init() {}

  init(_ keychain: Keychain) {
    for app in keychain.appNames { items[app] = keychain.items(of: app) }
    lastNumber = keychain.lastNumber
  }

  static let record = Record<Self>([
    Member("items", \.items, .dictionary(of: .array(of: .item)), "the items of each app").secret(),
    Member("lastNumber", \.lastNumber, .counted, "number of the newest item"),
  ])
}

extension Keychain {
  /// `nil`: two items of an app are the same, or two items have the same number.
  fileprivate init?(_ members: KeychainMembers) {
    var numbers: Set<Int> = []
    for (app, items) in members.items.sorted {
      for var item in items {
        item.app = app
        guard numbers.insert(item.number).inserted else { return nil }
        if let other = self[item.key] {
          if other.app.isSameText(as: app) { return nil }
          // Before apps shared groups each had items of its own under the same name.
          item.attributes[.accessGroup] = .text("\(app).\(item.attributes.text(of: .accessGroup))")
          if self[item.key] != nil { return nil }
        }
        self[item.key] = item
      }
    }
    guard members.lastNumber >= lastNumber else { return nil }
    lastNumber = members.lastNumber
  }
}
