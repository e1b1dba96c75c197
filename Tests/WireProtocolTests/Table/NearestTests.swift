import Schema
import Testing

@Suite struct NearestTests {
  /// Numbers that are the same in each run.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64 = 1

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  @Test("the nearest of many names is the one that a comparison letter by letter finds")
  func nearest() throws {
    var numbers = Numbers()
    func word(upTo length: Int) -> String {
      let count = Int.random(in: 0...length, using: &numbers)
      return String((0..<count).map { _ in "abcdeE".randomElement(using: &numbers) ?? "a" })
    }
    for _ in 0..<2000 {
      let names = (0..<12).map { _ in word(upTo: 14) }
      let typed = word(upTo: 14)
      let expected = try #require(
        names.map { distance(typed, $0) }.enumerated().min { $0.element < $1.element })
      let nearest = try #require(KnownNames(names).nearest(to: typed))
      // Farther ones are not compared.
      if expected.element > max(2, typed.utf8.count / 2) { continue }
      #expect(nearest.distance == expected.element, "\(typed) among \(names)")
      #expect(nearest.name == names[expected.offset], "\(typed) among \(names)")
    }
  }

  @Test("names may have bytes that are no letters, and more than are compared")
  func anything() {
    let names = KnownNames(["", "größe", String(repeating: "x", count: 200)])
    #expect(names.nearest(to: "")?.name == "")
    #expect(names.nearest(to: "groesse")?.name == "größe")
    #expect(names.nearest(to: String(repeating: "x", count: 1000))?.distance == 0)
    #expect(KnownNames([]).nearest(to: "a") == nil)
  }

  /// By the table of all beginnings of both; a name that is half typed is near.
  private func distance(_ typed: String, _ name: String) -> Int {
    let (a, b) = (Array(typed.lowercased().utf8), Array(name.lowercased().utf8))
    var table = (0...a.count).map { i in (0...b.count).map { j in i == 0 ? j : j == 0 ? i : 0 } }
    for i in 0..<a.count {
      for j in 0..<b.count {
        var edits = min(table[i][j] + (a[i] == b[j] ? 0 : 1), table[i][j + 1] + 1, table[i + 1][j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { edits = min(edits, table[i - 1][j - 1] + 1) }
        table[i + 1][j + 1] = edits
      }
    }
    let edits = table[a.count][b.count]
    if edits == 0 || a.count < 3 { return edits }
    if b.starts(with: a) { return min(edits, 2) }
    return a.count >= 4 && name.lowercased().contains(typed.lowercased()) ? min(edits, 3) : edits
  }
}
