import TestSupport
import Testing

@Suite("Closed and full standard streams")
struct StandardStreamTests {
  @Test(
    "output that cannot be written is an error of every command",
    arguments: [
      "--version", "help", "help ping", "start --help", "completions bash", "ping", "getState",
      "getState lockedOut",
      "setState failedAttempts=1", "status", "status --json", "listDevices --json", "rpc.discover", "watch",
      "start --detach",
    ])
  func unwritable(_ line: String) throws {
    let outcome = try Sandbox().run(
      """
      devicesim start --detach >/dev/null
      devicesim \(line) >&-; echo $?
      [ -e /dev/full ] && { devicesim \(line) >/dev/full; echo $?; } || echo 1
      """)
    expect(outcome.lines, are: ["1", "1"])
    let complaints = outcome.errors.split(separator: "\n").filter { !$0.hasPrefix("already running") }
    #expect(complaints.allSatisfy { $0.hasPrefix("cannot write the output: ") }, "\(complaints)")
    #expect((1...2).contains(complaints.count))
  }

  @Test("the results of steps and the daemon's own words count as output, too")
  func unwritableOthers() throws {
    let outcome = try Sandbox().run(
      """
      devicesim start --detach >/dev/null
      printf 'ping\\nping\\n' | devicesim run - >&-; echo $?
      echo ping | devicesim connect >&-; echo $?
      devicesimd --version >&-; echo $?
      devicesimd --help >&-; echo $?
      devicesimd --socket "$HOME/s" --ready-fd 1 >&-; echo $?
      """)
    expect(outcome.lines, are: ["1", "1", "74", "74", "64"])
    #expect(outcome.errors.contains("devicesimd: cannot write the output: Bad file descriptor\n"))
  }

  @Test("nothing waits for a closed standard input", arguments: ["run -", "connect", "replay -", "report -"])
  func closedInput(_ line: String) throws {
    let outcome = try Sandbox().run(
      "devicesim start --detach >/dev/null; timeout 10 devicesim \(line) <&- >/dev/null; echo $?")
    #expect(outcome.lines.count == 1)
    #expect(outcome.lines.first != "124")
  }

  @Test("what is printed goes nowhere else: with every stream closed a command still ends with its status")
  func allClosed() throws {
    let outcome = try Sandbox().run(
      """
      devicesim start --detach >/dev/null
      devicesim setState failedAttempts=2 <&- >&- 2>&-; echo $?
      devicesim setState lockedOut=maybe <&- >&- 2>&-; echo $?
      devicesim getState failedAttempts
      devicesim exec -- true <&- >&- 2>&-; echo $?
      """)
    expect(outcome.lines, are: ["1", "2", "2", "0"])
  }

  @Test(
    "exec's command gets the streams that exec got, the closed ones closed",
    .enabled(if: InstalledPrograms.has("readlink"), "there is no readlink"))
  func handedOn() throws {
    let outcome = try Sandbox().run(
      """
      # Not one redirection more in the shell that is looked at.
      echo 'for n in 0 1 2; do readlink /proc/$1/fd/$n || echo closed; done >"$HOME/streams" 2>/dev/null' >"$HOME/look"
      show='bash "$HOME/look" $$; true'
      look() { sed 's/^pipe.*/pipe/' "$HOME/streams" | tr '\\n' ' '; echo; }
      devicesim exec -- sh -c "$show" <&- 2>/dev/null | cat; look
      devicesim exec -- sh -c "$show" </dev/null >&- 2>&-; look
      devicesim start --detach >/dev/null
      devicesim exec -- sh -c "$show" <&- >&- 2>/dev/null; look
      """)
    expect(
      outcome.lines, are: ["closed pipe /dev/null ", "/dev/null closed closed ", "closed closed /dev/null "])
  }

  @Test("a daemon without streams has none of its files under their numbers")
  func daemon() throws {
    let outcome = try Sandbox().run(
      """
      devicesimd <&- >&- 2>&- & job=$!
      until devicesim ping 2>/dev/null; do sleep 0.01; done
      for n in 0 1 2; do readlink /proc/$job/fd/$n; done
      devicesim stop >/dev/null; wait $job; echo $?
      """)
    expect(outcome.lines, are: ["pong", "/dev/null", "/dev/null", "/dev/null", "0"])
  }
}
