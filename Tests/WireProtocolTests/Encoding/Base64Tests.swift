import DeviceModel
import JSON
import Testing
import WireProtocol

@Suite struct Base64Tests {
  /// The value of an add, as it is decoded.
  private func decoded(_ text: String) throws -> [UInt8]? {
    guard
      case .success(let call) = try call("secItemAdd", #"{"class":"key","valueBase64":"\#(text)"}"#),
      case .change(.command(.secItemAdd(_, let addition))) = call.action
    else { return nil }
    return addition.value.bytes
  }

  private func encoded(_ bytes: [UInt8]) -> String {
    text { writer in
      writer.beginObject()
      ReplyEncoding.writeMembers(
        .keychainItems([KeychainResult(value: Secret(bytes: bytes))]), into: &writer)
      writer.endObject()
    }
  }

  @Test(
    "the vectors of RFC 4648 go in and out",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ])
  func vectors(_ plain: String, _ base64: String) throws {
    #expect(try decoded(base64) == Array(plain.utf8))
    #expect(encoded(Array(plain.utf8)) == #"{"items":[{"valueBase64":"\#(base64)"}]}"#)
  }

  @Test("any bytes come back as they were", arguments: 0..<70)
  func roundTrip(_ count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count &* 11) }
    let text = encoded(bytes).dropFirst(#"{"items":[{"valueBase64":""#.count).dropLast(#""}]}"#.count)
    #expect(try decoded(String(text)) == bytes)
  }

  @Test(
    "what is not the one way to write the bytes is refused, and not repeated in the message",
    arguments: [
      "Zg", "Zg=", "Z===", "====", "Zh==", "Zm9=", "Zg==Zg==", "Zm 9v", "Zm9-", "Zm9_", "Zm9\u{e9}",
    ])
  func refused(_ text: String) throws {
    let error = try error("secItemAdd", #"{"class":"key","valueBase64":"\#(text)"}"#)
    #expect(error.name == "invalidParams" && error.message == "valueBase64 must be base64 with its padding")
  }
}
