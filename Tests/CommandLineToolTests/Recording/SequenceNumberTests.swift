import Recording
import Testing

@Suite("Numbers of recorded events")
struct SequenceNumberTests {
  @Test("events count from 1, and those that are left out have no number")
  func numbers() {
    var numbers = SequenceNumbers(origin: 2)
    for hidden in [4, 7, 5] { numbers.hide(hidden) }
    #expect((1...9).map(numbers.number) == [0, 0, 1, 1, 1, 2, 2, 3, 4])
    #expect((1...9).filter(numbers.isHidden) == [1, 2, 4, 5, 7])
  }

  @Test("a number leads back to its event, and 0 to before all of them")
  func back() {
    var numbers = SequenceNumbers(origin: 2)
    for hidden in [3, 5, 6] { numbers.hide(hidden) }
    #expect((0...4).map(numbers.sequence) == [2, 4, 7, 8, 9])
    for number in 1...20 { #expect(numbers.number(of: numbers.sequence(of: number)) == number) }
  }
}
