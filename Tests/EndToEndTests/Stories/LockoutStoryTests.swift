import Testing

@Suite("Stories through the shell")
struct LockoutStoryTests {
  @Test("Face ID: two, two and one failed scan lock it out, and only the passcode opens it")
  func faceID() throws {
    let outcome = try Sandbox().run(
      """
      devicesim start --detach >/dev/null
      ask() { devicesim evaluatePolicy "$1" "Open the vault" 2>&1 & app=$!; devicesim waitFor promptShown >/dev/null; }
      for round in 1 2; do
        ask biometrics
        devicesim nonMatchingFace; devicesim tapTryAgain; devicesim nonMatchingFace
        devicesim tapCancel >/dev/null; wait $app; echo "app: $?"
      done
      ask biometrics
      devicesim nonMatchingFace; devicesim tapCancel >/dev/null; wait $app; echo "app: $?"
      devicesim getState lockedOut lockoutReason failedAttempts
      devicesim canEvaluatePolicy; devicesim lockDevice; devicesim unlockDevice 2>&1
      devicesim unlockDevice 1234; devicesim getState lockedOut failedAttempts; devicesim canEvaluatePolicy
      """)
    expect(
      outcome.lines.map(withoutReason),
      are: [
        "p1: no match, prompt pending, 1 failed attempt", "p1: prompt pending",
        "p1: no match, prompt pending, 2 failed attempts", "userCancel (-2)", "app: 1",
        "p2: no match, prompt pending, 3 failed attempts", "p2: prompt pending",
        "p2: no match, prompt pending, 4 failed attempts", "userCancel (-2)", "app: 1",
        "p3: no match, prompt pending, 5 failed attempts", "userCancel (-2)", "app: 1",
        "true", "failedAttempts", "5", "no: biometryLockout (-8)", "done", "refused (-32012)", "done",
        "false", "0", "yes: faceID",
      ])
  }

  @Test("Touch ID: three and two failed scans lock it out, and a passcode in the app's prompt opens it")
  func touchID() throws {
    let outcome = try Sandbox().run(
      """
      devicesim exec biometryType=touchID -- bash -c '
        ask() { devicesim evaluatePolicy $1 2>&1 & app=$!; devicesim waitFor promptShown >/dev/null; }
        ask; for i in 1 2; do devicesim nonMatchingFinger; done; devicesim nonMatchingFinger >/dev/null; wait $app
        ask; devicesim nonMatchingTouch; devicesim nonMatchingTouch >/dev/null; wait $app
        devicesim canEvaluatePolicy; devicesim evaluatePolicy 2>&1
        ask owner; devicesim getState prompt.pane; devicesim enterPasscode 0000
        devicesim enterPasscode 1234 >/dev/null; wait $app
        devicesim getState lockedOut; ask; devicesim matchingFinger >/dev/null; wait $app'
      """)
    expect(
      outcome.lines.map(withoutReason),
      are: [
        "p1: no match, prompt pending, 1 failed attempt", "p1: no match, prompt pending, 2 failed attempts",
        "authenticationFailed (-1)", "p2: no match, prompt pending, 4 failed attempts",
        "biometryLockout (-8)",
        "no: biometryLockout (-8)", "biometryLockout (-8)", "passcode",
        "p3: wrong passcode, prompt pending", "success: passcode", "false",
        "success: biometry",
      ])
  }

  @Test("a pending evaluation: wait for its prompt, scan, and read everything back without a JSON tool")
  func pending() throws {
    let outcome = try Sandbox().run(
      """
      devicesim start --detach >/dev/null
      devicesim evaluatePolicy owner "Pay 5 €" fallbackTitle="Use PIN" & app=$!
      devicesim waitFor promptShown | cut -d ' ' -f 2-4
      devicesim getState prompt.pane prompt.reason prompt.fallbackTitle prompt.buttons prompt.scanning
      devicesim getState apps.com.example.app.state
      devicesim nonMatchingFace
      devicesim getState failedAttempts prompt.attempt prompt.buttons
      devicesim nonMatchingFace 2>/dev/null || echo "not delivered: $?"
      devicesim matchingFace >/dev/null; wait $app
      devicesim getState prompt prompt.pane failedAttempts
      devicesim waitFor promptDismissed where.prompt=p1 | tr ' ' '\\n' | grep outcome
      """)
    expect(
      outcome.lines,
      are: [
        "promptShown prompt=p1 app=com.example.app",
        "biometry", "Pay 5 €", "Use PIN", "cancel", "true", "inactive",
        "p1: no match, prompt pending, 1 failed attempt", "1", "1", "tryAgain,cancel",
        "not delivered: 3", "success: biometry", "null", "null", "0", "outcome=succeeded",
      ])
  }

  @Test("responses that are armed answer prompts that come later")
  func armed() throws {
    let outcome = try Sandbox().run(
      """
      devicesim start --detach >/dev/null
      devicesim arm nonMatchingFace tapTryAgain matchingFace tapCancel
      devicesim evaluatePolicy; devicesim disarm; devicesim getEvents kinds=scan | cut -d ' ' -f 2-
      """)
    expect(
      outcome.lines,
      are: [
        "waiting: 4", "success: biometry", "tapCancel",
        "scan prompt=p1 matched=false failedAttempts=1", "scan prompt=p1 matched=true failedAttempts=0",
      ])
  }

  @Test("events print as they happen")
  func events() throws {
    let outcome = try Sandbox().run(
      """
      devicesim start --detach --clock manual >/dev/null
      devicesim subscribe since=0 | head -4 & job=$!
      devicesim setPasscode 99 >/dev/null; devicesim advanceClock 1.5 >/dev/null
      devicesim enroll face-2 >/dev/null; devicesim lockDevice >/dev/null; wait $job
      """)
    expect(
      outcome.lines,
      are: [
        "0.000 passcodeChanged passcodeSet=true", "1.500 clockAdvanced seconds=1.5",
        "1.500 enrollmentChanged identities=face-1,face-2", "1.500 deviceLocked",
      ])
  }

  /// The line as far as it does not explain in prose.
  private func withoutReason(_ line: String) -> String {
    guard line.contains(" (-"), let end = line.firstIndex(of: ")") else { return line }
    return String(line[...end])
  }
}
