import Schema

/// The items of all apps. A copy is a snapshot and costs nothing until one of the two changes.
struct Keychain: Equatable, Sendable {
  private var apps = Named<Items>()
  /// Of the newest item there ever was.
  private(set) var lastNumber = 0
  /// Of all items together.
  private(set) var bytes = 0

  /// One app's items. None of another app is ever found among them.
  private struct Items: Equatable {
    var byKey = SharedDictionary<PrimaryKey, KeychainItem>()
    /// The keys by the items' numbers.
    var byNumber = SharedDictionary<Int, PrimaryKey>()
    /// How many items each access group has.
    var groups = Named<Int>()
  }

  /// In the order of the bundle ids.
  var counts: [DeviceState.KeychainEntry] {
    apps.sorted.map { .init(app: $0.name, count: $0.value.byKey.count) }
  }

  var appNames: [String] { apps.sorted.map(\.name) }

  /// Setting an item puts it under its key; whatever was there is gone.
  subscript(_ app: String, _ key: PrimaryKey) -> KeychainItem? {
    get { apps[app]?.byKey[key] }
    set {
      lastNumber = max(lastNumber, newValue?.number ?? 0)
      let old = apps[app, default: Items()].byKey.set(newValue, for: key)
      if let old { _ = apps[app]?.byNumber.set(nil, for: old.number) }
      if let newValue { _ = apps[app]?.byNumber.set(key, for: newValue.number) }
      let had = old != nil
      bytes += (newValue?.bytes ?? 0) - (old?.bytes ?? 0)
      if had != (newValue != nil) { count(key.accessGroup.text, of: app, by: had ? -1 : 1) }
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

  /// A query that has a reference or every primary attribute is a look-up, any other a search.
  private func candidates(_ query: KeychainQuery, _ items: Items) -> [KeychainItem] {
    if let reference = query.reference {
      return [items.byNumber[reference.number].flatMap { items.byKey[$0] }].compactMap(\.self)
    }
    guard let itemClass = query.itemClass, query.synchronizable != .any,
      itemClass.primaryAttributes.allSatisfy({ query.attributes[$0] != nil })
    else { return items.byKey.values }
    let groups =
      query.attributes[.accessGroup].map { _ in [query.attributes.text(of: .accessGroup)] }
      ?? Array(items.groups.names)
    return groups.compactMap { group in
      items.byKey[
        PrimaryKey(
          itemClass, query.attributes, isSynchronizable: query.synchronizable == .yes, group: group)]
    }
  }

  mutating func removeAll(of app: String) -> Bool {
    guard let gone = apps[app] else { return false }
    apps[app] = nil
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
  var items = Named<[KeychainItem]>()
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
    for (app, items) in members.items.sorted {
      for item in items {
        guard numbers.insert(item.number).inserted, self[app, item.key] == nil else { return nil }
        self[app, item.key] = item
      }
    }
    guard members.lastNumber >= lastNumber else { return nil }
    lastNumber = members.lastNumber
  }
}
