/// What one keychain has that another has not.
struct KeychainDifference {
  /// The other one's items that it has not, or has otherwise; the oldest first.
  var gone: [StoredItem] = []
  /// Its own that the other one has not, or has otherwise; the oldest first.
  var new: [StoredItem] = []
  var isLastNumberChanged = false

  var isEmpty: Bool { gone.isEmpty && new.isEmpty && !isLastNumberChanged }
}

extension Keychain {
  /// What it has that another one has not. It costs what the two do not share.
  func difference(from other: Keychain) -> KeychainDifference {
    var difference = KeychainDifference()
    difference.isLastNumberChanged = lastNumber != other.lastNumber
    let shared = pieces(sharedWith: other)
    var old: [Int: StoredItem] = [:]
    other.forEachPiece { piece, items in
      if !shared.contains(piece) { for item in items { old[item.number] = item.stored } }
    }
    forEachPiece { piece, items in
      if shared.contains(piece) { return }
      for item in items {
        if let known = old.removeValue(forKey: item.number) {
          if known == item.stored { continue }
          difference.gone.append(known)
        }
        difference.new.append(item.stored)
      }
    }
    difference.gone += old.values
    difference.gone.sort { $0.item.number < $1.item.number }
    difference.new.sort { $0.item.number < $1.item.number }
    return difference
  }

  private func pieces(sharedWith other: Keychain) -> Set<UnsafeRawPointer> {
    var pieces: Set<UnsafeRawPointer> = []
    other.forEachPiece { piece, _ in pieces.insert(piece) }
    var shared: Set<UnsafeRawPointer> = []
    forEachPiece { piece, _ in if pieces.contains(piece) { shared.insert(piece) } }
    return shared
  }
}
