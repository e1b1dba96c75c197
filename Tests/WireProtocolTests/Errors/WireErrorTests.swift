import DeviceModel
import JSON
import Schema
import Testing
import WireProtocol

@Suite struct WireErrorTests {
  @Test(
    "a failure of the device says what is wrong and what to do",
    arguments: [
      (
        Failure.notDelivered(.noPrompt), "notDelivered",
        "no prompt is on screen: an app must call evaluatePolicy first, or give whenPrompted to wait for one"
      ),
      (.notDelivered(.tryAgainShown), "notDelivered", "the dialog waits: tapTryAgain"),
      (
        .notDelivered(.scanningEnded), "notDelivered",
        "the prompt takes no more scans: tapFallback or tapCancel"
      ),
      (
        .notDelivered(.scanInProgress), "notDelivered",
        "the sensor is still at the last scan: wait for its scan event, or advanceClock"
      ),
      (
        .notDelivered(.passcodePane), "notDelivered",
        "the prompt asks for the passcode: enterPasscode or tapCancel"
      ),
      (
        .notDelivered(.permissionAlert), "notDelivered",
        "the alert asks for permission first: allowPermission or denyPermission"
      ),
      (
        .notDelivered(.companionPane), "notDelivered",
        "the prompt waits for the companion: approveCompanion or tapCancel"
      ),
      (
        .wrongModality(scanned: .finger, sensor: .faceID), "wrongModality",
        "this device does not scan fingers; its sensor is Face ID: use matchingFace or match, "
          + "nonMatchingFace or nonMatch"
      ),
      (
        .wrongModality(scanned: .eyes, sensor: .none), "wrongModality",
        "this device does not scan eyes; it has no sensor: setState biometryType gives it one"
      ),
      (
        .noSuchControl("fallback button", shown: [.cancel, .tryAgain], pane: .biometry), "noSuchControl",
        "the biometry prompt on screen has no fallback button; it shows cancel, tryAgain; use tapCancel, tapTryAgain"
      ),
      (
        .noSuchControl("cancel button", shown: [.allow, .deny], pane: .permission), "noSuchControl",
        "the permission prompt on screen has no cancel button; it shows allow, deny; "
          + "use allowPermission, denyPermission"
      ),
      (.refused(.backOff, "wait 60 s"), "refused", "wait 60 s"),
      (
        .appTerminated(app: "com.example.app"), "appTerminated",
        #""com.example.app" was killed, and this connection spoke for it; a new connection launches it anew"#
      ),
      (.cancelled, "cancelled", "the request was taken back by cancelRequest"),
      (
        .invalidParameter("identities", "names must not be repeated"), "invalidParams",
        "identities: names must not be repeated"
      ),
      (
        .localAuthentication(.notInteractive, "x is not in the foreground, y is"), "notInteractive",
        "x is not in the foreground, y is"
      ),
    ])
  func messages(failure: Failure, name: String, message: String) {
    let error = WireError(failure)
    #expect(error.name == name)
    #expect(error.message == message)
  }

  @Test("an error names only methods that there are")
  func methodNames() {
    let failures =
      NotDeliveredReason.allCases.map(Failure.notDelivered)
      + Pane.allCases.map { .noSuchControl("x", shown: Button.allCases, pane: $0) }
      + Modality.allCases.flatMap { scanned in
        BiometryType.allCases.map { .wrongModality(scanned: scanned, sensor: $0) }
      }
    let verbs = ["tap", "enter", "allow", "deny", "approve", "matching", "nonMatch", "advance", "evaluate"]
    for failure in failures {
      let words = WireError(failure).message.split { !($0.isLetter) }.map(String.init)
      for word in words where verbs.contains(where: { word.hasPrefix($0) && word != $0 }) {
        #expect(MethodTable.find(word) != nil, "\(word)")
      }
    }
  }

  @Test("the error object always has the domain and the name, and then what belongs to it")
  func objects() {
    let rows: [(WireError, String)] = [
      (
        WireError(.noSuchControl("fallback", shown: [.cancel], pane: .passcode)),
        #"{"code":-32005,"message":"the passcode prompt on screen has no fallback; it shows cancel; use tapCancel","#
          + #""data":{"domain":"devicesim","name":"noSuchControl","control":"fallback","shown":["cancel"],"#
          + #""pane":"passcode"}}"#
      ),
      (
        WireError(.notDelivered(.tryAgainShown)),
        #"{"code":-32016,"message":"the dialog waits: tapTryAgain","#
          + #""data":{"domain":"devicesim","name":"notDelivered","reason":"tryAgainShown"}}"#
      ),
      (
        WireError(.localAuthentication(.userCancel)),
        #"{"code":-2,"message":"the user tapped cancel","#
          + #""data":{"domain":"com.apple.LocalAuthentication","name":"userCancel"}}"#
      ),
      (
        .methodNotFound("pingg"),
        #"{"code":-32601,"message":"there is no method \"pingg\"; did you mean \"ping\"? rpc.discover lists them all","#
          + #""data":{"domain":"jsonrpc","name":"methodNotFound","nearest":"ping"}}"#
      ),
      (
        .unknownDevice("phone", known: ["default", "pad"]),
        #"{"code":-32001,"message":"there is no device \"phone\"; there is \"default\", \"pad\"; createDevice creates one","#
          + #""data":{"domain":"devicesim","name":"unknownDevice","device":"phone","devices":["default","pad"]}}"#
      ),
      (
        .lineTooLong(limit: 100),
        #"{"code":-32013,"message":"a line of more than 100 bytes was thrown away; send shorter requests","#
          + #""data":{"domain":"devicesim","name":"lineTooLong","limit":100}}"#
      ),
      (
        .parseError(JSONSyntaxError(.nestedTooDeep(limit: 128), at: 128)),
        #"{"code":-32700,"message":"not a JSON text: \#(JSONSyntaxError.Reason.nestedTooDeep(limit: 128)) at byte 128","#
          + #""data":{"domain":"jsonrpc","name":"parseError","offset":128}}"#
      ),
    ]
    for (error, object) in rows { #expect(text { error.write(into: &$0) } == object) }
  }

  @Test("what was awaited in vain, and how long, is said")
  func timeouts() {
    let error = WireError.timeout(
      awaited: "prompt that takes matchingFace", after: .after(Nanoseconds(2_500_000_000)))
    #expect(
      error.message
        == "no prompt that takes matchingFace within 2.5 s; give a longer timeout, or null to wait for ever")
    #expect(
      WireError.timeout(awaited: "prompt", after: .never, instead: "here is a cat").message
        == "no prompt: here is a cat; give a longer timeout, or null to wait for ever")
  }

  @Test("a quoted text is short and on one line")
  func quotes() {
    #expect(quoted("a\nb\u{7}c\u{85}\u{202E}é") == #""a\nb\u{7}c\u{85}\u{202e}é""#)
    #expect(quoted(String(repeating: "ä", count: 65)) == "\"" + String(repeating: "ä", count: 64) + "…\"")
  }

  @Test(
    "seconds are written as people do",
    arguments: [
      (0, "0 s"), (3_250_000_000, "3.25 s"), (10_000_000_000, "10 s"), (1, "0.000000001 s"),
      (-500_000_000, "-0.5 s"),
    ])
  func seconds(nanoseconds: Int64, text: String) {
    #expect(Nanoseconds(nanoseconds).description == text)
  }
}
