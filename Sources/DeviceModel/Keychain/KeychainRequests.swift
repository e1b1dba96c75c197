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
  // What an item is given besides its attributes; a query checks it and keeps nothing of it.
  fileprivate var ignoredValue: Secret? {
    get { nil }
    set {}
  }
  fileprivate var ignoredAccessible: Accessibility? {
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

/// Members that several requests share.
private enum KeychainMember {
  static func itemClass<Root>(_ path: @autoclosure @escaping Path<Root, KeychainClass>) -> Member<Root> {
    Member("class", path(), .cases, "what kind of item").required()
  }

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

  static func returnData<Root>(_ path: @autoclosure @escaping Path<Root, Bool>) -> Member<Root> {
    Member("returnData", path(), .boolean, "return what it keeps; default: false")
  }

  static func returnAttributes<Root>(_ path: @autoclosure @escaping Path<Root, Bool>) -> Member<Root> {
    Member("returnAttributes", path(), .boolean, "return its attributes; default: false")
  }

  static let accessible = "when it can be read; default: whenUnlocked"
  static let accessControl = "what protects it; not beside accessible"
  static let kept = "what it keeps; default: empty"
}

extension KeychainAddition: Described {
  package init() { self.init(.genericPassword) }

  package static let record = Record<Self>(
    [KeychainMember.itemClass(\.itemClass)] + KeychainAttributes.members.map { $0.at(\.attributes) } + [
      Member(
        "synchronizable", \.isSynchronizable, .boolean, "whether it goes to other devices; default: false")
    ] + KeychainMember.value(\.givenValue, KeychainMember.kept) + [
      Member("accessible", \.accessible, optional: .cases, KeychainMember.accessible),
      Member("accessControl", \.accessControl, optional: .accessControl, KeychainMember.accessControl),
      KeychainMember.returnData(\.returning.data),
      KeychainMember.returnAttributes(\.returning.attributes),
      KeychainMember.context(\.context), KeychainMember.authenticationUI(\.authenticationUI),
    ])
}

extension KeychainQuery: Described {
  package init() { self.init(.genericPassword) }

  /// Which items a call means. What an item is given besides its attributes is accepted and ignored, so that
  /// the parameters of an add find what it added.
  package static let record = Record<Self>(
    [KeychainMember.itemClass(\.itemClass)] + KeychainAttributes.members.map { $0.at(\.attributes) }
      + [Member("synchronizable", \.synchronizable, .synchronizability, "which items; default: false")]
      + (KeychainMember.value(\.ignoredValue, "") + [
        Member("accessible", \.ignoredAccessible, optional: .cases, ""),
        Member("accessControl", \.ignoredControl, optional: .accessControl, ""),
      ]).map { $0.with { $0.summary("accepted, and does not narrow the query") } }
      + [
        KeychainMember.returnData(\.returning.data),
        KeychainMember.returnAttributes(\.returning.attributes),
        KeychainMember.context(\.context), KeychainMember.authenticationUI(\.authenticationUI),
      ])

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
    "reason", \.reason, optional: .string, "what a prompt says it is for; default: the context's")
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
      .object(Record(KeychainAttributes.members), from: { KeychainAttributes() }), "new attributes"),
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
    return KeychainRules.failure(of: accessible, accessControl)
      ?? KeychainRules.failure(
        accessible: accessControl?.accessible ?? accessible ?? .whenUnlocked, flags: accessControl?.flags,
        isSynchronizable: isSynchronizable)
  }
}

extension KeychainQuery {
  /// As the query of a read; `nil`: nothing.
  var failure: Failure? {
    if limit < 1 { return .keychain(.param, "limit must be 1 or more, or all") }
    return KeychainRules.failure(of: attributes, for: itemClass)
  }

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
    let foreign = KeychainAttribute.allCases.filter { attributes[$0] != nil && !itemClass.has($0) }
    if foreign.isEmpty { return nil }
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

  /// What never leaves the device cannot be synchronized.
  static func failure(
    accessible: Accessibility, flags: AccessControlFlags?, isSynchronizable: Bool
  ) -> Failure? {
    guard isSynchronizable else { return nil }
    if flags != nil { return .keychain(.param, "synchronizable and accessControl exclude each other") }
    return accessible.isThisDeviceOnly
      ? .keychain(.param, "synchronizable and \(accessible.rawValue) exclude each other") : nil
  }
}
