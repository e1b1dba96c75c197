import JSON
import TestSupport
import Testing

@Suite("Equality of values")
struct EqualityTests {
  private func areEqual(_ a: String, _ b: String) throws -> Bool {
    try withJSON(Array("[\(a),\(b)]".utf8)) { root in
      guard let first = root[0], let second = root[1] else { return false }
      #expect(first.isEqual(to: first) && second.isEqual(to: second))
      #expect(first.isEqual(to: second) == second.isEqual(to: first))
      return first.isEqual(to: second)
    }
  }

  @Test(
    "values with the same meaning are equal",
    arguments: [
      ("null", "null"), ("true", "true"), ("1", "1.0"), ("100", "1e2"), ("0", "-0.0"), ("0.1", "1E-1"),
      ("1e400", "10e399"), ("-12.50", "-1.25e1"), ("0e5", "0"), (#""a""#, #""\u0061""#),
      (#""😀""#, #""\ud83d\ude00""#), ("[1, [2]]", "[1.0,[2]]"), ("{}", "{ }"), ("[]", "[ ]"),
      (#"{"a":1,"b":[2,{"c":null}]}"#, #"{"b":[2.0,{"\u0063":null}],"a":1}"#),
      (#"{"a":1,"a":2}"#, #"{"a":2}"#), (#"{"a":{"a":1,"a":2},"a":3}"#, #"{"a":3}"#),
    ])
  func findsEqual(a: String, b: String) throws {
    #expect(try areEqual(a, b))
  }

  @Test(
    "different values are not equal",
    arguments: [
      ("null", "false"), ("true", "false"), ("1", "-1"), ("1", "10"), ("1", #""1""#), ("0", "false"),
      ("9007199254740992", "9007199254740993"), ("0.1", "0.10000000000000000001"), ("1e400", "1e401"),
      ("1e-400", "0"), (#""a""#, #""A""#), (#""a""#, #""aa""#), (#""é""#, #""e\u0301""#), ("[1,2]", "[2,1]"),
      ("[1]", "[1,1]"), ("[]", "{}"), ("[[]]", "[]"), (#"{"a":1}"#, #"{"a":2}"#), (#"{"a":1}"#, #"{"b":1}"#),
      (#"{"a":1}"#, #"{"a":1,"b":null}"#), (#"{"a":1,"a":1}"#, #"{"a":1,"b":1}"#),
      (#"{"a":1,"a":2}"#, #"{"a":1}"#),
    ])
  func findsDifferent(a: String, b: String) throws {
    #expect(try !areEqual(a, b))
  }

  @Test("deeply nested objects with repeated names are compared fast")
  func staysFast() throws {
    let deep =
      String(repeating: #"{"a":0,"a":"#, count: 120) + "1" + String(repeating: "}", count: 120)
    #expect(try areEqual(deep, deep))
  }

  @Test("texts are equal if their values are", arguments: 0..<50 as Range<UInt64>)
  func agreesWithTrees(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let a = JSONTree.random(using: &generator)
    let b = JSONTree.random(using: &generator)
    let texts = [a, b].map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(try areEqual(texts[0], texts[0]))
    #expect(try areEqual(texts[0], texts[1]) == (a.bytes == b.bytes))
  }
}
