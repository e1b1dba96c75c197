import DeviceModel

/// What keychain items are made of, as requests give and results show it.
enum KeychainFields {
  static let itemClass = Field("class", .cases(KeychainClass.self), required: true, "what kind of item")

  /// What items are called and found by, in the order of the reference.
  static let attributes = KeychainAttribute.allCases.map { attribute in
    Field(attribute.rawValue, attribute == .port ? .integer(0...65535) : .string(), attribute.summary)
  }

  static let synchronizable = Field(
    "synchronizable", .boolean, "whether it goes to other devices; false without it")

  /// The same of a query.
  static let synchronizableOrAny = Field(
    "synchronizable", .oneOf([.boolean, .enumeration(["any"])]),
    "which items are meant by that; false without it")

  static let value = Field("value", .string(), "what it keeps, as text; empty without it").secret()

  static let valueBase64 = Field(
    "valueBase64", .string(), "what it keeps, as base64 of any bytes; not beside value"
  ).secret()

  static let accessible = Field(
    "accessible", .cases(Accessibility.self), "when it can be read; whenUnlocked without it")

  static let accessControl = Field(
    "accessControl",
    .named(
      "AccessControl",
      .object([
        accessible, flags.required().summary("\(flags.summary); several constraints need or, or and"),
      ])), "what protects it; not beside accessible")

  /// An item's access control as results show it.
  private static let accessControlShown = Field(
    "accessControl",
    .object([accessible.required().summary("when it can be read"), flags.required()]),
    "what protects it; absent: its class alone")

  private static let flags = Field(
    "flags", .array(of: .enumeration(AccessControlFlags.named.map(\.name))),
    "who has to be there for a read")

  static let returnData = Field("returnData", .boolean, "return what it keeps; false without it")

  static let returnAttributes = Field("returnAttributes", .boolean, "return its attributes; false without it")

  static let authenticationUI = Field(
    "authenticationUI", .cases(AuthenticationUI.self),
    "fail: not by a prompt; skip: leave out items that need one; allow without it")

  static let reason = Field("reason", .string(), "what a prompt says it is for; the context's without it")

  static let limit = Field(
    "limit", .oneOf([.integer(1...Int.max), .enumeration(["all"])]), "how many items at most; 1 without it")

  /// Which items a call means. What an item is given besides its attributes is taken and does not count,
  /// so that the parameters of an add find what it added.
  static let query: [Field] =
    [itemClass] + attributes + [synchronizableOrAny]
    + [value, valueBase64, accessible, accessControl, returnData, returnAttributes].map { field in
      let returns = field.name == returnData.name || field.name == returnAttributes.name
      return returns ? field : field.summary("accepted, and does not narrow the query")
    } + [Field.context, authenticationUI]

  /// What an update changes.
  static let changes = attributes + [synchronizable, value, valueBase64, accessible, accessControl]

  /// What tells an item from others, in an event.
  static let identity: [Field] =
    [Field("class", .cases(KeychainClass.self), "what kind of item; absent: all of the app's")]
    + attributes.filter { field in
      field.name == KeychainAttribute.accessGroup.rawValue
        || KeychainClass.allCases.contains { $0.primaryAttributes.map(\.rawValue).contains(field.name) }
    }

  /// The items a call hands out.
  static let items = Field(
    "items",
    .array(
      of: .object([
        value.summary("what it keeps, if it was stored as text and returnData is true"),
        valueBase64.summary("what it keeps, if it was stored as base64 and returnData is true"),
        Field(
          "attributes",
          .object([itemClass] + attributes + [synchronizable, accessible, accessControlShown] + dates),
          "everything else, if returnAttributes is true"),
      ])), required: true, "one object each, the oldest item first")

  /// The items a harness sees.
  static let listing = Field(
    "items",
    .array(
      of: .object(
        [Field("app", .nonEmpty, required: true, "whose it is"), itemClass] + attributes + [
          synchronizable, accessible,
          flags.summary("\(flags.summary); absent: no access control"),
        ] + dates + [
          Field(
            "usable", .boolean, required: true,
            "whether it could be read as the device stands, if need be with the right answer to a prompt")
        ])), required: true, "app by app, the oldest item first; never what they keep")

  private static let dates = [
    Field("creationDate", .number(), required: true, "on the device's wall clock, in Unix seconds"),
    Field("modificationDate", .number(), required: true, "on the device's wall clock, in Unix seconds"),
  ]
}

extension KeychainAttribute {
  /// One line for a person.
  fileprivate var summary: String {
    switch self {
    case .account: "whose password it is; in every class part of the primary key"
    case .service: "what a generic password is for; part of its primary key"
    case .accessGroup: "part of the primary key; the app's bundle id without it"
    case .label: "a title for people"
    case .description: "what kind of item it is, for people"
    case .comment: "a remark"
    case .generic: "anything of the app's own"
    case .server: "the host of an internet password; part of its primary key, as the next five are"
    case .protocol: "like https"
    case .port: "a number"
    case .path: "mostly that of a URL"
    case .securityDomain: "the realm"
    case .authenticationType: "like form"
    case .applicationTag: "what a key is found by; part of its primary key"
    }
  }
}
