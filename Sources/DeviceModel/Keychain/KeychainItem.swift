import Schema

/// An item in the keychain.
struct KeychainItem: Equatable, Sendable {
  /// Who added it.
  var app = Device.defaultApp
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

  /// Where it stands.
  var shelf: ShelfName {
    ShelfName(itemClass: itemClass, accessGroup: Name(attributes.text(of: .accessGroup)))
  }

  /// Whether another stands on the same shelf.
  func isBeside(_ other: KeychainItem) -> Bool {
    itemClass == other.itemClass
      && attributes.text(of: .accessGroup).isSameText(as: other.attributes.text(of: .accessGroup))
  }

  /// Whether its key is that one, of the same shelf.
  func has(_ key: PrimaryKey) -> Bool {
    isSynchronizable == key.isSynchronizable
      && itemClass.primaryAttributes.allSatisfy { attributes.compared($0) == key.attributes[$0] }
  }

  /// Whether what finds one of them finds the other.
  func isFoundAs(_ other: KeychainItem) -> Bool {
    isSynchronizable == other.isSynchronizable && attributes == other.attributes
  }

  /// Whether the people who are enrolled open it, and none that come later.
  var isBoundToSet: Bool { flags?.contains(.biometryCurrentSet) == true && !currentSetIsGone }

  /// Whether it goes, or closes, with the passcode or the enrolment.
  var isBound: Bool { accessible.needsPasscode || isBoundToSet }

  /// The same when the enrolment has changed: biometry opens it no more.
  var unbound: Self {
    var item = self
    item.currentSetIsGone = true
    return item
  }

  /// What it takes up: what it keeps and is called, and something for the rest of it.
  var bytes: Int {
    value.bytes.count + (applicationPassword?.bytes.count ?? 0) + attributes.size + 256
  }

  /// Who has to be there for a read; `nil`: nobody can read it any more.
  var requirement: Requirement? { (flags ?? []).requirement(currentSetIsGone: currentSetIsGone) }

  /// What its requirement follows from.
  struct Protection: Hashable {
    fileprivate var flags: AccessControlFlags?
    fileprivate var currentSetIsGone: Bool
  }

  var protection: Protection { Protection(flags: flags, currentSetIsGone: currentSetIsGone) }

  /// Whether a read asks for anything.
  var isProtected: Bool {
    flags != nil && requirement?.isMet != true || applicationPassword != nil
  }

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

  /// Whether a token keeps it, and its value is never read.
  var isOnToken: Bool { attributes.compared(.tokenID) != nil }

  var reference: PersistentReference {
    PersistentReference(itemClass: itemClass, number: number, creationDate: creationDate)
  }

  /// What a read of its value returns.
  var readable: Secret { isOnToken ? Secret(bytes: reference.bytes) : value }

  func matches(_ query: borrowing KeychainQuery) -> Bool {
    if let itemClass = query.itemClass, itemClass != self.itemClass { return false }
    let reference = query.reference
    if let reference, reference != self.reference { return false }
    if let accessible = query.accessible, accessible != self.accessible { return false }
    switch query.synchronizable {
    // A reference says which item, synchronizable or not.
    case .no where isSynchronizable && reference == nil, .yes where !isSynchronizable: return false
    case .no, .yes, .any: break
    }
    return query.attributes.entries.allSatisfy { attributes.compared($0.attribute) == $0.value.compared }
  }
}

/// What finds an item again whatever becomes of its attributes.
///
/// Apple: *kSecReturnPersistentRef*. Opaque to apps; as long as on current systems.
package struct PersistentReference: Equatable, Sendable {
  fileprivate(set) var itemClass: KeychainClass
  fileprivate(set) var number: Int
  /// Tells it from an item that had the number before a reset.
  fileprivate var creationDate: Double

  fileprivate init(itemClass: KeychainClass, number: Int, creationDate: Double) {
    self.itemClass = itemClass
    self.number = number
    self.creationDate = creationDate
  }

  /// `nil`: no item ever had these.
  init?(bytes: [UInt8]) {
    guard bytes.count == 20,
      let itemClass = KeychainClass.allCases.first(where: { bytes.starts(with: $0.letters) }),
      let number = Int(exactly: Self.number(bytes[4..<12]))
    else { return nil }
    self.init(
      itemClass: itemClass, number: number, creationDate: Double(bitPattern: Self.number(bytes[12...])))
  }

  package var bytes: [UInt8] {
    itemClass.letters + Self.bytes(UInt64(number)) + Self.bytes(creationDate.bitPattern)
  }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension KeychainClass {
  /// As Apple's references begin.
  fileprivate var letters: [UInt8] {
    switch self {
    case .genericPassword: Array("genp".utf8)
    case .internetPassword: Array("inet".utf8)
    case .key: Array("keys".utf8)
    }
  }
}

/// What tells one keychain item of an app from all others.
struct PrimaryKey: Hashable, Sendable {
  private(set) var itemClass: KeychainClass
  private(set) var accessGroup: Name
  private(set) var isSynchronizable: Bool
  /// The class's primary attributes; an absent one is an empty one.
  private(set) var attributes: KeychainAttributes

  var shelf: ShelfName { ShelfName(itemClass: itemClass, accessGroup: accessGroup) }

  init(_ itemClass: KeychainClass, _ attributes: KeychainAttributes, isSynchronizable: Bool, group: String) {
    self.itemClass = itemClass
    accessGroup = Name(group)
    self.isSynchronizable = isSynchronizable
    self.attributes = attributes.compared(itemClass.primaryAttributes)
  }
}

extension PrimaryKey: Described {
  init() { self.init(.genericPassword, [:], isSynchronizable: false, group: "") }

  static let record = Record<Self>([
    Member("class", \.itemClass, .cases, "the item's class").required(),
    Member(
      "accessGroup", \.accessGroup, Coding<String>.string.map(Name.init, \.text), "its access group"
    ).required(),
    Member("synchronizable", \.isSynchronizable, .boolean, "whether it is synchronizable"),
    Member(
      "attributes", \.attributes,
      .attributes, "its primary attributes"
    ).required(),
  ])
}

extension Coding where Value == KeychainItem {
  static let item = Coding.object(
    Record<KeychainItem>([
      Member("number", \.number, .counted, "its number").required(),
      Member("class", \.itemClass, .cases, "its class").required(),
      Member(
        "attributes", \.attributes,
        .attributes, "what it is called"
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
  /// One of which no more is known than a result or a listing tells.
  init(value: Secret?, attributes: KeychainItemAttributes?, reference: PersistentReference?) {
    self.value = value ?? .empty
    if let attributes {
      itemClass = attributes.itemClass
      self.attributes = attributes.attributes
      isSynchronizable = attributes.isSynchronizable
      accessible = attributes.accessible
      flags = attributes.flags
      (creationDate, modificationDate) = (attributes.creationDate, attributes.modificationDate)
    }
    if let reference {
      (itemClass, number, creationDate) = (reference.itemClass, reference.number, reference.creationDate)
    }
  }

  fileprivate var isPossible: Bool {
    KeychainRules.failure(of: attributes, for: itemClass) == nil
      && flags?.problem == nil && attributes[.accessGroup] != nil
      && KeychainRules.failure(flags: flags, isSynchronizable: isSynchronizable) == nil
  }
}
