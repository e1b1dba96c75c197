public import Foundation

// Values of `kSecAttrAccessible`: when an item can be read.

/// While the device is unlocked; the default.
public var kSecAttrAccessibleWhenUnlocked: CFString { "ak" as CFString }
/// Once the device was unlocked after a start.
public var kSecAttrAccessibleAfterFirstUnlock: CFString { "ck" as CFString }
/// Always; deprecated on Apple platforms.
public var kSecAttrAccessibleAlways: CFString { "dk" as CFString }
/// While the device is unlocked, and only on this one.
public var kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString { "aku" as CFString }
/// Once the device was unlocked after a start, and only on this one.
public var kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString { "cku" as CFString }
/// Always, on this device only; deprecated on Apple platforms.
public var kSecAttrAccessibleAlwaysThisDeviceOnly: CFString { "dku" as CFString }
/// While the device is unlocked and has a passcode; without one the item is gone for good.
public var kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString { "akpu" as CFString }
