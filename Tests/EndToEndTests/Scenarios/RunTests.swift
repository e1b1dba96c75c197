import Foundation
import Platform
import TestSupport
import Testing

@Suite("run")
struct RunTests {
  /// Writes scenarios into the sandbox's folder.
  private func sandbox(_ files: [String: String]) throws -> Sandbox {
    let sandbox = try Sandbox()
    for (name, text) in files { try FileSystem.write(Array(text.utf8), to: "\(sandbox.folder)/\(name)") }
    return sandbox
  }

  private static let story = """
    scenario Two fingers, then the right one
    device touchID
    login: evaluatePolicy biometrics "Log in"
    nonMatchingFinger x2 => pending
    expect failedAttempts=2
    matchingFinger
    login => biometry
    expect promptsShown=1 reasonsShown="Log in"
    """

  @Test("a scenario that passes ends with 0 and one line; without a daemon run starts one")
  func passes() throws {
    let sandbox = try sandbox(["a.scenario": Self.story])
    let outcome = try sandbox.run(
      "cd ~ && devicesim run a.scenario", environment: [("TMPDIR", sandbox.folder)])
    expect(
      outcome.lines,
      are: ["ok    a.scenario: Two fingers, then the right one", "1 passed, 0 failed (7 steps)"])
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
    #expect(try sandbox.run("ls -d ~/devicesim-*").output == "")
  }

