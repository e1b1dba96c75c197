import JSON
import TestSupport
import Testing

/// The error for a text; `nil` if it is accepted.
func syntaxError(_ bytes: [UInt8]) -> JSONSyntaxError? {
  do {
    try withJSON(bytes) { _ in }
    return nil
  } catch {
    return error as? JSONSyntaxError
  }
}

/// The same for a text.
func syntaxError(_ text: String) -> JSONSyntaxError? { syntaxError(Array(text.utf8)) }

/// The output of a writer, as text.
func written(_ write: (inout JSONWriter) -> Void) -> String {
  var writer = JSONWriter()
  write(&writer)
  return String(decoding: writer.bytes, as: UTF8.self)
}

extension JSONTree {
  /// A random value, in which awkward characters and numbers are frequent.
  static func random(using generator: inout SeededGenerator, depth: Int = 5) -> JSONTree {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &generator) {
    case 0: return .null
    case 1: return .boolean(.random(using: &generator))
    case 2:
      let shift = Int.random(in: 0..<64, using: &generator)
      return .integer(Int(truncatingIfNeeded: generator.next()) >> shift)
    case 3: return randomNumber(using: &generator)
    case 4, 5: return .string(randomText(using: &generator))
    case 6, 7:
      let count = Int.random(in: 0..<6, using: &generator)
      return .array((0..<count).map { _ in random(using: &generator, depth: depth - 1) })
    default:
      let count = Int.random(in: 0..<6, using: &generator)
      let members = (0..<count).map { _ in
        (randomText(using: &generator), random(using: &generator, depth: depth - 1))
      }
      return .object(Dictionary(members, uniquingKeysWith: { $1 }))
    }
  }

  /// A finite double of any magnitude.
  private static func randomNumber(using generator: inout SeededGenerator) -> JSONTree {
    while true {
      let value = Double(bitPattern: generator.next())
      if value.isFinite { return Int(exactly: value).map(Self.integer) ?? .number(value) }
    }
  }

  private static func randomText(using generator: inout SeededGenerator) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0..<24, using: &generator) {
      let ranges: [ClosedRange<UInt32>] = [
        0x00...0x1F, 0x20...0x7F, 0x20...0x7F, 0x20...0x7F, 0x80...0x7FF, 0x800...0xD7FF, 0xE000...0xFFFF,
        0x10000...0x10FFFF, 0x22...0x22, 0x5C...0x5C, 0x2028...0x2029, 0x85...0x85,
      ]
      let range = ranges.randomElement(using: &generator) ?? 0x20...0x7F
      if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &generator)) { text.append(scalar) }
    }
    return String(text)
  }
}
