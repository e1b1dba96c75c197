import Foundation
import Testing

@Suite("The shims for other tools' command lines")
struct ShimTests {
  private func run(_ script: String, in sandbox: Sandbox? = nil) throws -> Sandbox.Outcome {
    try Shims.run(script, in: sandbox)
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

  @Test(
    "without a prompt they give up after five seconds, or DEVICESIM_SHIM_WAIT, and say for what they waited",
    arguments: [("", "5"), ("DEVICESIM_SHIM_WAIT=0.2", "0.2"), ("DEVICESIM_SHIM_WAIT=0", "0")])
  func timeout(setting: String, seconds: String) throws {
    let outcome = try run("\(setting) applesimutils --byId default --biometricEnrollment YES --matchFace")
    #expect(outcome.status == 5)
    #expect(
      outcome.errors.hasPrefix("timeout (-32009): no prompt that takes matchingFace within \(seconds) s"))
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
      ("applesimutils --byId default -be NO --setPermissions x --bundle a", 2, "'x' sets no permission"),
      ("applesimutils --byId default -be NO -b a -sp faceId=YES", 2, "'faceId=YES' sets no permission"),
      ("applesimutils --byId default -be NO -b a -sp faceid=maybe", 2, "faceid is YES, NO or unset"),
      ("applesimutils --byId default -be NO -b a -sp location=YES", 2, "location is always, inuse or never"),
      ("applesimutils --byId default -be NO -sp faceid=YES", 2, "--setPermissions needs the app: --bundle"),
      (
        "applesimutils --byId default --biometricEnrollment NO --matchFace=5", 2, "--matchFace takes no value"
      ),
      ("applesimutils --byId default --biometricEnrollment maybe", 2, "YES or NO, not maybe"),
      ("applesimutils --byId default --biometricEnrollment", 2, "--biometricEnrollment needs YES or NO"),
      ("applesimutils --byId default -be NO --setLocation '[1,2]'", 2, "--setLocation cannot be done"),
      ("applesimutils --byId default -be NO --paths", 2, "--paths cannot be done"),
      ("applesimutils --byId default -be NO --reboot", 2, "--reboot is not an option"),
      ("applesimutils --byId default -be NO now", 2, "now is not an option"),
      ("applesimutils --list -be NO --byId default", 2, "--list goes with filters only"),
      ("applesimutils --list --maxResults 0", 2, "a count of 1 or more, not 0"),
      ("applesimutils --biometricEnrollment NO", 2, "--byId UDID"),
      ("applesimutils --byId default --byId other --biometricEnrollment NO", 2, "--byId is given twice"),
      ("applesimutils --byType 'iPhone 4s' --biometricEnrollment NO", 2, "0 devices are meant"),
      ("devicesim createDevice p >/dev/null; applesimutils -o 18.5 -be NO", 2, "2 devices are meant"),
      ("applesimutils --byId", 2, "--byId needs UDID"),
      ("applesimutils --byId= -be NO", 2, "--byId needs UDID"),
      ("applesimutils --byId default", 2, "nothing to do"),
      ("applesimutils", 2, "--byId UDID"),
      ("applesimutils --byId nobody --restartSB", 1, "unknownDevice (-32001): "),
      ("DEVICESIM_SHIM_WAIT=soon notifyutil -s $E 0", 2, "DEVICESIM_SHIM_WAIT is 'soon'"),
      ("DEVICESIM_SHIM_OS=new applesimutils --list", 2, "DEVICESIM_SHIM_OS is 'new'"),
      ("DEVICESIM_SHIM_TYPE='a\"b' xcrun simctl list", 2, "DEVICESIM_SHIM_TYPE is 'a\"b'"),
      ("notifyutil -s $E 0 -w $E", 2, "-w is not supported"),
      ("notifyutil -s $E 0 -s $E", 2, "-s needs"),
      ("notifyutil -s $E 0 -p $S.iris.match", 2, "com.apple.BiometricKit_Sim.iris.match is not a key"),
      ("notifyutil -s $E 0 -p com.example.other", 2, "com.example.other is not a key"),
      ("notifyutil -s $E 2", 2, "2 is not a value"),
      ("notifyutil -s $E 0 -s $S.pearl.match 1", 2, "post it with -p"),
      ("notifyutil -g $S.pearl.match", 2, "post it with -p"),
      ("notifyutil", 2, "nothing to do"),
      ("xcrun simctl spawn -w default notifyutil -s $E 0", 2, "-w is not supported"),
      ("xcrun simctl spawn default launchctl $E", 2, "launchctl is not supported"),
      ("xcrun simctl spawn $E", 2, "nothing is not supported"),
      ("xcrun simctl getenv default", 2, "getenv needs a device and a variable"),
      ("xcrun simctl getenv nobody HOME", 1, "unknownDevice (-32001): "),
      ("xcrun simctl boot", 2, "a device is missing"),
      ("xcrun simctl boot nobody", 1, "unknownDevice (-32001): "),
      ("xcrun simctl bootstatus default now", 2, "now is one argument too many"),
      ("xcrun simctl shutdown 00000000-0000-4000-8000-000000000000", 1, "unknownDevice (-32001): "),
      ("xcrun simctl list -v", 2, "list -v is not supported"),
      ("xcrun simctl list devices phone tablet", 2, "tablet is one term too many"),
      ("xcrun simctl --set", 2, "--set needs a path"),
      ("xcrun simctl keychain default reset now", 2, "now is one argument too many"),
      ("xcrun simctl privacy default", 2, "grant, revoke or reset, not nothing"),
      ("xcrun simctl privacy default allow all a", 2, "grant, revoke or reset, not allow"),
      ("xcrun simctl privacy default grant camera", 2, "needs the bundle id of an app"),
      ("xcrun simctl privacy default grant faceid a", 2, "use applesimutils --setPermissions faceid="),
      ("xcrun simctl privacy default grant smell a", 2, "no service smell"),
      ("xcrun simctl privacy default reset all a b", 2, "b is one argument too many"),
      ("xcrun simctl privacy nobody grant camera a", 1, "unknownDevice (-32001): "),
      ("xcrun simctl spawn nobody notifyutil -s $E 0", 1, "unknownDevice (-32001): "),
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
      for i in 'xcrun simctl addmedia' 'notifyutil -p com.example.other'; do $i; echo $?; done
      mkdir "$HOME/real folder" "$HOME/links"; PATH="$HOME/links:$PATH:$HOME/real folder"
      for i in xcrun notifyutil; do
        ln -s "\(Shims.folder)/$i" "$HOME/links/$i"
        printf '#!/bin/sh\\nprintf "<%%s>" "$0" "$@"; exit 9\\n' >"$HOME/real folder/$i"
        chmod +x "$HOME/real folder/$i"
      done
      cd /
      xcrun simctl addmedia 'a  b' '*' ''; echo " $?"
      notifyutil -p com.example.other; echo " $?"
      xcrun simctl spawn booted notifyutil -g $E
      """, in: sandbox)
    let real = "\(sandbox.folder)/real folder"
    expect(
      outcome.lines,
      are: [
        "127", "127",
        "<\(real)/xcrun><simctl><addmedia><a  b><*><> 9",
        "<\(real)/notifyutil><-p><com.example.other> 9",
        "com.apple.BiometricKit.enrollmentChanged 1",
      ])
    #expect(outcome.errors.split(separator: "\n").count == 2)
    #expect(outcome.errors.contains("PATH has no other xcrun"))
  }
}
