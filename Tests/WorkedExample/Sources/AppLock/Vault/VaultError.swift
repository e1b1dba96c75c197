import Foundation
import Security

/// Why the vault could not do what it was asked.
public nonisolated enum VaultError: Error, Hashable, Sendable {
  /// There is no token, or it is gone: the enrolment changed or the passcode was removed. Time to sign in.
  case empty
  /// The sensor that must guard the token is missing, or nobody is enrolled on it, or there is no passcode.
  case cannotBeGuarded
  /// The owner was not authenticated.
  case notAuthenticated(AuthenticationFailure)
  /// What a keychain function returned, if this app does not expect it.
  case keychain(OSStatus)
}

nonisolated extension VaultError: LocalizedError {
  /// For logs; what the user reads is up to the screen.
  public var errorDescription: String? {
    switch self {
    case .empty: "the vault is empty"
    case .cannotBeGuarded: "nothing can guard the token on this device"
    case .notAuthenticated(let failure): "the owner was not recognised: \(failure)"
    case .keychain(let status): SecCopyErrorMessageString(status, nil) as String? ?? "keychain: \(status)"
    }
  }
}
