import Platform
import TestSupport
import Testing

@Suite("Starting and stopping the daemon")
struct LifecycleTests {
  @Test("start --detach returns once it listens, and prints the path")
  func start() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run("devicesim start --detach && devicesim ping")
    #expect(outcome.status == 0)
    expect(outcome.lines, are: [sandbox.socket, "pong"])
    #expect(outcome.errors.isEmpty)
    let log = try FileSystem.status(of: "\(sandbox.socket).log")
    #expect(log?.mode == 0o600)
  }

  @Test(
    "C75: a detached daemon keeps no descriptor of its starter: locks are free, pipes end",
    .enabled(if: InstalledPrograms.has("flock"), "there is no flock"))
  func descriptors() throws {
    let outcome = try Sandbox().run(
      """
      cd "$HOME"
      bash -c 'exec 9>low 3>third 200>high; flock 9; flock 3; flock 200; devicesim start --detach >/dev/null'
      for lock in low third high; do flock -n $lock true && echo free; done
      devicesim stop >/dev/null
      bash -c 'exec 7> >(cat >/dev/null; echo ended); devicesim start --detach >/dev/null' | cat
      pid=$(devicesim getServerInfo --json | sed 's/.*"pid":\\([0-9]*\\).*/\\1/')
      for file in /proc/$pid/fd/*; do readlink "$file"; done | grep -c "pipe:\\|$HOME/[a-z]*$"
      """)
    expect(outcome.lines, are: ["free", "free", "free", "ended", "0"])
    #expect(outcome.errors.isEmpty)
  }

  @Test("without --detach descriptors are passed on, as service managers hand over sockets")
  func foregroundDescriptors() throws {
    let outcome = try Sandbox().run(
      """
      cd "$HOME"; exec 9>kept
      devicesim start 2>/dev/null & job=$!
      until devicesim ping >/dev/null 2>&1; do sleep 0.01; done
      readlink /proc/$job/fd/9 | sed "s|$HOME/||"
      kill -TERM $job; wait $job
      """)
    expect(outcome.lines, are: ["kept"])
  }

  @Test("a relative path is printed, and handed to commands, as one that holds everywhere")
  func relative() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(
      """
      cd "$HOME"; devicesim --socket devicesim.sock start --detach
      devicesim --socket devicesim.sock exec -- sh -c 'cd /; devicesim ping; echo $DEVICESIM_SOCKET'
      """)
    expect(outcome.lines, are: [sandbox.socket, "pong", sandbox.socket])
  }

  @Test("a second start says that one runs, and is no error")
  func again() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(
      "devicesim start --detach; devicesim start --detach && devicesim start && devicesim status")
    #expect(outcome.status == 0)
    #expect(outcome.lines.prefix(3) == [sandbox.socket, sandbox.socket, sandbox.socket])
    let told = outcome.errors.split(separator: "\n")
    #expect(told.count == 2)
    #expect(told.allSatisfy { $0.hasPrefix("already running: pid ") })
    let pid = told.first?.split(separator: " ").dropFirst(3).first?.dropLast() ?? ""
    #expect(outcome.lines.last == "running: pid \(pid), version 0.1.0, \(sandbox.socket), devices: default")
  }

  @Test("of many starts at once one daemon comes, and all succeed")
  func race() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(
      """
      for i in 1 2 3 4 5 6; do devicesim start --detach 2>/dev/null & jobs="$jobs $!"; done
      for job in $jobs; do wait $job || echo "failed: $?"; done
      devicesim status
      """)
    #expect(outcome.lines.prefix(6) == Array(repeating: sandbox.socket, count: 6)[...])
    #expect(outcome.lines.count == 7)
  }

  @Test("stop returns when the process is gone")
  func stop() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(
      """
      devicesim start --detach >/dev/null
      pid=$(devicesim getServerInfo --json | sed 's/.*"pid":\\([0-9]*\\).*/\\1/')
      devicesim stop | sed "s/$pid/PID/"
      [ -e "$DEVICESIM_SOCKET" ] && echo 'socket left'
      # Its parent is init, which may take a moment to collect it.
      case $(cut -d ' ' -f 3 /proc/$pid/stat 2>/dev/null) in ''|Z) ;; *) echo 'process left' ;; esac
      devicesim stop; echo $?
      """)
    expect(outcome.lines, are: ["stopped: pid PID", "no daemon runs on \(sandbox.socket)", "0"])
    #expect(outcome.errors.isEmpty)
  }

  @Test("stop ends what is pending first")
  func stopPending() throws {
    let outcome = try Sandbox().run(
      """
      devicesim start --detach >/dev/null
      devicesim evaluatePolicy & devicesim waitFor promptShown >/dev/null
      devicesim stop --force >/dev/null; wait $!; echo $?
      """)
    #expect(outcome.output == "1\n")
    #expect(outcome.errors.hasPrefix("systemCancel (-4): "))
  }

  @Test("stop refuses while another harness is connected, says how many and --force")
  func stopWithOthers() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(
      """
      devicesim start --detach >/dev/null
      for i in 1 2; do devicesim --json subscribe >"$HOME/$i" & done
      until [ -s "$HOME/1" ] && [ -s "$HOME/2" ]; do sleep 0.01; done
      devicesim stop; echo $?; kill %1; wait %1; devicesim stop; echo $?; devicesim ping; devicesim stop --force | cut -d: -f1
      """)
    expect(outcome.lines, are: ["1", "1", "pong", "stopped"])
    expect(
      outcome.errors.split(separator: "\n").filter { $0.contains("open") }.map(String.init),
      are: [
        "2 other connections to \(sandbox.socket) are open; to stop the daemon all the same: devicesim stop --force",
        "1 other connection to \(sandbox.socket) is open; to stop the daemon all the same: devicesim stop --force",
      ])
  }

  @Test("connections of the app socket do not hold up a stop")
  func stopWithApps() throws {
    let outcome = try Sandbox().run(
      """
      devicesim start --detach --app-socket "$HOME/app" >/dev/null
      devicesim --socket "$HOME/app" evaluatePolicy & devicesim waitFor promptShown >/dev/null
      devicesim getServerInfo --json | grep -o '"harnessConnections":[0-9]*'
      devicesim stop | cut -d: -f1; wait $!; echo $?
      """)
    expect(outcome.lines, are: ["\"harnessConnections\":1", "stopped", "1"])
  }

  @Test("without --detach it is the daemon itself, and ends with it")
  func foreground() throws {
    let outcome = try Sandbox().run(
      """
      devicesim start 2>/dev/null & job=$!
      until devicesim ping >/dev/null 2>&1; do sleep 0.01; done
      devicesim getServerInfo --json | grep -c "\\"pid\\":$job,"
      kill -TERM $job; wait $job; echo $?
      """)
    expect(outcome.lines, are: ["1", "0"])
  }

  @Test(
    "a start that fails shows the daemon's own words and status",
    arguments: [
      ("start --detach --clock never", 64, "devicesimd: --clock must be real or manual"),
      ("start --detach --frobnicate", 64, "devicesimd: unknown option \"--frobnicate\""),
      ("start --clock never", 64, "devicesimd: --clock must be real or manual"),
      ("start --detatch", 2, "devicesim: unknown option '--detatch'; did you mean '--detach'?"),
    ])
  func failure(_ line: String, _ status: Int32, _ message: String) throws {
    let outcome = try Sandbox().run("devicesim \(line)")
    #expect(outcome.status == status)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix(message))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test("options go to the daemon as they are")
  func options() throws {
    let outcome = try Sandbox().run(
      "devicesim start --clock manual --detach >/dev/null; devicesim getState clock.mode clock.monotonic")
    expect(outcome.lines, are: ["manual", "0"])
  }

  @Test(
    "no daemon: the path and what to do, within a second",
    arguments: [
      "ping", "status", "getState lockedOut", "evaluatePolicy", "subscribe", "connect", "waitFor lockout",
    ])
  func none(_ line: String) throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run("devicesim \(line)")
    #expect(outcome.status == 4)
    #expect(
      outcome.errors == "no daemon listens on \(sandbox.socket); start one with 'devicesim start --detach'\n")
    #expect(outcome.seconds < 1)
  }

  @Test("a socket that a dead daemon left behind is no daemon, and a start replaces it")
  func stale() throws {
    let outcome = try Sandbox().run(
      """
      devicesim start & job=$!
      until devicesim ping >/dev/null 2>&1; do sleep 0.01; done
      kill -KILL $job; wait $job; [ -S "$DEVICESIM_SOCKET" ] && echo left
      devicesim ping; echo $?
      devicesim start --detach >/dev/null && devicesim ping
      """)
    expect(outcome.lines, are: ["left", "4", "pong"])
  }

  @Test("a daemon that takes no connections is an error within a second")
  func full() throws {
    let sandbox = try Sandbox()
    let listener = try Socket.make()
    defer { listener.close() }
    try Socket.bind(listener, to: SocketAddress(path: sandbox.socket))
    try Socket.listen(listener, backlog: 0)
    let first = try Socket.connect(to: SocketAddress(path: sandbox.socket))
    defer { first.close() }
    let outcome = try sandbox.run("devicesim ping")
    #expect(outcome.status == 4)
    #expect(outcome.errors == "the daemon on \(sandbox.socket) takes no connections\n")
    #expect(outcome.seconds < 1)
  }

  @Test("a daemon that never replies is an error", arguments: ["ping", "status", "stop", "start --detach"])
  func silent(_ line: String) throws {
    let sandbox = try Sandbox()
    let listener = try Socket.make()
    defer { listener.close() }
    try Socket.bind(listener, to: SocketAddress(path: sandbox.socket))
    try Socket.listen(listener)
    let outcome = try sandbox.run("devicesim --timeout 0.3 \(line)")
    #expect(outcome.status == 5)
    #expect(outcome.errors == "the daemon on \(sandbox.socket) does not answer\n")
    // Or the end of the sandbox would ask it to stop, and wait again.
    try FileSystem.remove(sandbox.socket)
  }

  @Test("without any option the socket lies in the user's runtime folder, which is private")
  func defaultFolder() throws {
    let sandbox = try Sandbox()
    let path = "\(sandbox.folder)/devicesim/devicesim.sock"
    let outcome = try sandbox.run(
      "devicesim start --detach; devicesim ping; devicesim stop",
      environment: [("DEVICESIM_SOCKET", nil), ("XDG_RUNTIME_DIR", sandbox.folder)])
    #expect(outcome.lines.prefix(2) == [path, "pong"])
    #expect(try FileSystem.status(of: Path.directory(of: path))?.mode == 0o700)
  }
}
