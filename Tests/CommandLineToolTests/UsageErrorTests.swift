import CommandLineTool
import Presentation
import Testing
import WireProtocol

@Suite("Wrong command lines")
struct UsageErrorTests {
  @Test(
    "one line says what is wrong and names the nearest right word",
    arguments: [
      (["ping", "3"], "ping takes no value; '3' is too many"),
      (["enroll", "a", "b"], "enroll takes one value, identity; 'b' is too many"),
      (
        ["evaluatePolicy", "owner", "r", "x"],
        "evaluatePolicy takes the values policy and reason; 'x' is too many"
      ),
      (
        ["evaluatePolicy", "owner", "r", "cancelTitle"],
        "write 'cancelTitle=CANCEL-TITLE': cancelTitle is a parameter of evaluatePolicy"
      ),
      (["matchingFace", "tmeout=5"], "unknown parameter 'tmeout' of matchingFace; did you mean 'timeout'?"),
      (["ping", "zzz=1"], "unknown parameter 'zzz' of ping; it takes device"),
      (
        ["setState", "behavior.maxFailure=3"],
        "unknown parameter 'behavior.maxFailure' of setState; did you mean 'behavior.maxFailures'?"
      ),
      (
        ["createDevice", "d", "state.biometrytype=touchID"],
        "unknown parameter 'state.biometrytype' of createDevice; did you mean 'state.biometryType'?"
      ),
      (
        ["waitFor", "promptShown", "where.pan=passcode"],
        "unknown parameter 'where.pan' of waitFor; did you mean 'where.pane'?"
      ),
      (
        ["setState", "lockedOut.x=true"],
        "lockedOut is true or false and has no members; 'lockedOut.x' names one"
      ),
      (
        ["setState", "behavior.=3"],
        "unknown parameter 'behavior.' of setState; did you mean 'behavior.profile'?"
      ),
      (
        ["createDevice", "d", "touchID"], "write 'biometryType=touchID': 'touchID' is a value of biometryType"
      ),
      (
        ["createDevice", "d", "biometryType:touchID"],
        "write 'biometryType=touchID', with '=' and no ':'"
      ),
      (
        ["createDevice", "d", "kind=touchID"],
        "unknown parameter 'kind' of createDevice; did you mean 'biometryType=touchID'?"
      ),
      (
        ["createDevice", "d", "biometry=touchID"],
        "unknown parameter 'biometry' of createDevice; did you mean 'biometryType'?"
      ),
      (
        ["createDevice", "d", "--biometry-type=touchID"],
        "unknown option '--biometry-type'; did you mean 'biometryType='? Parameters have no dashes"
      ),
      (
        ["setState", "state.biometryType=touchID"],
        "unknown parameter 'state' of setState; write the fields without it, as in 'biometryType=touchID'"
      ),
      (["setPasscode", "@"], "'@' needs a file: passcode=@FILE; for the sign itself write passcode=@@"),
      (
        ["setPasscode", "@/nonexistent"],
        "cannot read passcode from '/nonexistent': No such file or directory; for a value that begins with @ write "
          + "'@@/nonexistent'"
      ),
      (["setState", "lockedOut=yes"], "lockedOut must be true or false, not 'yes'"),
      (
        ["setState", "behavior.maxFailures=3.5"],
        "behavior.maxFailures must be an integer from 1 to 1000, not '3.5'"
      ),
      (
        ["setState", "behavior.maxFailures=0"],
        "behavior.maxFailures must be an integer from 1 to 1000, not '0'"
      ),
      (
        ["setState", "behavior.falseRejectRate=2"],
        "behavior.falseRejectRate must be a number from 0 to 1, not '2'"
      ),
      (["setState", "behavior.seed=-1"], "behavior.seed must be an integer of at least 0, not '-1'"),
      (["setState", "identities=a,,b"], "identities must be a list (by comma) of names, not ''"),
      (["setPasscode", ""], "passcode must be a non-empty string, not ''"),
      (["advanceClock", "-1"], "seconds must be a number of seconds from 0, not '-1'"),
      (["advanceClock", "1m"], "seconds must be a number of seconds from 0, not '1m'"),
      (["matchingFace", "--wait=abc"], "timeout must be a number of seconds from 0 or null, not 'abc'"),
      (
        ["setState", "biometryType=touchId"],
        "biometryType cannot be 'touchId'; did you mean 'touchID'? It must be none, touchID, faceID or opticID"
      ),
      (
        ["setState", "lockoutReason=zzz"],
        "lockoutReason must be failedAttempts, restart, remoteLock, sos, passcodeExpired or null, not 'zzz'"
      ),
      (
        ["canEvaluatePolicy", "ownr"],
        "policy cannot be 'ownr'; did you mean 'owner'? It must be biometrics, owner, companion or "
          + "biometricsOrCompanion"
      ),
      (["invalidateContext", "x1"], "context must be c and a number, like \"c1\", not 'x1'"),
      (
        ["setState", "companion=true"],
        "companion must be an object of near and type, not 'true'; write companion.near=… for single members, or "
          + "companion:=JSON"
      ),
      (["setState", "udid=1"], "udid cannot be set by setState; it is changed by createDevice"),
      (["setState", "passcodeSet=true"], "passcodeSet cannot be set by setState; it is changed by passcode"),
      (
        ["setState", "behavior:={\"seed\":"],
        "behavior:= needs JSON: the text ends before the value does at byte 8"
      ),
      (["setState", "lockedOut=true", "lockedOut=false"], "lockedOut is given twice"),
      (["setState", "behavior.seed=1", "behavior.seed=2"], "behavior.seed is given twice"),
      (["setState", "behavior:={}", "behavior.seed=2"], "behavior is given twice"),
      (["enroll", "a", "identity=b"], "identity is given twice"),
      (["createDevice", "a", "--device", "b"], "device is given twice"),
      (["createDevice", "a", "lockedOut=true", "state.lockedOut=true"], "lockedOut is given twice"),
      (["createDevice", "a", "lockedOut=true", "state:={}"], "state is given twice"),
      (
        ["createDevice", "a", "lockdOut=true"],
        "unknown parameter 'lockdOut' of createDevice; did you mean 'lockedOut'?"
      ),
      (
        ["advanceClock"],
        "advanceClock needs seconds: 'advanceClock SECONDS', which must be a number of seconds from 0"
      ),
      (
        ["enterPasscode"],
        "enterPasscode needs passcode: 'enterPasscode PASSCODE', which must be a non-empty string"
      ),
      (
        ["createDevice"],
        "createDevice needs device: 'createDevice DEVICE', which must be a name of 1 to 255 bytes without control "
          + "characters"
      ),
      (
        ["arm", "enterPasscode"],
        "enterPasscode needs passcode: 'enterPasscode PASSCODE', which must be a non-empty string"
      ),
      (
        ["arm", "match whenPrompted=true"],
        "unknown parameter 'whenPrompted' of match; it takes identity and after"
      ),
      (["ping", "--wait"], "ping does not take --wait"),
      (["waitFor", "scan", "--wait=3"], "waitFor does not take --wait; write timeout=SECONDS"),
      (["ping", "--jsn"], "unknown option '--jsn'; did you mean '--json'?"),
      (
        ["ping", "--frobnicate=3"],
        "unknown option '--frobnicate'; the options are --socket, --device, --json, --wait, --timeout, --help and --version"
      ),
      (["matchingFace", "--whenPrompted=true"], "parameters have no dashes; write 'whenPrompted=true'"),
      (["ping", "--timeout=soon"], "--timeout must be a number of seconds over 0, not 'soon'"),
      (["ping", "--timeout"], "--timeout needs a value: --timeout SECONDS"),
      (["matchingFace", "--identity"], "parameters have no dashes; write 'identity=IDENTITY'"),
      (
        ["createDevice", "d", "ephemeral=true"],
        "an ephemeral device ends with the connection that created it; 'devicesim exec -- COMMAND' runs a command with one, and the steps of 'devicesim run -' can create one"
      ),
      (
        ["createContext"],
        "a context ends with the connection that created it, and this one ends now; create it in the steps of 'devicesim run -'"
      ),
      (
        ["useDevice", "phone"],
        "useDevice affects one connection only; give --device NAME, or set DEVICESIM_DEVICE"
      ),
    ])
  func message(_ words: [String], _ message: String) {
    #expect(throws: ToolError.usage(message)) { try request(words) }
  }

  @Test("a kind that does not exist names the nearest one first")
  func kinds() throws {
    let error = try #require(throws: ToolError.self) { try request(["waitFor", "promtShown"]) }
    #expect(
      error.message.hasPrefix(
        "kind cannot be 'promtShown'; did you mean 'promptShown'? It must be promptShown, "))
    let armed = try #require(throws: ToolError.self) { try request(["arm", "match", "tapcancel"]) }
    #expect(armed.message.hasPrefix("responses cannot be 'tapcancel'; did you mean 'tapCancel'? "))
  }

  @Test("every message stays on one line, whatever was typed", arguments: ["a\nb", "\u{1B}[31m", "\r"])
  func oneLine(_ word: String) throws {
    let error = try #require(throws: ToolError.self) { try request(["ping", word]) }
    #expect(!error.message.unicodeScalars.contains { $0.value < 0x20 })
  }
}
