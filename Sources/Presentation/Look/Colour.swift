/// The colours of the pages, each for light and for dark. All that carry text or a sign have a contrast of 4.5 or more
/// with the page and with the ground, either way round; so text on a coloured shape has the colour of the page.
package enum Colour: String, CaseIterable, Sendable {
  case page, ground, line
  case text, faint
  case focus
  case good, bad, warning, info, tap, locked

  /// Red, green and blue, where the reader prefers a light page.
  package var light: UInt32 {
    switch self {
    case .page: 0xFFFFFF
    case .ground: 0xF2F2F5
    case .line: 0xD4D4DA
    case .text: 0x1C1C1E
    case .faint: 0x5C5C63
    case .focus: 0x0B57D0
    case .good: 0x176B33
    case .bad: 0xB3221F
    case .warning: 0x7D5000
    case .info: 0x2456B8
    case .tap: 0x6B3FA3
    case .locked: 0x45537F
    }
  }

  /// Red, green and blue, where the reader prefers a dark page.
  package var dark: UInt32 {
    switch self {
    case .page: 0x151517
    case .ground: 0x232327
    case .line: 0x45454D
    case .text: 0xECECF0
    case .faint: 0xA9A9B2
    case .focus: 0xA8C7FA
    case .good: 0x5CC781
    case .bad: 0xFF8078
    case .warning: 0xE3B341
    case .info: 0x8AB0FF
    case .tap: 0xC4A1F2
    case .locked: 0xA9B6E6
    }
  }

  /// How CSS names it: `var(--good)`.
  package var css: String { "var(--\(rawValue))" }

  /// A number as CSS and the themes of DocC write it: `#176b33`.
  package static func hex(_ colour: UInt32) -> String {
    let digits = String(colour, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits
  }
}
