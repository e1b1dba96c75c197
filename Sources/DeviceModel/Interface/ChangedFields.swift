/// Fields of the state that have no event of their own, as a set that costs no memory.
package struct ChangedFields: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let biometryType = Self(rawValue: 1 << 0)
  package static let failedAttempts = Self(rawValue: 1 << 1)
  package static let passcodeFailures = Self(rawValue: 1 << 2)
  package static let apps = Self(rawValue: 1 << 3)
  package static let companion = Self(rawValue: 1 << 4)
  package static let unlockedSinceBoot = Self(rawValue: 1 << 5)
  package static let lastUnlock = Self(rawValue: 1 << 6)
  package static let keychain = Self(rawValue: 1 << 7)
  package static let clock = Self(rawValue: 1 << 8)
  package static let behavior = Self(rawValue: 1 << 9)

  /// The names in the state, in its order.
  private static let allNames = [
    "biometryType", "failedAttempts", "passcodeFailures", "apps", "companion", "unlockedSinceBoot",
    "lastUnlock", "keychain", "clock", "behavior",
  ]

  /// The fields by their names in the state.
  package var names: [String] {
    Self.allNames.enumerated().filter { rawValue & 1 << $0.offset != 0 }.map(\.element)
  }
}

extension ChangedFields: ExpressibleByStringLiteral {
  /// A field by its name in the state.
  package init(stringLiteral name: String) {
    guard let index = Self.allNames.firstIndex(of: name) else { preconditionFailure("no field \(name)") }
    self.init(rawValue: 1 << index)
  }
}
