/// A word that gives a parameter by name: `key=value`, or `key:=JSON`.
package struct Assignment: Equatable, Sendable {
  package var key: String
  package var value: String
  /// Whether the value is JSON and not text of the parameter's type.
  package var isRaw: Bool

  /// Reads a word; `nil` for one that is a plain value, though it may hold a `=` somewhere.
  package init?(_ word: String) {
    let bytes = word.utf8
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), equals != bytes.startIndex else { return nil }
    var end = equals
    if bytes[bytes.index(before: equals)] == UInt8(ascii: ":") { end = bytes.index(before: equals) }
    guard end != bytes.startIndex, bytes[..<end].allSatisfy(Self.isPartOfKey) else { return nil }
    key = String(word[..<end])
    value = String(word[bytes.index(after: equals)...])
    isRaw = end != equals
  }

  /// Keys are names with dots between them; a sentence with a `=` in it is a value.
  private static func isPartOfKey(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default:
      false
    }
  }
}
