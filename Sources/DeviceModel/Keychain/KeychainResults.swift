/// An item as a keychain call returns it.
package struct KeychainResult: Equatable, Sendable {
  /// `nil`: not asked for.
  package var value: Secret?
  /// `nil`: not asked for.
  package var attributes: KeychainItemAttributes?
  /// `nil`: not asked for.
  package var reference: PersistentReference?

  package init(
    value: Secret? = nil, attributes: KeychainItemAttributes? = nil, reference: PersistentReference? = nil
  ) {
    self.value = value
    self.attributes = attributes
    self.reference = reference
  }
}

/// Everything about a keychain item that is no secret.
package struct KeychainItemAttributes: Equatable, Sendable {
  package var itemClass: KeychainClass
  package var attributes: KeychainAttributes
  package var isSynchronizable: Bool
  package var accessible: Accessibility
  /// `nil`: no access control.
  package var flags: AccessControlFlags?
  /// On the device's wall clock, in Unix seconds.
  package var creationDate: Double
  package var modificationDate: Double

  package init(
    itemClass: KeychainClass, attributes: KeychainAttributes, isSynchronizable: Bool = false,
    accessible: Accessibility, flags: AccessControlFlags? = nil, creationDate: Double,
    modificationDate: Double
  ) {
    self.itemClass = itemClass
    self.attributes = attributes
    self.isSynchronizable = isSynchronizable
    self.accessible = accessible
    self.flags = flags
    self.creationDate = creationDate
    self.modificationDate = modificationDate
  }
}

/// An item as the harness sees it.
package struct KeychainListing: Equatable, Sendable {
  package var app: String
  package var item: KeychainItemAttributes
  /// Whether a read could succeed as the device stands, if need be with the right answer to a prompt.
  package var isUsable: Bool

  package init(app: String, item: KeychainItemAttributes, isUsable: Bool) {
    self.app = app
    self.item = item
    self.isUsable = isUsable
  }
}

/// What happened to an item, or to all of an app's.
package struct KeychainChange: Equatable, Sendable {
  package var app: String
  package var operation: Operation
  /// `nil`: all of them.
  package var item: Identity?

  package init(app: String, operation: Operation, item: Identity? = nil) {
    self.app = app
    self.operation = operation
    self.item = item
  }

  /// How items come, change and go.
  package enum Operation: String, CaseIterable, Sendable {
    case add, update, delete
    /// The enrolment or the passcode it depended on is gone, and so is the item, or the way to read it.
    case invalidate
    /// The harness emptied the keychain.
    case reset
  }

  /// What tells an item from others.
  package struct Identity: Equatable, Sendable {
    package var itemClass: KeychainClass
    /// The primary ones that are given, and the access group.
    package var attributes: KeychainAttributes

    package init(itemClass: KeychainClass, attributes: KeychainAttributes) {
      self.itemClass = itemClass
      self.attributes = attributes
    }
  }
}
