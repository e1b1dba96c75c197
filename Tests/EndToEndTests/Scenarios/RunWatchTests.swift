import Platform
import TestSupport
import Testing

@Suite("run --watch")
struct RunWatchTests {
  /// Begins a watch in the background; `seen COUNT TEXT` waits until the output has a text so often.
  private static let prelude = """
    cd ~; mkdir tmp; export TMPDIR=~/tmp; set -m
    seen() {
      for _ in $(seq 500); do [ "$(cat out err 2>/dev/null | grep -c -- "$2")" -ge "$1" ] && return; sleep 0.02; done
      echo "not seen: $*"; cat out err; kill -KILL $job; exit 9
    }
    printf 'include part\\nexpect failedAttempts=0\\n' > f; echo ping > part
    devicesim run --watch --junit report.xml f > out 2> err & job=$!
    seen 1 'waiting for a change of 2 files; Ctrl-C ends'

    """

  @Test(
    "a change of a file, or of one that it includes, runs it again; a half-written one is reported and waits")
  func runsAgain() throws {
    let outcome = try Sandbox().run(
      Self.prelude + """
        echo 'setState failedAttempts=2' > part;   seen 2 'waiting for'; seen 1 '^f:2: expect failedAttempts=0'
        printf 'include part\\nexpec' > f;          seen 3 'waiting for'; seen 1 "^f:2: unknown step 'expec'"
        rm part;                                   seen 4 'waiting for'; seen 1 '^f:1: cannot read the scenario'
        echo ping > part;                          seen 5 'waiting for'; seen 2 "^f:2: unknown step 'expec'"
        rm f;                                      seen 6 'waiting for'; seen 1 '^devicesim: cannot read the scenario'
        echo 'include part' > new; mv new f;       seen 7 'waiting for'; seen 2 '^1 passed, 0 failed'
        seen 2 '^changed: part$'
        kill -TERM $job; wait $job; echo $?; grep -c '<testcase' report.xml; ls tmp
        """)
    expect(outcome.lines, are: ["143", "1"])
  }

  @Test(
    "a signal ends it, and leaves nothing behind", arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)])
  func signals(_ signal: String, _ status: Int32) throws {
    let outcome = try Sandbox().run(Self.prelude + "kill -\(signal) $job; wait $job; echo $?; ls tmp")
    expect(outcome.lines, are: ["\(status)"])
  }

  @Test("it ends when nobody reads its output any more, with no file changed")
  func reader() throws {
    let outcome = try Sandbox().run(
      "cd ~; echo ping > f; { devicesim run --watch f; echo $? > status; } | head -2 >&2; cat status")
    expect(outcome.lines, are: ["0"])
  }

  @Test("Ctrl-C in its terminal ends it", .enabled(if: TerminalSession.isPossible))
  func interrupted() throws {
    let sandbox = try Sandbox()
    try FileSystem.write(Array("ping\n".utf8), to: "\(sandbox.folder)/f")
    let outcome = try TerminalSession.run(
      ["devicesim", "run", "--watch", "f"], in: sandbox, [("Ctrl-C ends", "\u{3}")])
    #expect(outcome.output.contains("1 passed, 0 failed"))
  }

  @Test(
    "it ends with its terminal, also where nohup keeps the signal away, and leaves nothing behind",
    .enabled(if: TerminalSession.isPossible), arguments: ["DFL", "IGN"])
  func terminal(_ disposition: String) throws {
    let outcome = try Sandbox().run(
      """
      cd ~; echo ping > f; mkdir tmp; export TMPDIR=~/tmp
      python3 -c '
      import os, pty, signal
      program, tty = pty.fork()
      if program == 0:
          signal.signal(signal.SIGHUP, signal.SIG_\(disposition))
          os.execvp("devicesim", ["devicesim", "run", "--watch", "f"])
      seen = b""
      while b"Ctrl-C ends" not in seen:
          seen += os.read(tty, 4096)
      os.close(tty)
      print(os.waitstatus_to_exitcode(os.waitpid(program, 0)[1]) in [0, 129])
      '; ls tmp
      """)
    expect(outcome.lines, are: ["True"])
  }

  @Test("a file is watched from the first time that it is added, also one that does not exist yet")
  func notices() throws {
    let sandbox = try Sandbox()
    let path = "\(sandbox.folder)/f"
    let files = FileWatch()
    files.add(path)
    #expect(files.changed == [])
    try FileSystem.write([1], to: path)
    #expect(files.changed == [path])
    files.add(path)
    #expect(files.changed == [path])
  }
}
