import LocalAuthentication
import Security
import Testing

@Suite struct ConstantTests {
  @Test("codes, policies and sensors have Apple's numbers")
  func numbers() {
    let codes: [(LAError.Code, Int)] = [
      (.authenticationFailed, -1), (.userCancel, -2), (.userFallback, -3), (.systemCancel, -4),
      (.passcodeNotSet, -5), (.biometryNotAvailable, -6), (.biometryNotEnrolled, -7), (.biometryLockout, -8),
      (.appCancel, -9), (.invalidContext, -10), (.companionNotAvailable, -11), (.biometryNotPaired, -12),
      (.biometryDisconnected, -13), (.invalidDimensions, -14), (.notInteractive, -1004),
    ]
    for (code, number) in codes { #expect(code.rawValue == number) }
    #expect(LAPolicy(rawValue: 1) == .deviceOwnerAuthenticationWithBiometrics)
    #expect(LAPolicy(rawValue: 2) == .deviceOwnerAuthentication)
    #expect(LAPolicy(rawValue: 3) == .deviceOwnerAuthenticationWithCompanion)
    #expect(LAPolicy(rawValue: 4) == .deviceOwnerAuthenticationWithBiometricsOrCompanion)
    #expect([LABiometryType.none, .touchID, .faceID, .opticID].map(\.rawValue) == [0, 1, 2, 4])
    #expect(LAError.Code.touchIDLockout == .biometryLockout)
    #expect(LATouchIDAuthenticationMaximumAllowableReuseDuration == 300)
  }

  @Test("statuses have Apple's numbers")
  func statuses() {
    let statuses: [(OSStatus, Int32)] = [
      (errSecSuccess, 0), (errSecParam, -50), (errSecUserCanceled, -128), (errSecNotAvailable, -25291),
      (errSecAuthFailed, -25293), (errSecDuplicateItem, -25299), (errSecItemNotFound, -25300),
      (errSecNoSuchAttr, -25303), (errSecInteractionNotAllowed, -25308), (errSecDecode, -26275),
      (errSecMissingEntitlement, -34018), (noErr, 0), (errSecUnimplemented, -4), (errSecDiskFull, -34),
      (errSecIO, -36), (errSecOpWr, -49), (errSecWrPerm, -61), (errSecAllocate, -108), (errSecBadReq, -909),
      (errSecInternalComponent, -2070), (errSecCoreFoundationUnknown, -4960), (errSecReadOnly, -25292),
      (errSecBufferTooSmall, -25301), (errSecDataTooLarge, -25302), (errSecInvalidItemRef, -25304),
      (errSecInteractionRequired, -25315), (errSecDataNotAvailable, -25316), (errSecInDarkWake, -25320),
      (errSecInvalidCertificate, -26265), (errSecUnsupportedAlgorithm, -26268),
      (errSecUnsupportedOperation, -26271), (errSecInvalidKey, -26274), (errSecInternal, -26276),
      (errSecPassphraseRequired, -25260), (errSecPkcs12VerifyFailure, -25264), (errSecRestrictedAPI, -34020),
      (errSecServiceNotAvailable, -67585), (errSecInternalError, -67671), (errSecInvalidData, -67673),
      (errSecVerifyFailed, -67808), (errSecCertificateExpired, -67818), (errSecInvalidCRLAuthority, -67827),
      (errSecInvalidEncoding, -67853), (errSecMissingValue, -67871), (errSecTimestampMissing, -67882),
      (errSecCertificateIsCA, -67902), (errSecMissingQualifiedCertStatement, -67904),
    ]
    for (status, number) in statuses { #expect(status == number) }
  }

  @Test("policies, sensors and operations have Apple's numbers under the names of C, too")
  func namesOfC() {
    let numbers: [(Int32, Int)] = [
      (kLAPolicyDeviceOwnerAuthenticationWithBiometrics, 1), (kLAPolicyDeviceOwnerAuthentication, 2),
      (kLAPolicyDeviceOwnerAuthenticationWithWatch, 3), (kLAPolicyDeviceOwnerAuthenticationWithCompanion, 3),
      (kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrWatch, 4),
      (kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrCompanion, 4),
      (kLAPolicyDeviceOwnerAuthenticationWithWristDetection, 5), (kLABiometryTypeNone, 0),
      (kLABiometryTypeTouchID, 1), (kLABiometryTypeFaceID, 2), (kLABiometryTypeOpticID, 4),
      (kLACredentialTypeApplicationPassword, 0), (kLACredentialSmartCardPIN, -3),
      (kLAAccessControlOperationCreateItem, 0), (kLAAccessControlOperationUseItem, 1),
      (kLAAccessControlOperationCreateKey, 2), (kLAAccessControlOperationUseKeySign, 3),
      (kLAAccessControlOperationUseKeyDecrypt, 4), (kLAAccessControlOperationUseKeyKeyExchange, 5),
      (kLAErrorBiometryNotPaired, -12), (kLAErrorBiometryDisconnected, -13),
      (kLAErrorInvalidDimensions, -14), (kLACompanionTypeWatch, 1), (kLACompanionTypeMac, 2),
      (kLACompanionTypeVision, 4),
    ]
    for (constant, number) in numbers { #expect(Int(constant) == number) }
    #expect([LACompanionType.watch, .mac, .vision].map(\.rawValue) == [1, 2, 4])
    #expect(LACredentialType.smartCardPIN.rawValue == -3)
  }

  @Test(
    "flags have Apple's bits",
    arguments: [
      (SecAccessControlCreateFlags.userPresence, 0), (.biometryAny, 1), (.biometryCurrentSet, 3),
      (.devicePasscode, 4), (.companion, 5), (.or, 14), (.and, 15), (.privateKeyUsage, 30),
      (.applicationPassword, 31),
    ])
  func bits(flag: SecAccessControlCreateFlags, bit: Int) {
    #expect(flag.rawValue == 1 << bit)
  }

  @Test("keys have Apple's texts, which wrappers sometimes spell out")
  func keys() {
    let keys: [(CFString, String)] = [
      (kSecClass, "class"), (kSecClassGenericPassword, "genp"), (kSecClassInternetPassword, "inet"),
      (kSecClassKey, "keys"), (kSecAttrAccount, "acct"), (kSecAttrService, "svce"), (kSecAttrGeneric, "gena"),
      (kSecAttrAccessGroup, "agrp"), (kSecAttrLabel, "labl"), (kSecAttrServer, "srvr"),
      (kSecAttrProtocol, "ptcl"),
      (kSecAttrAccessible, "pdmn"), (kSecAttrAccessControl, "accc"), (kSecAttrSynchronizable, "sync"),
      (kSecAttrAccessibleWhenUnlocked, "ak"), (kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, "akpu"),
      (kSecValueData, "v_Data"), (kSecReturnData, "r_Data"), (kSecReturnAttributes, "r_Attributes"),
      (kSecMatchLimit, "m_Limit"), (kSecMatchLimitOne, "m_LimitOne"), (kSecMatchLimitAll, "m_LimitAll"),
      (kSecUseAuthenticationContext, "u_AuthCtx"), (kSecUseAuthenticationUI, "u_AuthUI"),
      (kSecUseOperationPrompt, "u_OpPrompt"), (kSecClassCertificate, "cert"), (kSecClassIdentity, "idnt"),
      (kSecAttrCreator, "crtr"), (kSecAttrType, "type"), (kSecAttrIsInvisible, "invi"),
      (kSecAttrIsNegative, "nega"), (kSecAttrSyncViewHint, "vwht"), (kSecAttrTokenID, "tkid"),
      (kSecAttrTokenIDSecureEnclave, "com.apple.setoken"), (kSecAttrAccessGroupToken, "com.apple.token"),
      (kSecAttrApplicationLabel, "klbl"), (kSecAttrApplicationTag, "atag"), (kSecAttrKeyClass, "kcls"),
      (kSecAttrKeyClassPublic, "0"), (kSecAttrKeyClassPrivate, "1"), (kSecAttrKeyClassSymmetric, "2"),
      (kSecAttrKeyType, "type"), (kSecAttrKeyTypeRSA, "42"), (kSecAttrKeyTypeEC, "73"),
      (kSecAttrKeyTypeECSECPrimeRandom, "73"), (kSecAttrKeySizeInBits, "bsiz"),
      (kSecAttrIsPermanent, "perm"), (kSecPrivateKeyAttrs, "private"), (kSecPublicKeyAttrs, "public"),
      (kSecMatchItemList, "m_ItemList"), (kSecMatchSearchList, "m_SearchList"),
      (kSecMatchCaseInsensitive, "m_CaseInsensitive"), (kSecMatchTrustedOnly, "m_TrustedOnly"),
      (kSecReturnRef, "r_Ref"), (kSecReturnPersistentRef, "r_PersistentRef"), (kSecValueRef, "v_Ref"),
      (kSecValuePersistentRef, "v_PersistentRef"),
    ]
    for (key, text) in keys { #expect(key as String == text) }
  }
}
