// The codes under the names of Apple's C header, which some code compares `NSError.code` with.

/// See ``LAError/Code/authenticationFailed``.
public let kLAErrorAuthenticationFailed: Int32 = -1
/// See ``LAError/Code/userCancel``.
public let kLAErrorUserCancel: Int32 = -2
/// See ``LAError/Code/userFallback``.
public let kLAErrorUserFallback: Int32 = -3
/// See ``LAError/Code/systemCancel``.
public let kLAErrorSystemCancel: Int32 = -4
/// See ``LAError/Code/passcodeNotSet``.
public let kLAErrorPasscodeNotSet: Int32 = -5
/// See ``LAError/Code/biometryNotAvailable``.
public let kLAErrorBiometryNotAvailable: Int32 = -6
/// See ``LAError/Code/biometryNotAvailable``.
public let kLAErrorTouchIDNotAvailable: Int32 = -6
/// See ``LAError/Code/biometryNotEnrolled``.
public let kLAErrorBiometryNotEnrolled: Int32 = -7
/// See ``LAError/Code/biometryNotEnrolled``.
public let kLAErrorTouchIDNotEnrolled: Int32 = -7
/// See ``LAError/Code/biometryLockout``.
public let kLAErrorBiometryLockout: Int32 = -8
/// See ``LAError/Code/biometryLockout``.
public let kLAErrorTouchIDLockout: Int32 = -8
/// See ``LAError/Code/appCancel``.
public let kLAErrorAppCancel: Int32 = -9
/// See ``LAError/Code/invalidContext``.
public let kLAErrorInvalidContext: Int32 = -10
/// See ``LAError/Code/companionNotAvailable``.
public let kLAErrorCompanionNotAvailable: Int32 = -11
/// See ``LAError/Code/companionNotAvailable``.
public let kLAErrorWatchNotAvailable: Int32 = -11
/// See ``LAError/Code/biometryNotPaired``.
public let kLAErrorBiometryNotPaired: Int32 = -12
/// See ``LAError/Code/biometryDisconnected``.
public let kLAErrorBiometryDisconnected: Int32 = -13
/// See ``LAError/Code/invalidDimensions``.
public let kLAErrorInvalidDimensions: Int32 = -14
/// See ``LAError/Code/notInteractive``.
public let kLAErrorNotInteractive: Int32 = -1004
