package import Schema
import WireProtocol

extension ValueType {
  /// What a value of the type is, as part of a sentence: `an integer from 1 to 1000`.
  package var wording: String {
    switch self {
    case .string(let minimumLength):
      minimumLength > 0 ? "a non-empty string" : "a string"
    case .boolean:
      "true or false"
    case .integer(let range):
      "an integer" + bounds(range.lowerBound, range.upperBound, none: Int.min, Int.max)
    case .number(let range) where range.upperBound == 9_000_000_000:
      "a number of seconds from \(plain(range.lowerBound))"
    case .number(let range):
      "a number" + bounds(range.lowerBound, range.upperBound, none: -1e15, 1e15)
    case .enumeration(let values):
      joined(shortest(values), by: "or")
    case .identifier(let letter):
      "an id such as \(letter)1"
    case .array(let element):
      "a list (by comma) of \(element.pluralWording)"
    case .choice(_, let choices):
      joined(choices.map(\.name), by: "or")
    case .object(let fields):
      fields.isEmpty ? "an object" : "an object of " + joined(fields.map(\.name), by: "and")
    case .anyObject, .dictionary:
      "an object"
    case .anyValue:
      "any value"
    case .nullable(.enumeration(let values)):
      joined(shortest(values) + ["null"], by: "or")
    case .nullable(let inner):
      inner.wording + " or null"
    case .named(_, let inner):
      inner.wording
    case .oneOf(let types):
      joined(types.map(\.wording), by: "or")
    }
  }

  private var pluralWording: String {
    switch core {
    case .string: "strings"
    case .boolean: "truth values"
    case .integer: "integers"
    case .number: "numbers"
    case .object, .anyObject, .dictionary: "objects"
    default: core.wording
    }
  }

  /// The fixed words that a value may be, in the command line's spelling.
  package var commandLineWords: [String] {
    switch self {
    case .enumeration(let values): shortest(values)
    case .boolean: ["true", "false"]
    case .array(let element): element.commandLineWords
    case .choice(_, let choices): choices.map(\.name)
    case .nullable(let inner): inner.commandLineWords + ["null"]
    case .named(_, let inner): inner.commandLineWords
    case .oneOf(let types): types.flatMap(\.commandLineWords)
    default: []
    }
  }

  /// The members of an object type; `nil` for other types.
  package var members: [Field]? {
    switch core {
    case .object(let fields): fields.filter(\.isSettable)
    case .oneOf(let types): types.lazy.compactMap(\.members).first
    default: nil
    }
  }

  /// The type of the members where they may have any name; `nil` for other types.
  package var elementOfAnyName: ValueType? {
    switch core {
    case .anyObject, .anyValue: .anyValue
    case .dictionary(let element): element
    case .oneOf(let types): types.lazy.compactMap(\.elementOfAnyName).first
    default: nil
    }
  }
}

extension Field {
  /// What stands for a value in a line of usage: `IDENTITY`, `SECONDS`.
  package var placeholder: String {
    var words = ""
    for letter in name {
      if letter.isUppercase { words += "-" }
      words += letter.uppercased()
    }
    return words
  }
}

/// The names without those that have a short form, as policies do.
private func shortest(_ names: [String]) -> [String] {
  guard let short = PolicyName.short.first?.name, names.contains(short) else { return names }
  return names.filter { name in PolicyName.short.contains { $0.name == name } }
}

private func bounds<N: Comparable & CustomStringConvertible>(
  _ lower: N, _ upper: N, none lowest: N, _ highest: N
) -> String {
  switch (lower > lowest, upper < highest) {
  case (true, true): " from \(plain(lower)) to \(plain(upper))"
  case (true, false): " of at least \(plain(lower))"
  case (false, true): " of at most \(plain(upper))"
  case (false, false): ""
  }
}

private func plain(_ number: some CustomStringConvertible) -> String {
  let text = number.description
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// `a`, `a or b`, `a, b or c`.
package func joined(_ words: [String], by conjunction: String) -> String {
  guard words.count > 1, let last = words.last else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
}
