import Schema

/// What has a place in an order.
protocol Placed: Sendable {
  associatedtype Place: Comparable & Sendable
  var place: Place { get }
}

/// Elements in the order of their places, at most one at each. Looking one up, or walking on from it, costs nothing for
/// the others; and copies stay cheap when one of them changes, for it is a tree, of which a change copies one way from
/// the root.
struct SharedOrder<Element: Placed>: Sendable {
  typealias Place = Element.Place

  /// None, or the one: a device has many orders, and most of them are empty.
  private var root: [Node] = []

  /// A leaf has elements, a branch has children.
  fileprivate struct Node: Sendable {
    var count = 0
    var elements: [Element] = []
    var children: [Node] = []
    /// Where each child begins: its elements are at that place or behind it, and before the next child's. What is
    /// before the first belongs to the first, too.
    var starts: [Place] = []

    static var most: Int { 64 }
  }

  init() {}

  var count: Int { root.first?.count ?? 0 }
  var isEmpty: Bool { root.isEmpty }

  /// The first there is.
  var first: Element? {
    guard var node = root.first else { return nil }
    while let child = node.children.first { node = child }
    return node.elements.first
  }

  /// The last there is.
  var last: Element? {
    guard var node = root.first else { return nil }
    while let child = node.children.last { node = child }
    return node.elements.last
  }

  /// All of them, in their order.
  var all: [Element] {
    var all: [Element] = []
    all.reserveCapacity(count)
    walk { element in
      all.append(element)
      return true
    }
    return all
  }

  subscript(_ place: Place) -> Element? {
    guard var node = root.first else { return nil }
    while !node.children.isEmpty { node = node.children[node.child(for: place)] }
    let index = node.index(of: place)
    return index < node.elements.count && node.elements[index].place == place ? node.elements[index] : nil
  }

  /// Shows the elements in their order, from a place on, until `body` has enough and returns false.
  func walk(from place: Place? = nil, _ body: (Element) -> Bool) { _ = root.first?.walk(from: place, body) }

  /// How many are before a place.
  func rank(of place: Place) -> Int { root.first?.rank(of: place) ?? 0 }

  /// Puts an element at its place; returns the one that was there.
  @discardableResult
  mutating func insert(_ element: Element) -> Element? {
    if root.isEmpty { root = [Node()] }
    let old = root[0].insert(element)
    if root[0].isFull {
      let start = root[0].start
      let right = root[0].split()
      let left = root[0]
      root = [Node(count: left.count + right.count, children: [left, right], starts: [start, right.start])]
    }
    return old
  }

  /// Removes what is at a place, and returns it.
  @discardableResult
  mutating func remove(at place: Place) -> Element? {
    if root.isEmpty { return nil }
    let old = root[0].remove(at: place)
    while root[0].children.count == 1 { root = root[0].children }
    if root[0].count == 0 { root = [] }
    return old
  }
}

/// What copies share: an order is kept in pieces, and copies that share a piece have it at the same place in memory, as
/// long as both live.
extension SharedOrder {
  /// Shows where each piece is, and what is in it.
  func forEachPiece(_ body: (UnsafeRawPointer, [Element]) -> Void) { root.first?.forEachPiece(body) }
}

extension SharedOrder.Node {
  fileprivate func forEachPiece(_ body: (UnsafeRawPointer, [Element]) -> Void) {
    for child in children { child.forEachPiece(body) }
    if let place = elements.withUnsafeBufferPointer({ $0.baseAddress }), !elements.isEmpty {
      body(UnsafeRawPointer(place), elements)
    }
  }

  var isFull: Bool { max(elements.count, children.count) > Self.most }

  /// The place of the first, of one that is not empty.
  var start: Element.Place { starts.first ?? elements[0].place }

  /// Where an element with that place is, or would be.
  func index(of place: Element.Place) -> Int { elements.end { $0.place < place } }

  /// The child in which it is, or would be.
  func child(for place: Element.Place) -> Int { starts.dropFirst().end { $0 <= place } - 1 }

  /// Returns whether `body` wants more.
  func walk(from place: Element.Place?, _ body: (Element) -> Bool) -> Bool {
    if children.isEmpty {
      for index in (place.map(index) ?? 0)..<elements.count where !body(elements[index]) { return false }
      return true
    }
    let start = place.map(child) ?? 0
    for index in start..<children.count
    where !children[index].walk(from: index == start ? place : nil, body) { return false }
    return true
  }

  func rank(of place: Element.Place) -> Int {
    if children.isEmpty { return index(of: place) }
    let child = child(for: place)
    return children[..<child].reduce(0) { $0 + $1.count } + children[child].rank(of: place)
  }

  mutating func insert(_ element: Element) -> Element? {
    let place = element.place
    if children.isEmpty {
      let index = index(of: place)
      if index < elements.count, elements[index].place == place {
        defer { elements[index] = element }
        return elements[index]
      }
      elements.insert(element, at: index)
      count += 1
      return nil
    }
    let index = child(for: place)
    let old = children[index].insert(element)
    if old == nil { count += 1 }
    if children[index].isFull {
      let right = children[index].split()
      starts.insert(right.start, at: index + 1)
      children.insert(right, at: index + 1)
    }
    return old
  }

  /// Keeps the first half, and returns the other.
  mutating func split() -> Self {
    var right = Self()
    if children.isEmpty {
      let middle = elements.count / 2
      right.elements = Array(elements[middle...])
      elements.removeSubrange(middle...)
      right.count = right.elements.count
    } else {
      let middle = children.count / 2
      right.children = Array(children[middle...])
      right.starts = Array(starts[middle...])
      children.removeSubrange(middle...)
      starts.removeSubrange(middle...)
      right.count = right.children.reduce(0) { $0 + $1.count }
    }
    count -= right.count
    return right
  }

  mutating func remove(at place: Element.Place) -> Element? {
    if children.isEmpty {
      let index = index(of: place)
      guard index < elements.count, elements[index].place == place else { return nil }
      count -= 1
      return elements.remove(at: index)
    }
    let index = child(for: place)
    guard let old = children[index].remove(at: place) else { return nil }
    count -= 1
    if children[index].count == 0 {
      children.remove(at: index)
      starts.remove(at: index)
    }
    return old
  }
}

extension SharedOrder.Node: Equatable where Element: Equatable {}

extension SharedOrder: Equatable where Element: Equatable {
  /// What two copies still share is not looked into. The same elements may stand in trees of another shape.
  static func == (left: Self, right: Self) -> Bool {
    left.count == right.count && (left.root == right.root || left.all == right.all)
  }
}

extension Int: Placed {
  var place: Int { self }
}

extension Name: Placed {
  var place: Name { self }
}
