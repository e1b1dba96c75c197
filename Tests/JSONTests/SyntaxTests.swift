import JSON
import Testing

@Suite("The grammar")
struct SyntaxTests {
  private typealias Reason = JSONSyntaxError.Reason

  @Test(
    "a wrong text is refused at its first wrong byte",
    arguments: [
      ("", .unexpectedEnd, 0),
      (" \n", .unexpectedEnd, 2),
      ("[", .unexpectedEnd, 1),
      ("{", .unexpectedEnd, 1),
      (#"{"a""#, .unexpectedEnd, 4),
      (#"{"a":"#, .unexpectedEnd, 5),
      ("[1,", .unexpectedEnd, 3),
      ("[1,]", .trailingComma, 2),
      (#"{"a":1,}"#, .trailingComma, 6),
      ("[,1]", .expectedValue, 1),
      ("[1,,2]", .expectedValue, 3),
      ("[1 2]", .expectedCommaOrEnd, 3),
      ("[1}", .expectedCommaOrEnd, 2),
      (#"{"a":1]"#, .expectedCommaOrEnd, 6),
      ("{1:2}", .expectedKey, 1),
      ("{,}", .expectedKey, 1),
      (#"{"a" 1}"#, .expectedColon, 5),
      (#"{"a",1}"#, .expectedColon, 4),
      ("]", .expectedValue, 0),
      ("nul", .expectedValue, 0),
      ("nulL", .expectedValue, 0),
      ("True", .expectedValue, 0),
      ("fatse", .expectedValue, 0),
      ("[truth]", .expectedValue, 1),
      ("NaN", .expectedValue, 0),
      ("Infinity", .expectedValue, 0),
      ("-Infinity", .incompleteNumber, 1),
      ("'a'", .expectedValue, 0),
      ("// no\n1", .expectedValue, 0),
      ("1 2", .trailingContent, 2),
      ("{}}", .trailingContent, 2),
      ("1\0", .trailingContent, 1),
      ("1\u{A0}", .trailingContent, 1),
      ("\u{C}1", .expectedValue, 0),
      ("\u{FEFF}1", .byteOrderMark, 0),
      ("[\u{FEFF}1]", .expectedValue, 1),
      ("1\u{FEFF}", .trailingContent, 1),
    ] as [(String, Reason, Int)])
  private func refusesWrongText(text: String, reason: Reason, offset: Int) {
    #expect(syntaxError(text) == JSONSyntaxError(reason, at: offset))
  }

  @Test(
    "a wrong number is refused",
    arguments: [
      ("01", .leadingZero, 0), ("-01", .leadingZero, 1), ("00.5", .leadingZero, 0),
      ("-", .incompleteNumber, 1), ("1.", .incompleteNumber, 2), ("1.e1", .incompleteNumber, 2),
      ("1e", .incompleteNumber, 2), ("1e+", .incompleteNumber, 3), ("[1E-]", .incompleteNumber, 4),
      ("-a", .incompleteNumber, 1), (".5", .expectedValue, 0), ("+1", .expectedValue, 0),
      ("0x10", .trailingContent, 1), ("1_000", .trailingContent, 1), ("1.2.3", .trailingContent, 3),
      ("１", .expectedValue, 0),
    ] as [(String, Reason, Int)])
  private func refusesWrongNumber(text: String, reason: Reason, offset: Int) {
    #expect(syntaxError(text) == JSONSyntaxError(reason, at: offset))
  }

  @Test(
    "a wrong string is refused",
    arguments: [
      (#"""#, .unterminatedString, 1), (#""abc"#, .unterminatedString, 4),
      (#""abc\"#, .unterminatedString, 5), (#""abc\""#, .unterminatedString, 6),
      ("\"12345678\n\"", .controlCharacter, 9), ("\"\u{0}\"", .controlCharacter, 1),
      ("\"\u{1F}\"", .controlCharacter, 1), ("\"\t\"", .controlCharacter, 1),
      (#""\x41""#, .invalidEscape, 1), (#""\'""#, .invalidEscape, 1), (#""\U0041""#, .invalidEscape, 1),
      (#""\u12""#, .invalidEscape, 1), (#""\u12G4""#, .invalidEscape, 1), (#""\u{41}""#, .invalidEscape, 1),
    ] as [(String, Reason, Int)])
  private func refusesWrongString(text: String, reason: Reason, offset: Int) {
    #expect(syntaxError(text) == JSONSyntaxError(reason, at: offset))
  }

  @Test(
    "a lone surrogate escape is refused",
    arguments: [
      #""\ud800""#, #""\udc00""#, #""\ud800x""#, #""\ud800\n""#, #""\ud800\ud800""#, #""\udc00\ud800""#,
      #""\udc00\udfff""#,
      #""\uDBFF\uE000""#, #""\ud800\u0041""#, #"{"\udfff":1}"#,
    ])
  func refusesLoneSurrogate(text: String) {
    #expect(syntaxError(text)?.reason == .loneSurrogate)
  }

  @Test(
    "white space of the four kinds may stand between all parts, and nowhere else",
    arguments: [" ", "\t", "\n", "\r", "\r\n \t"])
  func acceptsWhitespace(space: String) {
    let parts = ["", "{", #""a""#, ":", "[", "1", ",", "true", ",", "{", "}", ",", "[", "]", "]", "}", ""]
    #expect(syntaxError(parts.joined(separator: space)) == nil)
    #expect(syntaxError("[tr\(space)ue]") != nil)
    #expect(syntaxError("[1\(space)2]") != nil)
  }

  @Test(
    "characters that only other languages forbid are allowed",
    arguments: [
      "\u{2028}", "\u{2029}", "\u{85}", "\u{7F}", "\u{FFFE}", "\u{FFFF}", "\u{FEFF}", "\u{10FFFF}", "/",
    ])
  func acceptsUnusual(character: String) throws {
    #expect(try withJSON(Array("\"\(character)\"".utf8)) { $0.string } == character)
  }

  @Test(
    "128 levels are accepted, one more is refused",
    arguments: [("[", "]", 1), (#"{"a":"#, "}", 1), (#"[{"a":"#, "}]", 2)])
  func limitsDepth(opening: String, closing: String, levels: Int) {
    let count = 128 / levels
    let text = String(repeating: opening, count: count) + "1" + String(repeating: closing, count: count)
    #expect(syntaxError(text) == nil)
    #expect(syntaxError("[\(text)]")?.reason == .nestedTooDeep(limit: 128))
  }

  @Test("closed containers do not count as depth")
  func countsOnlyOpenLevels() {
    #expect(syntaxError("[" + String(repeating: "[[]],", count: 1000) + "{}]") == nil)
  }

  @Test("a hundred thousand brackets are an ordinary error", arguments: ["[", #"{"":"#, "[[]"])
  func survivesManyBrackets(opening: String) throws {
    let error = try #require(syntaxError(String(repeating: opening, count: 100_000)))
    #expect(error.reason == (opening == "[[]" ? .expectedCommaOrEnd : .nestedTooDeep(limit: 128)))
  }

  @Test("with a larger limit depth costs no stack")
  func readsVeryDeepText() throws {
    let depth = 200_000
    let text = [UInt8](repeating: 0x5B, count: depth) + [UInt8](repeating: 0x5D, count: depth)
    let document = JSONDocument(maximumDepth: depth)
    try text.withUnsafeBufferPointer { bytes in
      var node: JSONNode? = try document.parse(bytes)
      var levels = 0
      while let current = node {
        levels += 1
        node = current[0]
      }
      #expect(levels == depth)
    }
  }

  @Test("the beginning of a text is never accepted as a whole text")
  func refusesEveryPrefix() {
    let text = Array(#"{"a":[1.5e-7,"é\ud83d\ude00\n",{"b":[true,false,null,{}]}],"c":""}"#.utf8)
    #expect(syntaxError(text) == nil)
    for length in 0..<text.count {
      #expect(syntaxError(Array(text[..<length])) != nil, "\(length) bytes")
    }
  }

  @Test("nothing is read beyond the end of the text")
  func readsNothingBeyondTheEnd() {
    let text = Array(#"[true,false,null,-12.5e+10,"\u00e9\ud83d\ude00é€😀\n"]"#.utf8)
    let document = JSONDocument()
    for length in 0..<text.count {
      // The bytes after the text must not matter, whether they would complete the text or make it wrong.
      let errors = [Array(text[length...]), [UInt8](repeating: 0xFF, count: 8)].map { rest in
        (text[..<length] + rest).withUnsafeBufferPointer { bytes in
          #expect(throws: JSONSyntaxError.self) { try document.parse(.init(rebasing: bytes[..<length])) }
        }
      }
      #expect(errors[0] == errors[1])
    }
  }

  @Test("a document can be used again after errors, and after small and large texts")
  func reusesDocument() throws {
    let document = JSONDocument()
    for count in [1, 100_000, 3, 0, 200_000, 2] {
      let text = Array(("[" + (0..<count).map(String.init).joined(separator: ",") + "]").utf8)
      try text.withUnsafeBufferPointer { bytes in
        let root = try document.parse(bytes)
        #expect(root.count == count)
        #expect(root.elements.enumerated().allSatisfy { $0.offset == $0.element.integer })
        #expect(throws: JSONSyntaxError.self) { try document.parse(.init(rebasing: bytes.dropLast())) }
      }
    }
  }

  @Test("an error reads as a sentence with its place")
  func describesErrors() {
    #expect(syntaxError("[1,]")?.description == "a comma stands before the closing bracket at byte 2")
  }
}
