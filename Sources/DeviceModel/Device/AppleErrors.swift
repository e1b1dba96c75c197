/// A failure of an authentication, as an app sees it; an unknown number stays representable.
///
/// Apple: *LAError.Code*, domain `com.apple.LocalAuthentication`. The raw values are Apple's.
package struct LAErrorCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let authenticationFailed = Self(rawValue: -1)
  package static let userCancel = Self(rawValue: -2)
  package static let userFallback = Self(rawValue: -3)
  package static let systemCancel = Self(rawValue: -4)
  package static let passcodeNotSet = Self(rawValue: -5)
  package static let biometryNotAvailable = Self(rawValue: -6)
  package static let biometryNotEnrolled = Self(rawValue: -7)
  package static let biometryLockout = Self(rawValue: -8)
  package static let appCancel = Self(rawValue: -9)
  package static let invalidContext = Self(rawValue: -10)
  package static let companionNotAvailable = Self(rawValue: -11)
  package static let biometryNotPaired = Self(rawValue: -12)
  package static let biometryDisconnected = Self(rawValue: -13)
  package static let invalidDimensions = Self(rawValue: -14)
  package static let notInteractive = Self(rawValue: -1004)
}

/// How a keychain call ends; an unknown number stays representable.
///
/// Apple: *OSStatus* as of `SecBase.h`, domain `NSOSStatusErrorDomain`. The raw values are Apple's.
package struct OSStatusCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let success = Self(rawValue: 0)
  package static let param = Self(rawValue: -50)
  package static let userCanceled = Self(rawValue: -128)
  package static let notAvailable = Self(rawValue: -25291)
  package static let authFailed = Self(rawValue: -25293)
  package static let duplicateItem = Self(rawValue: -25299)
  package static let itemNotFound = Self(rawValue: -25300)
  package static let noSuchAttr = Self(rawValue: -25303)
  package static let interactionNotAllowed = Self(rawValue: -25308)
  package static let decode = Self(rawValue: -26275)
  package static let missingEntitlement = Self(rawValue: -34018)

  /// What a keychain call makes of an authentication that failed: only a cancel and a forbidden prompt keep
  /// their meaning.
  package init(_ error: LAErrorCode) {
    switch error {
    case .userCancel: self = .userCanceled
    case .notInteractive: self = .interactionNotAllowed
    default: self = .authFailed
    }
  }
}

extension LAErrorCode {
  /// Every one with its name on the wire, which is Apple's, and one line for a person.
  package static let described: [(code: Self, name: String, summary: String)] = [
    (.authenticationFailed, "authenticationFailed", "the user was not recognised in three scans"),
    (.userCancel, "userCancel", "the user tapped cancel"),
    (.userFallback, "userFallback", "the user tapped the fallback button of a biometric prompt"),
    (
      .systemCancel, "systemCancel",
      "the system ended the prompt: another app, another prompt, lock, restart, reset"
    ),
    (.passcodeNotSet, "passcodeNotSet", "the device has no passcode"),
    (
      .biometryNotAvailable, "biometryNotAvailable",
      "no sensor, or it is covered, or the user does not let the app use it"
    ),
    (.biometryNotEnrolled, "biometryNotEnrolled", "nobody is enrolled"),
    (.biometryLockout, "biometryLockout", "biometry is locked out until the passcode is entered"),
    (.appCancel, "appCancel", "the app invalidated the context while the prompt was on screen"),
    (.invalidContext, "invalidContext", "the context was invalidated before the call"),
    (.companionNotAvailable, "companionNotAvailable", "no paired device is in reach"),
    (.biometryNotPaired, "biometryNotPaired", "no removable sensor is paired"),
    (.biometryDisconnected, "biometryDisconnected", "the paired removable sensor is not connected"),
    (.invalidDimensions, "invalidDimensions", "an embedded view has no valid size"),
    (
      .notInteractive, "notInteractive",
      "a prompt is needed and not allowed: the app is not in front, or forbade it"
    ),
  ]
}

extension OSStatusCode {
  /// Every one with its name on the wire, and one line for a person.
  package static let described: [(code: Self, name: String, summary: String)] = [
    (.param, "param", "a keychain call with parameters that do not go together"),
    (.userCanceled, "userCanceled", "the user tapped cancel in a keychain call's prompt"),
    (.notAvailable, "notAvailable", "no keychain is available"),
    (.authFailed, "authFailed", "any other failure to authenticate in a keychain call"),
    (.duplicateItem, "duplicateItem", "an item with the same primary key is already there"),
    (.itemNotFound, "itemNotFound", "no item matches"),
    (.noSuchAttr, "noSuchAttr", "the item class has no such attribute"),
    (
      .interactionNotAllowed, "interactionNotAllowed",
      "a prompt is needed and not allowed, or the device is locked"
    ),
    (.decode, "decode", "a stored item cannot be decoded"),
    (.missingEntitlement, "missingEntitlement", "the app lacks an entitlement"),
  ]
}
