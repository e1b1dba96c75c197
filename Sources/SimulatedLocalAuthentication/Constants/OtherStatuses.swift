// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

// The statuses of the rest of the Security framework: keychains of macOS, certificates, trust.
// Nothing here returns them. Code names them where it tells failures apart, so each has Apple's number and no more.

public let errSecDskFull: OSStatus = -34
public let errSecOpWr: OSStatus = -49
public let errSecWrPerm: OSStatus = -61
public let errSecCoreFoundationUnknown: OSStatus = -4960
public let errSecACLNotSimple: OSStatus = -25240
public let errSecPolicyNotFound: OSStatus = -25241
public let errSecInvalidTrustSetting: OSStatus = -25242
public let errSecNoAccessForItem: OSStatus = -25243
public let errSecInvalidOwnerEdit: OSStatus = -25244
public let errSecTrustNotAvailable: OSStatus = -25245
public let errSecUnsupportedFormat: OSStatus = -25256
public let errSecUnknownFormat: OSStatus = -25257
public let errSecKeyIsSensitive: OSStatus = -25258
public let errSecMultiplePrivKeys: OSStatus = -25259
public let errSecPassphraseRequired: OSStatus = -25260
public let errSecInvalidPasswordRef: OSStatus = -25261
public let errSecInvalidTrustSettings: OSStatus = -25262
public let errSecNoTrustSettings: OSStatus = -25263
public let errSecPkcs12VerifyFailure: OSStatus = -25264
public let errSecDuplicateKeychain: OSStatus = -25296
public let errSecDuplicateCallback: OSStatus = -25297
public let errSecInvalidCallback: OSStatus = -25298
public let errSecBufferTooSmall: OSStatus = -25301
public let errSecInvalidSearchRef: OSStatus = -25305
public let errSecWrongSecVersion: OSStatus = -25310
public let errSecKeySizeNotAllowed: OSStatus = -25311
public let errSecNoStorageModule: OSStatus = -25312
public let errSecNoCertificateModule: OSStatus = -25313
public let errSecNoPolicyModule: OSStatus = -25314
public let errSecDataNotAvailable: OSStatus = -25316
public let errSecDataNotModifiable: OSStatus = -25317
public let errSecCreateChainFailed: OSStatus = -25318
public let errSecInvalidPrefsDomain: OSStatus = -25319
public let errSecInDarkWake: OSStatus = -25320
public let errSecInvalidCertificate: OSStatus = -26265
public let errSecNotSigner: OSStatus = -26267
public let errSecUnsupportedAlgorithm: OSStatus = -26268
public let errSecPolicyDenied: OSStatus = -26270
public let errSecUnsupportedOperation: OSStatus = -26271
public let errSecUnsupportedPadding: OSStatus = -26273
public let errSecInvalidKey: OSStatus = -26274
public let errSecInternal: OSStatus = -26276
public let errSecRestrictedAPI: OSStatus = -34020
