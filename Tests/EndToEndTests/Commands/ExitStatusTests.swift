import TestSupport
import Testing

@Suite("Exit statuses")
struct ExitStatusTests {
  @Test(
    "each outcome has its status and its one line",
    arguments: [
      ("devicesim ping", 0, "pong\n", ""),
      ("devicesim canEvaluatePolicy", 0, "yes: faceID\n", ""),
      (
        "devicesim evaluatePolicy policy=companion", 1, "",
        "companionNotAvailable (-11): "
      ),
      ("devicesim --device nope getState", 1, "", "unknownDevice (-32001): "),
      ("devicesim matchingFinger", 3, "", "wrongModality (-32004): "),
      (
        "devicesim evaluatePolicy >/dev/null 2>&1 & devicesim waitFor promptShown >/dev/null; devicesim tapTryAgain",
        3, "", "noSuchControl (-32005): "
      ),
      (
        "devicesim setState lockedOut=true; devicesim canEvaluatePolicy", 1,
        "done\nno: biometryLockout (-8): ", ""
      ),
      ("devicesim pong", 2, "", "devicesim: unknown method 'pong'; did you mean 'ping'?\n"),
      ("devicesim matchingFace", 3, "", "notDelivered (-32016): "),
      (
        "devicesim --socket /nonexistent/s ping", 4, "",
        "no daemon listens on /nonexistent/s; start one with "
      ),
      ("devicesim matchingFace --wait=0.05", 5, "", "timeout (-32009): "),
      ("devicesim waitFor lockout timeout=0.05", 5, "", "timeout (-32009): "),
    ])
  func status(_ script: String, _ status: Int32, _ output: String, _ errors: String) throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run("devicesim start --detach >/dev/null; \(script)")
    #expect(outcome.status == status)
    #expect(outcome.output.hasPrefix(output))
    #expect(outcome.errors.hasPrefix(errors))
    let complaints = outcome.errors.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(complaints.count == (errors.isEmpty ? 1 : 2), "one line, and its end")
  }

  @Test("with --json the error object is on standard error")
  func json() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run("devicesim start --detach >/dev/null; devicesim --json matchingFace")
    #expect(outcome.status == 3)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix(#"{"code":-32016,"message":""#))
  }

  @Test("with --json a result is exactly as on the wire, the answer no included")
  func jsonResult() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(
      """
      devicesim start --detach >/dev/null; devicesim setState enrolled=false >/dev/null
      devicesim canEvaluatePolicy --json; echo $?; devicesim --json ping
      """)
    #expect(outcome.lines.count == 3)
    #expect(
      outcome.lines.first?.hasPrefix(#"{"canEvaluate":false,"biometryType":"faceID","error":{"code":-7,"#)
        == true)
    #expect(outcome.lines.dropFirst().first == "1")
    #expect(outcome.lines.last?.hasPrefix(#"{"seq":"#) == true)
  }

  @Test(
    "a wrong command line is an error without a daemon",
    arguments: ["ping 3", "setState lockedOut=maybe", "start --socket"])
  func usage(_ line: String) throws {
    let outcome = try Sandbox().run("devicesim \(line)")
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("devicesim: "))
  }

  @Test("without a name it says how to begin")
  func nothing() throws {
    let outcome = try Sandbox().run("devicesim")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("devicesim start --detach"))
  }

  @Test("a socket path that is too long is a wrong command line, with both numbers")
  func longPath() throws {
    let outcome = try Sandbox().run("devicesim --socket /tmp/$(printf 'a%.0s' {1..120}) ping")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("has 125 bytes"))
  }

  @Test("a reader that goes away is no error")
  func brokenPipe() throws {
    let outcome = try Sandbox().run(
      """
      devicesim start --detach >/dev/null
      devicesim rpc.discover | head -c 10 >/dev/null; echo ${PIPESTATUS[0]}
      devicesim subscribe --json | head -1 >/dev/null; echo ${PIPESTATUS[0]}
      devicesim help | head -1; echo ${PIPESTATUS[0]}
      """)
    expect(outcome.lines, are: ["0", "0", "usage: devicesim [OPTION …] METHOD [VALUE …] [key=value …]", "0"])
    #expect(outcome.errors.isEmpty)
  }

  @Test(
    "output that cannot be written is an error", .enabled(if: Sandbox.hasFullDevice, "there is no /dev/full"))
  func full() throws {
    let outcome = try Sandbox().run("devicesim --version >/dev/full")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "cannot write the output: No space left on device\n")
  }
}
