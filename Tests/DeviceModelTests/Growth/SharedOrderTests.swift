import TestSupport
import Testing

@testable import DeviceModel

@Suite("The order that copies share")
struct SharedOrderTests {
  /// What counts how often it is compared.
  private struct Counted: Equatable, Placed {
    final class Comparisons { var count = 0 }
    struct Place: Comparable, @unchecked Sendable {
      var number: Int
      var comparisons: Comparisons
      static func == (left: Self, right: Self) -> Bool { left.number == right.number }
      static func < (left: Self, right: Self) -> Bool {
        left.comparisons.count += 1
        return left.number < right.number
      }
    }

    var place: Place
  }

  @Test("does what a sorted list does, and no copy notices", arguments: 0..<6 as Range<UInt64>)
  func list(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var order = SharedOrder<Int>()
    var list: [Int] = []
    var copies: [(SharedOrder<Int>, [Int])] = []
    let removals = Int.random(in: 2...6, using: &random)
    for step in 0..<6000 {
      // It grows first, and shrinks in the end.
      let removes = Int.random(in: 0..<8, using: &random) < (step < 3000 ? 2 : removals)
      let number = Int.random(in: 0..<2000, using: &random)
      let index = list.firstIndex { $0 >= number } ?? list.endIndex
      let isThere = index < list.endIndex && list[index] == number
      #expect(order[number] == (isThere ? number : nil))
      if removes {
        let removed = order.remove(at: number)
        #expect(removed == (isThere ? number : nil))
        if isThere { list.remove(at: index) }
      } else {
        let replaced = order.insert(number)
        #expect(replaced == (isThere ? number : nil))
        if !isThere { list.insert(number, at: index) }
      }
      #expect(order.rank(of: number) == index)
      if step % 500 == 0 { copies.append((order, list)) }
      if step % 100 == 0 {
        #expect(order.all == list && order.count == list.count)
        #expect(order.first == list.first && order.last == list.last)
        var walked: [Int] = []
        order.walk(from: number) {
          walked.append($0)
          return walked.count < 5
        }
        #expect(walked == Array(list.filter { $0 >= number }.prefix(5)))
        #expect(order == list.shuffled(using: &random).reduce(into: SharedOrder()) { $0.insert($1) })
      }
    }
    for (order, list) in copies { #expect(order.all == list) }
    for number in list { order.remove(at: number) }
    #expect(order.isEmpty && order == SharedOrder())
  }

  @Test("looks one up among a hundred times as many with a few comparisons more")
  func growth() {
    func comparisons(among count: Int) -> Int {
      let comparisons = Counted.Comparisons()
      var order = SharedOrder<Counted>()
      func element(_ number: Int) -> Counted {
        Counted(place: Counted.Place(number: number, comparisons: comparisons))
      }
      for number in 0..<count { order.insert(element(number * 2)) }
      comparisons.count = 0
      order.insert(element(count + 1))
      _ = order[element(count + 1).place]
      order.walk(from: element(count).place) { _ in false }
      order.remove(at: element(count + 1).place)
      _ = order.rank(of: element(count).place)
      return comparisons.count
    }
    let (few, many) = (comparisons(among: 100), comparisons(among: 10_000))
    #expect(many < 3 * few, "\(few), \(many)")
  }
}
