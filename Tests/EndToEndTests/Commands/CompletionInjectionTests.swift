import Platform
import TestSupport
import Testing

/// What a daemon says is never evaluated: TAB writes a name so that the shell takes it as it is.
@Suite("Names on the command line", .enabled(if: TerminalSession.isPossible, "there is no python3"))
struct CompletionInjectionTests {
  /// What is typed, and the name that it completes.
  static let names: [(typed: String, name: String)] = [
    ("a", "a$(touch evaluated)"), ("b", "b`touch evaluated`"), ("c", "c d  e"), ("f", "f'g"),
    ("h", #"h"i"#), ("j", #"j\k\\l"#), ("m", "m*?[a]"), ("n", "n;touch evaluated;#&|<>"), ("o", "o!!x!y"),
    ("p", "p{q,r}~"), ("s", "s=t:u@v"), (#"\$"#, "$(touch evaluated)"), ("é", "é\u{AB}x"),
  ]
  /// The same where the word begins with a quote.
  static let inQuotes: [(typed: String, name: String)] = [
    ("'a", "a$(touch evaluated)"), ("'b", "b`touch evaluated`"), (#""c"#, "c d  e"), (#""f"#, "f'g"),
    ("'h", #"h"i"#), ("'m", "m*?[a]"),
  ]

  private static let shells: [Shell] = [
    Shell(
      words: ["bash", "--norc", "--noprofile", "-i"],
      setUp: "PS1=; eval \"$(devicesim completions bash)\"; complete -F _devicesim show; "
        + "show() { printf '%s\\n' \"$2\" >>shown; echo sho''wn; }; echo se''t"),
    Shell(
      words: ["zsh", "-f", "-i"],
      setUp: "PS1=; autoload -Uz compinit; compinit -u -D; eval \"$(devicesim completions zsh)\"; "
        + "compdef _devicesim show; show() { printf '%s\\n' \"$2\" >>shown; echo sho''wn; }; echo se''t"),
    Shell(
      words: ["fish", "--no-config", "-i"],
      setUp: "devicesim completions fish | source; complete -c show -w devicesim; function fish_prompt; end; "
        + "function show; printf '%s\\n' $argv[2] >>shown; echo sho''wn; end; echo se''t"),
  ]

  /// A shell whose function `show` completes as devicesim does, and writes down its second argument.
  struct Shell: CustomTestStringConvertible, Sendable {
    var words: [String]
    var setUp: String
    var name: String { words[0] }
    var testDescription: String { name }
  }

  /// Types each beginning, TAB and Return, and returns what the shell then passed on.
  private func complete(_ typed: [String], in shell: Shell, _ sandbox: Sandbox) throws -> [String] {
    var steps: [TerminalSession.Step] = [("", shell.setUp + "\r")]
    for (index, text) in typed.enumerated() {
      steps.append((index == 0 ? "set" : "shown", "show --device \(text)\t\r"))
    }
    steps.append(("shown", "exit\r"))
    let outcome = try TerminalSession.run(
      shell.words, in: sandbox, steps,
      environment: [("TERM", "dumb"), ("LC_ALL", "C.UTF-8"), ("HISTFILE", nil), ("fish_greeting", "")])
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    return try sandbox.run("cat \"$HOME/shown\"").lines
  }

  private func wasEvaluated(_ sandbox: Sandbox) throws -> Bool {
    try FileSystem.status(of: "\(sandbox.folder)/evaluated") != nil
  }

  @Test(
    "a name with $(…), backticks, spaces, quotes, backslashes or globs is completed and not evaluated",
    arguments: shells)
  func names(_ shell: Shell) throws {
    guard InstalledPrograms.has(shell.name) else { return report(missing: shell.name) }
    let sandbox = try Sandbox()
    _ = try sandbox.run("devicesim start --detach")
    for (_, name) in Self.names {
      #expect(
        try sandbox.run("devicesim createDevice 'device=\(name.replacing("'", with: "'\\''"))'").status == 0)
    }
    let cases = Self.names + Self.inQuotes
    expect(try complete(cases.map(\.typed), in: shell, sandbox), are: cases.map(\.name))
    #expect(try !wasEvaluated(sandbox))
  }

  @Test(
    "a daemon that breaks the rule for names gets nothing evaluated, and such a name is not offered",
    arguments: shells)
  func fake(_ shell: Shell) throws {
    guard InstalledPrograms.has(shell.name) else { return report(missing: shell.name) }
    let sandbox = try Sandbox()
    let names = [
      #"x\n$(touch evaluated)"#, #"$(touch evaluated)\n"#, #"x\r`touch evaluated`"#, #"x\u001b]0;x\u0007"#,
      #"x\u202e"#, #"x\t$(touch evaluated)"#, "", #"xy'\"$(touch evaluated)"#,
    ]
    let devices = names.map { #"{"device":"\#($0)","biometryType":"faceID"}"# }.joined(separator: ",")
    let daemon = try FakeDaemon(
      at: sandbox.socket,
      answers: [
        "getServerInfo": #"{"name":"devicesim","version":"0","protocolVersion":1,"pid":1}"#,
        "listDevices": #"{"devices":[\#(devices)]}"#,
      ])
    defer {
      daemon.stop()
      try? FileSystem.remove(sandbox.socket)
    }
    expect(
      try complete(["x", "x", "z"], in: shell, sandbox),
      are: [#"xy'"$(touch evaluated)"#, #"xy'"$(touch evaluated)"#, "z"])
    #expect(try !wasEvaluated(sandbox))
  }

  /// Leaves a test out by name.
  private func report(missing program: String) { print("left out: there is no \(program)") }
}
