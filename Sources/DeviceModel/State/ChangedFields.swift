/// Fields of the state that have no event of their own, by their names in it and in its order.
package enum ChangedField: UInt16, CaseIterable, Sendable {
  case biometryType, sensor, failedAttempts, passcodeFailures, apps, companion, unlockedSinceBoot, lastUnlock
  case keychain, failNext, clock, behavior

  /// The names, each made once.
  fileprivate static let names = allCases.map { "\($0)" }
}

/// Some of those fields, as a set that costs no memory.
package struct ChangedFields: Hashable, Sendable {
  private var bits: UInt16 = 0

  package var isEmpty: Bool { bits == 0 }

  /// Whether a field is among them.
  package func contains(_ field: ChangedField) -> Bool { bits & 1 << field.rawValue != 0 }

  /// Adds a field.
  package mutating func insert(_ field: ChangedField) { bits |= 1 << field.rawValue }

  /// The fields by their names in the state, in its order.
  package var names: [String] {
    ChangedField.allCases.filter(contains).map { ChangedField.names[Int($0.rawValue)] }
  }
}

extension ChangedFields: ExpressibleByArrayLiteral {
  package init(arrayLiteral fields: ChangedField...) {
    for field in fields { insert(field) }
  }
}
