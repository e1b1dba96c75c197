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
      (errSecMissingEntitlement, -34018),
    ]
    for (status, number) in statuses { #expect(status == number) }
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
      (kSecUseOperationPrompt, "u_OpPrompt"),
    ]
    for (key, text) in keys { #expect(key as String == text) }
  }
}
