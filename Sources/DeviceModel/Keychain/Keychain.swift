import Schema

/// The items of all apps. A copy is a snapshot and costs nothing until one of the two changes.
struct Keychain: Equatable, Sendable {
  private var shelves = SharedDictionary<ShelfName, Shelf>()
  /// The same items by who added them.
  private var owned = SharedDictionary<Name, SharedOrder<NumberedItem>>()
  /// How many those are; apps without items are left out.
  private var counted = SharedDictionary<Name, Int>()
  /// Those that go, or close, when the passcode or the enrolment does.
  private var bound = SharedOrder<NumberedItem>()
  /// Of the newest item there ever was.
  private(set) var lastNumber = 0
  /// Of all items together.
  private(set) var bytes = 0
  /// Counts every change.
  private(set) var changes = 0

  /// Everything else follows from the items.
  static func == (left: Self, right: Self) -> Bool {
    left.lastNumber == right.lastNumber && left.bytes == right.bytes && left.owned == right.owned
  }

  /// In the order of the bundle ids.
  var counts: [DeviceState.KeychainEntry] {
    appNames.map { .init(app: $0, count: counted[Name($0)] ?? 0) }
  }

  /// Whether each app has as many as it had.
  func hasSameCounts(as other: Keychain) -> Bool { counted == other.counted }

  /// The apps that have items, in the order of their bundle ids.
  var appNames: [String] { counted.keys.sorted().map(\.text) }

  subscript(_ key: PrimaryKey) -> StoredItem? { shelves[key.shelf]?[key] }

  /// What has become of an item; `nil`: it is gone.
  func present(_ stored: StoredItem) -> StoredItem? {
    owned[Name(stored.item.app)]?[stored.number]?.stored
  }

  func hasItems(of app: String) -> Bool { counted[Name(app)] != nil }

  /// All that an app added, the oldest first.
  func items(of app: String) -> [StoredItem] { owned[Name(app)]?.all.map(\.stored) ?? [] }

  /// Those that depend on the passcode or on who is enrolled, the oldest first.
  var boundItems: [StoredItem] { bound.all.map(\.stored) }
  var boundCount: Int { bound.count }

  /// The items of some access groups that a query means, the oldest first, and no more than `limit` of those that
  /// `isWanted` picks. The query is consumed, for closures share a variable, and would each have a copy of a constant.
  func items(
    in groups: [String], matching query: consuming KeychainQuery, atMost limit: Int,
    where isWanted: (KeychainItem) -> Bool
  ) -> [StoredItem] {
    guard let itemClass = query.meantClass else { return [] }
    func items(in group: String) -> [StoredItem] {
      shelves[ShelfName(itemClass: itemClass, accessGroup: Name(group))]?
        .items(foundBy: query, atMost: limit) { $0.matches(query) && isWanted($0) } ?? []
    }
    // Mostly there is one.
    if groups.count == 1 { return items(in: groups[0]) }
    let found = groups.map(items).filter { !$0.isEmpty }
    if found.count < 2 { return found.first ?? [] }
    return Array(found.joined().sorted { $0.number < $1.number }.prefix(limit))
  }
}

/// Looking at all of it.
extension Keychain {
  /// Shows where each piece of it is in memory, which copies share, and what is in it.
  func forEachPiece(_ body: (UnsafeRawPointer, [NumberedItem]) -> Void) {
    owned.forEach { $1.forEachPiece(body) }
  }

  /// An item that an app added.
  func item(of app: String, number: Int) -> StoredItem? { owned[Name(app)]?[number]?.stored }

  /// Whether there is none yet in the place of an item.
  func hasRoom(for item: KeychainItem) -> Bool {
    self[item.key] == nil && shelves[item.shelf]?.items[item.number] == nil
      && self.item(of: item.app, number: item.number) == nil && bound[item.number] == nil
  }
}

