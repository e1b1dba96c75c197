import DeviceModel
import JSON
import Schema
import Testing
import WireProtocol

/// What requests mean, one row each; compared by their descriptions, for actions hold no more than values.
@Suite struct DecodingTests {
  @Test(
    "a response answers a prompt now, or waits for one",
    arguments: [
      ("matchingFace", "{}", PromptResponse.scan(Scan(isGenuine: true, modality: .face)), Deadline?.none),
      (
        "nonMatchingTouch", #"{"identity":"finger-9"}"#,
        .scan(Scan(isGenuine: false, modality: .finger, identity: "finger-9")), nil
      ),
      ("matchingEyes", #"{"whenPrompted":false}"#, .scan(Scan(isGenuine: true, modality: .eyes)), nil),
      ("match", #"{"whenPrompted":true}"#, .scan(Scan(isGenuine: true)), .after(Nanoseconds(seconds: 10))),
      ("nonMatch", #"{"timeout":3}"#, .scan(Scan(isGenuine: false)), nil),
      (
        "unreadableScan", #"{"whenPrompted":true,"timeout":1}"#, .scan(.unreadable),
        .after(Nanoseconds(seconds: 1))
      ),
      ("tapCancel", #"{"whenPrompted":true,"timeout":2.5}"#, .tapCancel, .after(Nanoseconds(2_500_000_000))),
      ("tapFallback", #"{"whenPrompted":true,"timeout":null}"#, .tapFallback, .never),
      ("tapTryAgain", #"{"whenPrompted":true,"timeout":0}"#, .tapTryAgain, .after(.zero)),
      ("enterPasscode", #"{"passcode":"0000"}"#, .enterPasscode("0000"), nil),
      (
        "enterApplicationPassword", #"{"password":"sesame"}"#, .enterApplicationPassword(Secret("sesame")),
        nil
      ),
      ("allowPermission", "{}", .allowPermission, nil),
      ("denyPermission", "{}", .denyPermission, nil),
      ("approveCompanion", "{}", .approveCompanion, nil),
    ])
  func responses(method: String, params: String, response: PromptResponse, wait: Deadline?) throws {
    guard case .change(.respond(let decoded, let decodedWait)) = try call(method, params).get().action else {
      Issue.record("not a response")
      return
    }
    #expect(decoded == response)
    #expect(decodedWait == wait)
  }

  @Test(
    "a command for a device says what it says on the wire",
    arguments: [
      ("resetDevice", "{}", Command.reset),
      ("enroll", "{}", .enroll(identity: nil)),
      ("enroll", #"{"identity":"face-2"}"#, .enroll(identity: "face-2")),
      ("unenroll", #"{"identity":"face-2"}"#, .unenroll(identity: "face-2")),
      ("setPasscode", #"{"passcode":"9"}"#, .setPasscode("9")),
      ("clearPasscode", "{}", .clearPasscode),
      ("lockDevice", "{}", .lock),
      ("restartDevice", "{}", .restart),
      ("unlockDevice", "{}", .unlock(.biometry(identity: nil))),
      ("unlockDevice", #"{"with":"biometry"}"#, .unlock(.biometry(identity: nil))),
      ("unlockDevice", #"{"identity":"face-2"}"#, .unlock(.biometry(identity: "face-2"))),
      ("unlockDevice", #"{"with":"biometry","identity":"face-2"}"#, .unlock(.biometry(identity: "face-2"))),
      ("unlockDevice", #"{"passcode":"1234"}"#, .unlock(.passcode("1234"))),
      ("unlockDevice", #"{"passcode":"1234","with":"passcode"}"#, .unlock(.passcode("1234"))),
      ("setApp", "{}", .setApp("com.example.app", AppChanges())),
      (
        "setApp", #"{"app":"a","permission":"denied","usageDescription":false}"#,
        .setApp("a", AppChanges(permission: .denied, usageDescription: false))
      ),
      (
        "setApp",
        #"{"app":"a","kind":"extension","accessGroups":["T.g"],"teamIdentifier":"T"}"#,
        .setApp("a", Self.changes(.extension, ["T.g"], "T"))
      ),
      (
        "setApp", #"{"accessGroups":null,"teamIdentifier":null}"#,
        .setApp("com.example.app", Self.changes(nil, nil, nil))
      ),
      ("coverApp", "{}", .coverApp("com.example.app")), ("uncoverApp", #"{"app":"a"}"#, .uncoverApp("a")),
      ("launchApp", #"{"app":"a","inBackground":true}"#, .launchApp("a", inBackground: true)),
      ("launchApp", #"{"app":"a"}"#, .launchApp("a")),
      ("activateApp", "{}", .activateApp("com.example.app")),
      ("backgroundApp", "{}", .backgroundApp("com.example.app")),
      ("terminateApp", "{}", .terminateApp("com.example.app")),
      ("installApp", "{}", .installApp("com.example.app")),
      ("uninstallApp", "{}", .uninstallApp("com.example.app")),
      ("setClock", #"{"mode":"manual"}"#, .setClock(mode: .manual, wallTime: nil)),
      ("setClock", #"{"wallTime":-1.5}"#, .setClock(mode: nil, wallTime: -1.5)),
      ("advanceClock", #"{"seconds":0.1}"#, .advanceClock(Nanoseconds(100_000_000))),
      ("disarm", "{}", .disarm),
      ("arm", #"{"responses":[]}"#, .arm([])),
      (
        "canEvaluatePolicy", #"{"policy":"owner"}"#,
        .canEvaluatePolicy(app: nil, .deviceOwnerAuthentication, context: nil)
      ),
      ("getDomainState", #"{"app":"a"}"#, .domainState(app: "a", context: nil)),
    ])
  func commands(method: String, params: String, command: Command) throws {
    guard case .change(.command(let decoded)) = try call(method, params).get().action else {
      Issue.record("not a command")
      return
    }
    #expect(decoded == command)
  }

  @Test("params may be left out where nothing is required")
  func noParams() throws {
    guard case .change(.command(.lock)) = try call("lockDevice", nil).get().action else {
      Issue.record("not a lock")
      return
    }
  }

  @Test("arm takes every response with its own parameters and a delay")
  func arm() throws {
    let params = """
      {"responses":[{"method":"nonMatchingFace"},{"method":"enterPasscode","passcode":"1234","after":1.5},
      {"after":0,"identity":"eyes-1","method":"matchingEyes"},{"method":"matchingTouch"},{"method":"tapCancel"}]}
      """
    guard case .change(.command(.arm(let responses))) = try call("arm", params).get().action else {
      Issue.record("not an arm")
      return
    }
    #expect(
      responses == [
        ArmedResponse(.scan(Scan(isGenuine: false, modality: .face))),
        ArmedResponse(.enterPasscode("1234"), after: Nanoseconds(1_500_000_000)),
        ArmedResponse(.scan(Scan(isGenuine: true, modality: .eyes, identity: "eyes-1"))),
        ArmedResponse(.scan(Scan(isGenuine: true, modality: .finger))),
        ArmedResponse(.tapCancel),
      ])
  }

  @Test(
    "both names of a policy mean it",
    arguments: zip(["biometrics", "owner", "companion", "biometricsOrCompanion"], Policy.allCases))
  func policies(short: String, policy: Policy) throws {
    for name in [short, policy.rawValue] {
      let action = try call("evaluatePolicy", #"{"policy":"\#(name)","reason":"r"}"#).get().action
      guard case .change(.command(.evaluate(nil, let request))) = action else {
        Issue.record("not an evaluation")
        return
      }
      #expect(request == EvaluationRequest(policy: policy, reason: "r"))
    }
    #expect(policy.rawValue == "\(policy)")
  }

  @Test("an evaluation carries all it is given")
  func evaluation() throws {
    let params = """
      {"policy":"owner","reason":"r","context":"c12","fallbackTitle":"","cancelTitle":"No","reuseDuration":300,
      "interactionNotAllowed":true,"app":"a"}
      """
    var expected = EvaluationRequest(
      policy: .deviceOwnerAuthentication, reason: "r", context: ContextID("c12"))
    expected.fallbackTitle = ""
    expected.cancelTitle = "No"
    expected.reuseDuration = Nanoseconds(seconds: 300)
    expected.interactionNotAllowed = true
    guard
      case .change(.command(.evaluate("a", let request))) = try call("evaluatePolicy", params).get().action
    else {
      Issue.record("not an evaluation")
      return
    }
    #expect(request == expected)
  }

  @Test("a context carries all it is given, and defaults for the rest")
  func context() throws {
    guard
      case .change(.command(.createContext(nil, let plain))) = try call("createContext", "{}").get().action
    else {
      Issue.record("not a context")
      return
    }
    #expect(plain == ContextOptions())
    var expected = ContextOptions()
    expected.interactionNotAllowed = true
    expected.reuseDuration = Nanoseconds(seconds: 5)
    expected.fallbackTitle = "F"
    expected.cancelTitle = "C"
    expected.reason = "R"
    let params =
      #"{"interactionNotAllowed":true,"reuseDuration":5,"fallbackTitle":"F","cancelTitle":"C","reason":"R"}"#
    guard
      case .change(.command(.createContext(nil, let full))) = try call("createContext", params).get().action
    else {
      Issue.record("not a context")
      return
    }
    #expect(full == expected)
  }

  private static func changes(_ kind: AppKind?, _ groups: [String]?, _ team: String?) -> AppChanges {
    var changes = AppChanges()
    changes.kind = kind
    changes.accessGroups = .some(groups)
    changes.teamIdentifier = .some(team)
    return changes
  }

  @Test("setState takes every settable field and every knob")
  func setState() throws {
    let params = """
      {"biometryType":"opticID","sensor":"covered","identities":["eyes-1"],"enrolled":true,"passcode":"99",
      "failedAttempts":2,"lockedOut":true,"lockoutReason":"sos","passcodeFailures":4,"companion":{"near":true},
      "behavior":{"profile":"simulator","maxFailures":7,"passcodeNotSetPrecedence":"first",
      "lockoutEndsFaceIDPrompt":true,"emptyFallbackSecondFailure":"fail","concurrency":"serialize",
      "contextAuthenticationLifetime":1,"currentSetInvalidation":"authFailed","invalidatedKeyError":"authFailed",
      "enclaveKeyNeedsPrivateKeyUsage":false,"synchronizableThisDeviceOnly":"refuse",
      "missingUsageDescription":"notAvailable","passcodeDelays":[0,1.5],
      "dismissDelay":1.5,"scanLatency":[0.1,0.2],"falseRejectRate":0.25,"seed":9,"promptTimeout":30}}
      """
    var behavior = BehaviorPatch()
    behavior.profile = .simulator
    behavior.maxFailures = 7
    behavior.passcodeNotSetPrecedence = .first
    behavior.lockoutEndsFaceIDPrompt = true
    behavior.emptyFallbackSecondFailure = .fail
    behavior.concurrency = .serialize
    behavior.contextAuthenticationLifetime = Nanoseconds(seconds: 1)
    behavior.currentSetInvalidation = .authFailed
    behavior.invalidatedKeyError = .authFailed
    behavior.enclaveKeyNeedsPrivateKeyUsage = false
    behavior.synchronizableThisDeviceOnly = .refuse
    behavior.missingUsageDescription = .notAvailable
    behavior.passcodeDelays = [.zero, Nanoseconds(1_500_000_000)]
    behavior.scanLatency = .init(minimum: Nanoseconds(100_000_000), maximum: Nanoseconds(200_000_000))
    behavior.falseRejectRate = 0.25
    behavior.dismissDelay = Nanoseconds(1_500_000_000)
    behavior.seed = 9
    behavior.promptTimeout = .some(Nanoseconds(seconds: 30))
    var expected = StatePatch()
    expected.biometryType = .opticID
    expected.sensor = .covered
    expected.identities = ["eyes-1"]
    expected.enrolled = true
    expected.passcode = .set("99")
    expected.failedAttempts = 2
    expected.lockedOut = true
    expected.lockoutReason = .sos
    expected.passcodeFailures = 4
    expected.companionNear = true
    expected.behavior = behavior
    guard case .change(.command(.setState(let patch))) = try call("setState", params).get().action else {
      Issue.record("not a setState")
      return
    }
    #expect(patch == expected)
    // A knob or field that is added must be added here too.
    for field in StateFields.settable.filter(\.isSettable) + StateFields.knobs {
      #expect(params.contains("\"\(field.name)\":"), "\(field.name)")
    }
  }

  @Test("null clears the passcode, takes the prompt timeout away and says nothing about the lockout's reason")
  func nulls() throws {
    let params = #"{"passcode":null,"lockoutReason":null,"behavior":{"promptTimeout":null,"scanLatency":2}}"#
    var expected = StatePatch()
    expected.passcode = .cleared
    expected.behavior = BehaviorPatch()
    expected.behavior?.promptTimeout = .some(nil)
    expected.behavior?.scanLatency = .init(minimum: Nanoseconds(seconds: 2), maximum: Nanoseconds(seconds: 2))
    guard case .change(.command(.setState(let patch))) = try call("setState", params).get().action else {
      Issue.record("not a setState")
      return
    }
    #expect(patch == expected)
  }

  @Test("createDevice makes an ordinary device with a real clock unless told otherwise")
  func createDevice() throws {
    guard case .change(.createDevice(let plain)) = try call("createDevice", #"{"device":"d"}"#).get().action
    else {
      Issue.record("not a creation")
      return
    }
    #expect(plain == DeviceCreation())
    let params = #"{"device":"d","state":{"enrolled":false},"ephemeral":true,"clock":"manual"}"#
    guard case .change(.createDevice(let other)) = try call("createDevice", params).get().action else {
      Issue.record("not a creation")
      return
    }
    var state = StatePatch()
    state.enrolled = false
    #expect(other == DeviceCreation(state: state, isEphemeral: true, clock: .manual))
  }

  @Test(
    "the id to cancel is kept as it was written",
    arguments: ["1", "1.0", #""1""#, "null", "9007199254740993"])
  func cancelRequest(id: String) throws {
    guard case .cancelRequest(let decoded) = try call("cancelRequest", #"{"id": \#(id) }"#).get().action
    else {
      Issue.record("not a cancellation")
      return
    }
    #expect(String(decoding: decoded.bytes, as: UTF8.self) == id)
  }

  @Test("watching takes a position, kinds, a limit and the whole log")
  func watching() throws {
    let subscribe = try call("subscribe", #"{"since":7,"kinds":["scan","lockout"],"allDevices":true}"#).get()
      .action
    guard case .subscribe(7, [.scan, .lockout]?, true) = subscribe else {
      Issue.record("\(subscribe)")
      return
    }
    let events = try call("getEvents", #"{"limit":3}"#).get().action
    guard case .getEvents(nil, nil, 3, false) = events else {
      Issue.record("\(events)")
      return
    }
    let wait = try call("waitFor", #"{"kind":"scan","since":2,"where":{"matched":true},"timeout":null}"#)
      .get().action
    guard case .waitFor(let query, 2, .never) = wait else {
      Issue.record("\(wait)")
      return
    }
    #expect(query.kind == .scan)
    #expect(query.members == Array(#"{"matched":true}"#.utf8))
  }
}
