/// The items of all apps. A copy is a snapshot and costs nothing until one of the two changes.
struct Keychain: Equatable, Sendable {
  private var apps: [String: Items] = [:]
  /// Of the newest item there ever was.
  private(set) var lastNumber = 0

  /// One app's items. None of another app is ever found among them.
  private struct Items: Equatable {
    var byKey: [PrimaryKey: KeychainItem] = [:]
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
      let had = apps[app, default: Items()].byKey.updateValue(newValue, forKey: key) != nil
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
    guard isComplete, query.synchronizable != .any else { return Array(items.byKey.values) }
    let groups = query.attributes[.accessGroup].map { [$0.text] } ?? Array(items.groups.keys)
    return groups.compactMap { group in
      items.byKey[
        PrimaryKey(
          query.itemClass, query.attributes, isSynchronizable: query.synchronizable == .yes, group: group)]
    }
  }

  mutating func removeAll(of app: String) -> Bool { apps.removeValue(forKey: app) != nil }
}

extension Dictionary {
  /// Sets or removes a value, and returns the one that was there.
  fileprivate mutating func updateValue(_ value: Value?, forKey key: Key) -> Value? {
    if let value { updateValue(value, forKey: key) } else { removeValue(forKey: key) }
  }
}
