import Schema

/// An item as the keychain keeps it. Results, prompts and snapshots hold the same one and not a copy.
final class StoredItem: Equatable, Sendable {
  let item: KeychainItem
  // What is asked of many at a time, so that nobody has to look further.
  let number: Int
  let bytes: Int
  /// Whether it takes more than the device as it stands to read it.
  let asksForSomething: Bool

  init(_ item: KeychainItem) {
    self.item = item
    number = item.number
    bytes = item.bytes
    asksForSomething = item.flags != nil || item.applicationPassword != nil
  }

  /// Of the bytes, those that are not what it keeps.
  var namingBytes: Int { bytes - item.value.bytes.count - (item.applicationPassword?.bytes.count ?? 0) }

  static func == (left: StoredItem, right: StoredItem) -> Bool { left === right || left.item == right.item }
}

/// Stored items stand in the order of their numbers, the oldest first.
struct NumberedItem: Equatable, Placed {
  let number: Int
  let stored: StoredItem

  init(_ stored: StoredItem) { (number, self.stored) = (stored.number, stored) }

  var place: Int { number }
}

extension [StoredItem] {
  /// Those of each app.
  var groupedByApp: [Name: FlattenSequence<[ArraySlice<StoredItem>]>] {
    grouped(by: { Name($0.item.app) }, where: { $0.item.app.isSameText(as: $1.item.app) })
  }

  /// Those with the same key. As most stand beside one of theirs, `isSame` tells so for less than the key costs.
  func grouped<Key>(
    by key: (StoredItem) -> Key, where isSame: (StoredItem, StoredItem) -> Bool
  ) -> [Key: FlattenSequence<[ArraySlice<StoredItem>]>] {
    var runs: [Key: [ArraySlice<StoredItem>]] = [:]
    var start = startIndex
    for index in indices where index + 1 == endIndex || !isSame(self[index], self[index + 1]) {
      runs[key(self[start]), default: []].append(self[start...index])
      start = index + 1
    }
    return runs.mapValues { $0.joined() }
  }
}

/// The items that a call asks the owner for, as it found them. While its prompt is on screen they may change: what
/// counts then is what has their keys.
struct AskedItems: Equatable, Sendable {
  private enum Kept {
    /// In a keychain that had changed so often.
    case found([StoredItem], Int)
    case keys([PrimaryKey])
  }

  private let kept: Kept

  static let none = Self(keys: [])

  init(_ found: [StoredItem], in keychain: Keychain) { kept = .found(found, keychain.changes) }

  /// As an archive has them.
  init(keys: [PrimaryKey]) { kept = .keys(keys) }

  var keys: [PrimaryKey] {
    switch kept {
    case .found(let items, _): items.map(\.item.key)
    case .keys(let keys): keys
    }
  }

  /// What has their keys now, without those that are gone.
  func present(in keychain: Keychain) -> [StoredItem] {
    switch kept {
    // Mostly nothing has changed.
    case .found(let items, keychain.changes): items
    case .found(let items, _):
      items.compactMap { keychain.present($0) === $0 ? $0 : keychain[$0.item.key] }
    case .keys(let keys): keys.compactMap { keychain[$0] }
    }
  }

  static func == (left: Self, right: Self) -> Bool { left.keys == right.keys }
}
