import Schema

/// Where a shelf is: the items of one class in one access group. None of another is ever found among them.
struct ShelfName: Hashable, Sendable {
  let itemClass: KeychainClass
  let accessGroup: Name
}

/// The items of one class in one access group, and what finds them.
struct Shelf: Equatable, Sendable {
  private(set) var items = SharedOrder<NumberedItem>()
  /// What each item is found by: its primary key, and each of its attributes.
  private var clues = SharedOrder<Clue>()

  mutating func insert(_ stored: StoredItem) {
    items.insert(NumberedItem(stored))
    for clue in Clue.all(of: stored.item) { clues.insert(clue) }
  }

  mutating func remove(_ stored: StoredItem) {
    items.remove(at: stored.number)
    for clue in Clue.all(of: stored.item) { clues.remove(at: clue) }
  }

  /// Puts an item in the place of one that is found by the same.
  mutating func replace(with stored: StoredItem) { items.insert(NumberedItem(stored)) }

  subscript(_ key: PrimaryKey) -> StoredItem? {
    var found: StoredItem?
    walk(Clue.hash(of: key)) { stored in
      if stored.item.has(key) { found = stored }
      return found == nil
    }
    return found
  }

  /// The items that `isMeant` picks of those that a query can find, the oldest first, and no more than `limit`. What it
  /// looks at are those that share the rarest of what the query asks for.
  func items(
    foundBy query: KeychainQuery, atMost limit: Int, where isMeant: (KeychainItem) -> Bool
  ) -> [StoredItem] {
    var found: [StoredItem] = []
    func take(_ stored: StoredItem) -> Bool {
      if isMeant(stored.item) { found.append(stored) }
      return found.count < limit
    }
    if let reference = query.reference {
      if let stored = items[reference.number]?.stored { _ = take(stored) }
    } else if let clue = rarestClue(in: query, limit) {
      walk(clue, take)
    } else {
      items.walk { take($0.stored) }
    }
    return found
  }

  /// What leads to the fewest items; `nil`: to walk through all of them takes no longer.
  private func rarestClue(in query: KeychainQuery, _ limit: Int) -> UInt? {
    if let itemClass = query.meantClass,
      itemClass.primaryAttributes.allSatisfy({ query.attributes[$0] != nil })
    {
      return Clue.hash(of: query.attributes.compared(itemClass.primaryAttributes))
    }
    var rarest: (clue: UInt, count: Int)?
    for entry in query.attributes.entries {
      guard let clue = Clue.hash(of: entry) else { continue }
      let count = count(of: clue)
      if count < rarest?.count ?? .max { rarest = (clue, count) }
    }
    guard let rarest else { return nil }
    // To look a fourth of the items up one by one takes as long as to walk through all.
    return limit > rarest.count && rarest.count > items.count / 4 ? nil : rarest.clue
  }

  private func count(of clue: UInt) -> Int {
    clues.rank(of: Clue(hash: clue, number: .max)) - clues.rank(of: Clue(hash: clue, number: .min))
  }

  /// Shows the items that a clue leads to, the oldest first, until `body` has enough and returns false.
  private func walk(_ hash: UInt, _ body: (StoredItem) -> Bool) {
    clues.walk(from: Clue(hash: hash, number: .min)) { clue in
      guard clue.hash == hash else { return false }
      return items[clue.number].map { body($0.stored) } ?? true
    }
  }

  /// What finds the items follows from them.
  static func == (left: Self, right: Self) -> Bool { left.items == right.items }
}

/// The hash of something that an item has. Other things may have the same hash, so each item that a clue leads to is
/// compared.
private struct Clue: Comparable, Placed {
  var hash: UInt
  var number: Int

  var place: Clue { self }

  static func < (left: Self, right: Self) -> Bool {
    left.hash == right.hash ? left.number < right.number : left.hash < right.hash
  }

  /// Everything that an item is found by.
  static func all(of item: KeychainItem) -> [Clue] {
    let key = hash(of: item.attributes.compared(item.itemClass.primaryAttributes))
    return [Clue(hash: key, number: item.number)]
      + item.attributes.entries.compactMap { hash(of: $0).map { Clue(hash: $0, number: item.number) } }
  }

  static func hash(of key: PrimaryKey) -> UInt { hash(of: key.attributes) }

  /// Of the primary attributes: of a class two items at most have the same, of which one is synchronizable.
  static func hash(of primary: KeychainAttributes) -> UInt { UInt(bitPattern: primary.hashValue) }

  /// Of one attribute; `nil`: nothing is found by it, for it is empty, or the same in all of the shelf.
  static func hash(of entry: KeychainAttributes.Entry) -> UInt? {
    if entry.attribute == .accessGroup || entry.value.isEmpty { return nil }
    return UInt(bitPattern: entry.hashValue)
  }
}
