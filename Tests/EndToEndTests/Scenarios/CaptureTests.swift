import Platform
import TestSupport
import Testing

@Suite("run: captured values, included files, tags")
struct CaptureTests {
  private func sandbox(_ files: [String: String]) throws -> Sandbox {
    let sandbox = try Sandbox()
    for (name, text) in files { try FileSystem.write(Array(text.utf8), to: "\(sandbox.folder)/\(name)") }
    return sandbox
  }

  @Test("a step has the value that an earlier one captured")
  func captured() throws {
    let outcome = try sandbox([
      "f": """
      createContext
      let ctx = createContext
      expect no event lockout
      login: evaluatePolicy biometrics "As $ctx.context" context=$ctx
      let shown = getState prompt.buttons
      let state = getState
      expect prompt.buttons=$shown prompt.id=$state.prompt.id
      matchingFace
      login => biometry
      let state = getState
      expect lockoutReason=$state.lockoutReason reasonsShown="As c2" identities=$state.identities
      repeat 2 { evaluatePolicy biometrics Again context=$ctx => context }
      evaluatePolicy biometrics Again context=$ctx.context x2 => context
      """
    ]).run("cd ~; devicesim run f")
    expect(outcome.lines, are: ["ok    f", "1 passed, 0 failed (15 steps)"])
  }

  @Test("a value is a value, whatever it looks like")
  func looksLikeOthers() throws {
    let outcome = try sandbox([
      "f": """
      device touchID
      enroll identity=@@/none
      enroll identity="=> x5"
      let s = getState
      let two = getState identities.2
      login: evaluatePolicy biometrics reason=$s.identities.1
      matchingFinger $two
      login => success
      unenroll $s.identities.1
      expect identities=finger-1,$s.identities.2 reasonsShown=$s.identities.1
      """
    ]).run("cd ~; devicesim run f")
    expect(outcome.lines, are: ["ok    f", "1 passed, 0 failed (9 steps)"])
  }

  @Test(
    "a value that does not fit fails at the line that uses it, with the value",
    arguments: [
      ("let s = getState\nmatchingFace => failedAttempts=$s.failedAttempts", "f:2:", "notDelivered"),
      (
        "let s = getState\nsetState failedAttempts=2\nexpect failedAttempts=$s.failedAttempts", "f:3:",
        "failedAttempts  2    0"
      ),
      ("let s = getState\nenterPasscode $s.prompt.reason", "f:2:", "notDelivered"),
      (
        "enroll identity=a=b\nlet s = getState\nunenroll $s.identities.1", "f:3:",
        "$s.identities.1 is 'a=b', which reads as no bare value; write PARAMETER=$s.identities.1"
      ),
      ("let s = getState\nunenroll $s.identities.7", "f:2:", "$s has no 'identities.7' now"),
      ("let bad = tapCancel\nping", "f:1:", "notDelivered"),
    ])
  func wrongValue(_ text: String, _ place: String, _ said: String) throws {
    let outcome = try sandbox(["f": text]).run("cd ~; devicesim run f")
    #expect(outcome.status == 1)
    #expect(outcome.lines.contains { $0.hasPrefix(place) }, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains(said), "\(outcome.output)")
  }

  @Test("a failure in an included file is reported there, in every form of the report")
  func included() throws {
    let sandbox = try sandbox(["f": "scenario Story\nping\ninclude part/a.steps"])
    let outcome = try sandbox.run(
      """
      cd ~; mkdir part; printf 'ping\\ninclude b.steps\\n' > part/a.steps; echo 'expect lockedOut=true' > part/b.steps
      cd /; devicesim run --junit ~/report.xml ~/f; cat ~/report.xml; devicesim run --tap ~/f
      """)
    let part = "\(sandbox.folder)/part/b.steps"
    #expect(outcome.lines.contains("\(part):1: expect lockedOut=true"), "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("got false, wanted true\">\(part):1: expect lockedOut=true"))
    #expect(outcome.output.contains("classname=\"\(sandbox.folder)/f\" name=\"Story\""))
    #expect(outcome.lines.contains("  at: \"\(part):1\""))
  }

  @Test("a missing or wrong included file ends with 2 before anything runs, and is named once")
  func wrongInclude() throws {
    let files = ["f": "ping\ninclude none", "g": "include wrong", "h": "include wrong\nping", "wrong": "pin"]
    let outcome = try sandbox(files).run("cd ~; devicesim run f g h")
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(
      outcome.errors == """
        f:2: cannot read the scenario 'none': No such file or directory
        wrong:1: unknown step 'pin'; did you mean 'ping'?

        """)
  }

  @Test("--only runs the scenarios that have the tag; one that none has is an error, and a skip for prove")
  func only() throws {
    let sandbox = try sandbox(["a": "tags slow keychain\nping", "b": "tags fast\nping", "c": "ping"])
    func run(_ words: String) throws -> Sandbox.Outcome { try sandbox.run("cd ~; devicesim run \(words)") }
    expect(try run("--only slow a b c").lines, are: ["ok    a", "1 passed, 0 failed (1 step)"])
    expect(try run("--only=fast a b c").lines.dropLast() + [], are: ["ok    b"])
    let wrong = try run("--only slw a b c")
    #expect(wrong.status == 2)
    #expect(wrong.errors == "devicesim: no scenario has the tag 'slw'; did you mean 'slow'?\n")
    #expect(try run("--only slow c").errors.hasSuffix("a line 'tags slow' before the first step gives it\n"))
    let skipped = try run("--tap --only slow c")
    #expect(skipped.status == 0)
    expect(skipped.lines, are: ["TAP version 13", "1..0 # SKIP no scenario has the tag"])
  }
}
