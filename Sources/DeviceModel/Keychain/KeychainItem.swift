/// An item in an app's keychain.
struct KeychainItem: Equatable, Sendable {
  /// Counts up over the whole device, so that items keep the order in which they came.
  let number: Int
  let itemClass: KeychainClass
  /// With an access group in any case.
  var attributes: KeychainAttributes
  var isSynchronizable: Bool
  var accessible: Accessibility
  /// `nil`: no access control.
  var flags: AccessControlFlags?
  var value: Secret
  /// The application password it was stored under.
  var applicationPassword: Secret?
  /// Whether the enrolment changed since biometryCurrentSet was bound to it.
  var currentSetIsGone = false
  let creationDate: Double
  var modificationDate: Double

  var key: PrimaryKey {
    PrimaryKey(
      itemClass, attributes, isSynchronizable: isSynchronizable, group: attributes.text(of: .accessGroup))
  }

  /// Who has to be there for a read; `nil`: nobody can read it any more.
  var requirement: Requirement? { (flags ?? []).requirement(currentSetIsGone: currentSetIsGone) }

  /// Whether a read asks for anything.
  var isProtected: Bool { requirement?.isMet != true || applicationPassword != nil }

  var described: KeychainItemAttributes {
    KeychainItemAttributes(
      itemClass: itemClass, attributes: attributes, isSynchronizable: isSynchronizable,
      accessible: accessible, flags: flags, creationDate: creationDate, modificationDate: modificationDate)
  }

  var identity: KeychainChange.Identity {
    var named = KeychainAttributes()
    for attribute in itemClass.primaryAttributes + [.accessGroup] { named[attribute] = attributes[attribute] }
    return .init(itemClass: itemClass, attributes: named)
  }

  func returned(_ returning: KeychainReturn) -> KeychainResult {
    KeychainResult(
      value: returning.data ? value : nil, attributes: returning.attributes ? described : nil)
  }

  func matches(_ query: KeychainQuery) -> Bool {
    guard itemClass == query.itemClass else { return false }
    switch query.synchronizable {
    case .no where isSynchronizable, .yes where !isSynchronizable: return false
    default: break
    }
    return query.attributes.entries.allSatisfy { attributes.text(of: $0.attribute) == $0.value.text }
  }
}
