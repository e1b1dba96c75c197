import TestSupport
import Testing

@Suite("Completions in real shells")
struct CompletionTests {
  /// Line, and what comes after its last word.
  static let cases: [(line: String, words: [String])] = [
    ("devicesim matchingF", ["matchingFace", "matchingFinger"]),
    ("devicesim --socket /tmp/x evaluateP", ["evaluatePolicy"]),
    ("devicesim --js", ["--json"]),
    ("devicesim evaluatePolicy ow", ["owner"]),
    ("devicesim setState behavior.conc", ["behavior.concurrency="]),
    ("devicesim completions ", ["bash", "fish", "zsh"]),
    ("devicesim start --det", ["--detach"]),
    ("devicesim help tapC", ["tapCancel"]),
    ("devicesim getState prompt.p", ["prompt.pane", "prompt.policy", "prompt.purpose"]),
    ("devicesim --device pho", ["phone"]),
    ("devicesim deleteDevice pho", ["phone"]),
    ("devicesim --socket /tmp/x cloneDevice def", ["default"]),
    ("devicesim matchingFace fac", ["face-1"]),
    ("devicesim restoreSnapshot sign", ["signed-in"]),
    ("devicesim help exit", ["exit-codes"]),
  ]

  @Test("bash", arguments: cases)
  func bash(_ line: String, _ words: [String]) throws {
    #expect(try complete(line) == words)
  }

  @Test("bash completes the part behind the =")
  func bashValues() throws {
    #expect(try complete("devicesim evaluatePolicy policy=b") == ["biometrics", "biometricsOrCompanion"])
    #expect(try complete("devicesim setState behavior.concurrency=") == ["replace", "serialize"])
  }

  /// What there is to complete.
  private static let preparation = """
    devicesim start --detach >/dev/null; devicesim createDevice phone >/dev/null
    devicesim --device default saveSnapshot signed-in >/dev/null; cd "$HOME"
    mkdir tests tapes; touch tests/login.scenario tapes/session.jsonl
    """

  @Test(
    "files are offered where a command reads one",
    arguments: [
      ("run te", ["tests/"]), ("run --tap tests/l", ["tests/login.scenario"]), ("replay ta", ["tapes/"]),
      ("report tapes/", ["tapes/session.jsonl"]), ("report tapes/session.jsonl -o ta", ["tapes/"]),
      ("run --junit te", ["tests/"]), ("deleteDevice te", []),
    ])
  func files(_ line: String, _ files: [String]) throws {
    #expect(try complete("devicesim \(line)").filter { !$0.isEmpty } == files)
  }

  private func complete(_ line: String) throws -> [String] {
    let outcome = try Sandbox().run(
      """
      \(Self.preparation)
      eval "$(devicesim completions bash)"
      COMP_LINE='\(line)'; COMP_POINT=${#COMP_LINE}; _devicesim
      printf '%s\\n' "${COMPREPLY[@]}" | sort
      """)
    #expect(outcome.errors.isEmpty)
    return outcome.lines
  }

  @Test("fish", .enabled(if: InstalledPrograms.has("fish"), "there is no fish"), arguments: cases)
  func fish(_ line: String, _ words: [String]) throws {
    let outcome = try Sandbox().run(
      """
      \(Self.preparation)
      devicesim completions fish | source; complete -C '\(line)' | cut -f 1 | sort
      """, shell: "fish")
    #expect(outcome.lines == words)
  }

  @Test("zsh", .enabled(if: InstalledPrograms.has("zsh"), "there is no zsh"))
  func zsh() throws {
    // Without a terminal zsh's own matching does not run, so the words before it are looked at.
    let outcome = try Sandbox().run(
      """
      autoload -Uz compinit; compinit -u -D
      eval "$(devicesim completions zsh)"
      compadd() { while [[ "$1" == -* && "$1" != -- ]]; do shift; [[ "$1" == '=' ]] && shift; done; shift; print -rl -- $@; }
      _describe() { print -rl -- ${(P)2%%:*}; }
      try() { words=("$@"); CURRENT=$#; PREFIX="${@[-1]}"; _devicesim | grep "^$PREFIX" | sort | tr '\\n' ' '; print; }
      try devicesim matchingF
      try devicesim --js
      try devicesim evaluatePolicy ow
      try devicesim evaluatePolicy policy=b
      try devicesim setState behavior.conc
      try devicesim getState prompt.p
      """, shell: "zsh", arguments: ["-f", "-c"])
    #expect(outcome.errors.isEmpty)
    #expect(
      outcome.lines.map { $0.split(separator: " ").map(String.init) } == [
        ["matchingFace", "matchingFinger"], ["--json"], ["owner"],
        ["policy=biometrics", "policy=biometricsOrCompanion"], ["behavior.concurrency"],
        ["prompt.pane", "prompt.policy", "prompt.purpose"],
      ])
  }
}
