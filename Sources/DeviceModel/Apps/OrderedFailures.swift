import Schema

/// Failures that coming calls meet, the first that fits first. However many there are, to find the one that a call
/// meets costs nothing for those that it does not.
struct OrderedFailures: Equatable, Sendable {
  private var orders = SharedOrder<Numbered>()
  /// The numbers of those that are for the same calls.
  private var byTarget = SharedDictionary<Target, Line<Int>>()
  private var last = 0

  private struct Numbered: Equatable, Placed {
    var number: Int
    var order: FailureOrder

    var place: Int { number }
  }

  /// For which calls an order is.
  private struct Target: Hashable {
    var method: FailableMethod?
    var app: Name?
    var kind: OrderedError.Kind
  }

  init(_ orders: [FailureOrder] = []) { for order in orders { append(order) } }

  static func == (left: Self, right: Self) -> Bool { left.orders == right.orders || left.all == right.all }

  var isEmpty: Bool { orders.isEmpty }
  var count: Int { orders.count }
  var all: [FailureOrder] { orders.all.map(\.order) }

  mutating func append(_ order: FailureOrder) {
    last += 1
    orders.insert(Numbered(number: last, order: order))
    byTarget.change(Self.target(of: order)) { line in
      line = line ?? Line()
      line?.append(last)
    }
  }

  private static func target(of order: FailureOrder) -> Target {
    Target(method: order.method, app: order.app.map(Name.init), kind: order.error.kind)
  }

  /// The number of the order that a call meets; `nil`: none.
  func first(for method: FailableMethod, of app: String) -> Int? {
    let app = Name(app)
    var first: Int?
    for kind in OrderedError.Kind.allCases where kind.isPossible(for: method) {
      for target in [
        Target(method: method, app: app, kind: kind), Target(method: method, app: nil, kind: kind),
        Target(method: nil, app: app, kind: kind), Target(method: nil, app: nil, kind: kind),
      ] {
        if let number = byTarget[target]?.first { first = min(first ?? number, number) }
      }
    }
    return first
  }

  /// Has a call meet an order, and returns what it fails with.
  mutating func use(_ number: Int) -> OrderedError? {
    guard var order = orders[number]?.order else { return nil }
    if order.use() {
      orders.insert(Numbered(number: number, order: order))
    } else {
      orders.remove(at: number)
      byTarget.change(Self.target(of: order)) { line in
        line?.removeFirst()
        if line?.isEmpty == true { line = nil }
      }
    }
    return order.error
  }
}
