import DeviceModel
import JSON
import Schema
import Testing
import WireProtocol

@Suite struct EncodingTests {
  static let prompt: PromptDescription = {
    var prompt = PromptDescription()
    prompt.id = PromptID(7)
    prompt.app = "com.example.app"
    prompt.policy = .deviceOwnerAuthenticationWithBiometrics
    prompt.reason = "Sign in"
    prompt.buttons = [.cancel, .tryAgain]
    prompt.attempt = 1
    return prompt
  }()
  static let shownPrompt =
    #""app":"com.example.app","pane":"biometry","policy":"deviceOwnerAuthenticationWithBiometrics","#
    + #""reason":"Sign in","buttons":["cancel","tryAgain"],"scanning":false,"attempt":1"#
  static let dismissed =
    #""prompt":"p7","app":"com.example.app","pane":"biometry","policy":"deviceOwnerAuthenticationWithBiometrics""#
  static let keychainPrompt: PromptDescription = {
    var prompt = PromptDescription()
    prompt.id = PromptID(8)
    prompt.pane = .passcode
    prompt.app = "a"
    prompt.purpose = .secItemUpdate
    prompt.buttons = [.cancel]
    return prompt
  }()
  static let titledPrompt: PromptDescription = {
    var prompt = Self.prompt
    prompt.fallbackTitle = "Use PIN"
    prompt.cancelTitle = "No"
    return prompt
  }()

