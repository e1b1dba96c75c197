import JSON

/// The parameters behind the `?` of a target.
enum PercentEncoding {
  /// The value of the one parameter `name` in `name=value`; `nil` if it is anything else.
  static func value(of name: String, in query: Substring) -> String? {
    guard query.hasPrefix("\(name)=") else { return nil }
    return decoded(query.dropFirst(name.count + 1))
  }

  /// The text that `encodeURIComponent` wrote; `nil` if it is none.
  static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(HexDigit.value),
          let low = rest.popFirst().flatMap(HexDigit.value)
        else { return nil }
        bytes.append(UInt8(high << 4 | low))
      case UInt8(ascii: "&"), UInt8(ascii: "="), UInt8(ascii: "+"): return nil
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
