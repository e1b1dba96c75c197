import Testing

@Suite("One spelling")
struct SpellingTests {
  @Test(
    "a new device is described alike wherever there is one, with or without 'state.'",
    arguments: [
      "biometryType=touchID passcode=1", "state.biometryType=touchID state.passcode=1",
      "biometryType=touchID state.passcode=@code", #"state:={"biometryType":"touchID","passcode":"1"}"#,
      #"state={"biometryType":"touchID","passcode":"1"}"#,
    ])
  func device(_ words: String) throws {
    let outcome = try Sandbox().run(
      """
      cd "$HOME"; echo 1 >code; set -f
      devicesim start --detach >/dev/null
      check='devicesim lockDevice >/dev/null; devicesim unlockDevice 1; devicesim getState biometryType'
      devicesim createDevice t \(Self.quoted(words)) && DEVICESIM_DEVICE=t sh -c "$check"
      devicesim exec \(Self.quoted(words)) -- sh -c "$check"
      devicesim record r.jsonl \(Self.quoted(words)) -- sh -c "$check"
      printf '%s\\n' \(Self.line(words)) lockDevice 'unlockDevice 1' 'getState biometryType' | devicesim run -
      """)
    #expect(outcome.errors.isEmpty)
    expect(
      outcome.lines,
      are: ["t", "done", "touchID", "done", "touchID", "done", "touchID", "done", "done", "touchID"])
  }

  /// The words for a shell.
  private static func quoted(_ words: String) -> String {
    words.split(separator: " ").map { "'\($0)'" }.joined(separator: " ")
  }

  /// The words as the line of a scenario, for a shell.
  private static func line(_ words: String) -> String {
    let words = words.split(separator: " ").map { $0.contains("\"") ? "\\'\($0)\\'" : String($0) }
    return "$'device \(words.joined(separator: " "))'"
  }

