extension ValueType {
  /// What the type takes, as it follows "must be".
  package var phrase: String {
    switch self {
    case .string(let minimumLength): minimumLength == 0 ? "a string" : "a non-empty string"
    case .boolean: "true or false"
    case .integer(let range): "an integer\(Self.bounds(range.lowerBound, range.upperBound))"
    case .number(let range): "a number\(Self.bounds(range))"
    case .enumeration(let names): "one of \(names.joined(separator: ", "))"
    case .array(let element): "an array, each element \(element.phrase)"
    case .object(let fields):
      "an object with any of \(fields.filter(\.isSettable).map(\.name).joined(separator: ", "))"
    case .anyObject: "an object"
    case .dictionary(let element): "an object, each member \(element.phrase)"
    case .anyValue: "any value"
    case .nullable(let type): "\(type.phrase), or null"
    case .oneOf(let types): types.map(\.phrase).joined(separator: ", or ")
    case .identifier(let letter): "\(letter) and a number, like \"\(letter)1\""
    case .choice(let tag, let choices):
      "an object whose \(tag) is one of \(choices.map(\.name).joined(separator: ", "))"
    case .named(_, let type): type.phrase
    }
  }

  /// What the type takes, as `data.accepted` says it: the values where they can be listed.
  package var accepted: WireError.Detail.Value {
    switch core {
    case .enumeration(let names):
      if case .nullable = self { return .string(phrase) }
      return .strings(names)
    default: return .string(phrase)
    }
  }

  /// The value that was meant by a quoted text, if the type lists its values.
  func suggestion(for found: String) -> String? {
    guard case .enumeration(let names) = core, found.first == "\"" else { return nil }
    return Nearest.plausible(to: String(found.dropFirst().dropLast()), in: names)
  }

  private static func bounds(_ low: Int, _ high: Int) -> String {
    switch (low, high) {
    case (Int.min, Int.max): ""
    case (_, Int.max): " of at least \(low)"
    default: " from \(low) to \(high)"
    }
  }

  private static func bounds(_ range: ClosedRange<Double>) -> String {
    if range.upperBound >= 1e15 {
      return range.lowerBound <= -1e15 ? "" : " of at least \(text(range.lowerBound))"
    }
    return " from \(text(range.lowerBound)) to \(text(range.upperBound))"
  }

  private static func text(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}
