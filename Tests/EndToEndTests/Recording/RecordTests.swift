import Foundation
import Testing

@Suite("record and replay")
struct RecordTests {
  /// Two connections, a lockout, a jump of the clock; waits for nothing but the prompt.
  private static let story = """
    devicesim evaluatePolicy biometrics 'Sign in' 2>/dev/null & devicesim waitFor promptShown >/dev/null
    for i in 1 2 3; do devicesim nonMatchingFinger >/dev/null; done; wait
    devicesim advanceClock 3600 >/dev/null; devicesim setPasscode 4321 >/dev/null
    """

  @Test("record ends with the command's status, and replay gets the same results")
  func roundTrip() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(
      """
      cd "$HOME"; devicesim record s.jsonl biometryType=touchID -- bash -c "\(Self.story.replacing("\"", with: "'"))
      exit 7"; echo $?; devicesim replay s.jsonl && devicesim replay - <s.jsonl
      tail -1 s.jsonl | grep -c '"end":true,"status":7'; ls -d /tmp/devicesim-?????? 2>/dev/null | wc -l
      """, environment: [("TMPDIR", sandbox.folder)])
    #expect(outcome.errors == "")
    #expect(outcome.lines.first == "7")
    #expect(outcome.lines.dropFirst().first?.hasPrefix("same: 7 commands, ") == true)
    #expect(outcome.lines.dropFirst(3).first == "1")
  }

  @Test("with a manual clock every run gives the same file")
  func reproducible() throws {
    let outcome = try Sandbox().run(
      """
      cd "$HOME"; for i in 1 2; do
        devicesim record $i clock=manual -- sh -c 'devicesim nonMatch; devicesim arm match tapCancel
          devicesim evaluatePolicy; devicesim evaluatePolicy; devicesim advanceClock 5; devicesim getState' \
        >/dev/null 2>&1
      done; cmp 1 2 && wc -l <1
      """)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
    #expect((Int(outcome.lines.first ?? "") ?? 0) > 15)
  }

  @Test(
    "the first line names the command without its path and arguments, and when it began, unless the clock is manual"
  )
  func header() throws {
    let outcome = try Sandbox().run(
      """
      cd "$HOME"; for clock in "" clock=manual; do
        devicesim record s $clock -- "$(command -v true)" secret
        head -1 s | grep -o '"command":"[^"]*"'; head -1 s | grep -Ec '"date":"20[0-9T:.-]*Z"'; grep -c secret s
      done
      """)
    expect(
      outcome.lines, are: [#""command":"true""#, "1", "0", #""command":"true""#, "0", "0"])
  }

  @Test("events count from 1, and neither device, process nor socket is named")
  func anonymous() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(
      """
      cd "$HOME"; devicesim record s -- sh -c 'sleep 0.05; devicesim lockDevice; devicesim getServerInfo
        devicesim getState; devicesim listDevices; devicesim getEvents; devicesim exec -- devicesim setPasscode 9; devicesim unlockDevice' >/dev/null
      grep -o '"event":{"seq":[0-9]*' s | cut -d: -f3 | paste -sd' '
      grep -c -e '"device":' -e '"udid":' -e '"pid":' -e appSocket -e "$HOME" -e /tmp/ -e '"9"' s
      devicesim replay s >/dev/null && echo same
      """)
    let numbers = (outcome.lines.first ?? "").split(separator: " ").compactMap { Int($0) }
    #expect(numbers.count >= 2)
    #expect(numbers == Array(1...max(1, numbers.count)))
    #expect(outcome.lines.dropFirst() == ["0", "same"])
  }

  @Test("what depends only on time is replayed at its time")
  func timers() throws {
    let outcome = try Sandbox().run(
      """
      cd "$HOME"; devicesim record s behavior.scanLatency=0.05 -- sh -c '
        devicesim evaluatePolicy & devicesim match --wait; wait; devicesim arm "match after=0.1"
        devicesim evaluatePolicy; devicesim tapCancel --wait=0.1' >/dev/null 2>&1
      grep -c '"result":{"success":true' s; devicesim replay s >/dev/null && echo same
      """)
    expect(outcome.lines, are: ["2", "same"])
  }

  @Test("apps are recorded on their own socket and find no other")
  func appSocket() throws {
    let outcome = try Sandbox().run(
      #"""
      cd "$HOME"; devicesim record s -- bash -c '
        [ "$(devicesim getServerInfo --json | grep -o "\"appSocket\":\"[^\"]*" | cut -d\" -f4)" \
          = "$DEVICESIM_APP_SOCKET" ] && echo itself
        printf "%s\n" "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"canEvaluatePolicy\",\"params\":{\"policy\":\"biometrics\"}}" \
          "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"lockDevice\"}" nonsense \
          | devicesim --socket $DEVICESIM_APP_SOCKET connect | grep -c -e canEvaluate -e notPermitted -e parseError'
      grep -c '"socket":"app"' s; devicesim replay s >/dev/null && echo same
      """#)
    expect(outcome.lines, are: ["itself", "3", "3", "same"])
  }

  @Test("a real clock is refused, because the recorder moves the clock")
  func realClock() throws {
    let outcome = try Sandbox().run("devicesim record \"$HOME/s\" -- devicesim setClock real")
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("refused (-32012): a device that is being recorded keeps"))
  }

  @Test("the first difference is shown with the wanted and the actual line")
  func difference() throws {
    let outcome = try Sandbox().run(
      """
      cd "$HOME"; devicesim record s clock=manual -- sh -c 'devicesim lockDevice; devicesim unlockDevice' >/dev/null
      sed 's/"kind":"deviceUnlocked"/"kind":"deviceVanished"/' s >t; devicesim replay t
      """)
    #expect(outcome.status == 1)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(
      lines.first?.hasPrefix("t:") == true && lines.first?.hasSuffix(": the result is different") == true)
    #expect(
      lines.dropFirst().first?.contains(#""kind":"deviceVanished""#)
        == true)
    #expect(lines.last?.contains(#""kind":"deviceUnlocked""#) == true)
  }

  @Test("a truncated recording is refused with its line before anything runs")
  func truncated() throws {
    let outcome = try Sandbox().run(
      """
      cd "$HOME"; devicesim record s -- devicesim lockDevice >/dev/null
      head -3 s >t; devicesim replay t; echo $?; head -c 300 s >u; devicesim report u; echo $?
      """)
    expect(outcome.lines, are: ["2", "2"])
    #expect(
      outcome.errors.hasPrefix(
        "devicesim: t:3: truncated: the end is missing after this line\ndevicesim: u:1: "))
  }

  @Test(
    "the status is the command's, or tells how it ended",
    arguments: [("true", 0), ("sh -c 'kill -KILL $$'", 137), ("/nonexistent", 127), ("/", 126)])
  func status(_ command: String, _ status: Int32) throws {
    #expect(try Sandbox().run("devicesim record \"$HOME/s\" -- \(command)").status == status)
  }

  @Test("signals go on to the command, and the recording is whole")
  func signals() throws {
    let outcome = try Sandbox().run(
      """
      cd "$HOME"; devicesim record s -- bash -c 'trap "echo got; exit 9" TERM; echo >ready
        while :; do sleep 0.02; done' & job=$!
      until [ -e ready ]; do sleep 0.01; done; kill -TERM $job; wait $job; echo $?; devicesim replay s >/dev/null; echo $?
      """)
    expect(outcome.lines, are: ["got", "9", "0"])
  }

  @Test(
    "a wrong command line says what is missing",
    arguments: [
      ("record", "record needs a file to write to: devicesim record FILE -- COMMAND [ARGUMENT …]"),
      ("record f", "record needs a command: devicesim record FILE -- COMMAND [ARGUMENT …]"),
      ("record /nonexistent/f -- true", "cannot open /nonexistent/f: No such file or directory"),
      (
        "record --socket s f -- true",
        "record does not take --socket; it uses a daemon of its own or none"
      ),
      (
        "record f template=t -- true",
        "record does not take template=; it starts a daemon of its own, which has no templates"
      ),
      ("replay", "replay needs a recording: devicesim replay FILE"),
      ("report", "report needs a recording: devicesim report FILE [-o OUT.html]"),
    ])
  func usage(_ line: String, _ message: String) throws {
    let outcome = try Sandbox().run("cd \"$HOME\"; devicesim \(line)")
    #expect(outcome.status == 2)
    #expect(outcome.errors == "devicesim: \(message)\n")
  }

  @Test("a command may stop its daemon; the recording ends there and is complete")
  func stopped() throws {
    let outcome = try Sandbox().run(
      """
      cd "$HOME"; devicesim record s -- sh -c 'devicesim lockDevice; devicesim stop | cut -d: -f1; devicesim ping'
      echo $?; devicesim replay s >/dev/null && echo same
      """)
    expect(outcome.lines, are: ["done", "stopped", "4", "same"])
  }

  @Test("a command that cannot be started leaves the old recording alone, and makes no new one")
  func leftAlone() throws {
    let outcome = try Sandbox().run(
      """
      cd "$HOME"; devicesim record s -- devicesim lockDevice >/dev/null; cp s t
      devicesim record s -- /nonexistent; echo $?; cmp s t && echo same
      devicesim record new -- /nonexistent; echo $?; ls
      """)
    expect(
      outcome.lines.filter { !$0.hasSuffix(".err") && !$0.hasSuffix(".out") },
      are: [
        "127", "same", "127", "s", "t",
      ])
  }

  @Test("a recording and a report are for their owner only, whatever the mask and the old file say")
  func isPrivate() throws {
    let outcome = try Sandbox().run(
      """
      cd "$HOME"; umask 000; echo old >s; echo old >s.html
      for name in s t; do
        devicesim record $name -- devicesim lockDevice >/dev/null; devicesim report $name -o $name.html
        stat -c %a $name $name.html; head -c 9 $name.html; echo
      done; devicesim replay s | cut -d: -f1; devicesim report s -o /dev/stdout | head -1
      """)
    expect(
      outcome.lines,
      are: ["600", "600", "<!DOCTYPE", "600", "600", "<!DOCTYPE", "same", "<!DOCTYPE html>"])
  }

  @Test("a report shows no passcode, credential or keychain value, unless it is to")
  func secrets() throws {
    let outcome = try Sandbox().run(
      #"""
      cd "$HOME"; devicesim record s passcode=hunter1 -- bash -c '
        devicesim setPasscode hunter2; devicesim setState passcode=hunter3; devicesim unlockDevice hunter4
        devicesim arm "enterPasscode hunter5"; devicesim secItemAdd genericPassword account=alice value=hunter6
        devicesim secItemUpdate query.class=genericPassword query.account=alice attributes.value=hunter7
        devicesim secItemCopyMatching genericPassword account=alice returnData=true
        { echo "{\"id\":1,\"jsonrpc\":\"2.0\",\"method\":\"createContext\"}"
          echo "{\"jsonrpc\":\"2.0\",\"method\":\"setCredential\",\"params\":{\"context\":\"c1\",\"credential\":\"hunter8\"}}"
          echo "{\"id\":2,\"jsonrpc\":\"2.0\",\"method\":\"setPasscode\",\"params\":{\"pascode\":\"hunter9\"}}"
          echo "{\"id\":3,\"method\":\"setPasscode\",\"params\":{\"passcode\":\"hunter0\""; } | devicesim connect
        ' >/dev/null 2>&1
      devicesim report s -o s.html; grep -c hunter s.html; grep -o "account=alice" s.html | wc -l
      devicesim report s --show-secrets | grep -o "hunter[0-9]" | sort -u | paste -sd ' '
      """#)
    expect(
      outcome.lines,
      are: ["0", "4", "hunter0 hunter2 hunter3 hunter4 hunter5 hunter6 hunter7 hunter8 hunter9"])
  }

  @Test("report writes a page, to a file or to standard output")
  func report() throws {
    let outcome = try Sandbox().run(
      """
      cd "$HOME"; devicesim record s -- devicesim lockDevice >/dev/null
      devicesim report s -o s.html; devicesim report s | cmp - s.html && head -1 s.html
      """)
    expect(outcome.lines, are: ["<!DOCTYPE html>"])
  }
}
