/// What *SecItemAdd* stores.
package struct KeychainAddition: Equatable, Sendable {
  package var itemClass: KeychainClass
  package var attributes: KeychainAttributes
  package var isSynchronizable = false
  /// Not beside `accessControl`; without either, `whenUnlocked`.
  package var accessible: Accessibility?
  package var accessControl: AccessControl?
  package var value = Secret.empty
  package var returning = KeychainReturn()
  package var context: ContextID?
  package var authenticationUI = AuthenticationUI.allow

  package init(_ itemClass: KeychainClass, _ attributes: KeychainAttributes = [:]) {
    self.itemClass = itemClass
    self.attributes = attributes
  }
}

/// Which items *SecItemCopyMatching*, *SecItemUpdate* and *SecItemDelete* mean.
package struct KeychainQuery: Equatable, Sendable {
  package var itemClass: KeychainClass
  package var attributes: KeychainAttributes
  package var synchronizable = Synchronizability.no
  package var returning = KeychainReturn()
  /// How many items a read returns; update and delete take all.
  package var limit = 1
  package var context: ContextID?
  package var authenticationUI = AuthenticationUI.allow
  package var reason: String?

  package init(_ itemClass: KeychainClass, _ attributes: KeychainAttributes = [:]) {
    self.itemClass = itemClass
    self.attributes = attributes
  }

  /// Which items a query finds by their *kSecAttrSynchronizable*.
  package enum Synchronizability: Sendable {
    case no, yes, any
  }
}

/// What *SecItemUpdate* changes; what is `nil` stays.
package struct KeychainChanges: Equatable, Sendable {
  package var attributes: KeychainAttributes
  package var isSynchronizable: Bool?
  /// Takes the place of an access control.
  package var accessible: Accessibility?
  package var accessControl: AccessControl?
  package var value: Secret?

  package init(_ attributes: KeychainAttributes = [:]) { self.attributes = attributes }
}

/// What a keychain call hands out.
package struct KeychainReturn: Equatable, Sendable {
  package var data: Bool
  package var attributes: Bool

  package init(data: Bool = false, attributes: Bool = false) {
    self.data = data
    self.attributes = attributes
  }
}

/// Whether a keychain call may show a prompt.
///
/// Apple: *kSecUseAuthenticationUI*.
package enum AuthenticationUI: String, CaseIterable, Sendable {
  case allow
  /// A prompt that would be needed is a failure.
  case fail
  /// Items that need one are left out.
  case skip
}
