import JSON
import TestSupport
import Testing

@Suite("Writing")
struct WriterTests {
  @Test("commas stand between values and members, and nowhere else")
  func setsCommas() {
    let text = written { writer in
      writer.beginObject()
      writer.member("a", 1)
      writer.key("b")
      writer.beginArray()
      writer.null()
      writer.beginArray()
      writer.endArray()
      writer.beginObject()
      writer.endObject()
      writer.string("x")
      writer.endArray()
      writer.member("c", true)
      writer.member("d", nil)
      writer.member("e", "y")
      writer.member("f", 0.5)
      writer.endObject()
    }
    #expect(text == #"{"a":1,"b":[null,[],{},"x"],"c":true,"d":null,"e":"y","f":0.5}"#)
  }

  @Test("values at the top level follow each other without a comma")
  func separatesNothingAtTheTop() {
    var writer = JSONWriter()
    writer.integer(1)
    writer.endLine()
    writer.beginArray()
    writer.endArray()
    writer.endLine()
    writer.null()
    #expect(writer.bytes == Array("1\n[]\nnull".utf8))
  }

  @Test(
    "only characters that must be escaped are escaped",
    arguments: [
      ("", #""""#), ("plain", #""plain""#), ("a\"b\\c/d", #""a\"b\\c/d""#),
      ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#), ("\u{0}\u{1}\u{1F}\u{B}", #""\u0000\u0001\u001f\u000b""#),
      ("\u{7F}\u{80}\u{2028}é😀", "\"\u{7F}\u{80}\u{2028}é😀\""),
      ("0123456789\n0123456789", #""0123456789\n0123456789""#),
    ])
  func escapesStrings(value: String, text: String) {
    #expect(written { $0.string(value) } == text)
    let asKey = written { writer in
      writer.beginObject()
      writer.key(value)
      writer.null()
      writer.endObject()
    }
    #expect(asKey == "{\(text):null}")
  }

  @Test(
    "integers are written in full",
    arguments: [
      (0, "0"), (7, "7"), (-7, "-7"), (10, "10"), (1_234_567_890, "1234567890"),
      (.max, "9223372036854775807"), (.min, "-9223372036854775808"),
    ] as [(Int, String)])
  func writesIntegers(value: Int, text: String) {
    #expect(written { $0.integer(value) } == text)
    #expect(written { $0.unsigned(.max) } == "18446744073709551615")
  }

  @Test(
    "doubles are written in the shortest form, whole ones without a fraction",
    arguments: [
      (3, "3"), (-3, "-3"), (0, "0"), (-0.0, "-0"), (0.1, "0.1"), (-2.5, "-2.5"), (1e15, "1000000000000000"),
      (0x1p53, "9007199254740992"), (-0x1p53, "-9007199254740992"), (1e16, "1e+16"), (1e20, "1e+20"),
      (.leastNonzeroMagnitude, "5e-324"), (0.00001, "1e-05"),
      (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
      (1.0 / 3, "0.3333333333333333"),
    ] as [(Double, String)])
  func writesDoubles(value: Double, text: String) throws {
    #expect(written { $0.number(value) } == text)
    let back = try #require(try withJSON(Array(text.utf8)) { $0.number })
    #expect(back.bitPattern == value.bitPattern)
  }

  @Test(
    "in place of a number that JSON does not have stands null",
    arguments: [Double.nan, .infinity, -.infinity])
  func writesNullForNoNumber(value: Double) { #expect(written { $0.number(value) } == "null") }

  @Test(
    "seconds are exact to the nanosecond, without an exponent and without needless zeros",
    arguments: [
      (0, "0"), (3_250_000_000, "3.25"), (1, "0.000000001"), (-1, "-0.000000001"), (10, "0.00000001"),
      (1_000_000_000, "1"), (60_000_000_000, "60"), (999_999_999, "0.999999999"), (-1_500_000_000, "-1.5"),
      (1_000_000_001, "1.000000001"), (.max, "9223372036.854775807"), (.min, "-9223372036.854775808"),
    ] as [(Int64, String)])
  func writesSeconds(nanoseconds: Int64, text: String) {
    #expect(written { $0.seconds(nanoseconds: nanoseconds) } == text)
  }

  @Test("a raw value is copied without the line breaks and tabs between its parts")
  func copiesRawValues() {
    let raw = "{\t\"a\" :\r\n [1.0,\n\n\"x\\n\" ]}\r"
    let text = written { writer in
      writer.beginArray()
      writer.raw(Array("9007199254740993".utf8))
      writer.raw(Array(raw.utf8))
      writer.endArray()
    }
    #expect(text == #"[9007199254740993,{"a" : [1.0,"x\n" ]}]"#)
  }

  @Test("written values are read back unchanged", arguments: 0..<300 as Range<UInt64>)
  func roundTrips(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let tree = JSONTree.random(using: &generator)
    let bytes = tree.bytes
    #expect(bytes.allSatisfy { $0 >= 0x20 })
    let back = try JSONTree(parsing: bytes)
    #expect(back == tree)
    // Swift also compares different bytes of a text as equal; the output written again does not.
    #expect(back.bytes == bytes)
  }

  @Test("every double is read back unchanged")
  func roundTripsDoubles() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite else { continue }
      var writer = JSONWriter()
      writer.number(value)
      let back = try withJSON(writer.bytes) { $0.number }
      #expect(back?.bitPattern == value.bitPattern)
    }
  }

  @Test("reading any bytes ends with an error, or with a value that can be written and read again")
  func survivesDamage() throws {
    var generator = SeededGenerator(seed: 2)
    let alphabet = Array(#"{}[]:,"\u0d8e-+.tfn "#.utf8) + [0x00, 0x0A, 0x80, 0xC2, 0xED, 0xFF]
    for _ in 0..<20_000 {
      var bytes = JSONTree.random(using: &generator, depth: 2).bytes
      for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
        let position = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes.remove(at: position)
        case 1: bytes[position] = alphabet.randomElement(using: &generator) ?? 0
        default: bytes.insert(alphabet.randomElement(using: &generator) ?? 0, at: position)
        }
      }
      guard syntaxError(bytes) == nil else { continue }
      let tree = try JSONTree(parsing: bytes)
      var writer = JSONWriter()
      writer.raw(bytes)
      #expect(try JSONTree(parsing: writer.bytes) == tree)
      #expect(String(validating: bytes, as: UTF8.self) != nil)
    }
  }
}
