package import Schema

/// What a read of a keychain item asks of the person.
///
/// Apple: *SecAccessControlCreateFlags*. The raw values are Apple's.
package struct AccessControlFlags: OptionSet, Hashable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package static let userPresence = Self(rawValue: 1 << 0)
  package static let biometryAny = Self(rawValue: 1 << 1)
  package static let biometryCurrentSet = Self(rawValue: 1 << 3)
  package static let devicePasscode = Self(rawValue: 1 << 4)
  package static let companion = Self(rawValue: 1 << 5)
  package static let or = Self(rawValue: 1 << 14)
  package static let and = Self(rawValue: 1 << 15)
  package static let privateKeyUsage = Self(rawValue: 1 << 30)
  package static let applicationPassword = Self(rawValue: 1 << 31)

  /// Every flag with its name on the wire, in the order of the raw values.
  package static let named: [(name: String, flag: Self)] = [
    ("userPresence", .userPresence), ("biometryAny", .biometryAny),
    ("biometryCurrentSet", .biometryCurrentSet), ("devicePasscode", .devicePasscode),
    ("companion", .companion), ("or", .or), ("and", .and), ("privateKeyUsage", .privateKeyUsage),
    ("applicationPassword", .applicationPassword),
  ]

  /// Looks a flag up by its name on the wire.
  package init?(name: String) {
    guard let entry = Self.named.first(where: { $0.name == name }) else { return nil }
    self = entry.flag
  }

  /// The names on the wire of those that are set.
  package var names: [String] { Self.named.filter { contains($0.flag) }.map(\.name) }
}

/// The protection of a keychain item beyond its class.
///
/// Apple: *SecAccessControl*.
package struct AccessControl: Equatable, Sendable {
  package var accessible: Accessibility
  package var flags: AccessControlFlags

  package init(accessible: Accessibility = .whenUnlocked, flags: AccessControlFlags = []) {
    self.accessible = accessible
    self.flags = flags
  }
}

extension AccessControl: Described {
  package init() { self.init(accessible: .whenUnlocked) }

  package static let record = Record<Self>([
    Member("accessible", \.accessible, .cases, "when it can be read; default: whenUnlocked"),
    Member(
      "flags", \.flags, .flags, "who has to be there for a read; several constraints need or, or and"
    ).required(),
  ])
}

extension Coding where Value == AccessControl {
  package static let accessControl = object.named("AccessControl")
}

extension AccessControlFlags {
  /// Those that ask for somebody; `or` and `and` join them, the others are no constraints.
  private static let constraints: [(flag: Self, factors: Factors)] = [
    (.userPresence, [.biometry, .passcode]), (.biometryAny, .biometry), (.biometryCurrentSet, .biometry),
    (.devicePasscode, .passcode), (.companion, .companion),
  ]

  private var constraints: [(flag: Self, factors: Factors)] {
    Self.constraints.filter { contains($0.flag) }
  }

  /// What is wrong with the combination; `nil`: nothing.
  var problem: String? {
    if isSuperset(of: [.or, .and]) { return "or and and exclude each other" }
    if constraints.count > 1, isDisjoint(with: [.or, .and]) {
      return "\(names.joined(separator: ", ")): more than one constraint needs or, or and"
    }
    return nil
  }

  /// Who has to be there for a read.
  ///
  /// - Parameter currentSetIsGone: Whether the enrolment changed since biometryCurrentSet was bound to it.
  /// - Returns: `nil`: nobody can read it any more.
  func requirement(currentSetIsGone: Bool) -> Requirement? {
    var alternatives = constraints
    if currentSetIsGone, contains(.biometryCurrentSet) {
      alternatives.removeAll { $0.flag == .biometryCurrentSet }
      guard contains(.or), !alternatives.isEmpty else { return nil }
    }
    let factors = alternatives.map(\.factors)
    return contains(.or) ? Requirement(anyOf: factors) : Requirement(allOf: factors)
  }
}

/// When the device can decrypt a keychain item.
///
/// Apple: *kSecAttrAccessible…*; the names on the wire are the case names.
package enum Accessibility: String, CaseIterable, Sendable {
  case whenUnlocked, afterFirstUnlock, always
  case whenPasscodeSetThisDeviceOnly
  case whenUnlockedThisDeviceOnly, afterFirstUnlockThisDeviceOnly, alwaysThisDeviceOnly

  /// Such an item cannot be stored without a passcode, and goes for good with it.
  var needsPasscode: Bool { self == .whenPasscodeSetThisDeviceOnly }

  /// Such an item never leaves the device, so it cannot be synchronizable.
  var isThisDeviceOnly: Bool {
    switch self {
    case .whenUnlocked, .afterFirstUnlock, .always: false
    case .whenPasscodeSetThisDeviceOnly, .whenUnlockedThisDeviceOnly, .afterFirstUnlockThisDeviceOnly,
      .alwaysThisDeviceOnly:
      true
    }
  }

  /// Whether the keys of the class are there while the lock screen stands like this.
  func isReadable(isLocked: Bool, unlockedSinceBoot: Bool) -> Bool {
    switch self {
    case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly: !isLocked
    case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: unlockedSinceBoot
    case .always, .alwaysThisDeviceOnly: true
    }
  }
}
