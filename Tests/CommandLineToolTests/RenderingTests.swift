import JSON
import Presentation
import Testing

@Suite("What a person reads")
struct RenderingTests {
  @Test(
    "a result is one readable line",
    arguments: [
      (
        "nonMatchingFace", #"{"prompt":"p1","matched":false,"outcome":"pending","failedAttempts":1,"seq":4}"#,
        "p1: no match, prompt pending, 1 failed attempt"
      ),
      (
        "nonMatchingFinger",
        #"{"prompt":"p2","matched":false,"outcome":"failed","failedAttempts":5,"seq":4}"#,
        "p2: no match, prompt failed, 5 failed attempts"
      ),
      (
        "match", #"{"prompt":"p1","matched":true,"outcome":"succeeded","failedAttempts":0,"seq":4}"#,
        "p1: match, prompt succeeded"
      ),
      (
        "tapCancel", #"{"prompt":"p1","matched":false,"outcome":"ended","failedAttempts":2,"seq":4}"#,
        "p1: prompt ended"
      ),
      (
        "enterPasscode", #"{"prompt":"p1","matched":false,"outcome":"pending","failedAttempts":2,"seq":4}"#,
        "p1: wrong passcode, prompt pending"
      ),
      (
        "enterPasscode", #"{"prompt":"p1","matched":true,"outcome":"succeeded","failedAttempts":0,"seq":4}"#,
        "p1: right passcode, prompt succeeded"
      ),
      ("evaluatePolicy", #"{"success":true,"method":"biometry","domainState":"00"}"#, "success: biometry"),
      (
        "canEvaluatePolicy", #"{"canEvaluate":true,"biometryType":"faceID","domainState":"00"}"#,
        "yes: faceID"
      ),
      (
        "canEvaluatePolicy",
        #"""
        {"canEvaluate":false,"biometryType":"faceID","error":{"code":-8,"message":"locked out",
        "data":{"domain":"com.apple.LocalAuthentication","name":"biometryLockout"}}}
        """#,
        "no: biometryLockout (-8): locked out"
      ),
      ("enroll", #"{"changed":true,"seq":3}"#, "done"),
      ("enroll", #"{"changed":false,"seq":3}"#, "unchanged"),
      ("enroll", #"{"changed":true,"identity":"a b","seq":3}"#, "done: identity=\"a b\""),
      (
        "waitFor",
        #"{"seq":5,"device":"d","time":1,"kind":"promptDismissed","prompt":"p1","outcome":"succeeded"}"#,
        "1.000 promptDismissed prompt=p1 outcome=succeeded"
      ),
      ("ping", #"{"seq":3}"#, "pong"),
      ("shutdown", #"{"seq":3}"#, "done"),
      ("arm", #"{"waiting":2,"seq":3}"#, "waiting: 2"),
      ("getDomainState", #"{"domainState":"5f0c"}"#, "5f0c"),
      ("getDomainState", #"{"domainState":null}"#, "none"),
      ("rpc.discover", #"{"openrpc":"1.4.1","methods":[]}"#, #"{"openrpc":"1.4.1","methods":[]}"#),
    ])
  func line(_ method: String, _ result: String, _ expected: String) throws {
    #expect(try text(method, result) == expected)
  }

  @Test("createDevice prints the name, so that a script can go on with it")
  func createDevice() throws {
    #expect(try text("createDevice", #"{"changed":true,"seq":1}"#, device: "phone") == "phone")
  }

  @Test("devices are one per line, the name first")
  func devices() throws {
    let result = #"""
      {"devices":[{"device":"default","biometryType":"faceID","ephemeral":false},
      {"device":"old phone","biometryType":"touchID","ephemeral":true}],"seq":1}
      """#
    #expect(
      try text("listDevices", result) == """
        default biometryType=faceID ephemeral=false
        "old phone" biometryType=touchID ephemeral=true
        """)
  }

  @Test("unused responses print as arm takes them")
  func unused() throws {
    let result = #"{"unused":[{"method":"tapCancel","after":2},{"method":"match"}],"seq":1}"#
    #expect(try text("disarm", result) == "tapCancel after=2\nmatch")
    #expect(try text("disarm", #"{"unused":[],"seq":1}"#) == "")
  }

  @Test("a state is one line for each field, nested ones under dotted names")
  func state() throws {
    let result = #"""
      {"biometryType":"faceID","identities":["a","b"],"prompt":null,"apps":{},
      "clock":{"mode":"manual","monotonic":0.5},"behavior":{"passcodeDelays":[0,60]},"seq":9}
      """#
    #expect(
      try text("getState", result) == """
        biometryType: faceID
        identities: a,b
        prompt: null
        apps: {}
        clock.mode: manual
        clock.monotonic: 0.5
        behavior.passcodeDelays: 0,60
        """)
  }

  @Test("an event is one line: time, kind and what else it has")
  func event() throws {
    let event = #"""
      {"seq":3,"device":"default","time":3.25,"kind":"promptShown","prompt":"p1","reason":"Sign in",
      "buttons":["cancel","fallback"],"cancelTitle":null,"fallbackTitle":""}
      """#
    let line = #"promptShown prompt=p1 reason="Sign in" buttons=cancel,fallback fallbackTitle="""#
    #expect(try text("waitFor", event) == "3.250 \(line)")
    #expect(
      try text("waitFor", event, showsDevice: true)
        == "3.250 \(line)".replacing("promptShown ", with: "promptShown device=default "))
    let list = #"{"events":[\#(event),{"seq":4,"device":"d","time":100,"kind":"lockoutCleared"}],"seq":4}"#
    #expect(try text("getEvents", list) == "3.250 \(line)\n100.000 lockoutCleared")
    #expect(try text("getEvents", #"{"events":[],"seq":4}"#) == "")
  }

  @Test("text of others can neither break the line nor drive the terminal")
  func control() throws {
    let result = #"{"domainState":"a\nb\t\u001b[31m\u009b\u202e\u2028é\u0000"}"#
    #expect(
      try text("getDomainState", result) == #"a\nb\t\u{1b}[31m\u{9b}\u{202e}\u{2028}é\u{0}"#)
  }
}

@Suite("Single fields of the state")
struct BareFieldsTests {
  private let state = #"""
    {"lockedOut":true,"identities":["a","b"],"lockoutReason":null,"prompt":null,"lastUnlock":null,
    "apps":{"com.example.app":{"state":"foreground"}},"clock":{"mode":"real","wall":0.5},
    "companion":{"near":false},"failedAttempts":5}
    """#

  private func fields(_ names: [String], asJSON: Bool = false) throws -> String {
    try withJSON(Array(state.utf8)) { try BareFields.text(names, of: $0, asJSON: asJSON) }
  }

  @Test(
    "a field prints its bare value",
    arguments: [
      ("lockedOut", "true"), ("failedAttempts", "5"), ("identities", "a,b"), ("lockoutReason", "null"),
      ("clock.wall", "0.5"), ("apps.com.example.app.state", "foreground"), ("companion", #"{"near":false}"#),
      ("apps.com.example.app", #"{"state":"foreground"}"#),
    ])
  func value(_ name: String, _ expected: String) throws {
    #expect(try fields([name]) == expected)
  }

  @Test("several fields print one a line, in the order asked for")
  func several() throws {
    #expect(try fields(["failedAttempts", "lockedOut"]) == "5\ntrue")
  }

  @Test("with --json each is JSON")
  func json() throws {
    #expect(try fields(["identities", "clock.mode"], asJSON: true) == "[\"a\",\"b\"]\n\"real\"")
  }

  @Test(
    "what lies within something that is null now is null", arguments: ["prompt.pane", "lastUnlock.method"])
  func withinNull(_ name: String) throws {
    #expect(try fields([name]) == "null")
  }

  @Test(
    "an unknown field names the nearest one",
    arguments: [
      ("lockedout", "getState has no field 'lockedout'; did you mean 'lockedOut'?"),
      ("clock.wal", "getState has no field 'clock.wal'; did you mean 'clock.wall'?"),
      ("prompt.pnae", nil),
      ("lockedOut.x", nil),
      (
        "zzzzzzzz",
        "getState has no field 'zzzzzzzz'; it has lockedOut, identities, lockoutReason, prompt, lastUnlock, apps, "
          + "clock, companion and failedAttempts"
      ),
    ])
  func unknown(_ name: String, _ message: String?) throws {
    let error = try #require(throws: ToolError.self) { try fields([name]) }
    #expect(error.status == .usage)
    if let message { #expect(error.message == message) }
  }
}

@Suite("Errors of the daemon")
struct ErrorRenderingTests {
  private func error(_ code: Int, _ name: String, _ domain: String) -> [UInt8] {
    Array(#"{"code":\#(code),"message":"what to do","data":{"domain":"\#(domain)","name":"\#(name)"}}"#.utf8)
  }

  @Test(
    "the kind of error is in the exit status",
    arguments: [
      (-32016, "notDelivered", "devicesim", Presentation.ExitStatus.notDelivered),
      (-32009, "timeout", "devicesim", .timeout),
      (-32012, "refused", "devicesim", .refused),
      (-32602, "invalidParams", "jsonrpc", .refused),
      (-8, "biometryLockout", "com.apple.LocalAuthentication", .refused),
      (-1, "timeout", "com.apple.LocalAuthentication", .refused),
    ])
  func status(_ code: Int, _ name: String, _ domain: String, _ expected: Presentation.ExitStatus) {
    let error = ErrorRendering.toolError(error(code, name, domain))
    #expect(error == ToolError(expected, "\(name) (\(code)): what to do", name: name))
  }

  @Test("an error without a name still prints")
  func bare() {
    let error = ErrorRendering.toolError(Array(#"{"code":-1,"message":"a\nb"}"#.utf8))
    #expect(error == ToolError(.refused, #"error (-1): a\nb"#))
  }
}
