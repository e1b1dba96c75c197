import SimulatedLocalAuthentication
import Testing

@Suite struct WireValueTests {
  @Test(
    "seconds of any size are nanoseconds, as far as these reach",
    arguments: [
      (.integer(2), 2_000_000_000), (.number(0.25), 250_000_000), (.number(1e300), .max),
      (.number(-.infinity), .min), (.number(.nan), 0), (.integer(.min), .min), ("2", nil),
    ] as [(WireValue, Int64?)])
  func seconds(_ value: WireValue, _ nanoseconds: Int64?) { #expect(value.nanoseconds == nanoseconds) }

  @Test("a number that JSON does not have is written as null, and ends nothing")
  func unwritable() {
    #expect(String(decoding: WireValue.array([.number(.infinity), 1]).json, as: UTF8.self) == "[null,1]")
    // What is beyond all doubles comes in as such a number.
    #expect(WireValue(json: Array("1e999".utf8)).json == Array("null".utf8))
  }
}
