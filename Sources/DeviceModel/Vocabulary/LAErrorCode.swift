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
