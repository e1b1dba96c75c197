/// What a parameter or a member of a result may be. Checks requests, parses the command line's
/// `key=value`, and prints as JSON Schema in the OpenRPC document.
@usableFromInline
package indirect enum ValueType: Sendable {
  /// With `maximumBytes` a request may not give more.
  case string(minimumLength: Int = 0, maximumBytes: Int? = nil)
  /// A name that a request gives to something.
  case name
  case boolean
  case integer(ClosedRange<Int> = Int.min...Int.max)
  case number(ClosedRange<Double> = -1e15...1e15)
  case enumeration([String])
  case array(of: ValueType)
  case object([Field])
  /// An object with any members.
  case anyObject
  /// An object with any keys and members of one type.
  case dictionary(of: ValueType)
  case anyValue
  case nullable(ValueType)
  /// The first that fits.
  case oneOf([ValueType])
  /// The letter with a positive number: `p7`, `c1`.
  case identifier(Character)
  /// An object whose member `by` says which other members it has.
  case choice(by: String, [Choice])
  /// A type that the OpenRPC document describes once, under this name.
  case named(String, ValueType)

  /// One form of an object.
  @usableFromInline
  package struct Choice: Sendable {
    /// The value of the member that tells the forms apart.
    package var name: String
    /// The other members.
    package var fields: [Field]
    /// One line for a person.
    @usableFromInline
    package var summary: String

    package init(name: String, fields: [Field], summary: String) {
      self.name = name
      self.fields = fields
      self.summary = summary
    }
  }

  /// The type without the names and the null around it.
  package var core: ValueType {
    switch self {
    case .named(_, let type), .nullable(let type): type.core
    default: self
    }
  }
}

/// A parameter of a method, or a member of an object.
@usableFromInline
package struct Field: Sendable {
  @usableFromInline package var name: String
  @usableFromInline package var type: ValueType
  @usableFromInline
  package var isRequired: Bool
  /// What holds when it is not given, as JSON; `nil`: nothing in particular.
  package var defaultValue: String? { makeDefault?() }
  /// Never to be shown: a passcode.
  package var isSecret = false
  /// What the command line sends for a required parameter that is not given.
  package var commandLineDefault: String?
  /// What changes it, for a field of the state that cannot be set; setting it is refused.
  package var changedBy: String?
  private var sentence: String
  /// Made when it is asked for: a command that wants the names only has no use for it.
  private var makeDefault: (@Sendable () -> String?)?

  @usableFromInline
  package init(
    _ name: String, _ type: ValueType, required: Bool = false,
    default value: (@Sendable () -> String?)? = nil,
    _ summary: String
  ) {
    self.name = name
    self.type = type
    isRequired = required
    makeDefault = value
    sentence = summary
  }

  /// One line for a person, with the unit and the default where there is one.
  package var summary: String {
    guard let defaultValue else { return sentence }
    let isText = defaultValue.hasPrefix("\"")
    return "\(sentence); default: \(isText ? String(defaultValue.dropFirst().dropLast()) : defaultValue)"
  }

  /// Whether a request may give it.
  package var isSettable: Bool { changedBy == nil }

  /// The same field, never shown.
  @usableFromInline
  package func secret() -> Self { with { $0.isSecret = true } }

  /// The same field, required; the command line may have a default.
  @usableFromInline
  package func required(_ isRequired: Bool = true, commandLineDefault: String? = nil) -> Self {
    with {
      $0.isRequired = isRequired
      $0.commandLineDefault = commandLineDefault
    }
  }

  /// The same field, shown but not settable.
  @usableFromInline
  package func readOnly(changedBy verbs: String) -> Self { with { $0.changedBy = verbs } }

  /// The same field with another description.
  @usableFromInline
  package func summary(_ text: String) -> Self { with { $0.sentence = text } }

  /// The same field with a default.
  @usableFromInline
  package func defaulting(to value: @escaping @Sendable () -> String?) -> Self {
    with { $0.makeDefault = value }
  }

  private func with(_ change: (inout Self) -> Void) -> Self {
    var field = self
    change(&field)
    return field
  }
}

extension ValueType {
  /// What the type takes, as it follows "must be".
  package var phrase: String {
    switch self {
    case .string(let minimumLength, let maximumBytes):
      (minimumLength == 0 ? "a string" : "a non-empty string")
        + (maximumBytes.map { " of at most \($0) bytes" } ?? "")
    case .name: "a name of 1 to \(RequestBounds.nameBytes) bytes without control characters"
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

  /// What the type takes, as `data.accepted` says it: the values where they can be listed, else its phrase.
  func accepted(_ phrase: String) -> Mismatch.Accepted {
    switch core {
    case .enumeration(let names):
      if case .nullable = self { return .phrase(phrase) }
      return .values(names)
    default: return .phrase(phrase)
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
