import TestSupport
import Testing

@Suite("watch")
struct WatchTests {
  @Test("without a daemon the status is 4")
  func noDaemon() throws {
    let outcome = try Sandbox().run("devicesim watch")
    #expect(outcome.status == 4)
    #expect(outcome.errors.hasPrefix("no daemon listens on "))
  }

  @Test("where there is no terminal: a line for the state, and one for each event")
  func lines() throws {
    let outcome = try Sandbox().run(
      """
      devicesim start --detach >/dev/null; devicesim watch >"$HOME/out" & job=$!
      until [ -s "$HOME/out" ]; do sleep 0.01; done; devicesim lockDevice >/dev/null
      until [ "$(wc -l <"$HOME/out")" = 2 ]; do sleep 0.01; done; kill $job; cat "$HOME/out"
      """)
    #expect(outcome.lines.first == "faceID, enrolled: face-1, passcode set, unlocked, 0 failed attempts")
    #expect(outcome.lines.last?.hasSuffix(" deviceLocked") == true)
  }

  /// Runs `keys` in a terminal that shows the device; `screen` prints what is seen there.
  private func inTerminal(_ keys: String, size: (Int, Int) = (80, 24)) throws -> Sandbox.Outcome {
    try Sandbox().run(
      """
      t() { tmux -S "$HOME/tmux" -f /dev/null "$@"; }
      screen() { t capture-pane -p -t w; }
      await() { for i in $(seq 200); do screen | grep -q -e "$1" && return; sleep 0.02; done; echo "no $1"; screen; }
      devicesim start --detach >/dev/null
      t new-session -d -s w -x \(size.0) -y \(size.1) "echo former; devicesim watch; echo rc=\\$?; stty -a; sleep 60"
      await 'q quit'
      \(keys)
      t kill-server
      """)
  }

  @Test("keys act on the device, and the view follows", .enabled(if: InstalledPrograms.has("tmux")))
  func keys() throws {
    let outcome = try inTerminal(
      """
      devicesim evaluatePolicy biometrics 'Sign in' >"$HOME/result" & await 'Sign in'
      t send-keys -t w n; await '1 of 5 failed'; t send-keys -t w t; await ' scanning'; t send-keys -t w m
      await 'no prompt'; wait; cat "$HOME/result"
      t send-keys -t w l; await 'LOCKED'; t send-keys -t w u; await 'unlocked'; devicesim getState deviceLocked
      t resize-window -t w -x 40 -y 10; await 'q quit'; screen | wc -l
      """)
    expect(outcome.lines, are: ["success: biometry", "false", "10"])
  }

  @Test(
    "a window of 40 by 10 keeps the lockout's dots beside a prompt, and a wide one is used to its last column",
    .enabled(if: InstalledPrograms.has("tmux")))
  func sizes() throws {
    let outcome = try inTerminal(
      """
      t resize-window -t w -x 40 -y 10; devicesim evaluatePolicy biometrics 'Sign in' >/dev/null & await 'Sign in'
      t send-keys -t w n; await '●○○○○  1 of 5 failed'; screen | grep -c -e 'Cancel]' -e 'unlocked  [0-9:]\\{8\\}$'
      t resize-window -t w -x 160 -y 30; await '┐'; screen | grep ┐ | wc -m; t send-keys -t w c; wait
      """)
    expect(outcome.lines, are: ["2", "161"])
  }

  @Test(
    "its clock goes on without an event, while keys are typed", .enabled(if: InstalledPrograms.has("tmux")))
  func clock() throws {
    let outcome = try inTerminal(
      """
      clock() { screen | grep -o '[0-9]* s  real'; }
      devicesim ping >/dev/null; await ' s  real'; before=$(clock)
      for _ in $(seq 60); do t send-keys -t w z; sleep 0.1; [ "$(clock)" = "$before" ] || break; done
      [ "$(clock)" = "$before" ] || echo ticked; screen | grep -c 'not a key'
      """)
    expect(outcome.lines, are: ["ticked", "1"])
  }

  @Test("a reset is marked among the events", .enabled(if: InstalledPrograms.has("tmux")))
  func reset() throws {
    let outcome = try inTerminal(
      """
      t send-keys -t w l; await 'deviceLocked'; t send-keys -t w r; await 'back at 0.0'
      screen | grep -A 1 'back at 0.0' | sed 's/^ *//'
      """)
    expect(
      outcome.lines, are: ["── back at 0.000: a reset or a snapshot ──", "0.000 deviceUnlocked"])
  }

  @Test(
    "the terminal is as before after any end", .enabled(if: InstalledPrograms.has("tmux")),
    arguments: [
      ("t send-keys -t w q", 0), ("t send-keys -t w C-c", 130),
      (#"kill -TERM $(t list-panes -t w -F '#{pane_pid}' | xargs pgrep -P)"#, 143),
      (#"kill -HUP $(t list-panes -t w -F '#{pane_pid}' | xargs pgrep -P)"#, 129),
      ("devicesim stop --force >/dev/null", 4),
    ])
  func restores(_ end: String, _ status: Int) throws {
    let outcome = try inTerminal("\(end); await rc=; await icanon; screen", size: (120, 40))
    #expect(outcome.output.contains("rc=\(status)\n"))
    #expect(outcome.output.contains("former"))
    #expect(!outcome.output.contains("q quit"))
    #expect(outcome.output.contains(" icanon") && outcome.output.contains(" echo "))
  }

  /// A terminal that nobody reads: a program at its other end has stopped.
  private static let unreadTerminal = """
    import fcntl, os, pty, signal, struct, subprocess, sys, termios, time
    process, terminal = pty.fork()
    if process == 0: os.execvp("devicesim", ["devicesim", "watch"])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("4H", 500, 500, 0, 0))
    os.read(terminal, 100)
    for _ in range(40):
        for method in ("lockDevice", "unlockDevice"): print('{"jsonrpc":"2.0","method":"%s"}' % method, flush=True)
        time.sleep(0.02)
    os.kill(process, getattr(signal, sys.argv[1]))
    for _ in range(300):
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended: sys.exit(os.WEXITSTATUS(status))
        time.sleep(0.01)
    os.kill(process, signal.SIGKILL)
    sys.exit(1)
    """

  @Test(
    "signals end it when its terminal is not read", .enabled(if: InstalledPrograms.has("python3")),
    arguments: [("SIGTERM", 143), ("SIGINT", 130), ("SIGHUP", 129)])
  func unread(_ signal: String, _ status: Int) throws {
    let outcome = try Sandbox().run(
      """
      devicesim start --detach >/dev/null
      python3 -c "$TERMINAL" \(signal) | devicesim connect >/dev/null; echo ${PIPESTATUS[0]}
      """, environment: [("TERMINAL", Self.unreadTerminal)])
    expect(outcome.lines, are: ["\(status)"])
  }
}
