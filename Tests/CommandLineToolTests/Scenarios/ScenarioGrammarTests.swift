import CommandLineTool
import Presentation
import Testing

/// The complaints about a scenario, without the file's name.
func complaints(_ text: String) -> [String] {
  guard case .failure(let errors) = Scenario.parse(text, file: "f") else { return [] }
  return errors.lines.map { String($0.dropFirst(2)) }
}

@Suite("The grammar of scenarios")
struct ScenarioGrammarTests {
  @Test(
    "a line is split as a shell does",
    arguments: [
      ("", []), ("  \t ", []), ("# all comment", []), ("a  b\tc", ["a", "b", "c"]), ("a # b", ["a"]),
      ("a#b", ["a#b"]), ("evaluatePolicy 'Log in'", ["evaluatePolicy", "Log in"]),
      ("reason=\"Log in\"", ["reason=Log in"]), (#""a \"b\" \\ c""#, [#"a "b" \ c"#]), (#"'\'"#, [#"\"#]),
      ("''", [""]), ("\"# no comment\"", ["# no comment"]),
    ])
  func words(_ line: String, _ expected: [String]) throws {
    #expect(try ScenarioWord.split(line).map(\.text) == expected)
  }

  @Test("a word in quotes is a value, and no sign of the grammar")
  func quoted() throws {
    #expect(try ScenarioWord.split("=> '=>' a\"b\"").map(\.isQuoted) == [false, true, true])
    #expect(complaints("enterPasscode 'x5'").isEmpty)
    #expect(complaints("enterPasscode x5") == complaints("enterPasscode"))
  }

  @Test(
    "lengths of time are read as people write them",
    arguments: [
      ("90", 90), ("1.5", 1.5), ("90s", 90), ("90 s", 90), ("250ms", 0.25), ("5 min", 300), ("2 hours", 7200),
      ("1day", 86400), ("0", 0), ("-1", nil), ("min", nil), ("1 week", nil), ("1e99", nil), ("", nil),
      ("1 2", nil),
    ])
  func time(_ text: String, _ seconds: Double?) {
    #expect(TimeText.seconds(from: text) == seconds)
  }

  @Test(
    "every kind of line is accepted",
    arguments: [
      "scenario Five fingers\ndevice touchID passcode=4711 clock=real behavior.maxFailures=3\nping",
      "device biometryType=none identities=\nping", "\u{FEFF}ping\r\nping\r\n", "ping # and nothing else",
      "repeat 3 {\n repeat 2 {\n  ping\n }\n}", "repeat 3 { ping x2 => success }", "wait 5 min",
      "login: evaluatePolicy biometrics \"Log in\"\nlogin => pending\nlogin => success method=biometry",
      "matchingFace --wait=2 => succeeded", "tap: tapCancel --wait\ntap => timeout",
      "tapCancel => notDelivered reason=noPrompt", "canEvaluatePolicy owner => yes faceID",
      "canEvaluatePolicy => biometryLockout", "setPasscode 1 => changed", "createContext => context=c1",
      "createDevice other ephemeral=true", "getState lockedOut --device other",
      "arm tapCancel \\\n  matchingFace",
      "expect lockedOut=true failedAttempts=5 prompt=null prompt.buttons=cancel,fallback",
      "expect apps.com.example.app.state=foreground behavior.maxFailures=5 clock.mode=manual",
      "expect --device other enrolled=false", "expect event scan matched=false", "expect no event lockout",
      "expect promptsShown=1 reasonsShown=\"Log in\" unusedAnswers=0",
      "secItemCopyMatching genericPassword a returnData=true => items.count=1 items.0.value=x",
      "waitFor promptShown => prompt=p1 reason=devicesim", "waitFor kind=lockout => reason=failedAttempts",
      "tags slow keychain\nscenario Five fingers\nping",
    ])
  func accepted(_ text: String) {
    #expect(complaints(text) == [])
  }

  @Test(
    "a wrong line is named, with the nearest right word or what is missing",
    arguments: [
      ("\n\nnonMatchingFingr", "3: unknown step 'nonMatchingFingr'; did you mean 'nonMatchingFinger'?"),
      ("expct lockedOut=true", "1: unknown step 'expct'; did you mean 'expect'?"),
      (
        "frobnicate",
        "1: unknown step 'frobnicate'; 'devicesim help' lists the methods, 'devicesim help run' the rest"
      ),
      ("stop", "1: 'stop' is a command of the tool and cannot be a step"),
      ("expect lockedout=true", "1: the state has no 'lockedout'; did you mean 'lockedOut'?"),
      ("expect lockedOut=yes", "1: lockedOut must be true or false, not 'yes'"),
      ("expect lockedOut", "1: 'lockedOut' has no value; write FIELD=VALUE"),
      ("expect promptShown=1", "1: the state has no 'promptShown'; did you mean 'promptsShown'?"),
      ("expect promptShown", "1: write 'expect event promptShown'"),
      ("expect event lokout", "1: there is no event 'lokout'; did you mean 'lockout'?"),
      ("expect event scan matchd=true", "1: the event scan has no 'matchd'; did you mean 'matched'?"),
      ("expect no lockout", "1: 'expect no' looks for events: 'expect no event KIND'"),
      (
        "evaluatePolicy => userCancle",
        "1: evaluatePolicy does not end with 'userCancle'; did you mean 'userCancel'?"
      ),
      (
        "evaluatePolicy => pending",
        "1: a call that stays pending needs a name: 'NAME: evaluatePolicy …', 'NAME => pending'"
      ),
      (
        "matchingFace => outcom=pending",
        "1: the result of matchingFace has no 'outcom'; did you mean 'outcome'?"
      ),
      ("tapCancel =>", "1: '=>' needs an outcome: success, the name of an error, or FIELD=VALUE"),
      ("tapCancel => userCancel timeout", "1: only one outcome is possible; 'timeout' is too many"),
      (
        "login: evaluatePolicy\nlogn => success",
        "2: no call has the name 'logn'; did you mean 'login'?"
      ),
      ("login => success", "1: no call has the name 'login'; start one with 'login: METHOD …'"),
      (
        "a: ping => success",
        "1: 'a:' starts a call; check its outcome on a line of its own: 'a => …'"
      ),
      ("ping: ping", "1: 'ping' is already a step; give the call another name"),
      ("a b: ping", "1: unknown step 'a'"), ("a/b: ping", "1: 'a/b' cannot be a name"),
      ("a:", "1: 'a:' needs a call after it"),
      ("repeat 3 {\nping", "1: this '{' has no '}'"), ("ping\n}", "2: this '}' has no '{'"),
      ("repeat 0 { ping }", "1: write 'repeat 5 {'"), ("repeat 3\nping", "1: write 'repeat 5 {'"),
      ("repeat 3 { ping\n}", "1: put the first step on the next line"),
      ("ping 'a", "1: the quote ' does not end on its line"), ("wait", "1: wait needs a length of time"),
      ("wait long", "1: wait needs a length of time, such as 'wait 90' or 'wait 5 min', not 'long'"),
      ("ping\ndevice touchID", "2: 'device' must come before the first step"),
      ("device touchID\ndevice faceID\nping", "2: the device is already described"),
      ("device touchId\nping", "1: biometryType cannot be 'touchId'; did you mean 'touchID'?"),
      ("device lockdOut=true\nping", "1: unknown parameter 'lockdOut' of device; did you mean 'lockedOut'?"),
      ("ping\ntags slow", "2: 'tags' must come before the first step"),
      ("tags\nping", "1: tags needs one or more words"), ("tags a/b\nping", "1: 'a/b' cannot be a tag"),
      ("scenario\nping", "1: scenario needs a title"), ("# only a comment", "1: the scenario has no steps"),
      ("", "1: the scenario has no steps"), ("ping --socket /x", "1: a step does not take --socket"),
      ("subscribe", "1: subscribe cannot be a step: a scenario sees every event"),
      ("useDevice other", "1: useDevice affects one connection only; give --device NAME"),
      ("advanceClock -1", "1: seconds must be"), ("\"--json\"", "1: a step begins with a method"),
    ])
  func refused(_ text: String, _ complaint: String) throws {
    let found = complaints(text)
    try #require(found.count == 1)
    #expect(found[0].hasPrefix(complaint), "\(found[0])")
  }

  @Test("every error is reported once")
  func allAtOnce() {
    let found = complaints("pin\nlogin: evaluatPolicy\nlogin => success\nwait x\n")
    #expect(found.map { $0.prefix(2) } == ["1:", "2:", "4:"])
  }

  @Test("a joined line counts as several for the lines after it")
  func continued() {
    #expect(complaints("ping \\\n\n\npin").map { $0.prefix(2) } == ["4:"])
  }
}
