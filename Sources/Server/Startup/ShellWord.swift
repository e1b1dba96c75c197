/// A word of a command, quoted so that a shell reads it as just that word.
struct ShellWord: CustomStringConvertible {
  private let text: String

  init(_ text: String) { self.text = text }

  /// As it is if it means nothing special to a shell, else between quotes.
  var description: String {
    if !text.isEmpty, text.utf8.allSatisfy(Self.isPlain) { return text }
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    return "'\(parts.joined(separator: #"'\''"#))'"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "/._-+,:@%".utf8.contains(byte)
    }
  }
}
