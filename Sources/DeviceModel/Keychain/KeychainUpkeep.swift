import Schema

/// What happens to keychain items without an app: the harness looks and resets, settings invalidate.
extension Device {
  /// The items of one app, or of all, without what they keep.
  func listKeychainItems(of app: String?) -> [KeychainListing] {
    (app.map { [$0] } ?? keychain.appNames).flatMap { app in
      keychain.items(of: app).map { item in
        KeychainListing(app: app, item: item.described, isUsable: isUsable(item, by: app))
      }
    }
  }

  private func isUsable(_ item: KeychainItem, by app: String) -> Bool {
    guard isReadable(item.accessible), let requirement = item.requirement else { return false }
    return error(for: requirement, app: app) == nil
  }

  /// Empties the keychain of one app, or of all; returns whether there was anything in it.
  mutating func resetKeychain(of app: String?, _ effects: inout [Effect]) -> Bool {
    let emptied = (app.map { [$0] } ?? keychain.appNames).filter { keychain.removeAll(of: $0) }
    for app in emptied { emit(.keychainChanged(KeychainChange(app: app, operation: .reset)), &effects) }
    return !emptied.isEmpty
  }

  /// What was bound to an enrolment or to a passcode goes with it, after a change of settings.
  ///
  /// Apple: *kSecAccessControlBiometryCurrentSet*, *kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly*.
  mutating func invalidateKeychain(from before: Settings, _ effects: inout [Effect]) {
    let passcodeIsGone = before.passcode.isSet && !passcode.isSet
    let setIsGone = enrolment.generation != before.enrolment.generation && behavior.profile == .device
    guard passcodeIsGone || setIsGone else { return }
    for app in keychain.appNames {
      var lost: Set<PrimaryKey> = []
      for item in keychain.items(of: app) {
        if passcodeIsGone, item.accessible.needsPasscode {
          remove(item, .invalidate, &effects)
          lost.insert(item.key)
        } else if setIsGone, unbind(item, &effects) {
          lost.insert(item.key)
        }
      }
      if lost.isEmpty { continue }
      endEvaluations(.failed(.systemCancel), &effects) { !lost.isDisjoint(with: $0.purpose.keys) }
    }
  }

  /// Biometry of the changed enrolment opens the item no more. If nothing else does, it is gone; a key is
  /// still listed.
  ///
  /// - Returns: Whether that concerned the item.
  private mutating func unbind(_ item: KeychainItem, _ effects: inout [Effect]) -> Bool {
    guard item.flags?.contains(.biometryCurrentSet) == true, !item.currentSetIsGone else { return false }
    var unbound = item
    unbound.currentSetIsGone = true
    let isDead = unbound.requirement == nil
    if isDead, item.itemClass != .key, behavior.currentSetInvalidation == .notFound {
      remove(item, .invalidate, &effects)
      return true
    }
    keychain[item.key] = unbound
    if isDead {
      emit(
        .keychainChanged(KeychainChange(app: item.app, operation: .invalidate, item: item.identity)), &effects
      )
    }
    return true
  }
}
