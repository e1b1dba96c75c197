/// Elements that are served in the order in which they come: the first goes at the same cost however many wait.
struct Line<Element> {
  private var elements: [Element] = []
  /// How many of them have gone.
  private var gone = 0

  init(_ elements: [Element] = []) { self.elements = elements }

  var count: Int { elements.count - gone }
  var isEmpty: Bool { count == 0 }
  var first: Element? { isEmpty ? nil : elements[gone] }
  var all: ArraySlice<Element> { elements[gone...] }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func removeFirst() {
    gone += 1
    guard gone > elements.count / 2 else { return }
    elements.removeFirst(gone)
    gone = 0
  }
}

extension Line: Sendable where Element: Sendable {}

extension Line: Equatable where Element: Equatable {
  static func == (left: Self, right: Self) -> Bool { left.all == right.all }
}
