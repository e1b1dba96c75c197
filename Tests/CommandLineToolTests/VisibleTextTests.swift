import JSON
import Presentation
import Testing

@Suite("Text from outside")
struct VisibleTextTests {
  @Test(
    "control, format and bidirectional characters and line separators are written out",
    arguments: [
      ("\u{0}\u{1B}\u{7F}\u{85}\u{9B}", #"\u{0}\u{1b}\u{7f}\u{85}\u{9b}"#), ("a\tb\r\n", #"a\tb\r\n"#),
      ("\u{2028}\u{2029}", #"\u{2028}\u{2029}"#),
      (
        "\u{200E}\u{200F}\u{061C}\u{202A}\u{202E}\u{2066}\u{2069}",
        #"\u{200e}\u{200f}\u{61c}\u{202a}\u{202e}\u{2066}\u{2069}"#
      ),
      (
        "\u{AD}\u{200B}\u{200D}\u{2060}\u{FEFF}\u{FFF9}\u{E0041}",
        #"\u{ad}\u{200b}\u{200d}\u{2060}\u{feff}\u{fff9}\u{e0041}"#
      ),
    ])
  func hidden(_ text: String, _ shown: String) {
    #expect(PlainText.oneLine(text) == shown)
    #expect(StyledLine(text).text == shown)
    #expect(PlainText.escaped(text) == shown)
  }

  @Test("other text stays as it is", arguments: ["", "abc", "Zürich", "שלום", "日本", "e\u{301}", "👍🏽", "☎️"])
  func plain(_ text: String) { #expect(PlainText.oneLine(text) == text) }

  @Test("JSON with escapes is the same JSON")
  func json() throws {
    let text = "{\"a\u{202E}\":\"\u{7F}\u{9B}x\u{E0041}é\",\r\t\"b\":1}"
    let shown = JSONText.escaped(text)
    #expect(shown == #"{"a\u202e":"\u007f\u009bx\udb40\udc41é",  "b":1}"#)
    try withJSON(Array(text.utf8)) { wanted in
      try withJSON(Array(shown.utf8)) { #expect($0.isEqual(to: wanted)) }
    }
  }

  @Test("JSON that comes in pieces is escaped wherever a piece ends")
  func pieces() {
    let text = "{\"a\":\"é日👍\u{202E}\u{9B}\u{E0041}\"}\n{}\n"
    let bytes = Array(text.utf8)
    for size in 1...7 {
      var pieces = JSONPieces()
      var shown = ""
      for start in stride(from: 0, to: bytes.count, by: size) {
        shown += pieces.text(adding: bytes[start..<min(start + size, bytes.count)])
      }
      #expect(shown == JSONText.escaped(text))
    }
  }
}
