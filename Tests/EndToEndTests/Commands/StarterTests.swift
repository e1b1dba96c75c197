import TestSupport
import Testing

@Suite("The daemon that a command starts for itself")
struct StarterTests {
  @Test(
    "ends with the command however that dies, and its folder goes",
    arguments: ["exec -- $long", "record \"$HOME/r\" -- $long", "run --timeout 30 \"$HOME/f\""],
    ["KILL", "TERM", "HUP"])
  func killed(_ line: String, _ signal: String) throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(
      """
      printf '#!/bin/sh\necho $$ >"$HOME/command"; exec sleep 30' >"$HOME/long"; chmod +x "$HOME/long"; long=$HOME/long
      printf 'evaluatePolicy biometrics => success\\n' >"$HOME/f"
      await() { for i in $(seq 500); do eval "$1" && return; sleep 0.02; done; echo "no: $1"; }
      devicesim \(line) & job=$!
      await '[ -S "$HOME"/devicesim-*/app.sock ]'
      socket=$(ls "$HOME"/devicesim-*/devicesim.sock)
      pid=$(devicesim --socket $socket getServerInfo --json | sed 's/.*"pid":\\([0-9]*\\).*/\\1/')
      sleep 0.2; kill -\(signal) $job; wait $job
      await '! ls -d "$HOME"/devicesim-* >/dev/null 2>&1'
      # Its parent is init, which may take a moment to collect it.
      await 'case $(cut -d " " -f 3 /proc/$pid/stat 2>/dev/null) in ""|Z) true;; *) false;; esac'
      [ -e "$HOME/command" ] && kill $(cat "$HOME/command") 2>/dev/null; echo done
      """, environment: [("TMPDIR", sandbox.folder)])
    #expect(outcome.lines.last == "done")
    #expect(!outcome.output.contains("no: "), "\(outcome.output)")
  }

  @Test("if its starter is gone before it listens, it does not stay")
  func goneEarly() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(
      """
      mkdir "$HOME/d"
      # Nobody reads its line any more when it listens: the reader of the pipe is gone.
      ( devicesimd --socket "$HOME/d/s" --exit-with-parent --remove-folder --ready-fd 9 9> >(true) & sleep 0.01 ) \
        2>"$HOME/log"
      for i in $(seq 500); do [ -d "$HOME/d" ] || break; sleep 0.02; done; grep -c ' listens on ' "$HOME/log"; [ -e "$HOME/d" ] || echo gone
      """)
    expect(outcome.lines, are: ["1", "gone"])
  }
}