  @Test("an unknown step in any file fails before anything runs, naming the line and the nearest word")
  func unknownStep() throws {
    let sandbox = try sandbox([
      "a.scenario": "createDevice lasting\n",
      "b.scenario": "ping\n# two\nmatchngFace\nexpect lokedOut=true\n",
    ])
    let outcome = try sandbox.run(
      "devicesim start --detach >/dev/null; cd ~; devicesim run a.scenario b.scenario; echo $?; devicesim listDevices"
    )
    #expect(outcome.lines.count == 2)
    #expect(outcome.lines.first == "2")
    #expect(
      outcome.errors == """
        b.scenario:3: unknown step 'matchngFace'; did you mean 'matchingFace'?
        b.scenario:4: the state has no 'lokedOut'; did you mean 'lockedOut'?

        """)
  }

  @Test(
    "another outcome ends with 1 and shows the place, the value that came and the wanted one",
    arguments: [
      ("setState lockedOut=true\nexpect lockedOut=false failedAttempts=0", "f:2:", "lockedOut  true  false"),
      ("matchingFace", "f:1:", "notDelivered"),
      ("a: evaluatePolicy\nmatchingFace\na => userCancel", "f:3:", "a  success: biometry  userCancel"),
      ("a: evaluatePolicy\nmatchingFace\na => pending", "f:3:", "a  success: biometry  pending"),
      (
        "a: evaluatePolicy\na => success", "f:2:",
        "no reply after 0.2 s; the prompt on screen has cancel"
      ),
      ("evaluatePolicy", "f:1:", "start it with a name"),
      (
        "a: evaluatePolicy\ntapCancel", "f:1:",
        "no step checks the outcome of 'a', which ended with userCancel"
      ),
      ("a: evaluatePolicy", "f:1:", "no step checks the outcome of 'a', which is still pending"),
      ("arm tapCancel matchingFace\nevaluatePolicy => userCancel", "f:2:", "the armed matchingFace"),
      ("lockDevice\nexpect event deviceUnlocked", "f:2:", "deviceLocked"),
      ("lockDevice\nexpect no event deviceLocked", "f:2:", "event  deviceLocked  none"),
      ("lockDevice\nexpect event deviceLocked\nexpect event deviceLocked", "f:3:", "event"),
      ("arm tapCancel\nevaluatePolicy => userCancel\nexpect promptsShown=2", "f:3:", "promptsShown  1  2"),
      ("canEvaluatePolicy => no", "f:1:", "canEvaluate  true  false"),
      ("setState lockedOut=true\ncanEvaluatePolicy", "f:2:", "no: biometryLockout"),
      ("repeat 3 {\n  setPasscode 1 => changed\n}", "f:2:", "changed  false  true"),
      ("tapCancel => notDelivered reason=passcodePane", "f:1:", "reason  noPrompt  passcodePane"),
      (
        "a: evaluatePolicy\na: evaluatePolicy", "f:2:",
        "the outcome of the call 'a' of line 1 is not yet checked"
      ),
      ("# one\ndevice none enrolled=true\nping", "f:2: device none", "no biometric sensor"),
    ])
  func fails(_ text: String, _ place: String, _ said: String) throws {
    let sandbox = try sandbox(["f": text])
    let outcome = try sandbox.run("cd ~; devicesim run --timeout 0.2 f")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "")
    #expect(outcome.lines.contains { $0.hasPrefix(place) }, "\(outcome.output)")
    let words = outcome.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(words.contains(said.split(separator: " ").joined(separator: " ")), "\(outcome.output)")
  }

  @Test("steps on standard input share a connection and print their results")
  func standardInput() throws {
    let outcome = try Sandbox().run(
      """
      printf '%s\\n' createContext 'login: evaluatePolicy context=c1' match 'login => biometry' \
        'evaluatePolicy context=c1' 'createDevice run-second ephemeral=true' 'getState lockedOut enrolled' tapCancel |
      devicesim run -
      """)
    expect(
      outcome.lines,
      are: [
        "c1", "p1: match, prompt succeeded", "success: biometry", "success: context", "run-second", "false",
        "true",
        "notDelivered (-32016): no prompt is on screen: an app must call evaluatePolicy first, or give "
          + "whenPrompted to wait for one",
      ])
    #expect(outcome.errors.hasPrefix("-:8: tapCancel\n"))
    #expect(outcome.status == 1)
  }

  @Test("each file has a device of its own, deleted at the end, unless one is named")
  func devices() throws {
    let sandbox = try sandbox(["a": "expect lockedOut=false\nsetState lockedOut=true", "b": "setPasscode 99"])
    let outcome = try sandbox.run(
      """
      devicesim start --detach >/dev/null; cd ~; devicesim run --jobs 3 a a a b >/dev/null; echo $?
      devicesim --device default run a >/dev/null; echo $?; devicesim listDevices | wc -l
      devicesim getState lockedOut
      """)
    expect(outcome.lines, are: ["0", "0", "1", "true"])
  }

  @Test("many at the same time are reported in the order of the files")
  func parallel() throws {
    let names = (1...40).map { "s\($0)" }
    let sandbox = try sandbox(Dictionary(uniqueKeysWithValues: names.map { ($0, Self.story) }))
    let outcome = try sandbox.run("cd ~; devicesim run --jobs 8 \(names.joined(separator: " "))")
    #expect(outcome.lines.dropLast() == names.map { "ok    \($0): Two fingers, then the right one" }[...])
    #expect(outcome.lines.last == "40 passed, 0 failed (280 steps)")
  }

  @Test(
    "prove reads the protocol and names the file that failed", .enabled(if: InstalledPrograms.has("prove")))
  func prove() throws {
    let sandbox = try sandbox(["good": Self.story, "bad": "expect lockedOut=true"])
    let outcome = try sandbox.run("cd ~; prove --exec 'devicesim run --tap' good bad")
    #expect(outcome.status != 0)
    #expect(outcome.output.contains("good .. ok"))
    #expect(outcome.output.contains("Failed 1/1 subtests"))
    #expect(outcome.errors.contains("# bad:1: expect lockedOut=true"))
    #expect(try sandbox.run("cd ~; prove --exec 'devicesim run --tap' good").status == 0)
  }

  @Test("the report for build servers is written also when a scenario fails")
  func junit() throws {
    let sandbox = try sandbox(["bad": "expect lockedOut=true"])
    let outcome = try sandbox.run(
      "cd ~; devicesim run --junit=report.xml bad >/dev/null; echo $?; cat report.xml")
    #expect(outcome.lines.first == "1")
    #expect(outcome.output.contains(#"<failure message="lockedOut: got false, wanted true">bad:1: expect"#))
    let nowhere = try sandbox.run("cd ~; devicesim run --junit /nonexistent/r bad")
    #expect(nowhere.status == 2)
    #expect(nowhere.output == "")
  }

  @Test("time passes at once on the manual clock, and really on the real one")
  func time() throws {
    let outcome = try Sandbox().run(
      """
      printf 'wait 1 day\\nexpect clock.monotonic=86400\\n' | devicesim run - || exit
      printf 'device clock=real\\nwait 30 ms\\nexpect clock.mode=real\\n' | devicesim run -
      """)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
  }

  @Test(
    "a wrong command line says why",
    arguments: [
      ("run", "devicesim: run needs scenarios: devicesim run FILE …, or '-' for steps on standard input\n"),
      ("run /nonexistent", "devicesim: cannot read the scenario '/nonexistent': "),
      ("run --jobs 0 f", "devicesim: --jobs must be a number from 1 to 256, not '0'\n"),
      ("run --tab f", "devicesim: unknown option '--tab'; did you mean '--tap'?\n"),
      ("run --junit", "devicesim: --junit needs a value: --junit FILE\n"),
      ("run - -", "devicesim: standard input can be read once only\n"),
      ("run --json f", "devicesim: run does not take --json\n"),
      ("run --watch -", "devicesim: --watch needs files; standard input cannot change\n"),
      ("run --watch --tap f", "devicesim: --tap reports one run and --watch makes many; give one of them\n"),
      ("run --only a/b f", "devicesim: 'a/b' cannot be a tag; use letters, digits, - and _\n"),
      ("run --device x a b", "devicesim: --device takes one scenario only\n"),
    ])
  func usage(_ words: String, _ complaint: String) throws {
    let outcome = try Sandbox().run("devicesim \(words)")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix(complaint), "\(outcome.errors)")
  }

  @Test("an interrupted run leaves nothing behind", arguments: [("INT", 130), ("TERM", 143)])
  func interrupted(_ signal: String, _ status: Int32) throws {
    let sandbox = try sandbox(["slow": "device clock=real\nwait 60 s"])
    let outcome = try sandbox.run(
      """
      set -m; devicesim run ~/slow & job=$!
      until [ -S ~/devicesim-*/devicesim.sock ] && kill -0 $job; do sleep 0.02; done 2>/dev/null; sleep 0.2
      kill -\(signal) $job; wait $job; echo $?; ls -d ~/devicesim-* 2>/dev/null
      """, environment: [("TMPDIR", sandbox.folder)])
    expect(outcome.lines, are: ["\(status)"])
  }

  @Test("every scenario of the project passes")
  func all() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Scripts/scenarios")
    let outcome = try Sandbox().run("cd '\(folder.path)' && devicesim run --jobs 4 *.scenario")
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.lines.count > 16)
  }
}
