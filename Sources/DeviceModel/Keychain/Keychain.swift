import Schema

/// The items of all apps. A copy is a snapshot and costs nothing until one of the two changes.
struct Keychain: Equatable, Sendable {
  private var apps: [String: Items] = [:]
  /// Of the newest item there ever was.
  private(set) var lastNumber = 0
  /// Of all items together.
  private(set) var bytes = 0

  /// One app's items. None of another app is ever found among them.
  private struct Items: Equatable {
    var byKey = SharedDictionary<PrimaryKey, KeychainItem>()
    /// How many items each access group has.
    var groups: [String: Int] = [:]
  }

  /// In the order of the bundle ids.
  var counts: [DeviceState.KeychainEntry] {
    apps.map { .init(app: $0.key, count: $0.value.byKey.count) }.sorted { $0.app < $1.app }
  }

  var appNames: [String] { apps.keys.sorted() }

  /// Setting an item puts it under its key; whatever was there is gone.
  subscript(_ app: String, _ key: PrimaryKey) -> KeychainItem? {
    get { apps[app]?.byKey[key] }
    set {
      lastNumber = max(lastNumber, newValue?.number ?? 0)
      let old = apps[app, default: Items()].byKey.set(newValue, for: key)
      let had = old != nil
      bytes += (newValue?.bytes ?? 0) - (old?.bytes ?? 0)
      if had != (newValue != nil) { count(key.accessGroup, of: app, by: had ? -1 : 1) }
    }
  }

  private mutating func count(_ group: String, of app: String, by change: Int) {
    let count = apps[app, default: Items()].groups[group, default: 0] + change
    apps[app]?.groups[group] = count > 0 ? count : nil
    if apps[app]?.byKey.isEmpty == true { apps[app] = nil }
  }

  /// All of an app's items, the oldest first.
  func items(of app: String) -> [KeychainItem] {
    guard let items = apps[app] else { return [] }
    return items.byKey.values.sorted { $0.number < $1.number }
  }

  /// The items a query means, the oldest first.
  func items(of app: String, matching query: KeychainQuery) -> [KeychainItem] {
    guard let items = apps[app] else { return [] }
    return candidates(query, items).filter { $0.matches(query) }.sorted { $0.number < $1.number }
  }

  /// A query that names every primary attribute is a look-up, any other a search.
  private func candidates(_ query: KeychainQuery, _ items: Items) -> [KeychainItem] {
    let isComplete = query.itemClass.primaryAttributes.allSatisfy { query.attributes[$0] != nil }
    guard isComplete, query.synchronizable != .any else { return items.byKey.values }
    let groups = query.attributes[.accessGroup].map { [$0.text] } ?? Array(items.groups.keys)
    return groups.compactMap { group in
      items.byKey[
        PrimaryKey(
          query.itemClass, query.attributes, isSynchronizable: query.synchronizable == .yes, group: group)]
    }
  }

  mutating func removeAll(of app: String) -> Bool {
    guard let gone = apps.removeValue(forKey: app) else { return false }
    bytes -= gone.byKey.values.reduce(0) { $0 + $1.bytes }
    return true
  }
}

extension Coding where Value == Keychain {
  static let keychain = Coding<KeychainMembers>.object.map(Keychain.init) { KeychainMembers($0) }
}

/// What an archive keeps of a keychain.
private struct KeychainMembers: Described {
  /// By bundle id, the oldest first.
  var items: [String: [KeychainItem]] = [:]
  var lastNumber = 0

  init() {}

  init(_ keychain: Keychain) {
    for app in keychain.appNames { items[app] = keychain.items(of: app) }
    lastNumber = keychain.lastNumber
  }

  static let record = Record<Self>([
    Member("items", \.items, .dictionary(of: .array(of: .item)), "the items of each app").secret(),
    Member("lastNumber", \.lastNumber, .bounded, "number of the newest item"),
  ])
}

extension Keychain {
  /// `nil`: two items are the same, or have the same number.
  fileprivate init?(_ members: KeychainMembers) {
    var numbers: Set<Int> = []
    for (app, items) in members.items {
      for item in items {
        guard numbers.insert(item.number).inserted, self[app, item.key] == nil else { return nil }
        self[app, item.key] = item
      }
    }
    guard members.lastNumber >= lastNumber else { return nil }
    lastNumber = members.lastNumber
  }
}