  static let events: [(LoggedEvent, String)] = [
    (.onDevice(.promptShown(prompt)), #""kind":"promptShown","prompt":"p7",\#(shownPrompt)"#),
    (
      .onDevice(.promptUpdated(titledPrompt)),
      #""kind":"promptUpdated","prompt":"p7",\#(shownPrompt),"fallbackTitle":"Use PIN","cancelTitle":"No""#
    ),
    (
      .onDevice(.promptDismissed(prompt, .succeeded(.biometry))),
      #""kind":"promptDismissed",\#(dismissed),"outcome":"succeeded","method":"biometry""#
    ),
    (
      .onDevice(.promptDismissed(prompt, .failed(.authenticationFailed))),
      #""kind":"promptDismissed",\#(dismissed),"outcome":"failed","error":"authenticationFailed","code":-1"#
    ),
    (
      .onDevice(.promptDismissed(prompt, .failed(.biometryLockout))),
      #""kind":"promptDismissed",\#(dismissed),"outcome":"failed","error":"biometryLockout","code":-8"#
    ),
    (
      .onDevice(.promptDismissed(prompt, .failed(.userFallback))),
      #""kind":"promptDismissed",\#(dismissed),"outcome":"ended","error":"userFallback","code":-3"#
    ),
    (
      .onDevice(.promptDismissed(prompt, .cancelled)),
      #""kind":"promptDismissed",\#(dismissed),"outcome":"ended","error":"cancelled","code":-32015"#
    ),
    (
      .onDevice(.promptDismissed(prompt, .appTerminated)),
      #""kind":"promptDismissed",\#(dismissed),"outcome":"ended","error":"appTerminated","code":-32010"#
    ),
    (
      .onDevice(.promptDismissed(prompt, .timedOut(awaited: ["matchingFace", "tapCancel"]))),
      #""kind":"promptDismissed",\#(dismissed),"outcome":"ended","error":"systemCancel","code":-4,"#
        + #""awaited":["matchingFace","tapCancel"]"#
    ),
    (
      .onDevice(.scan(prompt: PromptID(7), matched: false, failedAttempts: 2)),
      #""kind":"scan","prompt":"p7","matched":false,"failedAttempts":2"#
    ),
    (
      .onDevice(.scan(prompt: nil, matched: true, failedAttempts: 0)),
      #""kind":"scan","prompt":null,"matched":true,"failedAttempts":0"#
    ),
    (.onDevice(.unreadableScan(prompt: PromptID(7))), #""kind":"unreadableScan","prompt":"p7""#),
    (.onDevice(.lockout(.failedAttempts)), #""kind":"lockout","reason":"failedAttempts""#),
    (.onDevice(.lockoutCleared), #""kind":"lockoutCleared""#),
    (
      .onDevice(.enrollmentChanged(identities: ["face-1", "é\n"])),
      #""kind":"enrollmentChanged","identities":["face-1","é\n"]"#
    ),
    (.onDevice(.passcodeChanged(isSet: true)), #""kind":"passcodeChanged","passcodeSet":true"#),
    (.onDevice(.stateChanged(fields: [.behavior])), #""kind":"stateChanged","fields":["behavior"]"#),
    (.onDevice(.deviceLocked), #""kind":"deviceLocked""#),
    (.onDevice(.deviceUnlocked(with: .passcode)), #""kind":"deviceUnlocked","method":"passcode""#),
    (.onDevice(.deviceUnlocked(with: nil)), #""kind":"deviceUnlocked","method":null"#),
    (
      .onDevice(.appStateChanged(app: "a", .background)),
      #""kind":"appStateChanged","app":"a","state":"background""#
    ),
    (.onDevice(.appTerminated(app: "a", .privacy)), #""kind":"appTerminated","app":"a","reason":"privacy""#),
    (
      .onDevice(
        .keychainChanged(
          KeychainChange(
            app: "a", operation: .update,
            item: .init(
              itemClass: .internetPassword,
              attributes: [.server: "example.com", .port: 443, .account: "alice", .accessGroup: "a"])))),
      #""kind":"keychainChanged","app":"a","operation":"update","class":"internetPassword","#
        + #""account":"alice","accessGroup":"a","server":"example.com","port":443"#
    ),
    (
      .onDevice(.keychainChanged(KeychainChange(app: "a", operation: .reset))),
      #""kind":"keychainChanged","app":"a","operation":"reset""#
    ),
    (
      .onDevice(.promptShown(keychainPrompt)),
      #""kind":"promptShown","prompt":"p8","app":"a","pane":"passcode","policy":null,"#
        + #""purpose":"secItemUpdate","reason":"","buttons":["cancel"],"scanning":false,"attempt":0"#
    ),
    (
      .onDevice(.promptDismissed(keychainPrompt, .succeeded(.passcode))),
      #""kind":"promptDismissed","prompt":"p8","app":"a","pane":"passcode","policy":null,"#
        + #""purpose":"secItemUpdate","outcome":"succeeded","method":"passcode""#
    ),
    (.onDevice(.clockAdvanced(by: Nanoseconds(500_000_000))), #""kind":"clockAdvanced","seconds":0.5"#),
    (.deviceCreated, #""kind":"deviceCreated""#),
    (.deviceDeleted, #""kind":"deviceDeleted""#),
  ]

  @Test("an event is one flat object, and of the type that the documents give", arguments: events)
  func event(event: LoggedEvent, members: String) throws {
    let written = text {
      EventEncoding.write(event, seq: 12, device: "default", time: Nanoseconds(3_250_000_000), into: &$0)
    }
    #expect(written == #"{"seq":12,"device":"default","time":3.25,\#(members)}"#)
    try withJSON(Array(written.utf8)) { try EventKind.anyEvent.check($0) }
  }

  @Test("every kind of the log has a written event")
  func everyKind() {
    let written = Set(Self.events.map(\.0.kind))
    #expect(Set(EventKind.logged) == written)
  }

  @Test("a gap says which events were missed")
  func gap() throws {
    let written = text { EventEncoding.writeGap(from: 3, to: 9, into: &$0) }
    #expect(written == #"{"seq":9,"kind":"subscriptionGap","from":3,"to":9}"#)
    try withJSON(Array(written.utf8)) { try EventKind.anyEvent.check($0) }
  }

  @Test("an event comes as a notification named event")
  func notification() {
    let written = text { writer in
      Array(#"{"seq":1}"#.utf8).withUnsafeBufferPointer {
        EventEncoding.writeNotification($0, into: &writer)
      }
    }
    #expect(written == #"{"jsonrpc":"2.0","method":"event","params":{"seq":1}}"#)
  }

  static let item = KeychainItemAttributes(
    itemClass: .key, attributes: [.account: "K"], isSynchronizable: true, accessible: .always,
    flags: [.devicePasscode, .or, .biometryAny], creationDate: 1.5, modificationDate: 2)

  static let replies: [(String, Reply, String)] = [
    ("lockDevice", .changed(false), #"{"changed":false,"seq":41}"#),
    (
      "matchingFace",
      .responded(ResponseReport(prompt: PromptID(7), matched: false, outcome: .pending, failedAttempts: 1)),
      #"{"prompt":"p7","matched":false,"outcome":"pending","failedAttempts":1,"seq":41}"#
    ),
    ("arm", .armed(waiting: 3), #"{"waiting":3,"seq":41}"#),
    (
      "disarm",
      .disarmed(
        unused: [
          ArmedResponse(
            .scan(Scan(isGenuine: false, modality: .face, identity: "x")), after: Nanoseconds(250_000_000)),
          ArmedResponse(.enterPasscode("secret")), ArmedResponse(.tapCancel, isStanding: true),
        ],
        failures: [
          FailureOrder(.keychain(.decode), of: .secItemAdd, app: "a", times: 2),
          FailureOrder(.number(-7), times: nil),
        ]),
      #"{"unused":[{"method":"nonMatchingFace","identity":"x","after":0.25},{"method":"enterPasscode"},"#
        + #"{"method":"tapCancel","standing":true}],"unusedFailures":[{"method":"secItemAdd","#
        + #""error":"decode","times":2,"app":"a","used":0},{"error":-7,"times":null,"used":0}],"seq":41}"#
    ),
    ("createContext", .context(ContextID(4)), #"{"context":"c4"}"#),
    (
      "canEvaluatePolicy", .canEvaluate(Availability(error: nil, biometryType: .touchID, domainState: "d")),
      #"{"canEvaluate":true,"biometryType":"touchID","domainState":"d"}"#
    ),
    (
      "canEvaluatePolicy",
      .canEvaluate(Availability(error: .passcodeNotSet, biometryType: .none, domainState: nil)),
      #"{"canEvaluate":false,"biometryType":"none","error":{"code":-5,"#
        + #""message":"the device has no passcode: setPasscode sets one","#
        + #""data":{"domain":"com.apple.LocalAuthentication","name":"passcodeNotSet"}}}"#
    ),
    (
      "evaluatePolicy", .evaluated(.reuse, domainState: nil), #"{"success":true,"method":"reuse"}"#
    ),
    (
      "evaluatePolicy", .evaluated(.biometry, domainState: "d"),
      #"{"success":true,"method":"biometry","domainState":"d"}"#
    ),
    (
      "getDomainState",
      .domainState(DomainState(evaluated: nil, biometryType: .none, stateHash: nil, companions: [])),
      #"{"domainState":null,"biometryType":"none","companions":[]}"#
    ),
    (
      "getDomainState",
      .domainState(DomainState(evaluated: "d", biometryType: .touchID, stateHash: "h", companions: [.mac])),
      #"{"domainState":"d","biometryType":"touchID","stateHash":"h","companions":["mac"]}"#
    ),
    ("secKeyUse", .key(Secret("k")), #"{"value":"k"}"#),
    ("secKeyUse", .key(Secret(bytes: [0])), #"{"valueBase64":"AA=="}"#),
    ("secItemAdd", .keychainItems([]), #"{"items":[]}"#),
    (
      "secItemCopyMatching",
      .keychainItems([
        KeychainResult(), KeychainResult(value: Secret("a\"\n")),
        KeychainResult(value: Secret(bytes: [0, 255])), KeychainResult(attributes: item),
      ]),
      #"{"items":[{},{"value":"a\"\n"},{"valueBase64":"AP8="},{"attributes":{"class":"key","account":"K","#
        + #""synchronizable":true,"accessible":"always","accessControl":{"accessible":"always","#
        + #""flags":["biometryAny","devicePasscode","or"]},"creationDate":1.5,"modificationDate":2}}]}"#
    ),
    (
      "listKeychainItems", .keychainListing([KeychainListing(app: "a", item: item, isUsable: false)]),
      #"{"items":[{"app":"a","class":"key","account":"K","synchronizable":true,"accessible":"always","#
        + #""flags":["biometryAny","devicePasscode","or"],"creationDate":1.5,"modificationDate":2,"#
        + #""usable":false}],"seq":41}"#
    ),
    ("secItemUpdate", .updated(2), #"{"updated":2}"#),
    ("secItemDelete", .deleted(3), #"{"deleted":3}"#),
    ("setCredential", .changed(true), #"{"changed":true}"#),
    (
      "evaluateAccessControl", .evaluated(.context, domainState: nil), #"{"success":true,"method":"context"}"#
    ),
  ]

  @Test("a reply has the members that its method promises", arguments: replies)
  func reply(method: String, reply: Reply, result: String) throws {
    let entry = try #require(MethodTable.find(method))
    let seq: UInt64? = entry.group.isForApps ? nil : 41
    let id = RequestID(bytes: Array("1.0".utf8))
    let written = text { Response.write(id: id, reply, seq: seq, into: &$0) }
    #expect(written == #"{"jsonrpc":"2.0","id":1.0,"result":\#(result)}"#)
    try withJSON(Array(result.utf8)) { try entry.resultType.check($0) }
  }

  @Test("an error reply carries the position of the log in its data")
  func errorReply() {
    let written = text { Response.write(id: .null, .shuttingDown, seq: 5, into: &$0) }
    #expect(
      written
        == #"{"jsonrpc":"2.0","id":null,"error":{"code":-32014,"message":"the daemon is about to exit; start it again","#
        + #""data":{"domain":"devicesim","name":"shuttingDown","seq":5}}}"#)
  }

  @Test("every armed response comes back under the name of its method")
  func responseNames() throws {
    for method in MethodTable.armable {
      let response = try #require(method.response)
      let required = response().fields.filter(\.isRequired).map { "\"\($0.name)\":\"1\"" }
      let params = "{\(required.joined(separator: ","))}"
      let decoded = try withJSON(Array(params.utf8)) { try response().read($0) }
      #expect(decoded.methodName == method.aliasOf ?? method.name)
    }
  }
}
