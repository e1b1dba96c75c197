import JSON
package import Schema

/// What *SecItemAdd* stores.
package struct KeychainAddition: Equatable, Sendable {
  package var itemClass: KeychainClass
  package var attributes: KeychainAttributes
  package var isSynchronizable = false
  /// Not beside `accessControl`; without either, `whenUnlocked`.
  package var accessible: Accessibility?
  package var accessControl: AccessControl?
  package var value: Secret {
    get { givenValue ?? .empty }
    set { givenValue = newValue }
  }
  fileprivate var givenValue: Secret?
  package var returning = KeychainReturn()
  package var context: ContextID?
  package var authenticationUI = AuthenticationUI.allow
  /// A key that is not is checked and not stored.
  package var isPermanent = true

  package init(_ itemClass: KeychainClass, _ attributes: KeychainAttributes = [:]) {
    self.itemClass = itemClass
    self.attributes = attributes
  }
}

/// Which items *SecItemCopyMatching*, *SecItemUpdate* and *SecItemDelete* mean.
package struct KeychainQuery: Equatable, Sendable {
  /// `nil`: that of the reference.
  package var itemClass: KeychainClass?
  package var attributes: KeychainAttributes
  package var synchronizable = Synchronizability.no
  package var accessible: Accessibility?
  /// `nil`: not given, or no item ever had it.
  package var reference: PersistentReference? { givenReference.flatMap(PersistentReference.init(bytes:)) }
  package var givenReference: [UInt8]?
  package var returning = KeychainReturn()
  /// How many items a read returns; update and delete take all.
  package var limit = 1
  package var context: ContextID?
  package var authenticationUI = AuthenticationUI.allow
  package var reason: String?
  // What an item is given besides its attributes; a query checks it and keeps nothing of it.
  fileprivate var ignoredValue: Secret? {
    get { nil }
    set {}
  }
  fileprivate var ignoredControl: AccessControl? {
    get { nil }
    set {}
  }

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
  package var reference: Bool

  package init(data: Bool = false, attributes: Bool = false, reference: Bool = false) {
    self.data = data
    self.attributes = attributes
    self.reference = reference
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

/// Members that several requests share.
private enum KeychainMember {

  /// A secret as text or as base64: two members for one property, of which a request gives one.
  static func value<Root>(
    _ path: @autoclosure @escaping Path<Root, Secret?>, _ summary: String, text: String = "value",
    base64: String = "valueBase64", isNullable: Bool = false
  ) -> [Member<Root>] {
    let type: ValueType = isNullable ? .nullable(.string()) : .string()
    @Sendable func set(_ secret: Secret, in root: inout Root) throws(Mismatch) {
      if root[keyPath: path()] != nil {
        throw Mismatch.conflict(with: text, rule: "base64")
      }
      root[keyPath: path()] = secret
    }
    return [
      Member(
        Field(text, type, "\(summary), as text").secret(),
        read: { (node, root) throws(Mismatch) in
          if isNullable, node.isNull { return }
          try set(Secret(try Coding.string.read(node)), in: &root)
        }),
      Member(
        Field(base64, type, "\(summary), as base64 of any bytes; not beside \(text)").secret(),
        read: { (node, root) throws(Mismatch) in
          if isNullable, node.isNull { return }
          try set(Secret(bytes: try Coding<[UInt8]>.base64.read(node)), in: &root)
        }),
    ]
  }

  static func context<Root>(_ path: @autoclosure @escaping Path<Root, ContextID?>) -> Member<Root> {
    Member("context", path(), optional: .context, "a context of this connection; default: a fresh one")
  }

  static func authenticationUI<Root>(
    _ path: @autoclosure @escaping Path<Root, AuthenticationUI>
  ) -> Member<Root> {
    Member(
      "authenticationUI", path(), .cases,
      "fail: no prompt; skip: leave out items that need one; default: allow")
  }

  static func returning<Root>(
    _ path: @autoclosure @escaping Path<Root, KeychainReturn>
  ) -> [Member<Root>] {
    Record<KeychainReturn>([
      Member("returnData", \.data, .boolean, "return what it keeps; default: false"),
      Member("returnAttributes", \.attributes, .boolean, "return its attributes; default: false"),
      Member(
        "returnPersistentRef", \.reference, .boolean, "return what finds it again later; default: false"),
    ]).at(path())
  }

  static let accessible = "when it can be read; default: whenUnlocked"
  static let accessControl = "what protects it; not beside accessible"
  static let kept = "what it keeps; default: empty"
}

extension KeychainAddition: Described {
  package init() { self.init(.genericPassword) }

  package static let record = Record<Self>(
    [Member("class", \.itemClass, .cases, "what kind of item").required()]
      + KeychainAttributes.members.map { $0.at(\.attributes) } + [
        Member(
          "synchronizable", \.isSynchronizable, .boolean, "whether it goes to other devices; default: false")
      ] + KeychainMember.value(\.givenValue, KeychainMember.kept) + [
        Member("accessible", \.accessible, optional: .cases, KeychainMember.accessible),
        Member("accessControl", \.accessControl, optional: .accessControl, KeychainMember.accessControl),
      ] + KeychainMember.returning(\.returning) + [
        KeychainMember.context(\.context), KeychainMember.authenticationUI(\.authenticationUI),
        Member(
          "permanent", \.isPermanent, .boolean, "false: a key is checked and not stored; default: true"),
      ])
}

extension KeychainQuery: Described {
  /// One that names no class yet.
  package init() { attributes = [:] }

  /// Which items a call means. What an item is given besides its attributes is accepted and ignored, so that
  /// the parameters of an add find what it added.
  package static let record = Record<Self>(
    [Member("class", \.itemClass, optional: .cases, "what kind of item; needed without persistentRef")]
      + narrowing
      + (KeychainMember.value(\.ignoredValue, "") + [
        Member("accessControl", \.ignoredControl, optional: .accessControl, "")
      ]).map { $0.with { $0.summary("accepted, and does not narrow the query") } }
      + KeychainMember.returning(\.returning) + common)

  /// Which key is used.
  package static let ofKey = Record<Self>(narrowing + common + [reasonMember])

  private static let narrowing: [Member<Self>] =
    KeychainAttributes.members.map { $0.at(\.attributes) } + [
      Member("synchronizable", \.synchronizable, .synchronizability, "which items; default: false"),
      Member("accessible", \.accessible, optional: .cases, "which items; default: any"),
      Member(
        "persistentRef", \.givenReference, optional: .base64, "what returnPersistentRef returned, as base64"),
    ]

  private static let common: [Member<Self>] = [
    KeychainMember.context(\.context), KeychainMember.authenticationUI(\.authenticationUI),
  ]

  /// The same for calls that may show a prompt.
  package static let prompting = Record<Self>(record.members + [reasonMember])

  /// The same for a read.
  package static let reading = Record<Self>(
    record.members + [
      Member(
        "limit", \.limit,
        Coding<Int>(
          .oneOf([.integer(1...Int.max), .enumeration(["all"])]),
          convert: { node in
            node.equals("all") ? .max : node.integer.flatMap { $0 >= 1 ? $0 : nil }
          }, write: { $1.integer($0) }), "how many items at most; default: 1"),
      reasonMember,
    ])

  private static let reasonMember = Member<Self>(
    "reason", \.reason, optional: .caption, "what a prompt says it is for; default: the context's")
}

/// What *setCredential* gives a context.
package struct Credential: Described {
  /// `nil`: none any more.
  package private(set) var secret: Secret?
  private var type = Kind.applicationPassword

  package init() {}

  private enum Kind: String, CaseIterable { case applicationPassword }

  package static let record = Record<Self>(
    [Member("type", \.type, .cases, "what the credential is; the only type")]
      + KeychainMember.value(
        \.secret, "null: none any more", text: "credential", base64: "credentialBase64", isNullable: true))
}

extension Coding where Value == KeychainQuery.Synchronizability {
  fileprivate static let synchronizability = Self(
    .oneOf([.boolean, .enumeration(["any"])]),
    convert: { node in node.equals("any") ? .any : node.bool.map { $0 ? .yes : .no } },
    write: { value, writer in
      switch value {
      case .any: writer.string("any")
      case .no, .yes: writer.boolean(value == .yes)
      }
    })
}

extension KeychainChanges: Described {
  package init() { self.init([:]) }

  /// What an update changes.
  package static let record = Record<Self>(
    KeychainAttributes.members.map { $0.at(\.attributes) } + [
      Member("synchronizable", \.isSynchronizable, optional: .boolean, "whether it goes to other devices")
    ] + KeychainMember.value(\.value, "what it keeps") + [
      Member("accessible", \.accessible, optional: .cases, "when it can be read"),
      Member("accessControl", \.accessControl, optional: .accessControl, KeychainMember.accessControl),
    ])

  /// The same as an archive keeps it.
  static let archive = Record<Self>([
    Member(
      "attributes", \.attributes,
      .attributes, "new attributes"),
    Member("synchronizable", \.isSynchronizable, optional: .boolean, "whether it goes to other devices"),
    Member("accessible", \.accessible, optional: .cases, "when it can be read"),
    Member("accessControl", \.accessControl, optional: .accessControl, "what protects it"),
    Member("value", \.value, optional: .secret, "what it keeps").secret(),
  ])
}

/// What is wrong with a keychain call whatever is stored; it has no effect then.
extension KeychainAddition {
  /// `nil`: nothing.
  var failure: Failure? {
    if let failure = KeychainRules.failure(of: attributes, for: itemClass) { return failure }
    if authenticationUI == .skip { return KeychainRules.skipIsForReads }
    if !isPermanent, itemClass != .key { return .keychain(.param, "permanent is for keys only") }
    return KeychainRules.failure(of: accessible, accessControl)
      ?? KeychainRules.failure(flags: accessControl?.flags, isSynchronizable: isSynchronizable)
  }
}

extension KeychainQuery {
  /// As the query of a read; `nil`: nothing.
  var failure: Failure? {
    if limit < 1 { return .keychain(.param, "limit must be 1 or more, or all") }
    guard let itemClass = meantClass else { return .keychain(.itemNotFound) }
    return KeychainRules.failure(of: attributes, for: itemClass)
  }

  /// A query names its class, or an item.
  package var mismatch: Mismatch? {
    if itemClass != nil || givenReference != nil { return nil }
    return .rule(
      "class", "{}class is required, unless {}persistentRef is given",
      accepted: .values(KeychainClass.allCases.map(\.rawValue)))
  }

  /// The class it names, or that of its reference.
  var meantClass: KeychainClass? { itemClass ?? reference?.itemClass }

  /// As the query of an update or a delete; `nil`: nothing.
  var failureBesideReads: Failure? { authenticationUI == .skip ? KeychainRules.skipIsForReads : failure }
}

extension KeychainChanges {
  /// As changes to items of a class; `nil`: nothing.
  func failure(for itemClass: KeychainClass) -> Failure? {
    if self == KeychainChanges() { return .keychain(.param, "attributes must name something to change") }
    return KeychainRules.failure(of: attributes, for: itemClass)
      ?? KeychainRules.failure(of: accessible, accessControl)
  }
}

/// Rules that several calls share.
enum KeychainRules {
  static let skipIsForReads = Failure.keychain(
    .param, "authenticationUI skip is for secItemCopyMatching only")

  /// Attributes that items of the class do not have.
  static func failure(of attributes: KeychainAttributes, for itemClass: KeychainClass) -> Failure? {
    if attributes.entries.allSatisfy({ itemClass.has($0.attribute) }) { return nil }
    let foreign = KeychainAttribute.allCases.filter { attributes[$0] != nil && !itemClass.has($0) }
    let names = foreign.map(\.rawValue).joined(separator: ", ")
    return .keychain(.noSuchAttr, "items of class \(itemClass.rawValue) have no \(names)")
  }

  /// An access control brings its accessibility along, and joins its constraints.
  static func failure(of accessible: Accessibility?, _ accessControl: AccessControl?) -> Failure? {
    if accessible != nil, accessControl != nil {
      return .keychain(.param, "accessible and accessControl exclude each other")
    }
    return accessControl?.flags.problem.map { .keychain(.param, "accessControl: \($0)") }
  }

  /// What asks for somebody cannot be synchronized.
  static func failure(flags: AccessControlFlags?, isSynchronizable: Bool) -> Failure? {
    guard isSynchronizable, flags != nil else { return nil }
    return .keychain(.param, "synchronizable and accessControl exclude each other")
  }
}
