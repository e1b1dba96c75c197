/// An item as the keychain keeps it. Results, prompts and snapshots hold the same one and not a copy.
final class StoredItem: Equatable, Sendable {
  let item: KeychainItem
  let bytes: Int

  init(_ item: KeychainItem) {
    self.item = item
    bytes = item.bytes
  }

  static func == (left: StoredItem, right: StoredItem) -> Bool { left === right || left.item == right.item }
}

/// Stored items stand in the order of their numbers, the oldest first.
struct NumberedItem: Equatable, Placed {
  let number: Int
  let stored: StoredItem

  init(_ stored: StoredItem) { (number, self.stored) = (stored.item.number, stored) }

  var place: Int { number }
}

/// The items that a call asks the owner for, as it found them. While its prompt is on screen they may change: what
/// counts then is what has their keys.
struct AskedItems: Equatable, Sendable {
  private enum Kept {
    case found([StoredItem])
    case keys([PrimaryKey])
  }

  private let kept: Kept

  init(_ found: [StoredItem]) { kept = .found(found) }

  /// As an archive has them.
  init(keys: [PrimaryKey]) { kept = .keys(keys) }

  var keys: [PrimaryKey] {
    switch kept {
    case .found(let items): items.map(\.item.key)
    case .keys(let keys): keys
    }
  }

  /// What has their keys now, without those that are gone.
  func present(in keychain: Keychain) -> [StoredItem] {
    switch kept {
    // Mostly nothing has changed.
    case .found(let items):
      items.compactMap { keychain.present($0) === $0 ? $0 : keychain[$0.item.key] }
    case .keys(let keys): keys.compactMap { keychain[$0] }
    }
  }

  static func == (left: Self, right: Self) -> Bool { left.keys == right.keys }
}
