import Schema

/// A new phone, set up from a backup of the old one.
///
/// Apple: *kSecAttrAccessible…ThisDeviceOnly*, "Keychain data protection" in Apple Platform Security, "About encrypted
/// backups".
extension DeviceSnapshot {
  /// The device that another phone of the same kind becomes.
  ///
  /// - Parameter isEncrypted: Whether the backup is; one that is not has no keychain in it.
  package func migrated(isEncrypted: Bool) -> DeviceSnapshot {
    var phone = device
    phone.settings.enrolment.replace(with: [])
    phone.settings.lockout.clear()
    phone.settings.passcode = PasscodeGuard(nil)
    phone.settings.companion = Companion()
    phone.lockScreen = LockScreen()
    phone.settings.sensor = .ready
    phone.armed = Line()
    phone.standing = []
    phone.failureOrders = OrderedFailures()
    for name in phone.apps.names {
      phone.apps[name]?.status.state = .notRunning
      phone.apps[name]?.status.permission = .notDetermined
      phone.apps[name]?.isCovered = false
    }
    phone.keychain.removeAll { !isEncrypted || $0.accessible.isThisDeviceOnly || $0.isOnToken }
    var unseen: [Effect] = []
    phone.invalidateKeychain(from: device.settings, &unseen)
    return DeviceSnapshot(phone)
  }
}