/// Changes. An item that is put in must not be there yet.
extension Keychain {
  mutating func insert(_ stored: StoredItem) {
    changes += 1
    lastNumber = max(lastNumber, stored.number)
    insertIntoShelf(stored)
    let app = Name(stored.item.app)
    owned.change(app) { owned in
      owned = owned ?? SharedOrder()
      owned?.insert(NumberedItem(stored))
    }
    if stored.item.isBound { bound.insert(NumberedItem(stored)) }
    counted[app, default: 0] += 1
    bytes += stored.bytes
  }

  /// Puts changed items in the place of others, of which each has the number of its successor.
  mutating func replace(_ old: [StoredItem], with new: [StoredItem]) {
    changes += 1
    var kept: [StoredItem] = []
    for (old, stored) in zip(old, new) {
      bytes += stored.bytes - old.bytes
      if old.item.isFoundAs(stored.item) {
        kept.append(stored)
      } else {
        removeFromShelf(old)
        insertIntoShelf(stored)
      }
    }
    for (shelf, items) in kept.grouped(by: \.item.shelf, where: { $0.item.isBeside($1.item) }) {
      shelves.change(shelf) { shelf in for stored in items { shelf?.replace(with: stored) } }
    }
    for (app, items) in new.groupedByApp {
      owned.change(app) { owned in for stored in items { owned?.insert(NumberedItem(stored)) } }
    }
    for stored in new {
      if stored.item.isBound {
        bound.insert(NumberedItem(stored))
      } else {
        bound.remove(at: stored.number)
      }
    }
  }

  /// Removes items. All of a shelf, or of an app, go at once.
  mutating func remove(_ items: [StoredItem]) {
    changes += 1
    for (shelf, items) in items.grouped(by: \.item.shelf, where: { $0.item.isBeside($1.item) }) {
      if shelves[shelf]?.items.count == items.count {
        shelves[shelf] = nil
      } else {
        for stored in items { removeFromShelf(stored) }
      }
    }
    for (app, items) in items.groupedByApp {
      let left = (counted[app] ?? 0) - items.count
      counted[app] = left > 0 ? left : nil
      owned.change(app) { owned in
        if left > 0 { for stored in items { owned?.remove(at: stored.number) } } else { owned = nil }
      }
    }
    for stored in items {
      if stored.item.isBound { bound.remove(at: stored.number) }
      bytes -= stored.bytes
    }
  }

  /// Counts on from a number. False: there is a newer item.
  mutating func setLastNumber(_ number: Int) -> Bool {
    var newest = 0
    owned.forEach { newest = max(newest, $1.last?.number ?? 0) }
    if number < newest { return false }
    lastNumber = number
    return true
  }

  /// Removes everything.
  mutating func removeAll() {
    var empty = Keychain()
    (empty.lastNumber, empty.changes) = (lastNumber, changes + 1)
    self = empty
  }

  /// Removes the items that `isMeant` picks.
  mutating func removeAll(where isMeant: (KeychainItem) -> Bool) {
    remove(appNames.flatMap { items(of: $0).filter { isMeant($0.item) } })
  }

  private mutating func insertIntoShelf(_ stored: StoredItem) {
    shelves.change(stored.item.shelf) { shelf in
      shelf = shelf ?? Shelf()
      shelf?.insert(stored)
    }
  }

  private mutating func removeFromShelf(_ stored: StoredItem) {
    shelves.change(stored.item.shelf) { shelf in
      shelf?.remove(stored)
      if shelf?.items.isEmpty == true { shelf = nil }
    }
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
    for app in keychain.appNames { items[app] = keychain.items(of: app).map(\.item) }
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
          if other.item.app.isSameText(as: app) { return nil }
          // Before apps shared groups each had items of its own under the same name.
          item.attributes[.accessGroup] = .text("\(app).\(item.attributes.text(of: .accessGroup))")
          if self[item.key] != nil { return nil }
        }
        insert(StoredItem(item))
      }
    }
    guard members.lastNumber >= lastNumber else { return nil }
    lastNumber = members.lastNumber
  }
}
