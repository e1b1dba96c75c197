import Foundation

/// A conversation with a daemon, as the files in `Protocol/transcripts` hold it.
///
/// `# …` and empty lines are for people. `> …` is a line for the daemon, `< …` one from it. In `>\ …` the
/// escapes `\r`, `\n`, `\t` and `\xNN` stand for bytes, and no line break follows that is not written. A name in
/// front, as in `2> …`, means another connection; `app> …` one to the socket for apps.
struct Transcript {
  var lines: [Line]

  /// One line of the file.
  enum Line: Equatable {
    case comment(String)
    case sent(connection: String, bytes: [UInt8], source: String)
    case received(connection: String, String)

    /// As the file has it.
    var text: String {
      switch self {
      case .comment(let text), .sent(_, _, let text): text
      case .received(let connection, let text): "\(connection)< \(text)"
      }
    }
  }

  /// A line that is none of the three.
  struct FormatError: Error {
    var line: String
  }

  init(_ text: String) throws {
    lines = try text.split(separator: "\n", omittingEmptySubsequences: false).map {
      try Self.line(String($0))
    }
    if case .comment("")? = lines.last { lines.removeLast() }
  }

  private static func line(_ text: String) throws -> Line {
    if text.isEmpty || text.hasPrefix("#") { return .comment(text) }
    guard let mark = text.firstIndex(where: { $0 == ">" || $0 == "<" }) else { throw FormatError(line: text) }
    let connection = String(text[..<mark])
    let content = text[text.index(after: mark)...]
    guard connection.allSatisfy({ $0.isLetter || $0.isNumber }) else { throw FormatError(line: text) }
    if content.hasPrefix(" ") {
      let line = String(content.dropFirst())
      if text[mark] == "<" { return .received(connection: connection, line) }
      return .sent(connection: connection, bytes: Array((line + "\n").utf8), source: text)
    }
    guard text[mark] == ">", content.hasPrefix("\\ ") else { throw FormatError(line: text) }
    return .sent(connection: connection, bytes: try unescaped(content.dropFirst(2)), source: text)
  }

  private static func unescaped(_ text: Substring) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "\\"): bytes.append(UInt8(ascii: "\\"))
      case UInt8(ascii: "x"):
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        guard let value = UInt8(digits, radix: 16) else { throw FormatError(line: String(text)) }
        bytes.append(value)
        rest = rest.dropFirst(2)
      default: throw FormatError(line: String(text))
      }
    }
    return bytes
  }

  /// The content of the file.
  var text: String { lines.map { $0.text + "\n" }.joined() }
}
