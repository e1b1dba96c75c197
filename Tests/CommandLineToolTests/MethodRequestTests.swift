import CommandLineTool
import Schema
import TestSupport
import Testing
import WireProtocol

@Suite("From words to parameters")
struct MethodRequestTests {
  @Test(
    "values follow the parameter's type",
    arguments: [
      (["ping"], "{}"),
      (["setPasscode", "1234"], #"{"passcode":"1234"}"#),
      (["setPasscode", "--", "a=b"], #"{"passcode":"a=b"}"#),
      (["setPasscode", "@@a"], #"{"passcode":"@a"}"#),
      (["setPasscode", "passcode=@@a"], #"{"passcode":"@a"}"#),
      (["setPasscode", "--", "@a"], #"{"passcode":"@a"}"#),
      (["setPasscode", "--", "-"], #"{"passcode":"-"}"#),
      (["setState", #"behavior={"seed":1}"#], #"{"behavior":{"seed":1}}"#),
      (["importState", #"{"format":3}"#], #"{"state":{"format":3}}"#),
      (["importState", #"{"state":{"format":3},"seq":7}"#], #"{"state":{"format":3}}"#),
      (["arm", "enterPasscode @a"], #"{"responses":[{"method":"enterPasscode","passcode":"@a"}]}"#),
      (["setPasscode", #"passcode=a"b\"#], #"{"passcode":"a\"b\\"}"#),
      (["advanceClock", "60"], #"{"seconds":60}"#),
      (["advanceClock", "1.5e2"], #"{"seconds":150}"#),
      (["unlockDevice", "1234"], #"{"passcode":"1234"}"#),
      (["unlockDevice", "with=biometry", "identity=face-1"], #"{"with":"biometry","identity":"face-1"}"#),
      (["enroll"], "{}"),
      (["enroll", "finger 2"], #"{"identity":"finger 2"}"#),
      (["setState", "lockedOut=true", "failedAttempts=5"], #"{"lockedOut":true,"failedAttempts":5}"#),
      (["setState", "passcode=null"], #"{"passcode":null}"#),
      (["setState", "identities=face-1,face-2"], #"{"identities":["face-1","face-2"]}"#),
      (["setState", "identities="], #"{"identities":[]}"#),
      (["setState", "companion.near=true"], #"{"companion":{"near":true}}"#),
      (
        [
          "setState", "behavior.maxFailures=3", "behavior.promptTimeout=null", "behavior.passcodeDelays=0,60",
        ],
        #"{"behavior":{"maxFailures":3,"promptTimeout":null,"passcodeDelays":[0,60]}}"#
      ),
      (["setState", "behavior.scanLatency=0.5"], #"{"behavior":{"scanLatency":0.5}}"#),
      (["setState", "behavior.scanLatency=0.1,0.5"], #"{"behavior":{"scanLatency":[0.1,0.5]}}"#),
      (["setState", "behavior:={\"seed\":\n1}"], #"{"behavior":{"seed":1}}"#),
      (["setState", "identities:=[\"a,b\"]"], #"{"identities":["a,b"]}"#),
      (["createDevice", "phone"], #"{"device":"phone"}"#),
      (
        ["createDevice", "phone", "state.biometryType=touchID", "clock=manual"],
        #"{"device":"phone","state":{"biometryType":"touchID"},"clock":"manual"}"#
      ),
      (
        ["createDevice", "phone", "clock=manual", "biometryType=touchID", "behavior.seed=1", "template=t"],
        #"""
        {"device":"phone","state":{"biometryType":"touchID","behavior":{"seed":1}},"clock":"manual",
        "template":"t"}
        """#
      ),
      (
        ["createDevice", "phone", "lockedOut=true", "state.failedAttempts=5"],
        #"{"device":"phone","state":{"lockedOut":true,"failedAttempts":5}}"#
      ),
      (["createDevice", "phone", "ephemeral=false"], #"{"device":"phone","ephemeral":false}"#),
      (["subscribe", "kinds=scan,lockout"], #"{"kinds":["scan","lockout"]}"#),
      (["waitFor", "promptShown", "timeout=null"], #"{"kind":"promptShown","timeout":null}"#),
      (
        ["waitFor", "promptDismissed", "where.prompt=p1", "where.outcome=failed"],
        #"{"kind":"promptDismissed","where":{"prompt":"p1","outcome":"failed"}}"#
      ),
      (
        ["waitFor", "scan", "since=3", "where.matched=true"],
        #"{"kind":"scan","since":3,"where":{"matched":true}}"#
      ),
      (
        ["arm", "nonMatchingFace", "matchingFace"],
        #"{"responses":[{"method":"nonMatchingFace"},{"method":"matchingFace"}]}"#
      ),
      (["arm", "nonMatch,match"], #"{"responses":[{"method":"nonMatch"},{"method":"match"}]}"#),
      (
        ["arm", "enterPasscode 1234 after=2", "matchingFace identity=face-2"],
        #"""
        {"responses":[{"method":"enterPasscode","passcode":"1234","after":2},
        {"method":"matchingFace","identity":"face-2"}]}
        """#
      ),
      (["arm", #"responses:=[{"method":"tapCancel"}]"#], #"{"responses":[{"method":"tapCancel"}]}"#),
      (["matchingFace", "--wait"], #"{"whenPrompted":true}"#),
      (["matchingFace", "face-2", "--wait=3"], #"{"identity":"face-2","whenPrompted":true,"timeout":3}"#),
      (["tapCancel", "--wait=null"], #"{"whenPrompted":true,"timeout":null}"#),
      (["matchingFace", "--device", "phone"], #"{"device":"phone"}"#),
      (["matchingFace", "device=phone"], #"{"device":"phone"}"#),
      (["getState", "lockedOut", "prompt.pane"], "{}"),
      (["getState", "--device=phone", "lockedOut"], #"{"device":"phone"}"#),
      (["canEvaluatePolicy"], #"{"policy":"biometrics"}"#),
      (["canEvaluatePolicy", "owner"], #"{"policy":"owner"}"#),
      (["evaluatePolicy"], #"{"policy":"biometrics","reason":"devicesim"}"#),
      (["evaluatePolicy", "owner", "Sign in = ok"], #"{"policy":"owner","reason":"Sign in = ok"}"#),
      (
        ["evaluatePolicy", "policy=deviceOwnerAuthentication", "fallbackTitle="],
        #"{"policy":"deviceOwnerAuthentication","fallbackTitle":"","reason":"devicesim"}"#
      ),
    ])
  func parameters(_ words: [String], _ expected: String) throws {
    #expect(try JSONTree(parsing: request(words).parameters) == JSONTree(parsing: expected))
  }

  @Test("every method of the table is found by its name", arguments: MethodTable.all)
  func found(_ method: Method) {
    #expect(MethodTable.find(method.name) === method)
  }

  @Test("no line break of raw JSON reaches the wire")
  func rawOnOneLine() throws {
    let parameters = try request(["setState", "behavior:={\r\n\"seed\":\t1}"]).parameters
    #expect(!parameters.contains { $0 < 0x20 })
  }

  @Test("getState's bare words are the fields to show")
  func shownFields() throws {
    #expect(
      try request(["getState", "lockedOut", "prompt.pane"]).shownFields == ["lockedOut", "prompt.pane"])
    #expect(try request(["getState"]).shownFields.isEmpty)
  }

  @Test(
    "the environment fills in the device and the app, and a word wins over it",
    arguments: [
      ("matchingFace", #"{"device":"env"}"#),
      ("matchingFace --device word", #"{"device":"word"}"#),
      ("matchingFace device=word", #"{"device":"word"}"#),
      ("createDevice word", #"{"device":"word"}"#),
      ("deleteDevice", #"{"device":"env"}"#),
      ("launchApp", #"{"device":"env","app":"com.env"}"#),
      ("launchApp com.word", #"{"device":"env","app":"com.word"}"#),
      ("canEvaluatePolicy", #"{"device":"env","app":"com.env","policy":"biometrics"}"#),
      ("ping", "{}"),
      ("shutdown", "{}"),
      ("rpc.discover", "{}"),
    ])
  func environment(_ line: String, _ expected: String) throws {
    let environment = ["DEVICESIM_DEVICE": "env", "DEVICESIM_APP": "com.env"]
    let parameters = try request(split(line), environment: environment).parameters
    #expect(try JSONTree(parsing: parameters) == JSONTree(parsing: expected))
  }

  @Test(
    "every method's example is a command line that makes the example's request", arguments: MethodTable.all)
  func examples(_ method: Method) throws {
    // These two the command line refuses.
    guard !["createContext", "useDevice"].contains(method.name) else { return }
    let example = MethodExample(method)
    let parameters = try request(example.words).parameters
    var expected = try JSONTree(parsing: method.example.parameters)
    for field in method.parameters {
      // What the command line adds by itself.
      if let value = field.commandLineDefault, expected[field.name] == nil,
        case .object(var members) = expected
      {
        members[field.name] = .string(value)
        expected = .object(members)
      }
    }
    #expect(try JSONTree(parsing: parameters) == expected, "\(example.commandLine)")
  }
}
