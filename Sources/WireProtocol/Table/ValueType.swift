/// What a parameter or a member of a result may be. Checks requests, parses the command line's
/// `key=value`, and prints as JSON Schema in the OpenRPC document.
package indirect enum ValueType: Sendable {
  case string(minimumLength: Int = 0)
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
  package struct Choice: Sendable {
    /// The value of the member that tells the forms apart.
    package var name: String
    /// The other members.
    package var fields: [Field]
    /// One line for a person.
    package var summary: String
  }

  /// A length of time in seconds, up to what 64 bits of nanoseconds hold.
  package static let seconds = Self.number(0...9_000_000_000)

  /// The type without the names and the null around it.
  package var core: ValueType {
    switch self {
    case .named(_, let type), .nullable(let type): type.core
    default: self
    }
  }
}

/// A parameter of a method, or a member of an object.
package struct Field: Sendable {
  package var name: String
  package var type: ValueType
  package var isRequired: Bool
  /// One line for a person, with the default and the unit where there is one.
  package var summary: String
  /// Never to be shown: a passcode.
  package var isSecret = false
  /// What the command line sends for a required parameter that nobody gives.
  package var commandLineDefault: String?
  /// How it changes, for a field of the state that cannot be set; such a field is refused by name.
  package var changedBy: String?

  package init(_ name: String, _ type: ValueType, required: Bool = false, _ summary: String) {
    self.name = name
    self.type = type
    self.isRequired = required
    self.summary = summary
  }

  /// Whether a request may give it.
  package var isSettable: Bool { changedBy == nil }

  /// The same field as one that is never shown.
  package func secret() -> Self {
    var field = self
    field.isSecret = true
    return field
  }

  /// The same field as one that must be given, for which the command line has a default.
  package func required(commandLineDefault: String? = nil) -> Self {
    var field = self
    field.isRequired = true
    field.commandLineDefault = commandLineDefault
    return field
  }

  /// The same field as one that is shown and cannot be set.
  package func readOnly(changedBy verbs: String) -> Self {
    var field = self
    field.changedBy = verbs
    return field
  }

  /// The same field with another description.
  package func summary(_ text: String) -> Self {
    var field = self
    field.summary = text
    return field
  }
}
