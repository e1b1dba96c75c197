/// A dictionary whose copies stay cheap when one of them changes: it is a tree of small dictionaries, and a change
/// copies, and later frees, those on one way from the root. So a snapshot of a hundred thousand items costs what one
/// of ten does, and no change has to make room for all of them anew.
struct SharedDictionary<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private var root = Node.entries([:])
  private(set) var count = 0

  /// What a way through the tree leads to.
  fileprivate enum Node: Sendable {
    case entries([Key: Value])
    /// One for each number that `bits` bits of a key's hash can have.
    case branches([Node])

    static var bits: Int { 3 }
    /// How many entries are cut into branches, as long as the hash has bits for that.
    static var most: Int { 64 }
    static var deepest: Int { 64 / bits }
  }

  init() {}

  var isEmpty: Bool { count == 0 }

  /// In no order.
  var keys: [Key] {
    var keys: [Key] = []
    keys.reserveCapacity(count)
    forEach { key, _ in keys.append(key) }
    return keys
  }

  /// In no order.
  func forEach(_ body: (Key, Value) -> Void) { root.forEach(body) }

  subscript(_ key: Key) -> Value? {
    get {
      if case .entries(let entries) = root { return entries[key] }
      return root.value(of: key, hash: key.hashValue, depth: 0)
    }
    set { _ = set(newValue, for: key) }
  }

  subscript(_ key: Key, default value: @autoclosure () -> Value) -> Value {
    get { self[key] ?? value() }
    set { set(newValue, for: key) }
  }

  /// Sets or removes a value; returns the one that was there.
  @discardableResult
  mutating func set(_ value: Value?, for key: Key) -> Value? {
    var old: Value?
    change(key) { present in (old, present) = (present, value) }
    return old
  }

  /// Changes a value where it is, without a copy of it; one that is `nil` afterwards is gone.
  mutating func change(_ key: Key, _ body: (inout Value?) -> Void) {
    // Entries that are not cut into branches need no hash to be found.
    let hash = if case .branches = root { key.hashValue } else { 0 }
    count += root.change(key, hash: hash, depth: 0, body)
  }
}

extension SharedDictionary.Node {
  /// The branch that a hash leads to.
  private static func branch(_ hash: Int, _ depth: Int) -> Int {
    (hash >> (depth * bits)) & (1 << bits - 1)
  }

  fileprivate func value(of key: Key, hash: Int, depth: Int) -> Value? {
    switch self {
    case .entries(let entries): entries[key]
    case .branches(let branches):
      branches[Self.branch(hash, depth)].value(of: key, hash: hash, depth: depth + 1)
    }
  }

  /// Returns how many entries there are more.
  fileprivate mutating func change(
    _ key: Key, hash: Int, depth: Int, _ body: (inout Value?) -> Void
  ) -> Int {
    let growth: Int
    // Taken out while they change, for else they would be copied.
    switch self {
    case .entries(var entries):
      self = .branches([])
      let before = entries.count
      body(&entries[key])
      growth = entries.count - before
      let isFull = entries.count > Self.most && depth < Self.deepest
      self = isFull ? Self.cut(entries, depth) : .entries(entries)
    case .branches(var branches):
      self = .branches([])
      growth = branches[Self.branch(hash, depth)].change(key, hash: hash, depth: depth + 1, body)
      self = .branches(branches)
    }
    return growth
  }

  private static func cut(_ entries: [Key: Value], _ depth: Int) -> Self {
    var parts: [[Key: Value]] = Array(repeating: [:], count: 1 << bits)
    for (key, value) in entries { parts[branch(key.hashValue, depth)][key] = value }
    return .branches(parts.map(Self.entries))
  }

  fileprivate func forEach(_ body: (Key, Value) -> Void) {
    switch self {
    case .entries(let entries): for (key, value) in entries { body(key, value) }
    case .branches(let branches): for branch in branches { branch.forEach(body) }
    }
  }
}

extension SharedDictionary.Node: Equatable where Value: Equatable {
  /// What two copies still share is not looked into: arrays and dictionaries see to that.
  static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.entries(let left), .entries(let right)): left == right
    case (.branches(let left), .branches(let right)): left == right
    // Of the same entries, one may have been cut when there were more.
    case (.entries(let entries), .branches), (.branches, .entries(let entries)):
      left.count == right.count && (entries.isEmpty || left.gathered == right.gathered)
    }
  }

  private var count: Int {
    switch self {
    case .entries(let entries): entries.count
    case .branches(let branches): branches.reduce(0) { $0 + $1.count }
    }
  }

  fileprivate var gathered: [Key: Value] {
    if case .entries(let entries) = self { return entries }
    var gathered: [Key: Value] = [:]
    forEach { gathered[$0] = $1 }
    return gathered
  }
}

extension SharedDictionary: Equatable where Value: Equatable {
  static func == (left: Self, right: Self) -> Bool { left.count == right.count && left.root == right.root }
}

/// What became of a value.
struct Difference<Key, Value> {
  let key: Key
  /// `nil`: there was none.
  let old: Value?
  /// `nil`: there is none.
  let new: Value?
}

extension SharedDictionary where Value: Equatable {
  /// Where this one is different from another; costs as much as there is.
  func differences(from other: Self) -> [Difference<Key, Value>] {
    var differences: [Difference<Key, Value>] = []
    Node.collect(&differences, from: other.root, to: root)
    return differences
  }
}

extension SharedDictionary.Node where Value: Equatable {
  fileprivate static func collect(_ differences: inout [Difference<Key, Value>], from old: Self, to new: Self)
  {
    if old == new { return }
    if case (.branches(let old), .branches(let new)) = (old, new) {
      for (old, new) in zip(old, new) { collect(&differences, from: old, to: new) }
      return
    }
    let (old, new) = (old.gathered, new.gathered)
    for (key, value) in old where new[key] != value {
      differences.append(Difference(key: key, old: value, new: new[key]))
    }
    for (key, value) in new where old[key] == nil {
      differences.append(Difference(key: key, old: nil, new: value))
    }
  }
}