  @Test(
    "a wrong field is answered with the right one", arguments: ["createDevice t", "exec", "record r.jsonl"])
  func wrong(_ command: String) throws {
    let rest = command.contains("create") ? "" : "-- true"
    for (word, hint) in [
      ("biometry=touchID", "did you mean 'biometryType'?"),
      ("state.biometrytype=touchID", "did you mean 'state.biometryType'?"),
      ("state.biometryType=touchId", "did you mean 'touchID'?"),
      ("--biometry-type=touchID", "did you mean 'biometryType='?"),
    ] {
      let outcome = try Sandbox().run("cd \"$HOME\"; devicesim \(command) \(word) \(rest)")
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains(hint), "\(outcome.errors)")
    }
  }

  @Test(
    "exec and record say where a word that is meant for the device goes",
    arguments: [
      ("exec touchID -- true", 127, "; for a device that begins so write 'biometryType=touchID'\n"),
      ("record r.jsonl touchID -- true", 127, "; for a device that begins so write 'biometryType=touchID'\n"),
      ("exec device=x -- true", 2, "; write '--device x' for the name of its device\n"),
      ("exec nothing -- true", 127, "cannot start nothing: No such file or directory\n"),
    ])
  func misplaced(_ line: String, _ status: Int32, _ end: String) throws {
    let outcome = try Sandbox().run("cd \"$HOME\"; devicesim \(line)")
    #expect(outcome.status == status)
    #expect(outcome.errors.hasSuffix(end), "\(outcome.errors)")
  }

  @Test("ls is listDevices, with its options")
  func list() throws {
    let outcome = try Sandbox().run(
      """
      devicesim start --detach >/dev/null; devicesim createDevice phone >/dev/null
      [ "$(devicesim ls)" = "$(devicesim listDevices)" ] && echo same
      [ "$(devicesim ls --json)" = "$(devicesim --json listDevices)" ] && echo same
      devicesim ls | cut -d ' ' -f 1
      """)
    expect(outcome.lines, are: ["same", "same", "default", "phone"])
  }

  @Test("the version has three spellings", arguments: ["version", "-V", "--version"])
  func version(_ word: String) throws {
    #expect(try Sandbox().run("devicesim \(word)").output.hasPrefix("devicesim "))
  }

  @Test("what exportState prints is what importState takes, as text and as --json, through a pipe and a file")
  func roundTrip() throws {
    let outcome = try Sandbox().run(
      """
      cd "$HOME"; devicesim start --detach >/dev/null
      devicesim createDevice a biometryType=touchID failedAttempts=3 passcode=4711 clock=manual >/dev/null
      devicesim --device a exportState >a.json
      for words in '- <a.json' '@a.json' 'state=@a.json' 'state:=@a.json' 'state:=- <a.json'; do
        devicesim createDevice b; eval "devicesim --device b importState $words"
        devicesim --device b getState biometryType failedAttempts; devicesim deleteDevice b
      done
      devicesim createDevice b; devicesim --device a exportState --json | devicesim --device b importState -
      devicesim --device b exportState | diff - a.json && echo same
      """)
    #expect(outcome.errors.isEmpty)
    let each = ["b", "done", "touchID", "3", "done"]
    expect(outcome.lines, are: Array(repeating: each, count: 5).flatMap { $0 } + ["b", "done", "same"])
  }

  @Test("a value comes from a file or from standard input, without the end of its line")
  func values() throws {
    let outcome = try Sandbox().run(
      """
      cd "$HOME"; devicesim start --detach >/dev/null; printf '4711\\r\\n' >code
      devicesim setPasscode @code; devicesim lockDevice; devicesim unlockDevice 4711
      echo 12 | devicesim setPasscode -; devicesim lockDevice; devicesim unlockDevice passcode=12
      echo '{"maxFailures": 3}' | devicesim setState behavior=-; devicesim getState behavior.maxFailures
      printf 'setPasscode @code\\n' | devicesim run -
      """)
    #expect(outcome.errors.isEmpty)
    expect(outcome.lines, are: Array(repeating: "done", count: 7) + ["3", "done"])
  }

  @Test(
    "a value that cannot be read changes nothing and is named",
    arguments: [
      (
        "setState passcode=- failedAttempts=-",
        "standard input can be read once only; write failedAttempts=@FILE"
      ),
      ("setPasscode @/", "cannot read passcode from '/': "),
      ("setPasscode @nope", "cannot read passcode from 'nope': "),
      ("setPasscode @bytes", "passcode must be UTF-8 text, which 'bytes' is not"),
      ("importState @half", "state needs JSON: "),
      ("importState @empty", "state must be an object, not ''"),
      ("run step", "step:1: passcode cannot come from standard input in a step; write passcode=@FILE"),
    ])
  func unreadable(_ line: String, _ message: String) throws {
    let outcome = try Sandbox().run(
      """
      cd "$HOME"; printf '\\377' >bytes; printf '{' >half; : >empty; echo 'setPasscode -' >step
      devicesim start --detach >/dev/null; devicesim createDevice m clock=manual >/dev/null
      export DEVICESIM_DEVICE=m; before=$(devicesim exportState)
      echo 1 | devicesim \(line); echo $?
      [ "$before" = "$(devicesim exportState)" ] && echo same
      """)
    #expect(
      outcome.errors.hasPrefix(message) || outcome.errors.hasPrefix("devicesim: \(message)"),
      "\(outcome.errors)")
    expect(outcome.lines, are: ["2", "same"])
  }

  @Test("a step names a file beside its own, wherever it is run from; a captured value names none")
  func steps() throws {
    let outcome = try Sandbox().run(
      """
      cd "$HOME"; mkdir tests; printf 4711 >tests/code; printf 'touchID\\n' >tests/sensor
      printf '%s\\n' 'device passcode=@code biometryType=@sensor' 'include more/first.steps' \
        'login: evaluatePolicy biometrics reason=@@code' 'waitFor promptShown' 'let state = getState' \
        'tapCancel' 'login => userCancel' 'pay: evaluatePolicy biometrics reason=$state.prompt.reason' \
        'waitFor promptShown' 'expect prompt.reason=$state.prompt.reason' 'expect prompt.reason=@code' 'tapCancel' \
        'pay => userCancel' 'buy: evaluatePolicy biometrics $state.prompt.reason' 'waitFor promptShown' \
        'expect prompt.reason=@code' 'tapCancel' 'buy => userCancel' >tests/files.scenario
      mkdir tests/more; printf 4711 >tests/more/entry; printf 'lockDevice\\nunlockDevice @entry\\n' >tests/more/first.steps
      devicesim run tests/files.scenario >first; echo $?; cd tests; devicesim run files.scenario >second; echo $?
      cat ../first second | grep -v ' ok' >&2
      """)
    expect(outcome.lines, are: ["0", "0"])
  }
}
