import JSON
import TestSupport
import Testing

@Suite("Nodes")
struct NodeTests {
  private let text = Array(
    #" {"id" : 7, "list": [1, [2, 3], {"x": {}}, "s"], "on": true, "off": false, "none": null, "id": 8} "#
      .utf8
  )

  @Test("a value has its kind and no other")
  func tellsKinds() throws {
    try withJSON(text) { root in
      #expect(root.kind == .object && root.string == nil && root.integer == nil && root.bool == nil)
      #expect(root["list"]?.kind == .array)
      #expect(root["list"]?[3]?.kind == .string && root["list"]?[3]?.number == nil)
      #expect(root["on"]?.bool == true && root["off"]?.bool == false)
      #expect(root["none"]?.isNull == true && root["on"]?.isNull == false)
    }
  }

  @Test("elements and members are in order, each with its children")
  func walksChildren() throws {
    try withJSON(text) { root in
      #expect(root.members.map { $0.key.string } == ["id", "list", "on", "off", "none", "id"])
      let list = try #require(root["list"])
      let texts = list.elements.map { String(decoding: $0.raw, as: UTF8.self) }
      #expect(texts == ["1", "[2, 3]", #"{"x": {}}"#, #""s""#])
      #expect(root.count == 6 && list.count == 4 && list[2]?["x"]?.count == 0)
      #expect(Array(root.elements).isEmpty && Array(list.members).isEmpty && root["on"]?.count == 0)
    }
  }

  @Test("of several members with one name the last is found; a missing one is not")
  func findsMembers() throws {
    try withJSON(text) { root in
      #expect(root["id"]?.integer == 8)
      let name = "id"
      #expect(root[name]?.integer == 8)
      #expect(root["i"] == nil && root["idd"] == nil && root["ID"] == nil && root["x"] == nil)
      #expect(root["list"]?["id"] == nil)
    }
  }

  @Test("an element outside an array is not found")
  func findsElements() throws {
    try withJSON(text) { root in
      #expect(root["list"]?[1]?[1]?.integer == 3)
      #expect(root["list"]?[4] == nil && root["list"]?[-1] == nil && root[0] == nil)
    }
  }

  @Test(
    "raw bytes are exactly the bytes of the value",
    arguments: ["1.0", #""\u0041""#, "[ 1 ]", "{ }", "-0", "null"])
  func keepsRawBytes(value: String) throws {
    let raw = try withJSON(Array(" [0, \(value) ,1]".utf8)) { $0[1].map { Array($0.raw) } }
    #expect(raw == Array(value.utf8))
  }

  @Test(
    "escapes stand for their characters",
    arguments: [
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0000""#, "\u{0}"),
      (#""\u007f\u0080""#, "\u{7F}\u{80}"),
      (#""\u07FF\u0800""#, "\u{7FF}\u{800}"), (#""\uffff\uD7FF""#, "\u{FFFF}\u{D7FF}"),
      (#""\ud83d\ude00""#, "😀"), (#""\uD800\uDC00\udbff\udfff""#, "\u{10000}\u{10FFFF}"),
      (#""a\u00e9b\ud83d\ude00c""#, "aébd".replacing("d", with: "😀c")), (#""""#, ""),
      (#""plain é😀""#, "plain é😀"),
    ])
  func resolvesEscapes(text: String, value: String) throws {
    try withJSON(Array(text.utf8)) { node in
      #expect(node.string == value)
      #expect(node.equals(value))
      #expect(!node.equals(value + "x") && !node.equals("x" + value))
      #expect(value.isEmpty || !node.equals(String(value.unicodeScalars.dropLast())))
    }
  }

  @Test("a text is compared by its bytes, and only with strings")
  func comparesTexts() throws {
    try withJSON(Array(#"["evaluatePolicy","\u0065valuatePolicy","\u00e9",1,"1"]"#.utf8)) { root in
      let static_: StaticString = "evaluatePolicy"
      #expect(root[0]?.equals(static_) == true && root[1]?.equals(static_) == true)
      #expect(root[0]?.equals("evaluatePolicY") == false && root[0]?.equals("evaluate") == false)
      #expect(root[2]?.equals("\u{E9}") == true && root[2]?.equals("e\u{301}") == false)
      #expect(root[3]?.equals("1") == false && root[4]?.equals("1") == true)
    }
  }

  @Test("a member is found by a name with escapes")
  func findsEscapedNames() throws {
    #expect(try withJSON(Array(#"{"m\u0065thod":1}"#.utf8)) { $0["method"]?.integer } == 1)
  }

  @Test("reading strings of every length gives the same text", arguments: 0..<40)
  func readsEveryLength(length: Int) throws {
    let value = String("abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG".prefix(length))
    try withJSON(Array("[\"\(value)\"]".utf8)) { root in
      #expect(root[0]?.string == value && root[0]?.equals(value) == true)
      #expect(length == 0 || root[0]?.equals(String(value.dropLast()) + "!") == false)
    }
  }
}
