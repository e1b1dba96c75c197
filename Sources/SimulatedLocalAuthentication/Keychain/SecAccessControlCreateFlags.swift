/// What an access control asks for.
public struct SecAccessControlCreateFlags: OptionSet, Hashable, Sendable {
  /// The bits, which are Apple's.
  public let rawValue: UInt
  /// Takes bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Biometry if it can be used, else the passcode.
  public static let userPresence = Self(rawValue: 1 << 0)
  /// Biometry, also of identities enrolled later.
  public static let biometryAny = Self(rawValue: 1 << 1)
  /// The older name of ``biometryAny``.
  public static let touchIDAny = Self.biometryAny
  /// Biometry, by those enrolled now: any change of the enrolment makes the item unreadable.
  public static let biometryCurrentSet = Self(rawValue: 1 << 3)
  /// The older name of ``biometryCurrentSet``.
  public static let touchIDCurrentSet = Self.biometryCurrentSet
  /// The passcode.
  public static let devicePasscode = Self(rawValue: 1 << 4)
  /// A paired device.
  public static let companion = Self(rawValue: 1 << 5)
  /// The older name of ``companion``.
  public static let watch = Self.companion
  /// Any of the constraints.
  public static let or = Self(rawValue: 1 << 14)
  /// All of the constraints.
  public static let and = Self(rawValue: 1 << 15)
  /// A key's private operations; a key of the Secure Enclave needs it.
  public static let privateKeyUsage = Self(rawValue: 1 << 30)
  /// The password that the app sets on the context.
  public static let applicationPassword = Self(rawValue: 1 << 31)

  private static let names: [(flag: Self, name: String)] = [
    (.userPresence, "userPresence"), (.biometryAny, "biometryAny"),
    (.biometryCurrentSet, "biometryCurrentSet"),
    (.devicePasscode, "devicePasscode"), (.companion, "companion"), (.or, "or"), (.and, "and"),
    (.privateKeyUsage, "privateKeyUsage"), (.applicationPassword, "applicationPassword"),
  ]

  /// What a user or a device satisfies, as opposed to what joins or restricts it.
  private static let constraints: Self = [
    .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .companion,
  ]

  /// Reads the names on the wire.
  init(wireNames: [String]) {
    self = wireNames.reduce(into: []) { flags, name in
      if let known = Self.names.first(where: { $0.name == name }) { flags.insert(known.flag) }
    }
  }

  /// The names on the wire, in the order of the bits.
  var wireNames: [String] { Self.names.filter { contains($0.flag) }.map(\.name) }

  /// Why no access control can have these flags; `nil` if one can.
  var contradiction: String? {
    let unknown = Self.names.reduce(into: self) { $0.remove($1.flag) }
    if !unknown.isEmpty { return "there are no such flags: \(unknown.rawValue)" }
    if isSuperset(of: [.or, .and]) { return "or and and do not go together" }
    if isDisjoint(with: [.or, .and]), intersection(Self.constraints).rawValue.nonzeroBitCount > 1 {
      return "several constraints need or or and"
    }
    return nil
  }
}
