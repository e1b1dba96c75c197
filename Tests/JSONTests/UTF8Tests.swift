import JSON
import Testing

@Suite("UTF-8")
struct UTF8Tests {
  private static let quote = UInt8(ascii: "\"")

  private func accepts(_ content: [UInt8]) -> Bool {
    syntaxError([Self.quote] + content + [Self.quote]) == nil
  }

  @Test(
    "bytes that are not a character are refused at the first of them",
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xE0, 0x80, 0x80],
      [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xE2, 0x82], [0xE2, 0x82, 0x41],
      [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF0, 0x9F, 0x98],
      [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80],
      [0xFE], [0xFF],
    ] as [[UInt8]])
  func refusesIllFormed(content: [UInt8]) {
    for prefix in [[], Array("ab".utf8), Array("é1234567€".utf8)] {
      #expect(
        syntaxError([Self.quote] + prefix + content + [Self.quote])
          == JSONSyntaxError(.invalidUTF8, at: 1 + prefix.count))
    }
  }

  @Test("every character is accepted and returned")
  func acceptsEveryScalar() throws {
    var text = String.UnicodeScalarView()
    for value in UInt32(0x20)...0x10FFFF where value != 0x22 && value != 0x5C {
      if let scalar = Unicode.Scalar(value) { text.append(scalar) }
    }
    let string = String(text)
    let isSame = try withJSON(Array("\"\(string)\"".utf8)) { node in
      node.equals(string) && node.string.map { Array($0.utf8) } == Array(string.utf8)
    }
    #expect(isSame)
  }

  @Test("every character may be written as an escape")
  func resolvesEveryScalar() throws {
    var text = String.UnicodeScalarView()
    var escaped = ""
    for value in stride(from: UInt32(0), through: 0x10FFFF, by: 7) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      text.append(scalar)
      for unit in UTF16.encode(scalar) ?? .init() {
        let digits = String(unit, radix: 16)
        escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    let string = String(text)
    let isSame = try withJSON(Array("\"\(escaped)\"".utf8)) { node in
      node.equals(string) && node.string.map { Array($0.utf8) } == Array(string.utf8)
    }
    #expect(isSame)
  }

  @Test("the standard library agrees on every start of a character", arguments: UInt8(0x80)...0xFF)
  func agreesOnLeadBytes(lead: UInt8) {
    // The third and the fourth byte must only be continuation bytes, so a few values of each are enough.
    for second in UInt8(0x7F)...0xFF {
      for rest in [[], [0x80], [0xBF], [0x7F], [0x80, 0x80], [0xBF, 0xC0], [0xBF, 0xBF]] as [[UInt8]] {
        let content = [lead, second] + rest
        let isValid = String(validating: content, as: UTF8.self) != nil
        if accepts(content) != isValid { Issue.record("\(content)") }
      }
    }
  }

  @Test("a character cut at any byte is refused", arguments: ["é", "€", "😀", "\u{10FFFF}"])
  func refusesCutCharacters(character: String) {
    let bytes = Array(character.utf8)
    for length in 1..<bytes.count {
      #expect(!accepts(Array(bytes[..<length])))
      #expect(!accepts(Array(bytes[length...])))
      // At the end of the text, where nothing may be read beyond it.
      #expect(syntaxError([Self.quote] + bytes[..<length]) != nil)
    }
  }

  @Test("a byte that stops the fast scan is found at each position", arguments: 0..<40)
  func scansEveryPosition(position: Int) throws {
    let plain = [UInt8](repeating: 0x61, count: position)
    let after = [UInt8](repeating: 0x62, count: 17)
    for stop in [0x00, 0x1F, 0x80, 0xFF] as [UInt8] {
      #expect(syntaxError([Self.quote] + plain + [stop] + after + [Self.quote])?.offset == position + 1)
    }
    for plainByte in [0x20, 0x21, 0x23, 0x5B, 0x5D, 0x7F] as [UInt8] {
      #expect(accepts(plain + [plainByte] + after))
    }
    let escaped = [Self.quote] + plain + Array(#"\n"#.utf8) + after + [Self.quote]
    #expect(try withJSON(escaped) { $0.string.map { Array($0.utf8) } } == plain + [0x0A] + after)
  }
}
