import JSON
import Testing

@Suite("Numbers")
struct NumberTests {
  @Test(
    "a whole number that fits is an integer, however it is written",
    arguments: [
      ("0", 0), ("-0", 0), ("0.0", 0), ("-0e0", 0), ("0e999999999999999999999", 0), ("7", 7), ("-7", -7),
      ("1.0", 1), ("1.000", 1), ("1e2", 100), ("1E+2", 100), ("12.50e1", 125), ("1000e-3", 1),
      ("0.0012e4", 12), ("100.00e-2", 1), ("1e18", 1_000_000_000_000_000_000),
      ("9007199254740992", 9_007_199_254_740_992), ("9007199254740993", 9_007_199_254_740_993),
      ("9007199254740993.0", 9_007_199_254_740_993), ("90071992547409930e-1", 9_007_199_254_740_993),
      ("999999999999999999", 999_999_999_999_999_999), ("1000000000000000000", 1_000_000_000_000_000_000),
      ("9223372036854775807", .max), ("-9223372036854775808", .min), ("-9223372036854775808.0", .min),
      ("9.223372036854775807e18", .max), ("-9.223372036854775808E18", .min),
      ("0.00000000000000000000000000000000000000001e41", 1),
      ("1" + String(repeating: "0", count: 400) + "e-400", 1),
    ] as [(String, Int)])
  func readsIntegers(text: String, value: Int) throws {
    #expect(try withJSON(Array(text.utf8)) { $0.integer } == value)
  }

  @Test(
    "a number that is not whole, or does not fit, is not an integer",
    arguments: [
      "0.5", "-1.5", "1e-1", "15e-1", "1.0000000000000000000000001", "9223372036854775808",
      "-9223372036854775809", "9223372036854775807.5", "1e19", "10e18", "18446744073709551616",
      "99999999999999999999", "1e400", "1e99999999999999999999", "1e-99999999999999999999",
      "1" + String(repeating: "0", count: 30), "\"1\"", "true", "null", "[1]",
    ])
  func refusesOtherIntegers(text: String) throws {
    #expect(try withJSON(Array(text.utf8)) { $0.integer } == nil)
  }

  @Test(
    "a number is the nearest double",
    arguments: [
      ("0", 0), ("1", 1), ("-1", -1), ("0.1", 0.1), ("-2.5", -2.5),
      ("3.25", 3.25), ("123456.789", 123456.789),
      ("1e22", 1e22), ("1e23", 1e23), ("123456789012345e22", 123_456_789_012_345e22), ("1e-22", 1e-22),
      ("1e-23", 1e-23), ("5e-324", .leastNonzeroMagnitude),
      ("2.2250738585072014e-308", 2.2250738585072014e-308),
      ("1.7976931348623157e308", .greatestFiniteMagnitude), ("9007199254740993", 9_007_199_254_740_992),
      ("9007199254740995", 9_007_199_254_740_996), ("9223372036854775807", 0x1p63),
      ("123456789012345678", 123_456_789_012_345_680), ("18446744073709551616", 0x1p64), ("1e-400", 0),
      ("2.4703282292062327e-324", 0), ("2.4703282292062328e-324", .leastNonzeroMagnitude),
      ("0.500000000000000166533453693773481063544750213623046875", 0.5000000000000002),
      ("1.7976931348623158079e308", .greatestFiniteMagnitude),
    ] as [(String, Double)])
  func readsDoubles(text: String, value: Double) throws {
    #expect(try withJSON(Array(text.utf8)) { $0.number } == value)
  }

  @Test(
    "a number beyond the largest double is JSON, but no double", arguments: ["1e400", "-1e309", "1.8e308"])
  func readsNoInfinity(text: String) throws {
    #expect(try withJSON(Array(text.utf8)) { ($0.kind, $0.number) } == (.number, nil))
  }

  @Test("zero keeps its sign", arguments: ["-0", "-0.0", "-0e5", "-1e-400"])
  func keepsNegativeZero(text: String) throws {
    let value = try #require(try withJSON(Array(text.utf8)) { $0.number })
    #expect(value == 0 && value.sign == .minus)
  }

  @Test("a short decimal is read as the standard library reads it")
  func agreesWithStandardLibrary() throws {
    for mantissa in ["1", "9", "12345", "999999999999999", "1000000000000001", "1234567890123456789"] {
      for exponent in -40...40 {
        for significand in [mantissa, "-0.\(mantissa)", "\(mantissa).\(mantissa)"] {
          let text = "\(significand)e\(exponent)"
          #expect(try withJSON(Array(text.utf8)) { $0.number } == Double(text), "\(text)")
        }
      }
    }
  }

  @Test("a number of a million digits is read")
  func readsVeryLongNumbers() throws {
    let digits = String(repeating: "3", count: 1_000_000)
    #expect(try withJSON(Array("0.\(digits)".utf8)) { $0.number } == 1.0 / 3)
    #expect(try withJSON(Array(digits.utf8)) { $0.number } == nil)
  }
}

@Suite("Numbers that are converted")
struct ClampedNumberTests {
  @Test(
    "a whole number is the nearest that there is, and 0 for what is no number",
    arguments: [
      (0.9, 0), (-0.9, 0), (-2.5, -2), (0x1p53, 1 << 53), (0x1p63, .max), (-0x1p63, .min), (1e308, .max),
      (-1e308, .min), (.infinity, .max), (-.infinity, .min), (.nan, 0), (.leastNonzeroMagnitude, 0),
    ])
  func whole(_ number: Double, _ expected: Int) { #expect(Int(clamping: number) == expected) }

  @Test(
    "seconds are whole nanoseconds, as far as these reach",
    arguments: [("0.25", 250_000_000), ("-1e-10", 0), ("1e300", Int64.max), ("-1e300", .min), ("1e-400", 0)])
  func seconds(_ text: String, _ expected: Int64) throws {
    #expect(try withJSON(Array(text.utf8)) { $0.nanoseconds } == expected)
  }
}
