public import Foundation

/// The domain of every ``LAError``.
public let LAErrorDomain = "com.apple.LocalAuthentication"

/// Why an authentication did not succeed.
///
/// An `NSError` of ``LAErrorDomain`` and this are one and the same: each casts to the other.
public struct LAError: _BridgedStoredNSError {
  /// The error as an object.
  public let _nsError: NSError

  /// Takes an error of ``LAErrorDomain``.
  public init(_nsError error: NSError) {
    precondition(error.domain == LAErrorDomain, "an LAError is made of an NSError of LAErrorDomain")
    _nsError = error
  }

  /// ``LAErrorDomain``.
  public static var errorDomain: String { LAErrorDomain }
  /// ``LAErrorDomain``.
  public static var _nsErrorDomain: String { LAErrorDomain }

  /// The reasons.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// What the code is of.
    public typealias _ErrorType = LAError

    /// Failed scans ended the call.
    case authenticationFailed = -1
    /// The user tapped cancel.
    case userCancel = -2
    /// The user tapped the fallback button; the app has its own way in.
    case userFallback = -3
    /// The system took the prompt away: another app, the lock screen, another prompt.
    case systemCancel = -4
    /// The device has no passcode.
    case passcodeNotSet = -5
    /// No sensor, or the user denied it to this app.
    case biometryNotAvailable = -6
    /// Nobody is enrolled.
    case biometryNotEnrolled = -7
    /// Too many failed scans in a row; the passcode opens biometry again.
    case biometryLockout = -8
    /// The app invalidated the context.
    case appCancel = -9
    /// The context was invalidated before.
    case invalidContext = -10
    /// No paired device is near.
    case companionNotAvailable = -11
    /// No removable sensor is paired; macOS only.
    case biometryNotPaired = -12
    /// The removable sensor is not connected; macOS only.
    case biometryDisconnected = -13
    /// The embedded view has the wrong size; macOS only.
    case invalidDimensions = -14
    /// It would need a prompt, and the context or the app's state allows none.
    case notInteractive = -1004

    /// The older name of ``biometryNotAvailable``.
    public static var touchIDNotAvailable: Self { .biometryNotAvailable }
    /// The older name of ``biometryNotEnrolled``.
    public static var touchIDNotEnrolled: Self { .biometryNotEnrolled }
    /// The older name of ``biometryLockout``.
    public static var touchIDLockout: Self { .biometryLockout }
    /// The older name of ``companionNotAvailable``.
    public static var watchNotAvailable: Self { .companionNotAvailable }

    /// What it means to the app's user.
    var sentence: String {
      switch self {
      case .authenticationFailed: "Authentication failed."
      case .userCancel, .systemCancel, .appCancel: "Authentication canceled."
      case .userFallback: "Fallback authentication mechanism selected."
      case .passcodeNotSet: "Passcode is not set."
      case .biometryNotAvailable: "Biometry is not available."
      case .biometryNotEnrolled: "No identities are enrolled."
      case .biometryLockout: "Biometry is locked out."
      case .invalidContext: "The authentication is no longer valid."
      case .companionNotAvailable: "No paired device is nearby."
      case .biometryNotPaired: "No removable biometric accessory is paired."
      case .biometryDisconnected: "The removable biometric accessory is not connected."
      case .invalidDimensions: "The authentication view has the wrong size."
      case .notInteractive: "User interaction is required."
      }
    }
  }
}

extension LAError: CustomDebugStringConvertible {
  /// The code by name and number, and what led to it, for the developer.
  public var debugDescription: String {
    let detail = _nsError.userInfo[NSDebugDescriptionErrorKey] as? String ?? localizedDescription
    return "\(code) (\(code.rawValue)): \(detail)"
  }
}

/// The codes by the type's own name, so that `catch LAError.userCancel` works.
extension LAError {
  /// See ``Code/authenticationFailed``.
  public static var authenticationFailed: Code { .authenticationFailed }
  /// See ``Code/userCancel``.
  public static var userCancel: Code { .userCancel }
  /// See ``Code/userFallback``.
  public static var userFallback: Code { .userFallback }
  /// See ``Code/systemCancel``.
  public static var systemCancel: Code { .systemCancel }
  /// See ``Code/passcodeNotSet``.
  public static var passcodeNotSet: Code { .passcodeNotSet }
  /// See ``Code/biometryNotAvailable``.
  public static var biometryNotAvailable: Code { .biometryNotAvailable }
  /// See ``Code/biometryNotEnrolled``.
  public static var biometryNotEnrolled: Code { .biometryNotEnrolled }
  /// See ``Code/biometryLockout``.
  public static var biometryLockout: Code { .biometryLockout }
  /// See ``Code/appCancel``.
  public static var appCancel: Code { .appCancel }
  /// See ``Code/invalidContext``.
  public static var invalidContext: Code { .invalidContext }
  /// See ``Code/companionNotAvailable``.
  public static var companionNotAvailable: Code { .companionNotAvailable }
  /// See ``Code/biometryNotPaired``.
  public static var biometryNotPaired: Code { .biometryNotPaired }
  /// See ``Code/biometryDisconnected``.
  public static var biometryDisconnected: Code { .biometryDisconnected }
  /// See ``Code/invalidDimensions``.
  public static var invalidDimensions: Code { .invalidDimensions }
  /// See ``Code/notInteractive``.
  public static var notInteractive: Code { .notInteractive }
  /// The older name of ``biometryNotAvailable``.
  public static var touchIDNotAvailable: Code { .biometryNotAvailable }
  /// The older name of ``biometryNotEnrolled``.
  public static var touchIDNotEnrolled: Code { .biometryNotEnrolled }
  /// The older name of ``biometryLockout``.
  public static var touchIDLockout: Code { .biometryLockout }
  /// The older name of ``companionNotAvailable``.
  public static var watchNotAvailable: Code { .companionNotAvailable }
}

#if !canImport(Darwin)
  /// Makes `error as? LAError` work on an `NSError`; on Apple platforms the runtime sees to it.
  extension LAError: _ObjectiveCBridgeable {
    /// The error as an object.
    public func _bridgeToObjectiveC() -> NSError { _nsError }

    /// Casts an error of the right domain.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout LAError?) -> Bool {
      result = source.domain == LAErrorDomain ? LAError(_nsError: source) : nil
      return result != nil
    }

    /// Casts an error of the right domain.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout LAError?) {
      _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    /// Casts an error of the right domain.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> LAError {
      guard let source else { preconditionFailure("no error to make an LAError of") }
      return LAError(_nsError: source)
    }
  }
#endif
