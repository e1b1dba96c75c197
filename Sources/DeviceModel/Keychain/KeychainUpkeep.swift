import Schema

/// What happens to keychain items without an app: the harness looks and resets, settings invalidate.
extension Device {
  /// The items of one app, or of all, without what they keep.
  package func listKeychainItems(of app: String?) -> ItemList<KeychainListing> {
    ItemList(
      (app.map { [$0] } ?? keychain.appNames).flatMap { app in
        // Of many items most are protected in the same way.
        var known: [KeychainItem.Protection: Bool] = [:]
        return keychain.items(of: app).map { stored in
          let protection = stored.item.protection
          let isAnswerable = known[protection] ?? isAnswerable(stored.item, by: app)
          known[protection] = isAnswerable
          return KeychainListing(stored, isUsable: isAnswerable && isReadable(stored.item.accessible))
        }
      })
  }

  /// Whether somebody could give the answer that a read asks for.
  private func isAnswerable(_ item: KeychainItem, by app: String) -> Bool {
    item.requirement.map { error(for: $0, app: app) == nil } ?? false
  }

  /// Empties the keychain of one app, or of all; returns whether there was anything in it.
  mutating func resetKeychain(of app: String?, _ effects: inout [Effect]) -> Bool {
    let apps = app.map { [$0] } ?? keychain.appNames
    let emptied = apps.filter { keychain.hasItems(of: $0) }
    if let app { keychain.remove(keychain.items(of: app)) } else { keychain.removeAll() }
    tell(emptied.map { KeychainChange(app: $0, operation: .reset) }, &effects)
    return !emptied.isEmpty
  }

  /// What was bound to an enrolment or to a passcode goes with it, after a change of settings.
  ///
  /// Apple: *kSecAccessControlBiometryCurrentSet*, *kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly*.
  mutating func invalidateKeychain(from before: Settings, _ effects: inout [Effect]) {
    let passcodeIsGone = before.passcode.isSet && !passcode.isSet
    let setIsGone = enrolment.generation != before.enrolment.generation && behavior.profile == .device
    guard passcodeIsGone || setIsGone else { return }
    let byApp = Dictionary(grouping: keychain.boundItems) { Name($0.item.app) }
    for (_, items) in byApp.sorted(by: { $0.key < $1.key }) {
      var (gone, closed): ([StoredItem], [StoredItem]) = ([], [])
      // Which of them nobody can read any more.
      var dead: [StoredItem] = []
      // What ended for another app may have let a call go on that changed them.
      for stored in items.compactMap(keychain.present) {
        let item = stored.item
        if passcodeIsGone, item.accessible.needsPasscode {
          gone.append(stored)
          dead.append(stored)
        } else if setIsGone, item.isBoundToSet {
          let isDead = item.unbound.requirement == nil
          if isDead { dead.append(stored) }
          // A key is still listed.
          let goes = isDead && item.itemClass != .key && behavior.currentSetInvalidation == .notFound
          if goes { gone.append(stored) } else { closed.append(stored) }
        }
      }
      if gone.isEmpty, closed.isEmpty { continue }
      keychain.remove(gone)
      keychain.replace(closed, with: closed.map { StoredItem($0.item.unbound) })
      tell(dead, .invalidate, &effects)
      endEvaluations(.failed(.systemCancel), of: .about(Set((gone + closed).map(\.item.key))), &effects)
    }
  }
}
