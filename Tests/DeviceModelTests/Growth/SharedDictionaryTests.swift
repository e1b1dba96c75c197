import TestSupport
import Testing

@testable import DeviceModel

@Suite("The dictionary that copies share")
struct SharedDictionaryTests {
  @Test("does what a dictionary does, and no copy notices", arguments: 0..<6 as Range<UInt64>)
  func dictionary(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var shared = SharedDictionary<Int, Int>()
    var plain: [Int: Int] = [:]
    var copies: [(SharedDictionary<Int, Int>, [Int: Int])] = []
    for step in 0..<6000 {
      let key = Int.random(in: 0..<2000, using: &random)
      let value = Int.random(in: 0..<8, using: &random) < (step < 3000 ? 2 : 6) ? nil : step
      #expect(shared[key] == plain[key])
      switch step % 3 {
      case 0: shared[key] = value
      case 1:
        let old = shared.set(value, for: key)
        #expect(old == plain[key])
      default: shared.change(key) { $0 = value }
      }
      plain[key] = value
      #expect(shared.count == plain.count)
      if step % 300 == 0 { copies.append((shared, plain)) }
    }
    for (copy, values) in copies {
      var found: [Int: Int] = [:]
      copy.forEach { found[$0] = $1 }
      #expect(found == values && Set(copy.keys) == Set(values.keys))
      let again = values.reduce(into: SharedDictionary<Int, Int>()) { $0[$1.key] = $1.value }
      #expect(copy == again)
      #expect((copy == shared) == (values == plain))
      let differences = shared.differences(from: copy)
      #expect(
        Set(differences.map(\.key)) == Set(values.keys).union(plain.keys).filter { values[$0] != plain[$0] })
      for difference in differences {
        #expect(difference.old == values[difference.key] && difference.new == plain[difference.key])
      }
    }
  }
}
