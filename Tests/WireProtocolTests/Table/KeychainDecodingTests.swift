import DeviceModel
import JSON
import Testing
import WireProtocol

@Suite struct KeychainDecodingTests {
  private func command(_ method: String, _ params: String) throws -> Command {
    let action = try call(method, params).get().action
    if case .listKeychainItems(let app) = action { return .listKeychainItems(app: app) }
    guard case .change(.command(let command)) = action else {
      throw UnexpectedSuccess(call: "no command")
    }
    return command
  }

  @Test("an add carries all it is given")
  func add() throws {
    let params = """
      {"class":"internetPassword","account":"a","server":"s","protocol":"https","port":443,"path":"/p",
      "securityDomain":"d","authenticationType":"form","accessGroup":"g","label":"l","description":"e",
      "comment":"c","generic":"x","value":"v","synchronizable":false,
      "accessControl":{"accessible":"always","flags":["biometryCurrentSet","or","devicePasscode"]},
      "returnData":true,"returnAttributes":true,"context":"c3","authenticationUI":"fail","app":"app"}
      """
    var expected = KeychainAddition(
      .internetPassword,
      [
        .account: "a", .server: "s", .protocol: "https", .port: 443, .path: "/p", .securityDomain: "d",
        .authenticationType: "form", .accessGroup: "g", .label: "l", .description: "e", .comment: "c",
        .generic: "x",
      ])
    expected.value = Secret("v")
    expected.accessControl = AccessControl(
      accessible: .always, flags: [.biometryCurrentSet, .or, .devicePasscode])
    expected.returning = KeychainReturn(data: true, attributes: true)
    expected.context = ContextID("c3")
    expected.authenticationUI = .fail
    #expect(try command("secItemAdd", params) == .secItemAdd(app: "app", expected))
  }

  @Test("an add with nothing but a class has the defaults")
  func plainAdd() throws {
    #expect(
      try command("secItemAdd", #"{"class":"genericPassword"}"#)
        == .secItemAdd(app: nil, KeychainAddition(.genericPassword)))
    var key = KeychainAddition(.key, [.applicationTag: "t", .service: "", .account: "a"])
    key.accessible = .afterFirstUnlockThisDeviceOnly
    key.isSynchronizable = true
    key.value = Secret(bytes: [1, 2, 3])
    let params = """
      {"class":"key","applicationTag":"t","service":"","account":"a","synchronizable":true,
      "valueBase64":"AQID","accessible":"afterFirstUnlockThisDeviceOnly"}
      """
    #expect(try command("secItemAdd", params) == .secItemAdd(app: nil, key))
  }

