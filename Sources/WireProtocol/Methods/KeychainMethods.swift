import DeviceModel

extension MethodTable {
  /// What a harness does with keychains.
  static let keychainMethods: [Method] = [
    Method(
      "listKeychainItems", .keychain, "Lists keychain items without what they keep.",
      parameters: [ofOneApp], positional: 1, result: [KeychainFields.listing],
      example: (
        #"{"app":"com.example.app"}"#,
        #"{"items":[{"app":"com.example.app","class":"genericPassword","account":"alice","#
          + #""accessGroup":"com.example.app","synchronizable":false,"accessible":"whenUnlocked","#
          + #""flags":["biometryCurrentSet"],"creationDate":1767225600,"modificationDate":1767225600,"#
          + #""usable":true}],"seq":12}"#
      )
    ) { .command(.listKeychainItems(app: $0.string("app"))) },

    Method(
      "resetKeychain", .keychain, "Takes away all keychain items of an app, or of all apps.",
      parameters: [ofOneApp], positional: 1, result: [.changed],
      example: ("{}", #"{"changed":true,"seq":13}"#)
    ) { .command(.resetKeychain(app: $0.string("app"))) },
  ]

  /// The keychain as apps use it, and the access control that protects its items.
  static let secItemMethods: [Method] = [
    Method(
      "evaluateAccessControl", .appSide,
      "Asks whoever an access control asks for; answered when the prompt ends.",
      details: "With a context, items under the same protection are then read without a prompt.",
      parameters: [
        KeychainFields.accessControl.required().summary("what to evaluate"),
        Field(
          "operation",
          .enumeration([
            "createItem", "useItem", "createKey", "useKeySign", "useKeyDecrypt", "useKeyKeyExchange",
          ]), required: true, "what the app is about to do; the constraints are asked for in any case"
        ).required(commandLineDefault: "useItem"),
        Field("reason", .nonEmpty, "what the app says it is for").required(commandLineDefault: "devicesim"),
        .context, fallbackTitle, cancelTitle, interactionNotAllowed, appSide,
      ], result: evaluated,
      errors: [
        "authenticationFailed", "userCancel", "userFallback", "systemCancel", "passcodeNotSet",
        "biometryNotAvailable", "biometryNotEnrolled", "biometryLockout", "appCancel", "invalidContext",
        "companionNotAvailable", "notInteractive", "param", "unknownContext", "appTerminated",
      ],
      example: (
        #"{"accessControl":{"flags":["biometryAny"]},"operation":"useItem","reason":"Unlock"}"#,
        #"{"success":true,"method":"biometry","domainState":"5f0c5a8e9d3b41c7"}"#
      )
    ) { arguments throws(WireError) in
      let control = arguments.accessControl ?? AccessControl()
      return .command(
        .evaluate(app: arguments.string("app"), arguments.evaluationRequest(of: .accessControl(control))))
    },

    Method(
      "setCredential", .appSide, "Gives a context the password of items with applicationPassword.",
      parameters: [
        Field.context.required().summary("which context"),
        Field("type", .enumeration(["applicationPassword"]), "what the credential is; the only type"),
        Field("credential", .nullable(.string()), "as text; neither this nor base64: none any more").secret(),
        Field("credentialBase64", .nullable(.string()), "as base64 of any bytes").secret(),
        appSide,
      ], positional: 1, result: [.changed], errors: ["unknownContext", "appTerminated"],
      example: (#"{"context":"c1","credential":"open sesame"}"#, #"{"changed":true}"#)
    ) { arguments throws(WireError) in
      guard let context = arguments.context else {
        preconditionFailure("validation lets no request through without its context")
      }
      let credential = try arguments.secret("credential", base64: "credentialBase64")
      return .command(.setCredential(app: arguments.string("app"), context, credential))
    },

    Method(
      "secItemAdd", .appSide, "Stores a keychain item, as SecItemAdd does; never shows a prompt.",
      details:
        "An item belongs to its app and survives that. Class, access group, synchronizable and the class's own "
        + "attributes are its primary key.",
      parameters: [KeychainFields.itemClass] + KeychainFields.attributes + [
        KeychainFields.synchronizable, KeychainFields.value, KeychainFields.valueBase64,
        KeychainFields.accessible, KeychainFields.accessControl, KeychainFields.returnData,
        KeychainFields.returnAttributes, .context, KeychainFields.authenticationUI, appSide,
      ], positional: 3,
      result: [KeychainFields.items.summary("the item, if anything of it is to be returned")],
      errors: ["param", "noSuchAttr", "duplicateItem", "authFailed", "interactionNotAllowed"] + anyItemErrors,
      example: (
        #"{"class":"genericPassword","account":"alice","value":"s3cret","accessControl":"#
          + #"{"accessible":"whenUnlocked","flags":["biometryCurrentSet"]}}"#, #"{"items":[]}"#
      )
    ) { arguments throws(WireError) in
      .command(.secItemAdd(app: arguments.string("app"), try arguments.keychainAddition()))
    },

    Method(
      "secItemCopyMatching", .appSide,
      "Reads keychain items, as SecItemCopyMatching does; protected ones take a prompt.",
      details:
        "One prompt per call, none if the context has been authenticated for what the items ask. Answered when it "
        + "ends.",
      parameters: KeychainFields.query + [KeychainFields.limit, KeychainFields.reason, appSide],
      positional: 3,
      result: [KeychainFields.items],
      errors: [
        "itemNotFound", "userCanceled", "authFailed", "interactionNotAllowed", "param", "noSuchAttr",
      ] + anyItemErrors,
      example: (
        #"{"class":"genericPassword","account":"alice","returnData":true}"#,
        #"{"items":[{"value":"s3cret"}]}"#
      )
    ) { arguments throws(WireError) in
      .command(.secItemCopyMatching(app: arguments.string("app"), try arguments.keychainQuery()))
    },

    Method(
      "secItemUpdate", .appSide,
      "Changes keychain items, as SecItemUpdate does; protected ones take a prompt.",
      parameters: [
        Field(
          "query", .object(KeychainFields.query + [KeychainFields.reason]), required: true,
          "which items: all that match"),
        Field("attributes", .object(KeychainFields.changes), required: true, "what is to be different"),
        appSide,
      ], result: [Field("updated", .integer(1...Int.max), required: true, "how many items")],
      errors: [
        "itemNotFound", "userCanceled", "authFailed", "interactionNotAllowed", "duplicateItem", "param",
        "noSuchAttr",
      ] + anyItemErrors,
      example: (
        #"{"query":{"class":"genericPassword","account":"alice"},"attributes":{"value":"n3w"}}"#,
        #"{"updated":1}"#
      )
    ) { arguments throws(WireError) in
      guard let query = arguments.object("query"), let changes = arguments.object("attributes") else {
        preconditionFailure("validation lets no request through without its query and attributes")
      }
      return .command(
        .secItemUpdate(
          app: arguments.string("app"), try query.keychainQuery(), try changes.keychainChanges()))
    },

    Method(
      "secItemDelete", .appSide,
      "Takes keychain items away, as SecItemDelete does; never shows a prompt.",
      parameters: KeychainFields.query + [appSide], positional: 3,
      result: [Field("deleted", .integer(1...Int.max), required: true, "how many items")],
      errors: ["itemNotFound", "authFailed", "param", "noSuchAttr"] + anyItemErrors,
      example: (#"{"class":"genericPassword","account":"alice"}"#, #"{"deleted":1}"#)
    ) { arguments throws(WireError) in
      .command(.secItemDelete(app: arguments.string("app"), try arguments.keychainQuery()))
    },
  ]

  private static let anyItemErrors = ["unknownContext", "appTerminated"]
  private static let ofOneApp = Field.app.summary("bundle id of an app; all of them without it")
}
