// The policies, sensors and operations under the names of Apple's C header.

/// See ``LAPolicy/deviceOwnerAuthenticationWithBiometrics``.
public let kLAPolicyDeviceOwnerAuthenticationWithBiometrics: Int32 = 1
/// See ``LAPolicy/deviceOwnerAuthentication``.
public let kLAPolicyDeviceOwnerAuthentication: Int32 = 2
/// See ``LAPolicy/deviceOwnerAuthenticationWithCompanion``.
public let kLAPolicyDeviceOwnerAuthenticationWithCompanion: Int32 = 3
/// The older name of ``kLAPolicyDeviceOwnerAuthenticationWithCompanion``.
public let kLAPolicyDeviceOwnerAuthenticationWithWatch: Int32 = 3
/// See ``LAPolicy/deviceOwnerAuthenticationWithBiometricsOrCompanion``.
public let kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrCompanion: Int32 = 4
/// The older name of ``kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrCompanion``.
public let kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrWatch: Int32 = 4
/// A Watch's policy: wrist detection keeps it unlocked.
public let kLAPolicyDeviceOwnerAuthenticationWithWristDetection: Int32 = 5

/// See ``LABiometryType/none``.
public let kLABiometryTypeNone: Int32 = 0
/// See ``LABiometryType/touchID``.
public let kLABiometryTypeTouchID: Int32 = 1
/// See ``LABiometryType/faceID``.
public let kLABiometryTypeFaceID: Int32 = 2
/// See ``LABiometryType/opticID``.
public let kLABiometryTypeOpticID: Int32 = 4

/// See ``LACredentialType/applicationPassword``.
public let kLACredentialTypeApplicationPassword: Int32 = 0
/// See ``LACredentialType/smartCardPIN``.
public let kLACredentialSmartCardPIN: Int32 = -3

/// See ``LAAccessControlOperation/createItem``.
public let kLAAccessControlOperationCreateItem: Int32 = 0
/// See ``LAAccessControlOperation/useItem``.
public let kLAAccessControlOperationUseItem: Int32 = 1
/// See ``LAAccessControlOperation/createKey``.
public let kLAAccessControlOperationCreateKey: Int32 = 2
/// See ``LAAccessControlOperation/useKeySign``.
public let kLAAccessControlOperationUseKeySign: Int32 = 3
/// See ``LAAccessControlOperation/useKeyDecrypt``.
public let kLAAccessControlOperationUseKeyDecrypt: Int32 = 4
/// See ``LAAccessControlOperation/useKeyKeyExchange``.
public let kLAAccessControlOperationUseKeyKeyExchange: Int32 = 5

/// See ``LACompanionType/watch``.
public let kLACompanionTypeWatch: Int32 = 1
/// See ``LACompanionType/mac``.
public let kLACompanionTypeMac: Int32 = 2
/// See ``LACompanionType/vision``.
public let kLACompanionTypeVision: Int32 = 4
