/// When the device can decrypt a keychain item.
///
/// Apple: *kSecAttrAccessible…*; the names on the wire are the case names.
package enum Accessibility: String, CaseIterable, Sendable {
  case whenUnlocked, afterFirstUnlock, always
  case whenPasscodeSetThisDeviceOnly
  case whenUnlockedThisDeviceOnly, afterFirstUnlockThisDeviceOnly, alwaysThisDeviceOnly

  /// Such an item cannot be stored without a passcode, and goes for good with it.
  var needsPasscode: Bool { self == .whenPasscodeSetThisDeviceOnly }

  /// Such an item never leaves the device, so it cannot be synchronizable.
  var isThisDeviceOnly: Bool {
    switch self {
    case .whenUnlocked, .afterFirstUnlock, .always: false
    case .whenPasscodeSetThisDeviceOnly, .whenUnlockedThisDeviceOnly, .afterFirstUnlockThisDeviceOnly,
      .alwaysThisDeviceOnly:
      true
    }
  }

  /// Whether the keys of the class are there while the lock screen stands like this.
  func isReadable(isLocked: Bool, unlockedSinceBoot: Bool) -> Bool {
    switch self {
    case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly: !isLocked
    case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: unlockedSinceBoot
    case .always, .alwaysThisDeviceOnly: true
    }
  }
}
