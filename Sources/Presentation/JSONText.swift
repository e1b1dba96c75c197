package import Platform
import Schema

/// JSON that is printed as it is on the wire.
package enum JSONText {
  /// The text as it came; for a terminal what would drive it, or hide, is written `\u001b`, and it is still the
  /// same JSON.
  package static func printed(
    _ bytes: some Collection<UInt8>, on descriptor: FileDescriptor = .standardOutput
  ) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    return descriptor.isTerminal ? escaped(text) : text
  }

  /// The text with escapes for all that is not seen as itself; lines stay lines.
  package static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: VisibleText.isHidden) else { return text }
    var shown = ""
    for scalar in text.unicodeScalars {
      if scalar == "\n" || !VisibleText.isHidden(scalar) {
        shown.unicodeScalars.append(scalar)
      } else if scalar.value < 0x20 {
        // No string has these as they are, so it stands between tokens.
        shown += " "
      } else {
        for unit in UTF16.encode(scalar).map(Array.init) ?? [] {
          let digits = String(unit, radix: 16)
          shown += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
      }
    }
    return shown
  }
}

/// JSON for a terminal that comes in pieces, which may end in the middle of a character.
package struct JSONPieces {
  /// The beginning of a character.
  private var rest: [UInt8] = []

  package init() {}

  /// What can be printed of the bytes so far.
  package mutating func text(adding bytes: some Collection<UInt8>) -> String {
    let all = rest + bytes
    let whole = all.dropLast(Self.unfinished(all))
    rest = Array(all[whole.endIndex...])
    return JSONText.escaped(String(decoding: whole, as: UTF8.self))
  }

  /// How many bytes at the end are the beginning of a character.
  private static func unfinished(_ bytes: [UInt8]) -> Int {
    for (count, byte) in bytes.reversed().prefix(3).enumerated() {
      switch byte {
      case 0x80..<0xC0: continue
      case 0xC0..<0xE0: return count < 1 ? 1 : 0
      case 0xE0..<0xF0: return count < 2 ? count + 1 : 0
      case 0xF0...: return count < 3 ? count + 1 : 0
      default: return 0
      }
    }
    return 0
  }
}
