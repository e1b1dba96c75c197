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
  case anyValue
  case nullable(ValueType)
  /// The first that fits.
  case oneOf([ValueType])
}

/// A parameter of a method, or a member of an object.
package struct Field: Sendable {
  package var name: String
  package var type: ValueType
  package var isRequired: Bool
  /// One line for a person, with the default and the unit where there is one.
  package var summary: String

  package init(_ name: String, _ type: ValueType, required: Bool = false, _ summary: String) {
    self.name = name
    self.type = type
    self.isRequired = required
    self.summary = summary
  }
}
