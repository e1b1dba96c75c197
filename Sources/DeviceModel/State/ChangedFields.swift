/// Fields of the state that have no event of their own, by their names in it.
package enum ChangedField: String, CaseIterable, Sendable {
  case biometryType, failedAttempts, passcodeFailures, apps, companion, unlockedSinceBoot, lastUnlock
  case keychain, clock, behavior
}

/// Some of those fields, as a set that costs no memory.
package struct ChangedFields: Hashable, Sendable {
  private var bits: UInt16 = 0

  package var isEmpty: Bool { bits == 0 }

  /// Whether a field is among them.
  package func contains(_ field: ChangedField) -> Bool { bits & Self.bit(field) != 0 }

  /// Adds a field.
  package mutating func insert(_ field: ChangedField) { bits |= Self.bit(field) }

  /// The fields by their names in the state, in its order.
  package var names: [String] { ChangedField.allCases.filter { bits & Self.bit($0) != 0 }.map(\.rawValue) }

  private static func bit(_ field: ChangedField) -> UInt16 {
    1 << UInt16(ChangedField.allCases.firstIndex(of: field) ?? 0)
  }
}

extension ChangedFields: ExpressibleByArrayLiteral {
  package init(arrayLiteral fields: ChangedField...) {
    for field in fields { insert(field) }
  }
}
