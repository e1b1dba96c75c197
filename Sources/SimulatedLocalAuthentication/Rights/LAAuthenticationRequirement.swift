public import Foundation

/// Who has to authenticate for a right.
public final class LAAuthenticationRequirement: NSObject, Sendable {
  let flags: SecAccessControlCreateFlags

  init(_ flags: SecAccessControlCreateFlags) { self.flags = flags }

  /// Biometry, or the passcode.
  public static let `default` = LAAuthenticationRequirement(.userPresence)
  /// Biometry, whoever is enrolled by then.
  public static let biometry = LAAuthenticationRequirement(.biometryAny)
  /// Biometry, by those enrolled now.
  public static let biometryCurrentSet = LAAuthenticationRequirement(.biometryCurrentSet)

  /// Biometry, or what stands in for it.
  public static func biometry(fallback: LABiometryFallbackRequirement) -> LAAuthenticationRequirement {
    LAAuthenticationRequirement([.biometryAny, .or, fallback.flags])
  }

  /// The policy that tells whether it can be met.
  var policy: LAPolicy {
    flags.isDisjoint(with: [.userPresence, .devicePasscode])
      ? .deviceOwnerAuthenticationWithBiometrics : .deviceOwnerAuthentication
  }

  /// Two with the same flags are one.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? LAAuthenticationRequirement)?.flags == flags
  }

  /// Agrees with ``isEqual(_:)``.
  public override var hash: Int { flags.hashValue }
}

/// What stands in for biometry.
public final class LABiometryFallbackRequirement: NSObject, Sendable {
  let flags: SecAccessControlCreateFlags

  private init(_ flags: SecAccessControlCreateFlags) { self.flags = flags }

  /// The passcode.
  public static let `default` = LABiometryFallbackRequirement(.devicePasscode)
  /// The passcode.
  public static let devicePasscode = LABiometryFallbackRequirement(.devicePasscode)
}
