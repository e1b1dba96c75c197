import Schema

/// An item in an app's keychain.
struct KeychainItem: Equatable, Sendable {
  /// Counts up over the whole device, so that items keep the order in which they came.
  fileprivate(set) var number = 0
  fileprivate(set) var itemClass = KeychainClass.genericPassword
  /// With an access group in any case.
  var attributes = KeychainAttributes()
  var isSynchronizable = false
  var accessible = Accessibility.whenUnlocked
  /// `nil`: no access control.
  var flags: AccessControlFlags?
  var value = Secret.empty
  /// The application password it was stored under.
  var applicationPassword: Secret?
  /// Whether the enrolment changed since biometryCurrentSet was bound to it.
  var currentSetIsGone = false
  fileprivate(set) var creationDate = 0.0
  var modificationDate = 0.0

  var key: PrimaryKey {
    PrimaryKey(
      itemClass, attributes, isSynchronizable: isSynchronizable, group: attributes.text(of: .accessGroup))
  }

  /// What it takes up: what it keeps and is called, and something for the rest of it.
  var bytes: Int {
    let names = KeychainAttribute.allCases.reduce(0) { $0 + attributes.text(of: $1).utf8.count }
    return value.bytes.count + (applicationPassword?.bytes.count ?? 0) + names + 256
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

/// What tells one keychain item of an app from all others.
struct PrimaryKey: Hashable, Sendable {
  private(set) var itemClass: KeychainClass
  private(set) var accessGroup: String
  private(set) var isSynchronizable: Bool
  /// The class's primary attributes in their order; an absent one is an empty one.
  private var texts: [String]

  init(_ itemClass: KeychainClass, _ attributes: KeychainAttributes, isSynchronizable: Bool, group: String) {
    self.itemClass = itemClass
    accessGroup = group
    self.isSynchronizable = isSynchronizable
    texts = itemClass.primaryAttributes.map(attributes.text)
  }
}

extension PrimaryKey: Described {
  init() { self.init(.genericPassword, [:], isSynchronizable: false, group: "") }

  static let record = Record<Self>([
    Member("class", \.itemClass, .cases, "the item's class").required(),
    Member("accessGroup", \.accessGroup, .string, "its access group").required(),
    Member("synchronizable", \.isSynchronizable, .boolean, "whether it is synchronizable"),
    Member("texts", \.texts, .array(of: .string), "its primary attributes in order").required(),
  ])
}

extension Coding where Value == KeychainItem {
  static let item = Coding.object(
    Record<KeychainItem>([
      Member("number", \.number, .bounded, "its number").required(),
      Member("class", \.itemClass, .cases, "its class").required(),
      Member(
        "attributes", \.attributes,
        .object(Record(KeychainAttributes.members), from: { KeychainAttributes() }), "what it is called"
      ).required(),
      Member("synchronizable", \.isSynchronizable, .boolean, "whether it is synchronizable")
        .omitted { !$0.isSynchronizable },
      Member("accessible", \.accessible, .cases, "when it can be read").required(),
      Member("flags", \.flags, optional: .flags, "its access control"),
      Member("value", \.value, .secret, "what it keeps").required().secret(),
      Member("applicationPassword", \.applicationPassword, optional: .secret, "what opens it").secret(),
      Member("currentSetIsGone", \.currentSetIsGone, .boolean, "whether its enrolment is gone")
        .omitted { !$0.currentSetIsGone },
      Member("creationDate", \.creationDate, .number(), "in Unix seconds"),
      Member("modificationDate", \.modificationDate, .number(), "in Unix seconds"),
    ]), from: KeychainItem.init
  ).checked { $0.isPossible ? nil : .mustBe("an item that secItemAdd could have created") }
}

extension KeychainItem {
  fileprivate var isPossible: Bool {
    KeychainRules.failure(of: attributes, for: itemClass) == nil
      && flags?.problem == nil && attributes[.accessGroup] != nil
      && KeychainRules.failure(accessible: accessible, flags: flags, isSynchronizable: isSynchronizable)
        == nil
  }
}
