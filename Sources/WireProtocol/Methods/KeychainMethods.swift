import DeviceModel
import Schema

extension MethodTable {
  /// What a harness does with keychains.
  static let keychainMethods: [Method] = [
    Method(
      "listKeychainItems", .keychain, "Lists keychain items without their values.",
      positional: 1, result: [KeychainFields.listing],
      example: (
        #"{"app":"com.example.app"}"#,
        #"{"items":[{"app":"com.example.app","class":"genericPassword","account":"alice","#
          + #""accessGroup":"com.example.app","synchronizable":false,"accessible":"whenUnlocked","#
          + #""flags":["biometryCurrentSet"],"creationDate":1767225600,"modificationDate":1767225600,"#
          + #""usable":true}],"seq":12}"#
      )
    ) { Parameters(.ofOneApp) { .command(.listKeychainItems(app: $0)) } },

    Method(
      "resetKeychain", .keychain, "Removes all keychain items of an app, or of all apps.",
      positional: 1, result: [.changed],
      example: ("{}", #"{"changed":true,"seq":13}"#)
    ) { Parameters(.ofOneApp) { .command(.resetKeychain(app: $0)) } },
  ]

  /// The keychain as apps use it, and the access control that protects its items.
  static let secItemMethods: [Method] = [
    Method(
      "evaluateAccessControl", .appSide,
      "Asks for what an access control requires; answered when the prompt ends.",
      details: "With a context, items under the same protection are then read without a prompt.",
      result: evaluated,
      errors: evaluationErrors + ["param"],
      example: (
        #"{"accessControl":{"flags":["biometryAny"]},"operation":"useItem","reason":"Unlock"}"#,
        #"{"success":true,"method":"biometry","domainState":"5f0c5a8e9d3b41c7"}"#
      ), mayShowPrompt: true
    ) {
      Parameters(
        .required("accessControl", .accessControl, "what to evaluate"),
        .required(
          "operation", .cases, "what the app is about to do; the constraints are asked for in any case"
        ).commandLineDefault("useItem"), .reason, .evaluationOptions(without: "reuseDuration"), .appSide
      ) { (control: AccessControl, _: Operation, reason: String, options: EvaluationRequest, app: String?) in
        .command(.evaluate(app: app, options.asking(.accessControl(control), reason)))
      }
    },

    Method(
      "setCredential", .appSide, "Gives a context the password of items with applicationPassword.",
      positional: 1, result: [.changed], errors: ["unknownContext", "appTerminated"],
      example: (#"{"context":"c1","credential":"open sesame"}"#, #"{"changed":true}"#)
    ) {
      Parameters(.context, .members, .appSide) { (context: ContextID, given: Credential, app: String?) in
        .command(.setCredential(app: app, context, given.secret))
      }
    },

    Method(
      "secItemAdd", .appSide, "Stores a keychain item, as SecItemAdd does; never shows a prompt.",
      details:
        "An item belongs to its app and stays when the app is uninstalled. Class, access group, synchronizable and the class's own "
        + "attributes are its primary key.",
      positional: 3,
      result: [KeychainFields.items.summary("the item, if anything of it is to be returned")],
      errors: ["param", "noSuchAttr", "duplicateItem", "authFailed", "interactionNotAllowed"] + anyItemErrors,
      example: (
        #"{"class":"genericPassword","account":"alice","value":"s3cret","accessControl":"#
          + #"{"accessible":"whenUnlocked","flags":["biometryCurrentSet"]}}"#, #"{"items":[]}"#
      )
    ) { Parameters(.members, .appSide) { .command(.secItemAdd(app: $1, $0)) } },

    Method(
      "secItemCopyMatching", .appSide,
      "Reads keychain items, as SecItemCopyMatching does; protected ones take a prompt.",
      details:
        "One prompt per call, none if the context has been authenticated for what the items ask. Answered when it "
        + "ends.",
      positional: 3,
      result: [KeychainFields.items],
      errors: [
        "itemNotFound", "userCanceled", "authFailed", "interactionNotAllowed", "param", "noSuchAttr",
      ] + anyItemErrors,
      example: (
        #"{"class":"genericPassword","account":"alice","returnData":true}"#,
        #"{"items":[{"value":"s3cret"}]}"#
      ), mayShowPrompt: true
    ) {
      Parameters(
        .members(of: KeychainQuery.reading, from: KeychainQuery.init).checked(\.mismatch), .appSide
      ) { .command(.secItemCopyMatching(app: $1, $0)) }
    },

    Method(
      "secItemUpdate", .appSide,
      "Changes keychain items, as SecItemUpdate does; protected ones take a prompt.",
      result: [Field("updated", .integer(1...Int.max), required: true, "how many items")],
      errors: [
        "itemNotFound", "userCanceled", "authFailed", "interactionNotAllowed", "duplicateItem", "param",
        "noSuchAttr",
      ] + anyItemErrors,
      example: (
        #"{"query":{"class":"genericPassword","account":"alice"},"attributes":{"value":"n3w"}}"#,
        #"{"updated":1}"#
      ), mayShowPrompt: true
    ) {
      Parameters(
        .required(
          "query", .object(KeychainQuery.prompting, from: KeychainQuery.init).checked(\.mismatch),
          "which items: all that match"),
        .required("attributes", .object, "the changes"), .appSide
      ) { .command(.secItemUpdate(app: $2, $0, $1)) }
    },

    Method(
      "secItemDelete", .appSide,
      "Deletes keychain items, as SecItemDelete does; never shows a prompt.",
      positional: 3,
      result: [Field("deleted", .integer(1...Int.max), required: true, "how many items")],
      errors: ["itemNotFound", "authFailed", "param", "noSuchAttr"] + anyItemErrors,
      example: (#"{"class":"genericPassword","account":"alice"}"#, #"{"deleted":1}"#)
    ) { Parameters(.members.checked(\.mismatch), .appSide) { .command(.secItemDelete(app: $1, $0)) } },

    Method(
      "secKeyUse", .appSide,
      "Hands a private key to its app, as SecKeyCreateSignature and the like need it; protected ones take a "
        + "prompt.",
      details:
        "The daemon computes nothing: who has the key signs or decrypts. Fails with the errors of an evaluation, "
        + "not with those of a keychain read. Answered when the prompt ends.",
      result: KeychainFields.value(""),
      errors: evaluationErrors + [
        "itemNotFound", "interactionNotAllowed", "param", "noSuchAttr", "corruptedData", "authFailed",
      ],
      example: (
        #"{"applicationTag":"com.example.app.signing","operation":"useKeySign","reason":"Pay"}"#,
        #"{"valueBase64":"BGsX0fLhLEJH+Lzm5WOkQPJ3A32BLeszoPShOUXYmMKW"}"#
      ), mayShowPrompt: true
    ) {
      Parameters(
        .members(of: KeychainQuery.ofKey, from: KeychainQuery.init),
        .required("operation", .cases, "what the app is about to do; the same is asked in any case"),
        .appSide
      ) { (key: KeychainQuery, _: Operation, app: String?) in .command(.secKeyUse(app: app, key)) }
    },
  ]

  private static let anyItemErrors = ["unknownContext", "appTerminated"]

  /// Apple: *LAAccessControlOperation*.
  private enum Operation: String, CaseIterable {
    case createItem, useItem, createKey, useKeySign, useKeyDecrypt, useKeyKeyExchange
  }
}
