import Foundation
import Testing

@Suite("The shims for other tools' command lines")
struct ShimTests {
  private static let shims =
    URL(filePath: #filePath).appending(path: "../../../../Scripts/shims").standardizedFileURL.path

  /// Puts the shims in front of the search path; `E` and `S` are the keys of the simulator, shortened.
  private func run(_ script: String, in sandbox: Sandbox? = nil) throws -> Sandbox.Outcome {
    try (sandbox ?? Sandbox()).run(
      """
      export PATH="\(Self.shims):$PATH"
      E=com.apple.BiometricKit.enrollmentChanged; S=com.apple.BiometricKit_Sim
      devicesim start --detach >/dev/null
      \(script)
      """)
  }

  @Test(
    "enrolment is set, posted and read as the simulator's",
    arguments: [
      "notifyutil", "xcrun simctl spawn booted notifyutil", "xcrun simctl spawn default /usr/bin/notifyutil",
    ])
  func enrolment(_ tool: String) throws {
    let outcome = try run(
      """
      \(tool) -g $E
      \(tool) -s $E 0 && \(tool) -p $E; \(tool) -g $E; devicesim getState enrolled
      \(tool) -s $E 1 -p $E -g $E; devicesim getState enrolled
      """)
    #expect(outcome.errors.isEmpty)
    let key = "com.apple.BiometricKit.enrollmentChanged"
    expect(outcome.lines, are: ["\(key) 1", "\(key) 0", "false", "\(key) 1", "true"])
  }

  @Test(
    "a scan waits for the app's prompt and reaches it",
    arguments: [
      ("faceID", "xcrun simctl spawn booted notifyutil -p $S.pearl.match", "success: biometry"),
      ("faceID", "notifyutil -p $S.pearl.nomatch; devicesim tapCancel >/dev/null", "userCancel (-2)"),
      ("touchID", "xcrun simctl spawn booted notifyutil -p $S.fingerTouch.match", "success: biometry"),
      (
        "touchID", "for i in 1 2 3; do notifyutil -p $S.fingerTouch.nomatch; done",
        "authenticationFailed (-1)"
      ),
      ("faceID", "applesimutils --byId booted --matchFace", "success: biometry"),
      (
        "faceID", "applesimutils --booted --unmatchFace; applesimutils --booted --matchFace",
        "success: biometry"
      ),
      ("touchID", "applesimutils --byId=booted --matchFinger", "success: biometry"),
      ("touchID", "applesimutils --matchFinger --byId phone", "success: biometry"),
      (
        "touchID", "applesimutils --byId phone --unmatchFinger --unmatchFinger --matchFinger",
        "success: biometry"
      ),
      ("opticID", "applesimutils --byId phone --biometricMatch", "success: biometry"),
      ("touchID", "applesimutils --byId phone --biometricNonmatch --biometricMatch", "success: biometry"),
    ])
  func scan(sensor: String, command: String, answer: String) throws {
    let outcome = try run(
      """
      devicesim createDevice phone state.biometryType=\(sensor) >/dev/null; export DEVICESIM_DEVICE=phone
      { sleep 0.2; devicesim evaluatePolicy; } >"$HOME/app" 2>&1 & app=$!
      \(command); echo $?; wait $app; cat "$HOME/app"
      """)
    #expect(outcome.lines.count == 2)
    #expect(outcome.lines.first == "0")
    #expect(outcome.lines.last?.hasPrefix(answer) == true)
    #expect(outcome.errors.isEmpty)
  }

  @Test("without a prompt they give up after five seconds, and say for what they waited")
  func timeout() throws {
    let outcome = try run("applesimutils --byId default --biometricEnrollment YES --matchFace")
    #expect(outcome.status == 5)
    #expect(outcome.errors.hasPrefix("timeout (-32009): ") && outcome.errors.contains("matchingFace"))
    #expect(outcome.seconds > 4.9)
  }

  @Test("applesimutils enrols and unenrols")
  func applesimutils() throws {
    let outcome = try run(
      """
      for value in NO YES; do
        applesimutils --byId default --biometricEnrollment $value; devicesim getState enrolled
      done
      """)
    expect(outcome.lines, are: ["false", "true"])
  }

  @Test(
    "what they cannot do is an error that names it, and nothing happens",
    arguments: [
      (
        "applesimutils --byId default --biometricEnrollment NO --setPermissions x", 2,
        "--setPermissions is not"
      ),
      ("applesimutils --byId default --biometricEnrollment NO --matchFace=5", 2, "5 is not supported"),
      ("applesimutils --byId default --biometricEnrollment maybe", 2, "YES or NO, not maybe"),
      ("applesimutils --byId default --biometricEnrollment", 2, "YES or NO, not nothing"),
      ("applesimutils --biometricEnrollment NO", 2, "--byId DEVICE"),
      ("applesimutils --byId default --byId other --biometricEnrollment NO", 2, "one device"),
      ("applesimutils --byId", 2, "a device is missing"),
      ("applesimutils --byId default", 2, "nothing to do"),
      ("applesimutils", 2, "--byId DEVICE"),
      ("notifyutil -s $E 0 -w $E", 2, "-w is not supported"),
      ("notifyutil -s $E 0 -s $E", 2, "-s needs"),
      ("notifyutil -s $E 0 -p $S.iris.match", 2, "com.apple.BiometricKit_Sim.iris.match is not a key"),
      ("notifyutil -s $E 0 -p com.example.other", 2, "com.example.other is not a key"),
      ("notifyutil -s $E 2", 2, "2 is not a value"),
      ("notifyutil -s $E 0 -s $S.pearl.match 1", 2, "post it with -p"),
      ("notifyutil -g $S.pearl.match", 2, "post it with -p"),
      ("notifyutil", 2, "nothing to do"),
      ("xcrun simctl spawn -s default notifyutil -s $E 0", 2, "-s is not supported"),
      ("xcrun simctl spawn default launchctl $E", 2, "launchctl is not supported"),
      ("xcrun simctl spawn $E", 2, "nothing is not supported"),
      ("xcrun simctl getenv default $E", 2, "getenv is not supported"),
      ("xcrun --sdk iphonesimulator simctl spawn default notifyutil -s $E 0", 2, "--sdk is not supported"),
      ("xcrun simctl spawn nobody notifyutil -s $E 0", 1, "unknownDevice (-32001): "),
      ("xcrun simctl spawn default notifyutil -p $S.fingerTouch.match", 1, "wrongModality (-32004): "),
      (
        "devicesim stop >/dev/null; notifyutil -s $E 0; s=$?; devicesim start --detach >/dev/null; (exit $s)",
        4, ""
      ),
    ])
  func refused(command: String, status: Int, message: String) throws {
    let outcome = try run("\(command)\nstatus=$?; devicesim getState enrolled; exit $status")
    #expect(outcome.status == status)
    #expect(message.isEmpty || outcome.errors.contains(message))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.lines == ["true"])
  }

  @Test("what is not about biometry goes on to the real program, as it is; without one that is an error")
  func passedOn() throws {
    let sandbox = try Sandbox()
    let outcome = try run(
      """
      for i in 'xcrun simctl list' 'notifyutil -p com.example.other'; do $i; echo $?; done
      mkdir "$HOME/real folder" "$HOME/links"; PATH="$HOME/links:$PATH:$HOME/real folder"
      for i in xcrun notifyutil; do
        ln -s "\(Self.shims)/$i" "$HOME/links/$i"
        printf '#!/bin/sh\\nprintf "<%%s>" "$0" "$@"; exit 9\\n' >"$HOME/real folder/$i"
        chmod +x "$HOME/real folder/$i"
      done
      cd /
      xcrun simctl list 'a  b' '*' ''; echo " $?"
      notifyutil -p com.example.other; echo " $?"
      xcrun simctl spawn booted notifyutil -g $E
      """, in: sandbox)
    let real = "\(sandbox.folder)/real folder"
    expect(
      outcome.lines,
      are: [
        "127", "127",
        "<\(real)/xcrun><simctl><list><a  b><*><> 9",
        "<\(real)/notifyutil><-p><com.example.other> 9",
        "com.apple.BiometricKit.enrollmentChanged 1",
      ])
    #expect(outcome.errors.split(separator: "\n").count == 2)
    #expect(outcome.errors.contains("PATH has no other xcrun"))
  }
}
