import CommandLineTool
import Testing

@Suite("Captured values of scenarios")
struct CapturedValueTests {
  @Test(
    "a step may have what an earlier one captured wherever a value may stand",
    arguments: [
      "let ctx = createContext\nevaluatePolicy context=$ctx\ngetDomainState context=$ctx.context",
      "let ctx = createContext => context=c1\na: evaluatePolicy biometrics \"Log in\" context=$ctx\na => biometry",
      "let a = createContext\nlet b = createContext\nlet a = getDomainState context=$b\nping",
      "let s = getState\nexpect failedAttempts=$s.failedAttempts identities=$s.identities,face-2",
      "let s = getState\nexpect prompt.buttons=$s.prompt.buttons apps.a.state=$s.apps.a.state",
      "let buttons = getState prompt.buttons\nexpect prompt.buttons=$buttons",
      "let s = getState\nmatchingFace x2 => failedAttempts=$s.failedAttempts",
      "let items = secItemCopyMatching genericPassword returnData=true\nexpect failedAttempts=$items.items.count",
      "let shown = waitFor promptShown\nexpect prompt.id=$shown.prompt",
      "let s = getState\nrepeat 2 { evaluatePolicy biometrics \"$s.failedAttempts times\" }",
      "let s = getState\nwait $s.failedAttempts",
      "let s = getState\nlet t = getState --device $s.biometryType",
    ])
  func accepted(_ text: String) {
    #expect(complaints(text) == [])
  }

  @Test(
    "a $ is only a sign in single quotes, behind a backslash in double quotes, and before what begins no name",
    arguments: [
      "evaluatePolicy biometrics 'Pay $amount'", #"evaluatePolicy biometrics "Pay \$amount""#,
      "evaluatePolicy biometrics \"Pay $5\"", "evaluatePolicy biometrics US$ $",
    ])
  func onlySigns(_ text: String) {
    #expect(complaints(text).filter { $0.contains("no value has the name") } == [])
  }

  @Test(
    "a wrong capture or use is found before anything runs",
    arguments: [
      (
        "evaluatePolicy context=$ctx",
        "1: no value has the name 'ctx'; 'let ctx = METHOD …' captures one, and single quotes keep a $ as it is"
      ),
      ("let ctx = createContext\nping $ctxt", "2: no value has the name 'ctxt'; did you mean 'ctx'?"),
      ("ping $ctx\nlet ctx = createContext", "1: no value has the name 'ctx'"),
      (
        "let s = getState\nexpect failedAttempts=$s.failedAttempt",
        "2: $s has no 'failedAttempt'; did you mean 'failedAttempts'?"
      ),
      ("let s = getState\nping $s.prompt", "2: $s.prompt is"), ("let s = getState\nping $s", "2: $s is"),
      (
        "let s = getState\nevaluatePolicy context=$s.failedAttempts",
        "2: context must be"
      ),
      (
        "let ctx = createContext\nevaluatPolicy context=$ctx",
        "2: unknown step 'evaluatPolicy'; did you mean 'evaluatePolicy'? (read with $ctx as 'c1')"
      ),
      ("let ctx = createContext\n$ctx ping", "2: a step begins with a method, not with a captured value"),
      ("let ctx createContext", "1: write 'let NAME = METHOD …'"), ("let", "1: write 'let NAME = METHOD …'"),
      ("let ctx =", "1: write 'let NAME = METHOD …'"), ("let 1 = ping", "1: '1' cannot be a name"),
      ("let a.b = ping", "1: 'a.b' cannot be a name"), ("let a = b: ping", "1: 'b:' starts a call"),
      ("let a = nonMatchingFace x3", "1: let captures one result, not that of several calls"),
      ("let a = tapCancel => notDelivered", "1: an error has no members for let to capture"),
      ("let a = expect lockedOut=true", "1: "), ("let a = creatContext\nping $a", "1: unknown step"),
    ])
  func refused(_ text: String, _ complaint: String) throws {
    let found = complaints(text)
    try #require(found.count == 1, "\(found)")
    #expect(found[0].hasPrefix(complaint), "\(found[0])")
  }
}
