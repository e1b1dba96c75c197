import DeviceModel
import Schema

/// What keychain items are made of, as results show them.
enum KeychainFields {
  private static let itemClass = Field(
    "class", .cases(KeychainClass.self), required: true, "what kind of item")
  private static let attributes = KeychainAttributes.members.map(\.field)
  private static let synchronizable = Field("synchronizable", .boolean, "whether it goes to other devices")
  private static let accessible = Field("accessible", .cases(Accessibility.self), "when it can be read")
  private static let flags = Field(
    "flags", Coding<AccessControlFlags>.flags.type,
    "who has to be there for a read; absent: no access control")

  private static let accessControl = Field(
    "accessControl", .object([accessible.required(), flags.required()]),
    "what protects it; absent: its class alone")

  private static let dates = [
    Field("creationDate", .number(), required: true, "on the device's wall clock, in Unix seconds"),
    Field("modificationDate", .number(), required: true, "on the device's wall clock, in Unix seconds"),
  ]

  /// A secret, in the form in which it was stored.
  static func value(_ condition: String) -> [Field] {
    [
      Field("value", .string(), "what it keeps, if it was stored as text\(condition)").secret(),
      Field("valueBase64", .string(), "what it keeps, if it was stored as base64\(condition)").secret(),
    ]
  }

  /// The items a call hands out.
  static let items = Field(
    "items",
    .array(
      of: .object(
        value(" and returnData is true") + [
          Field(
            "persistentRef", .string(), "what finds the item again, if returnPersistentRef is true, as base64"
          ),
          Field(
            "attributes",
            .object([itemClass] + attributes + [synchronizable, accessible, accessControl] + dates),
            "everything else, if returnAttributes is true"),
        ])), required: true, "one object each, the oldest item first")

  /// The items a harness sees.
  static let listing = Field(
    "items",
    .array(
      of: .object(
        [Field("app", .nonEmpty, required: true, "whose it is"), itemClass] + attributes
          + [synchronizable, accessible, flags] + dates + [
            Field(
              "usable", .boolean, required: true,
              "whether it could be read as the device stands, if need be with the right answer to a prompt")
          ])), required: true, "app by app, the oldest item first; never what they keep")
}
