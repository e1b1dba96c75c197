/// What tells one keychain item of an app from all others.
struct PrimaryKey: Hashable, Sendable {
  let itemClass: KeychainClass
  let accessGroup: String
  let isSynchronizable: Bool
  /// The class's primary attributes in their order; an absent one is an empty one.
  private let texts: [String]

  init(_ itemClass: KeychainClass, _ attributes: KeychainAttributes, isSynchronizable: Bool, group: String) {
    self.itemClass = itemClass
    accessGroup = group
    self.isSynchronizable = isSynchronizable
    texts = itemClass.primaryAttributes.map(attributes.text)
  }
}