  @Test(
    "a read has its limit, its synchronizability and its prompt's reason",
    arguments: [
      ("{}", 1, KeychainQuery.Synchronizability.no), (#"{"limit":7,"synchronizable":true}"#, 7, .yes),
      (#"{"limit":"all","synchronizable":"any"}"#, Int.max, .any),
      (#"{"limit":1.0,"synchronizable":false}"#, 1, .no),
    ])
  func read(_ more: String, _ limit: Int, _ synchronizable: KeychainQuery.Synchronizability) throws {
    var expected = KeychainQuery(.genericPassword, [.account: "K"])
    expected.limit = limit
    expected.synchronizable = synchronizable
    expected.reason = "Show"
    expected.authenticationUI = .skip
    let params =
      #"{"class":"genericPassword","account":"K","reason":"Show","authenticationUI":"skip""#
      + (more == "{}" ? "" : ",") + more.dropFirst()
    #expect(try command("secItemCopyMatching", params) == .secItemCopyMatching(app: nil, expected))
  }

  @Test("the parameters of an add are a query for what it added")
  func sameDictionary() throws {
    let params = """
      {"class":"genericPassword","account":"K","value":"v","accessControl":{"flags":["userPresence"]},
      "returnData":true,"app":"a"}
      """
    var expected = KeychainQuery(.genericPassword, [.account: "K"])
    expected.returning.data = true
    #expect(try command("secItemDelete", params) == .secItemDelete(app: "a", expected))
    #expect(try command("secItemCopyMatching", params) == .secItemCopyMatching(app: "a", expected))
  }

  @Test("a query names a class, or an item by its reference")
  func reference() throws {
    var expected = KeychainQuery()
    expected.givenReference = [0, 1, 2]
    expected.accessible = .always
    let query = #"{"persistentRef":"AAEC","accessible":"always""#
    #expect(try command("secItemCopyMatching", query + "}") == .secItemCopyMatching(app: nil, expected))
    #expect(try command("secItemDelete", query + "}") == .secItemDelete(app: nil, expected))
    #expect(
      try command("secKeyUse", query + #","operation":"useKeySign"}"#) == .secKeyUse(app: nil, expected))
    for method in ["secItemCopyMatching", "secItemDelete"] {
      let error = try error(method, #"{"account":"K"}"#)
      #expect(error.message == "class is required, unless persistentRef is given")
    }
  }

  @Test("an account is a text or bytes, and not both; a key has attributes of its own")
  func attributes() throws {
    var expected = KeychainAddition(.genericPassword, [.account: .bytes([75]), .service: "s"])
    expected.attributes[.creator] = 7
    expected.attributes[.isInvisible] = true
    expected.returning.reference = true
    let params = """
      {"class":"genericPassword","accountBase64":"Sw==","service":"s","creator":7,"isInvisible":true,
      "returnPersistentRef":true}
      """
    #expect(try command("secItemAdd", params) == .secItemAdd(app: nil, expected))
    let both = try error("secItemAdd", #"{"class":"key","account":"K","accountBase64":"Sw=="}"#)
    #expect(both.message == "account and accountBase64 exclude each other: give one of them")
    var key = KeychainAddition(.key, [.keyClass: "private", .keyType: "ec", .keySizeInBits: 256])
    key.isPermanent = false
    let params2 =
      #"{"class":"key","keyClass":"private","keyType":"ec","keySizeInBits":256,"permanent":false}"#
    #expect(try command("secItemAdd", params2) == .secItemAdd(app: nil, key))
    #expect(try error("secItemAdd", #"{"class":"key","keyClass":"secret"}"#).name == "invalidParams")
  }

  @Test("an update has a query and what changes")
  func update() throws {
    let params = """
      {"query":{"class":"key","account":"K","context":"c1","authenticationUI":"fail","reason":"r"},
      "attributes":{"value":"","label":"l","accessible":"whenUnlocked","synchronizable":true}}
      """
    var query = KeychainQuery(.key, [.account: "K"])
    (query.context, query.authenticationUI, query.reason) = (ContextID("c1"), .fail, "r")
    var changes = KeychainChanges([.label: "l"])
    changes.value = Secret("")
    changes.accessible = .whenUnlocked
    changes.isSynchronizable = true
    #expect(try command("secItemUpdate", params) == .secItemUpdate(app: nil, query, changes))
    #expect(
      try command("secItemUpdate", #"{"query":{"class":"key"},"attributes":{}}"#)
        == .secItemUpdate(app: nil, KeychainQuery(.key), KeychainChanges()))
  }

  @Test(
    "a credential is text, base64, or none any more",
    arguments: [
      (#","credential":"s""#, Secret("s")), (#","credentialBase64":"cw==""#, Secret(bytes: [115])), ("", nil),
      (#","credential":null"#, nil),
    ])
  func credential(_ more: String, _ credential: Secret?) throws {
    let params = #"{"context":"c2","type":"applicationPassword"\#(more)}"#
    let context = try #require(ContextID("c2"))
    #expect(try command("setCredential", params) == .setCredential(app: nil, context, credential))
  }

  @Test("an access control is evaluated as a policy is")
  func evaluate() throws {
    let params = """
      {"accessControl":{"accessible":"always","flags":["userPresence"]},"operation":"useItem","reason":"r",
      "context":"c1","fallbackTitle":"F","cancelTitle":"C","interactionNotAllowed":true}
      """
    var expected = EvaluationRequest(
      .accessControl(AccessControl(accessible: .always, flags: .userPresence)), reason: "r",
      context: ContextID("c1"))
    (expected.fallbackTitle, expected.cancelTitle, expected.interactionNotAllowed) = ("F", "C", true)
    #expect(try command("evaluateAccessControl", params) == .evaluate(app: nil, expected))
  }

  @Test("the harness lists and resets one app's keychain, or all")
  func harness() throws {
    #expect(try command("listKeychainItems", "{}") == .listKeychainItems(app: nil))
    #expect(try command("listKeychainItems", #"{"app":"a"}"#) == .listKeychainItems(app: "a"))
    #expect(try command("resetKeychain", "{}") == .resetKeychain(app: nil))
    #expect(try command("resetKeychain", #"{"app":"a"}"#) == .resetKeychain(app: "a"))
  }

  @Test(
    "bad parameters are refused by name",
    arguments: [
      ("secItemAdd", "{}", "class"), ("secItemAdd", #"{"class":"certificate"}"#, "class"),
      ("secItemAdd", #"{"class":"key","port":65536}"#, "port"),
      ("secItemAdd", #"{"class":"key","valueData":"x"}"#, "valueData"),
      ("secItemAdd", #"{"class":"key","synchronizable":"any"}"#, "synchronizable"),
      ("secItemAdd", #"{"class":"key","accessControl":{"flags":["touchIDAny"]}}"#, "accessControl.flags[0]"),
      ("secItemAdd", #"{"class":"key","accessControl":{}}"#, "accessControl.flags"),
      ("secItemAdd", #"{"class":"key","limit":1}"#, "limit"),
      ("secItemAdd", #"{"class":"key","value":"a","valueBase64":"YQ=="}"#, "valueBase64"),
      ("secItemCopyMatching", #"{"class":"key","limit":0}"#, "limit"),
      ("secItemCopyMatching", #"{"class":"key","limit":"none"}"#, "limit"),
      ("secItemCopyMatching", #"{"class":"key","valueBase64":"?"}"#, "valueBase64"),
      ("secItemDelete", #"{"class":"key","limit":"all"}"#, "limit"),
      ("secItemUpdate", #"{"query":{"account":"K"},"attributes":{}}"#, "query.class"),
      ("secItemUpdate", #"{"query":{"class":"key"}}"#, "attributes"),
      ("secItemUpdate", #"{"query":{"class":"key"},"attributes":{"class":"key"}}"#, "attributes.class"),
      (
        "secItemUpdate", #"{"query":{"class":"key"},"attributes":{"valueBase64":"x"}}"#,
        "attributes.valueBase64"
      ),
      ("setCredential", #"{"context":"c1","type":"smartCardPIN"}"#, "type"),
      (
        "evaluateAccessControl", #"{"accessControl":{"flags":[]},"operation":"useItem","reason":""}"#,
        "reason"
      ),
    ])
  func refused(_ method: String, _ params: String, _ parameter: String) throws {
    let error = try error(method, params)
    #expect(error.name == "invalidParams")
    #expect(error.details.first?.key == "parameter")
    #expect(error.details.first?.value == .string(parameter))
  }

  @Test(
    "a secret of the wrong type is not repeated",
    arguments: [
      ("secItemAdd", #"{"class":"key","value":["canary"]}"#),
      ("secItemAdd", #"{"class":"key","valueBase64":"canary!"}"#),
      ("secItemAdd", #"{"class":"key","value":4711}"#),
      ("setCredential", #"{"context":"c1","type":"applicationPassword","credential":4711}"#),
      ("secItemUpdate", #"{"query":{"class":"key","value":4711},"attributes":{}}"#),
    ])
  func secrets(_ method: String, _ params: String) throws {
    let error = try error(method, params)
    #expect(!"\(error)".contains("canary") && !"\(error)".contains("4711"))
  }

  @Test(
    "a keychain's failure goes out with its OSStatus and a sentence",
    arguments: [
      (OSStatusCode.param, "param"), (.userCanceled, "userCanceled"), (.authFailed, "authFailed"),
      (.duplicateItem, "duplicateItem"), (.itemNotFound, "itemNotFound"), (.noSuchAttr, "noSuchAttr"),
      (.interactionNotAllowed, "interactionNotAllowed"), (.notAvailable, "notAvailable"),
      (.decode, "decode"), (.missingEntitlement, "missingEntitlement"), (.init(rawValue: -1), "unknown"),
    ])
  func failures(_ status: OSStatusCode, _ name: String) {
    let error = WireError(.keychain(status))
    #expect(error.code == status.rawValue && error.domain == .osStatus && error.name == name)
    #expect(!error.message.isEmpty)
    #expect(WireError(.keychain(status, "why")).message == "why")
    let locked = WireError(.keychain(status, because: .biometryLockout))
    #expect(locked.code == status.rawValue && locked.message.contains("locked out"))
  }
}
